import { plural, printable } from '@ukit/text/internal'
import type { ManifestPackage } from './manifest.js'

/** A row of {@link indexPage}: a package and the files under which it can be downloaded. */
export interface IndexRow {
  readonly package: ManifestPackage
  readonly files: readonly { readonly name: string; readonly size?: number }[]
}

/**
 * A plain page that lists packages, with links that are relative: it works in whatever folder it is put.
 * Light or dark as the reader likes it, and no script.
 */
export function indexPage(title: string, rows: readonly IndexRow[]): string {
  const body = rows.map(({ package: { name, size, guid, version }, files }) => {
    const links = files.map((file) => link(name, file))
    return `<tr><td>${escapeHtml(name)}</td><td>${size.toLocaleString('en')}</td><td>${version}</td><td><code>${guid}</code></td><td>${links.join(' ')}</td></tr>`
  })
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark }
body { font: 14px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 70em; padding: 0 1em }
table { border-collapse: collapse; width: 100% }
td, th { border-bottom: 1px solid #8884; padding: .2em .8em .2em 0; text-align: left }
td:nth-child(2), td:nth-child(3), th:nth-child(2), th:nth-child(3) { font-variant-numeric: tabular-nums; text-align: right }
tr:hover td { background: #8881 }
a { white-space: nowrap }
</style>
<h1>${escapeHtml(title)}</h1>
<p>${plural(rows.length, 'package', 'packages', rows.length.toLocaleString('en'))}; <a href="manifest.json">manifest.json</a></p>
<table>
<tr><th>Package</th><th>Bytes</th><th>Version</th><th>GUID</th><th>Download</th></tr>
${body.join('\n')}
</table>
</html>
`
}

/**
 * A link to a file of a package: `plain`, or the ending that compression adds, and how long it is where that
 * is known and not the package's own length.
 */
function link(packageName: string, { name, size }: IndexRow['files'][number]): string {
  const added = name.startsWith(packageName) ? name.slice(packageName.length) : name
  const label = added === '' ? 'plain' : size === undefined ? added : `${added} (${size.toLocaleString('en')})`
  return `<a href="${escapeHtml(encodeURIComponent(name))}">${escapeHtml(label)}</a>`
}

/** Text that stays text in HTML, also inside quotes, and does not change the direction of what follows. */
function escapeHtml(text: string): string {
  return printable(text).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
