// Bundles the program and the style of the page that `ukit page` makes: packages/media/browser →
// packages/media/src/page/generated/program.ts, a module with both as texts and their hashes for the page's
// content security policy. It is not committed; `npm run build` runs this before the compiler.

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const packages = join(dirname(dirname(fileURLToPath(import.meta.url))), 'packages')
const browser = join(packages, 'media/browser')
const target = join(packages, 'media/src/page/generated/program.ts')

/** The sources of our packages: nothing is built yet. */
const sources = {
  name: 'sources',
  resolveId(id) {
    const [, name, entry = 'index'] = /^@ukit\/([a-z]+)(?:\/([a-z0-9]+))?$/.exec(id) ?? []
    return name === undefined ? null : join(packages, name, `src/${entry}.ts`)
  },
}
const bundle = await rolldown({
  input: join(browser, 'main.ts'),
  platform: 'browser',
  plugins: [sources],
  tsconfig: false,
  treeshake: { moduleSideEffects: (id) => id.startsWith(browser) },
  resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
  // Imports on demand belong to parts that the page does not use.
  checks: { ineffectiveDynamicImport: false },
})
const { output } = await bundle.generate({ format: 'iife', minify: true, codeSplitting: false })
await bundle.close()
const [{ code }] = output
// In a page, this would end the program.
const program = code.trim().replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--')
const style = ['tokens', 'page', 'list', 'detail', 'stages', 'narrow']
  .map((name) => readFileSync(join(browser, `style/${name}.css`), 'utf8'))
  .join('\n')
  .replace(/\/\*.*?\*\//gs, '')
  .replace(/\s+/g, ' ')
  .replace(/ ?([{};,]) ?/g, '$1')
  .trim()

const text = `// Made by scripts/bundle-page.mjs from packages/media/browser.
/** The program of the page. */
export const PROGRAM: string = ${JSON.stringify(program)}
/** Its hash, as content security policies have it. */
export const PROGRAM_HASH: string = '${hashOf(program)}'
/** The style of the page. */
export const STYLE: string = ${JSON.stringify(style)}
/** Its hash, as content security policies have it. */
export const STYLE_HASH: string = '${hashOf(style)}'
`
if (!existsSync(target) || readFileSync(target, 'utf8') !== text) {
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, text)
}

function hashOf(content) {
  return `sha256-${createHash('sha256').update(content, 'utf8').digest('base64')}`
}
