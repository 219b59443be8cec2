import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const packages = fileURLToPath(new URL('../../../', import.meta.url))

/** The files that are read when a built entry is imported, without those that are loaded on demand. */
function filesOf(entry: string): Set<string> {
  const found = new Set<string>()
  const waiting = [entry]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue
    found.add(file)
    const text = readFileSync(file, 'utf8')
    for (const [, id = ''] of text.matchAll(/^(?:import|export)\b[^'"\n]*?(?:from\s*)?["']([^"']+)["'];?$/gm)) {
      if (id.startsWith('.')) waiting.push(join(dirname(file), id))
      const [, name, door = 'index'] = /^@ukit\/([a-z]+)(?:\/([a-z/]+))?$/.exec(id) ?? []
      if (name !== undefined) waiting.push(join(packages, name, 'dist', `${door}.js`))
    }
  }
  return found
}

test('a program that opens a package reads a few files, not each module', () => {
  const files = [...filesOf(join(packages, 'core/dist/node.js'))].map((path) => path.slice(packages.length))
  // What is read is known only if the packages below are found.
  for (const name of ['codecs', 'files', 'container', 'objects']) expect(files.join()).toContain(`${name}/dist/chunks/`)
  expect(files.length).toBeLessThan(30)
})

test('every entry leads to the lines of its sources', () => {
  for (const name of readdirSync(packages)) {
    const chunks = join(packages, name, 'dist/chunks')
    if (!existsSync(chunks)) continue
    const main = readdirSync(chunks).find((file) => /^main-.*\.js\.map$/.test(file))
    if (main === undefined) throw new Error(`expected ${name} to have a main file with its source map`)
    const { sources }: { sources: string[] } = JSON.parse(readFileSync(join(chunks, main), 'utf8'))
    expect(sources.length).toBeGreaterThan(0)
    for (const source of sources) expect(existsSync(join(chunks, source)), source).toBe(true)
  }
})

test('a class is the same through every entry, and in every package', () => {
  const door = (path: string) => JSON.stringify(pathToFileURL(join(packages, path)).href)
  const program = `
    import { Package } from ${door('core/dist/index.js')}
    import { openPackage as open } from ${door('core/dist/index.js')}
    import * as node from ${door('core/dist/node.js')}
    import { PackageEdit, createPackage, buildPackage } from ${door('edit/dist/index.js')}
    import { Guid } from ${door('container/dist/index.js')}
    import { ue1 } from ${door('objects/dist/index.js')}
    import * as own from ${door('objects/dist/ue1.js')}
    const edit = await createPackage({ name: 'Made', version: 69, guid: new Guid(1, 2, 3, 4) })
    const built = await buildPackage(edit)
    const same = [edit.package instanceof Package, built instanceof Package, ue1.Texture === own.Texture]
    console.log(JSON.stringify(same), edit instanceof PackageEdit, typeof open, typeof node.openFile)`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  expect([stderr, stdout]).toEqual(['', '[true,true,true] true function function\n'])
})
