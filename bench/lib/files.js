// The files for measurements: the corpus or the named files, and two packages that bench makes.

import { existsSync } from 'node:fs'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { FIXTURES, makeFixture } from './fixtures.js'
import { library } from './library.js'
import { ROOT } from './options.js'
import { runTask } from './process.js'
import { sum } from './stats.js'

const CORPUS = join(ROOT, '../shared/corpus')

/**
 * Finds the files and asks ukit what they are.
 *
 * @returns `packages` (path, group, tableBytes, entries …) that open, `inputs` as named by the user or found
 *   in the corpus, and `summary`, a line about them.
 */
export async function gatherFiles(options, folder) {
  const inputs = options.files ?? (existsSync(CORPUS) ? [CORPUS] : [])
  const paths = (await Promise.all(inputs.map(expand))).flat()
  const fixtures = await makeFixtures(folder)
  const { found } = await runTask({ task: 'facts', root: ROOT, files: [...paths, ...fixtures.map(({ path }) => path)] })
  const opened = found.filter((file) => file.error === undefined)
  const groupOfFixture = new Map(fixtures.map(({ path, group }) => [path, group]))
  const packages = opened.map((file) => ({ ...file, group: groupOfFixture.get(file.path) ?? groupOf(file) }))
  const real = packages.filter((file) => !groupOfFixture.has(file.path))
  const megabytes = (sum(real.map((file) => file.bytes)) / 1e6).toFixed(1)
  const summary =
    paths.length === 0
      ? 'no ../shared/corpus here and no --files: only packages made for the purpose'
      : `${real.length} packages (${megabytes} MB) of ${paths.length} files open; ` +
        `${fixtures.length} made for the purpose`
  return { packages, real, inputs, summary }
}

/**
 * The engine generation says most about tables: indices of one to five bytes up to UE2, 32 bits and far more
 * fields in UE3.
 */
function groupOf({ version, packed }) {
  if (packed) return 'compressed'
  return version < 90 ? 'ue1' : version < 178 ? 'ue2' : 'ue3'
}

async function makeFixtures(folder) {
  const core = await library(ROOT)
  const made = FIXTURES.map(async ({ group, file, version }) => {
    const path = join(folder, file)
    await writeFile(path, await makeFixture(core, version))
    return { path, group }
  })
  return Promise.all(made)
}

/**
 * The files that a path refers to: itself, everything in a folder, or what a pattern with * and ** matches.
 */
async function expand(path) {
  const star = path.indexOf('*')
  if (star < 0) return (await stat(path)).isDirectory() ? walk(path) : [path]
  const base = dirname(`${path.slice(0, star)}x`)
  const pattern = relative(base, path).split(sep).map(partPattern).join('/')
  const expression = new RegExp(`^${pattern.replaceAll('<any>/', '(.*/)?').replaceAll('<any>', '.*')}$`)
  return (await walk(base)).filter((file) => expression.test(relative(base, file).split(sep).join('/')))
}

function partPattern(part) {
  return part === '**' ? '<any>' : part.replace(/[.+^${}()|[\]\\?]/g, '\\$&').replaceAll('*', '[^/]*')
}

async function walk(folder) {
  const found = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = found.filter((entry) => entry.isFile() && !/\.(tsv|md|ini|txt)$/i.test(entry.name))
  return files.map((entry) => join(entry.parentPath ?? entry.path, entry.name)).sort()
}
