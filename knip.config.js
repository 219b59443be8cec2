// What nobody uses: files, exports, dependencies. Run by `npm run check:publish`.
import { readdirSync, readFileSync } from 'node:fs'

const TESTS = 'test/**/*.test.ts'
const project = ['src/**/*.{ts,tsx}', 'test/**/*.ts']
/** Sources that are started by their path, or that a bundle is made from, by the package they are in. */
const STARTED = {
  cli: ['src/main.ts', 'src/batch/worker.ts'],
  server: ['src/redirect/compress-worker.ts'],
  studio: ['src/main.tsx', 'src/data/worker/main.ts'],
}

export default {
  // A type that an exported function of the same file takes or gives is exported so that its declaration can
  // be written.
  ignoreExportsUsedInFile: { interface: true, type: true },
  // Tests may use any of our packages; what sources may import is checked by scripts/check-layers.mjs.
  // Lezer is an optional peer of the entry that imports it.
  ignoreDependencies: ['@ukit/.+', '@lezer/.+'],
  // The name of our own command; what tests compare with where it is installed.
  ignoreBinaries: ['ukit', 'ffmpeg', 'convert', 'mkfifo', 'mount', 'umount'],
  workspaces: {
    '.': {
      entry: ['scripts/*.mjs', 'scripts/*.d.mts', 'bench/*.mjs'],
      project: ['scripts/**', 'bench/**'],
      // Started by scripts/check-publish.mjs from node_modules/.bin, where knip does not look.
      // And axe-core is read as a text, for the page of a test.
      ignoreDependencies: ['publint', '@arethetypeswrong/cli', 'axe-core'],
    },
    'packages/ukit': { entry: ['bin/*.js'], project: ['bin/**'] },
    ...Object.fromEntries(
      // What users install has no sources of its own.
      readdirSync('packages').flatMap((name) =>
        name === 'ukit'
          ? []
          : [[`packages/${name}`, { entry: [...doorsOf(name), ...(STARTED[name] ?? []), TESTS], project }]],
      ),
    ),
  },
}

/** The sources of a package's entries. */
function doorsOf(name) {
  const { exports = {} } = JSON.parse(readFileSync(`packages/${name}/package.json`, 'utf8'))
  return Object.values(exports).map((door) => door.default.replace('./build/', 'src/').replace(/\.js$/, '.ts'))
}
