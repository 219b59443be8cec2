// Bundles the studio: packages/studio → packages/ukit/dist/studio, the static files of the page, with the
// licences of others' code in them. Nothing is done if nothing has changed.

import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
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
  ...ROOMS.flatMap((room) => filesIn(join(packages, room, 'build'))).filter((path) => path.endsWith('.js')),
]
if (isOlder(join(target, THIRD_PARTY), inputs)) {
  const made = await build({ root: studio, configFile: join(studio, 'vite.config.ts'), logLevel: 'warn' })
  const { output } = /** @type {{ output: { moduleIds?: string[] }[] }} */ (made)
  makeSample()
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
