// Bundles the command line: packages/*/build (what the compiler made) → packages/ukit/dist/command (what
// runs). A verb loads a dozen bundled files instead of a hundred modules one by one, at about half a
// millisecond each (docs/decisions/0007). Third-party libraries are bundled too, but only the parts that are
// used; their licences are kept in dist/command/THIRD-PARTY.txt.

import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { licencesOf, THIRD_PARTY } from './lib/bundled-licences.js'

const cli = join(dirname(dirname(fileURLToPath(import.meta.url))), 'packages/cli')

/** A module of the library that is imported but not used must not run. */
const treeshake = { moduleSideEffects: false }
/**
 * Our packages as the compiler made them, not as bundled for programs: then each verb loads what it needs.
 */
const ours = {
  name: 'ours',
  resolveId(id) {
    const [, name, entry = 'index'] = /^@ukit\/([a-z]+)(?:\/(.+))?$/.exec(id) ?? []
    if (name === undefined) return null
    const [, game] = /^games\/(.+)$/.exec(entry) ?? []
    return join(dirname(cli), name, 'build', game === undefined ? `${entry}.js` : `games/${game}/objects.js`)
  },
}
/**
 * publint takes a chunk with an `import` in one of its texts for a module, unless it finds a `require` after
 * a space.
 */
const forPublint = {
  name: 'for-publint',
  generateBundle(_options, files) {
    for (const file of Object.values(files))
      if (file.type === 'chunk') file.code = file.code.replace('=require(', '= require(')
  },
}
const opening = await modulesOf(['main.js', 'batch/run.js', 'verbs/look/info.js', 'verbs/look/ls.js'])

const bundle = await rolldown({
  input: {
    main: join(cli, 'build/main.js'),
    worker: join(cli, 'build/batch/worker.js'),
    // The compression thread of `ukit serve` and `ukit redirect build`.
    'compress-worker': join(dirname(cli), 'server/build/redirect/compress-worker.js'),
  },
  platform: 'node',
  treeshake,
  plugins: [ours, forPublint],
  // Modules that are imported on demand may be in the main file anyway.
  checks: { ineffectiveDynamicImport: false },
})
const dist = join(dirname(cli), 'ukit/dist/command')
// Everything goes into one folder, since a worker is looked up next to the program that starts it.
const { output } = await bundle.write({
  dir: dist,
  // Node 20 can keep compiled code of CommonJS only (bin/code-cache.js), and modules take longer to load.
  format: 'cjs',
  strict: true,
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  // Comments and spaces are half of what Node would read and parse. Names are kept for bug reports.
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
  // Each file takes longer to find, open and link than to compile. So the code for opening a package is one
  // file, and other code that many verbs share is another.
  codeSplitting: {
    groups: [
      { name: 'open', test: (id) => opening.has(id), priority: 2 },
      { name: 'shared', minShareCount: 30, priority: 1 },
    ],
  },
})
await bundle.close()
writeFileSync(join(dist, THIRD_PARTY), licencesOf(output))
writeFileSync(join(dist, 'package.json'), '{ "type": "commonjs" }\n')

// Files of an earlier build are removed last, so that a command that is running finds its chunks.
const written = new Set([THIRD_PARTY, 'package.json', ...output.map((file) => file.fileName)])
for (const name of readdirSync(dist)) if (!written.has(name)) rmSync(join(dist, name), { recursive: true })

/** The modules that run when these are loaded, without those that are imported on demand. */
async function modulesOf(entries) {
  const input = entries.map((entry) => join(cli, 'build', entry))
  const lazy = { name: 'lazy', resolveDynamicImport: () => false }
  const bundle = await rolldown({ input, platform: 'node', treeshake, plugins: [lazy, ours], logLevel: 'silent' })
  const { output } = await bundle.generate({ format: 'esm' })
  await bundle.close()
  const modules = output.flatMap((file) => Object.entries(file.type === 'chunk' ? file.modules : {}))
  return new Set(modules.filter(([, module]) => module.renderedLength > 0).map(([id]) => id))
}
