import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { beforeAll, expect, test } from 'vitest'

// The library as users install it: packages/ukit/dist, made by `npm run build`.

const product = fileURLToPath(new URL('../../../ukit/', import.meta.url))
const library = join(product, 'dist/library')
const { exports }: { exports: Record<string, { types: string; default: string }> } = JSON.parse(
  readFileSync(join(product, 'package.json'), 'utf8'),
)
/** The doors by what programs write, without those of single games and the one that needs Lezer. */
const doors = Object.keys(exports).filter((door) => !/\*|lezer/.test(door))

/** The files that are read when a built entry is imported, without those that are loaded on demand. */
function filesOf(entry: string): Set<string> {
  const found = new Set<string>()
  const waiting = [entry]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue
    found.add(file)
    const text = readFileSync(file, 'utf8')
    for (const [, id = ''] of text.matchAll(/^(?:import|export)\b[^'"\n]*?(?:from\s*)?["'](\.[^"']+)["'];?$/gm))
      waiting.push(join(dirname(file), id))
  }
  return found
}

/** Runs a program where `ukit` is installed; returns what it prints. */
function run(program: string): string {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: fileURLToPath(new URL('./', import.meta.url)),
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return stdout
}

beforeAll(() => {
  if (!existsSync(library)) throw new Error('packages/ukit/dist is missing: run npm run build first')
})

test('a program that opens a package reads a few files, and neither the editor nor the compiler', () => {
  const files = [...filesOf(join(library, 'node.js'))].map((path) => path.slice(library.length))
  for (const name of ['codecs', 'files', 'container', 'objects', 'core']) expect(files.join()).toContain(`/${name}-`)
  for (const name of ['edit', 'script', 'media', 'make', 'game']) expect(files.join()).not.toContain(`/${name}-`)
  expect(files.length).toBeLessThan(20)
})

test('a program that parses source reads neither packages nor the compiler', () => {
  const files = [...filesOf(join(library, 'script/syntax.js'))].map((path) => path.slice(library.length))
  for (const name of ['core', 'container', 'objects', 'edit', 'script-compile', 'script-decompile', 'script-analysis'])
    expect(files.join()).not.toContain(`/${name}-`)
  expect(files.length).toBeLessThan(8)
  const decompiler = [...filesOf(join(library, 'script/decompile.js'))].join()
  for (const name of ['script-compile', 'script-analysis', 'media', 'make'])
    expect(decompiler).not.toMatch(new RegExp(`/${name}-[\\w-]{8}\\.js`))
})

test('each chunk of ours has a source map with the text of its sources', () => {
  const chunks = join(library, 'chunks')
  const names = readdirSync(chunks).filter((name) => /^(?:core|edit|script-symbols|media)-[\w-]{8}\.js$/.test(name))
  expect(names).toHaveLength(4)
  for (const name of names) {
    const { sources, sourcesContent }: { sources: string[]; sourcesContent: string[] } = JSON.parse(
      readFileSync(join(chunks, `${name}.map`), 'utf8'),
    )
    expect(sources.length).toBeGreaterThan(5)
    sources.forEach((source, i) => {
      expect(sourcesContent[i], source).toBe(readFileSync(join(chunks, source), 'utf8'))
    })
  }
})

test.each(doors)('%s can be what a program imports first', (door) => {
  const id = `ukit${door.slice(1)}`
  expect(Number(run(`console.log(Object.keys(await import('${id}')).length)`))).toBeGreaterThan(0)
})

test('a door exports what its room does', () => {
  const printed = run(`
    const found = []
    for (const door of ${JSON.stringify(doors)}) {
      const names = async (id) => Object.keys(await import(id)).sort().join()
      const room = door === '.' || door === './node' ? '/core' + door.slice(1) : door.slice(1)
      if ((await names('ukit' + door.slice(1))) !== (await names('@ukit' + room))) found.push(door)
    }
    console.log(JSON.stringify(found))`)
  expect(JSON.parse(printed)).toEqual([])
})

test('a class is the same through every door', () => {
  const printed = run(`
    import { Package } from 'ukit'
    import { PackageEdit, createPackage, buildPackage } from 'ukit/edit'
    import { Guid } from 'ukit/container'
    import { ue1 } from 'ukit/objects'
    import * as own from 'ukit/objects/ue1'
    const edit = await createPackage({ name: 'Made', version: 69, guid: new Guid(1, 2, 3, 4) })
    const built = await buildPackage(edit)
    const same = [edit.package instanceof Package, built instanceof Package, ue1.Texture === own.Texture]
    console.log(JSON.stringify(same), edit instanceof PackageEdit)`)
  expect(printed).toBe('[true,true,true] true\n')
})

test('a program for browsers is bundled without a name of Node, and without what it does not use', async () => {
  const program = `
    export { openPackage, savePackage } from 'ukit'
    export { soundOf, pictureOf } from 'ukit/media'`
  const bundle = await rolldown({
    input: 'program',
    platform: 'browser',
    cwd: product,
    plugins: [
      {
        name: 'program',
        resolveId: (id) => (id === 'program' ? join(product, 'program.js') : null),
        load: (id) => (id === join(product, 'program.js') ? program : null),
      },
    ],
    logLevel: 'silent',
  })
  const { output } = await bundle.generate({ format: 'esm' })
  await bundle.close()
  const written = new Set(output.map(({ fileName }) => fileName))
  const chunks = output.flatMap((file) => (file.type === 'chunk' ? [file] : []))
  for (const { fileName, imports, dynamicImports } of chunks)
    for (const id of [...imports, ...dynamicImports]) expect(written.has(id), `${fileName}: ${id}`).toBe(true)
  // libopenmpt comes when music is played, not before.
  const first = chunks.filter(({ isEntry }) => isEntry).map(({ code }) => code)
  expect(first.join('')).not.toContain('openmpt_module_create_from_memory')
})

test('a thread that the library starts is beside the code that starts it', () => {
  const chunks = join(library, 'chunks')
  const started = readdirSync(chunks)
    .filter((name) => name.endsWith('.js'))
    .flatMap((name) => [...readFileSync(join(chunks, name), 'utf8').matchAll(/["'](\.\/[\w-]*worker[\w-]*\.js)["']/g)])
    .map(([, path = '']) => pathToFileURL(join(chunks, path)))
  expect(started.length).toBeGreaterThan(0)
  for (const url of started) expect(existsSync(url), url.pathname).toBe(true)
})
