// Bundles the studio: packages/studio → packages/ukit/dist/studio, the static files of the page, with the
// licences of others' code in them. Nothing is done if nothing has changed.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { licencesOf, THIRD_PARTY } from './lib/bundled-licences.js'

const SELF = fileURLToPath(import.meta.url)
const packages = join(dirname(dirname(SELF)), 'packages')
const studio = join(packages, 'studio')
const target = join(packages, 'ukit/dist/studio')
/** Rooms of ours that the page runs parts of. */
const ROOMS = ['text', 'codecs', 'files', 'container', 'objects', 'core', 'inspect', 'script', 'media', 'umod']

const EXAMPLE = join(dirname(packages), 'examples/make-mods.mjs')

const inputs = [
  SELF,
  EXAMPLE,
  ...['index.html', 'vite.config.ts', 'package.json'].map((name) => join(studio, name)),
  ...filesIn(join(studio, 'src')),
  ...filesIn(join(studio, 'public')),
  ...ROOMS.flatMap((room) => filesIn(join(packages, room, 'build'))).filter((path) => path.endsWith('.js')),
]
if (isOlder(join(target, THIRD_PARTY), inputs)) {
  const made = await build({ root: studio, configFile: join(studio, 'vite.config.ts'), logLevel: 'warn' })
  const { output } = /** @type {{ output: { moduleIds?: string[] }[] }} */ (made)
  makeSample()
  makeServiceWorker()
  writeFileSync(join(target, THIRD_PARTY), licencesOf(output))
}

/** The packages that the start page offers: those of our own example, made by the command. */
function makeSample() {
  const folder = mkdtempSync(join(tmpdir(), 'ukit-sample-'))
  try {
    execFileSync(process.execPath, [EXAMPLE, folder], { stdio: ['ignore', 'ignore', 'inherit'] })
    mkdirSync(join(target, 'sample'), { recursive: true })
    for (const name of ['Blunderbuss.u', 'Engine.u', 'Core.u'])
      copyFileSync(join(folder, 'System', name), join(target, 'sample', name))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The worker that keeps the page for times without a network: it knows all files, and a hash of them. */
function makeServiceWorker() {
  const hash = createHash('sha256')
  const files = filesIn(target)
    .map((path) => relative(target, path).split(sep).join('/'))
    .filter((path) => !['files.json', 'service-worker.js'].includes(path))
    .sort()
  for (const file of files) hash.update(file).update(readFileSync(join(target, file)))
  const code = readFileSync(join(studio, 'src/offline/service-worker.js'), 'utf8')
  const head = `const VERSION = '${hash.digest('hex').slice(0, 16)}'\nconst FILES = ${JSON.stringify(files)}\n`
  writeFileSync(join(target, 'service-worker.js'), head + code)
}

function isOlder(path, others) {
  if (!existsSync(path)) return true
  const time = statSync(path).mtimeMs
  return others.some((other) => statSync(other).mtimeMs > time)
}

function filesIn(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true, recursive: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  )
}
