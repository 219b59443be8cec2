// Bundles the libraries: packages/X/build (what the compiler made) → packages/X/dist (what programs import),
// beside the declarations, which stay one per source file. `import '@ukit/core'` reads a dozen files instead
// of 371, each of which takes half a millisecond to find, read and link (docs/decisions/0029).
//
// Each package is bundled alone: other packages stay imports, and what several entries of a package share is
// a file that they import, so a class exists once and `instanceof` works whichever entry it came from. Only
// packages that have changed are bundled.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const SELF = fileURLToPath(import.meta.url)
const packages = join(dirname(dirname(SELF)), 'packages')
/** Programs that a package starts by their path, beside its entries. */
const WORKERS = { server: { 'compress-worker': 'redirect/compress-worker' } }

/** The lines of the sources, of which the compiler's output knows where each of its own came from. */
const sourceMaps = {
  name: 'source-maps',
  load(id) {
    if (!existsSync(`${id}.map`)) return null
    return { code: readFileSync(id, 'utf8'), map: readFileSync(`${id}.map`, 'utf8') }
  },
}
/** @type {import('rolldown').InputOptions} */
const options = {
  platform: 'neutral',
  // Other packages, ours and those of others.
  external: /^(node:|@?[a-z][\w.-]*(\/|$))/,
  treeshake: { moduleSideEffects: false },
  plugins: [sourceMaps],
  checks: { ineffectiveDynamicImport: false },
}

const libraries = readdirSync(packages).filter((name) => existsSync(join(packages, name, 'build')) && name !== 'cli')
await Promise.all(libraries.map(bundle))

async function bundle(name) {
  const folder = join(packages, name)
  const [build, dist] = [join(folder, 'build'), join(folder, 'dist')]
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const entries = { ...entriesOf(exports, build), ...WORKERS[name] }
  const stamp = join(dist, 'bundle.tsbuildinfo')
  const inputs = filesIn(build).filter((path) => path.endsWith('.js'))
  if (isNewer(stamp, [SELF, join(folder, 'package.json'), ...inputs])) return
  const main = new Set(await modulesOf(join(build, 'index.js')))
  const input = Object.fromEntries(Object.entries(entries).map(([door, file]) => [door, join(build, `${file}.js`)]))
  const bundled = await rolldown({ ...options, input })
  const { output } = await bundled.write({
    dir: dist,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    sourcemap: true,
    // The declarations have the comments, and source maps lead to the sources.
    comments: false,
    codeSplitting: { groups: [{ name: 'main', test: (id) => main.has(id) }] },
  })
  await bundled.close()
  // Files of earlier builds are removed last, so that a program that is running finds its chunks.
  const written = new Set(output.map(({ fileName }) => fileName))
  for (const path of filesIn(dist)) {
    const file = relative(dist, path).split(sep).join('/')
    if (/\.js(\.map)?$/.test(file) && !written.has(file)) rmSync(path)
  }
  mkdirSync(dist, { recursive: true })
  writeFileSync(stamp, '')
}

/** The entries of a package, by the names of their files without extension. */
function entriesOf(exports, build) {
  const files = Object.values(exports).map((entry) => entry.default.replace(/^\.\/dist\/|\.js$/g, ''))
  const all = files.flatMap((file) => {
    const [before, after] = file.split('*')
    if (after === undefined) return [file]
    const names = readdirSync(join(build, before)).filter((name) =>
      existsSync(join(build, `${before}${name}${after}.js`)),
    )
    return names.map((name) => `${before}${name}${after}`)
  })
  return Object.fromEntries(all.map((file) => [file, file]))
}

/** The modules that run when one is imported, without those that are imported on demand. */
async function modulesOf(entry) {
  const lazy = { name: 'lazy', resolveDynamicImport: () => false }
  const bundled = await rolldown({ ...options, input: entry, plugins: [lazy], logLevel: 'silent' })
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
