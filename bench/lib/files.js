// The files for measurements: the corpora or the named files, and two packages that bench makes.

import { existsSync } from 'node:fs'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { FIXTURES, makeFixture } from './fixtures.js'
import { library } from './library.js'
import { ROOT } from './options.js'
import { runTask } from './process.js'
import { sum } from './stats.js'

const CORPORA = ['corpus', 'corpus-2', 'corpus-3'].map((name) => join(ROOT, '../shared', name))
/** How many of the real files are used with `--short`. */
const SHORT = 8

/**
 * Finds the files and asks ukit what they are.
 *
 * @returns `packages` (path, group, tableBytes, entries …) that open, of which those that bench did not make
 *   are `real`; `inputs` as named by the user or found in the corpora, and `summary`, a line about them. With
 *   `--short`, all of these are a few of them; `allReal` is complete.
 */
export async function gatherFiles(options, folder) {
  const inputs = options.files ?? CORPORA.filter((path) => existsSync(path))
  const paths = (await Promise.all(inputs.map(expand))).flat()
  const fixtures = await makeFixtures(folder)
  const { found } = await runTask({ task: 'facts', root: ROOT, files: [...paths, ...fixtures.map(({ path }) => path)] })
  const opened = found.filter((file) => file.error === undefined)
  const groupOfFixture = new Map(fixtures.map(({ path, group }) => [path, group]))
  const all = opened.map((file) => ({ ...file, group: groupOfFixture.get(file.path) ?? groupOf(file) }))
  const allReal = all.filter((file) => !groupOfFixture.has(file.path))
  const real = fewOf(allReal, options.size(Infinity, SHORT))
  const packages = [...real, ...all.filter((file) => groupOfFixture.has(file.path))]
  const megabytes = (sum(allReal.map((file) => file.bytes)) / 1e6).toFixed(1)
  const summary =
    paths.length === 0
      ? 'no ../shared/corpus* here and no --files: only packages made for the purpose'
      : `${allReal.length} packages (${megabytes} MB) of ${paths.length} files open; ` +
        `${fixtures.length} made for the purpose`
  return { packages, real, allReal, inputs: options.short ? real.map(({ path }) => path) : inputs, summary }
}

/** Some of a list, from all of it. */
function fewOf(list, count) {
  const step = Math.max(1, list.length / count)
  return list.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step))
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
