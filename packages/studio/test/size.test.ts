import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const PAGE = fileURLToPath(new URL('../../ukit/dist/studio/', import.meta.url))

/** The files that a module loads at once, itself among them. */
function loaded(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  const text = readFileSync(PAGE + file, 'utf8')
  for (const [, name] of text.matchAll(/(?:from|import)\s*["']\.\/([\w-]+\.js)["']/g))
    if (name !== undefined) loaded(`assets/${name}`, seen)
  return seen
}

function packed(files: Iterable<string>): number {
  let bytes = 0
  for (const file of files) bytes += gzipSync(readFileSync(PAGE + file)).length
  return bytes
}

test('the page and what opens packages are at most 110 kB, packed', () => {
  const html = readFileSync(`${PAGE}index.html`, 'utf8')
  const named = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, name]) => name ?? '')
  const page = new Set(named.flatMap((name) => (name.endsWith('.js') ? [...loaded(name)] : [name])))
  const workers = readdirSync(`${PAGE}assets`).filter((name) => /^main-.*\.js$/.test(name))
  expect(workers).toHaveLength(1)
  const worker = loaded(`assets/${workers[0]}`)
  expect(page.size).toBeGreaterThan(2)
  expect(packed(page)).toBeLessThan(40_000)
  expect(packed(page) + packed(worker)).toBeLessThan(110_000)
  // What draws, edits and plays is loaded when it is shown.
  for (const file of [...page, ...worker]) expect(file).not.toMatch(/mesh-view|code-text|libopenmpt|level-view/)
})
