// Bundles the library: packages/*/build (what the compiler made) → packages/ukit/dist/library (what programs
// import) and dist/types (its declarations, one per source file). `import 'ukit'` reads a dozen files instead
// of 371, each of which takes half a millisecond to find, read and link (docs/decisions/0029, 0032).
//
// All doors are bundled together: a class exists once, so `instanceof` works whichever door it came from.
// Libraries of others are bundled too, except the optional peers. Nothing is done if nothing has changed.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { licencesOf, THIRD_PARTY } from './lib/bundled-licences.js'
import { collectTypes } from './lib/collect-types.js'
import { forBrowsers } from './lib/for-browsers.js'

const SELF = fileURLToPath(import.meta.url)
const packages = join(dirname(dirname(SELF)), 'packages')
const product = join(packages, 'ukit')
const library = join(product, 'dist/library')
/** Programs that the library starts by their path, beside the code that starts them. */
const WORKERS = { 'compress-worker': join(packages, 'server/build/redirect/compress-worker.js') }
/**
 * The chunks of a room with more doors than a main one, from what most programs read to what few do: a chunk
 * has what all of its doors run. Rooms with a main door have one chunk.
 */
const CHUNKS = {
  text: [['internal']],
  script: [['syntax'], ['symbols'], ['compile', 'decompile'], ['compile'], ['decompile'], ['analysis']],
}

/** The lines of the sources, of which the compiler's output knows where each of its own came from. */
const sourceMaps = {
  name: 'source-maps',
  load(id) {
    if (!existsSync(`${id}.map`)) return null
    // Tables that a script has written are a line of text: nobody steps through them.
    if (/[\\/](?:stock-tables|stand-ins[\\/]tables)[\\/]/.test(id))
      return { code: readFileSync(id, 'utf8'), map: { mappings: '' } }
    const map = JSON.parse(readFileSync(`${id}.map`, 'utf8'))
    const sourcesContent = map.sources.map((path) => readFileSync(join(dirname(id), path), 'utf8'))
    return { code: readFileSync(id, 'utf8'), map: { ...map, sourcesContent } }
  },
}
/** Our packages as the compiler made them. */
const ours = {
  name: 'ours',
  resolveId(id) {
    const [, name, entry = 'index'] = /^@ukit\/([a-z]+)(?:\/(.+))?$/.exec(id) ?? []
    if (name === undefined) return null
    const [, game] = /^games\/(.+)$/.exec(entry) ?? []
    return join(packages, name, 'build', game === undefined ? `${entry}.js` : `games/${game}/objects.js`)
  },
}
const manifest = JSON.parse(readFileSync(join(product, 'package.json'), 'utf8'))
const rooms = readdirSync(packages).filter((name) => chunksOf(name).length > 0)
const stamp = join(product, 'dist/library.tsbuildinfo')
const inputs = rooms.flatMap((name) =>
  filesIn(join(packages, name, 'build')).filter((path) => /\.(?:js|d\.ts)$/.test(path)),
)
if (!isNewer(stamp, [SELF, ...filesIn(join(dirname(SELF), 'lib')), join(product, 'package.json'), ...inputs])) {
  await bundle()
  collectTypes(packages, manifest.exports, join(product, 'dist/types'))
  writeFileSync(stamp, '')
}

async function bundle() {
  const entries = doors()
  const input = Object.fromEntries(Object.entries(entries).map(([door, file]) => [chunkOf(door), join(packages, file)]))
  const groups = (await Promise.all(rooms.map(groupsOf))).flat()
  const bundled = await rolldown({
    ...options(),
    input: { ...input, ...WORKERS },
    preserveEntrySignatures: 'allow-extension',
  })
  const { output } = await bundled.write({
    dir: join(library, 'chunks'),
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    sourcemap: true,
    // The declarations have the comments, and source maps the sources.
    comments: { legal: true, annotation: true, jsdoc: false },
    // A chunk has its own room's modules only: what it needs of others is in their chunks, or a program that
    // opens a package would load the editor.
    codeSplitting: { groups, includeDependenciesRecursively: false },
  })
  await bundled.close()
  const written = new Set(output.map(({ fileName }) => `chunks/${fileName}`))
  for (const [door, file] of Object.entries(entries)) {
    // An entry of the bundle may have names that other chunks need: the door has those that were decided.
    const names = Object.keys(await import(pathToFileURL(join(packages, file)).href))
    const path = join(library, `${door}.js`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(
      path,
      `export { ${names.join(', ')} } from '${door.includes('/') ? '..' : '.'}/chunks/${chunkOf(door)}.js'\n`,
    )
    written.add(`${door}.js`)
  }
  writeFileSync(join(library, THIRD_PARTY), licencesOf(output))
  written.add(THIRD_PARTY)
  // Files of earlier builds are removed last, so that a program that is running finds its chunks.
  for (const path of filesIn(library)) if (!written.has(relative(library, path).split(sep).join('/'))) rmSync(path)
}

/** The chunks of a room: each of its modules is in the first one whose doors all run it. */
async function groupsOf(room) {
  const own = join(packages, room, 'build') + sep
  const chunks = chunksOf(room)
  const run = new Map()
  // Where chunks share modules, those count that a door would run in part, or two chunks would need each
  // other.
  const treeshake = chunks.length === 1 && options().treeshake
  for (const door of new Set(chunks.flat()))
    run.set(door, new Set(await modulesOf(join(own, `${door}.js`), { treeshake })))
  const first = (id) => chunks.find((doors) => doors.every((door) => run.get(door).has(id)))
  return chunks.map((doors) => ({
    name: chunks.length === 1 ? room : [room, ...doors].join('-'),
    test: (id) => id.startsWith(own) && first(id) === doors,
  }))
}

/** The doors of each chunk of a room; none for a room that nobody imports. */
function chunksOf(room) {
  return CHUNKS[room] ?? (existsSync(join(packages, room, 'src/index.ts')) ? [['index']] : [])
}

function chunkOf(door) {
  return `door-${door.replaceAll('/', '-')}`
}

function options() {
  return {
    platform: /** @type {const} */ ('neutral'),
    resolve: { mainFields: ['module', 'main'], conditionNames: ['import', 'default'] },
    external: [/^node:/, /^@lezer\//],
    treeshake: { moduleSideEffects: false },
    plugins: [sourceMaps, ours, forBrowsers],
    checks: { ineffectiveDynamicImport: false },
  }
}

/**
 * The doors that the product has, as files of the bundle: name without extension → what the compiler made.
 */
function doors() {
  const found = {}
  for (const { default: file } of Object.values(manifest.exports)) {
    const entry = file.replace(/^\.\/dist\/library\/|\.js$/g, '')
    const [folder, star] = entry.split('*')
    if (star === undefined) found[entry] = builtOf(entry)
    else
      for (const game of readdirSync(join(packages, 'core/build/games')))
        if (existsSync(join(packages, `core/build/games/${game}/objects.js`)))
          found[`${folder}${game}`] = `core/build/games/${game}/objects.js`
  }
  return found
}

/** `index` and `node` are core's doors, `edit` the main one of a room, `make/node` another one. */
function builtOf(entry) {
  const [first = '', second] = entry.split('/')
  if (existsSync(join(packages, first, 'build'))) return `${first}/build/${second ?? 'index'}.js`
  return `core/build/${entry}.js`
}

/** The modules that run when one is imported, without those that are imported on demand. */
async function modulesOf(entry, more) {
  const lazy = { name: 'lazy', resolveDynamicImport: () => false }
  const { plugins, ...rest } = options()
  const bundled = await rolldown({ ...rest, ...more, input: entry, plugins: [lazy, ...plugins], logLevel: 'silent' })
  const { output } = await bundled.generate({ format: 'esm' })
  await bundled.close()
  return output
    .flatMap((file) => Object.entries(file.type === 'chunk' ? file.modules : {}))
    .flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [id] : []))
}

function isNewer(stamp, paths) {
  if (!existsSync(stamp)) return false
  const { mtimeMs } = statSync(stamp)
  return paths.every((path) => statSync(path).mtimeMs < mtimeMs)
}

function filesIn(folder) {
  if (!existsSync(folder)) return []
  const found = readdirSync(folder, { withFileTypes: true, recursive: true })
  return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name))
}
