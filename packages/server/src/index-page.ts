import type { ManifestPackage } from './manifest.js'

/** A row of {@link indexPage}: a package and the files under which it can be had. */
export interface IndexRow {
  readonly package: ManifestPackage
  readonly files: readonly { readonly name: string; readonly size?: number }[]
}

/** A plain page that lists packages, with links that are relative: it works in whatever folder it is put. */
export function indexPage(title: string, rows: readonly IndexRow[]): string {
  const body = rows.map(({ package: { name, size, guid, version }, files }) => {
    const links = files.map((file) => {
      const label = file.size === undefined ? file.name : `${file.name} (${file.size})`
      return `<a href="${escapeHtml(encodeURIComponent(file.name))}">${escapeHtml(label)}</a>`
    })
    return `<tr><td>${escapeHtml(name)}</td><td>${size}</td><td>${version}</td><td>${guid}</td><td>${links.join(' ')}</td></tr>`
  })
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
<style>body { font: 14px sans-serif; margin: 2em } td, th { text-align: left; padding: 0 1em 0 0 }</style>
<h1>${escapeHtml(title)}</h1>
<p>${rows.length === 1 ? '1 package' : `${rows.length} packages`}; <a href="manifest.json">manifest.json</a></p>
<table>
<tr><th>Package</th><th>Bytes</th><th>Version</th><th>GUID</th><th>Files</th></tr>
${body.join('\n')}
</table>
</html>
`
}

/** Text that stays text in HTML, also inside quotes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
