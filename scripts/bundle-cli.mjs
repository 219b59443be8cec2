// Bundles the command line: packages/cli/build (what the compiler made) → packages/cli/dist (what runs and is published).
// A verb loads a dozen modules as one file, instead of a hundred one by one at about half a millisecond each (docs/decisions/0007).

import { readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const cli = join(dirname(dirname(fileURLToPath(import.meta.url))), 'packages/cli')

const bundle = await rolldown({
  input: {
    main: join(cli, 'build/main.js'),
    worker: join(cli, 'build/batch/worker.js'),
    // The thread of `ukit serve` and `ukit redirect build` that compresses.
    'compress-worker': join(dirname(cli), 'server/dist/redirect/compress-worker.js'),
  },
  platform: 'node',
  // Libraries of others stay what npm installs, with their licences; both are loaded only by those who need them.
  external: ['fflate', '@zip.js/zip.js'],
  // An import of the library that nobody uses must not run it.
  treeshake: { moduleSideEffects: false },
})
const dist = join(cli, 'dist')
// Everything in one folder: a worker is found beside whoever starts it.
const { output } = await bundle.write({
  dir: dist,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
})
await bundle.close()
// What an earlier build left goes last, so that a command that runs meanwhile finds its chunks.
const written = new Set(output.map((file) => file.fileName))
for (const name of readdirSync(dist)) if (!written.has(name)) rmSync(join(dist, name), { recursive: true })
