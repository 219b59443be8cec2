// Counts the packages that can be rebuilt from their own source: `ukit decompile -o`, `ukit make`, and
// `ukit diff` of the two packages says "same code".
//
//   node scripts/count-round-trips.mjs [FILE|DIR…] [--packages DIR]… [--jobs N] [--keep DIR] [--ukit FILE]
//
// FILE|DIR       packages, and folders of them (default: code and the three corpora in ../shared)
// --packages     folders with packages that others may be compiled against (default: those of ../shared/code)
// --jobs N       packages at the same time (default 2)
// --keep DIR     leave sources, packages and messages there
// --ukit FILE    the command to run (default: the one of this folder, after `npm run build`)
//
// Every package with classes is in one of four lists:
// - those whose base packages are all available: every class, function, struct, enum and variable that it
//   imports is found, in packages of the same game and, as far as the package says that (`otherRevisions` of
//   `ukit make --verify`), of the revision that it was compiled against;
// - those with base packages of a different revision, which are counted separately;
// - those for which classes that code names are missing, but nothing else;
// - those that cannot be counted, with what is missing.
//
// Textures, sounds and the like of packages that are missing are imported unseen; fonts, sound cues and the
// like that code refers to come from the package itself (`--assets`) if it cannot be made without them.

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, dirname, extname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { nodeCodecs, openFile } from '@ukit/core/node'

const here = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const shared = here('../shared')
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    packages: { type: 'string', multiple: true },
    jobs: { type: 'string', default: String(Math.min(2, availableParallelism())) },
    keep: { type: 'string' },
    ukit: { type: 'string', default: here('packages/ukit/bin/ukit.js') },
  },
})
const places =
  positionals.length > 0 ? positionals : ['code', 'corpus', 'corpus-2', 'corpus-3'].map((one) => join(shared, one))
const codeFolder = join(shared, 'code')
const baseFolders = values.packages ?? (existsSync(codeFolder) ? foldersIn(codeFolder) : [])
const scratch = values.keep ?? mkdtempSync(join(tmpdir(), 'ukit-round-trips-'))

/** Classes of the objects that classes consist of and declare. */
const CODE = /^(?:Class|Function|State|Struct|ScriptStruct|Enum|\w+Property)$/
/** Packages by name in lower case, in each folder. */
const folders = new Map()
/** What is in a package, by the path of its file. */
const opened = new Map()

const found = { whole: [], revised: [], lacking: [], uncounted: [] }
const waiting = places.flatMap(packagesAt).map((file, index) => ({ file, index }))
await Promise.all(Array.from({ length: Number(values.jobs) }, work))
for (const [list, title] of [
  ['whole', 'with all of their base packages'],
  ['revised', 'with base packages of another revision'],
  ['lacking', 'without some classes that they name'],
]) {
  const all = found[list]
  if (all.length > 0)
    console.log(`${all.filter(({ is }) => is === 'same').length} of ${all.length} packages ${title} have the same code`)
}
console.log(`${found.uncounted.length} packages cannot be counted`)
if (values.keep === undefined) rmSync(scratch, { recursive: true })
process.exit(found.whole.some(({ is }) => is !== 'same') ? 1 : 0)

async function work() {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
    await count(next.file, String(next.index))
}

/** Puts a package into one of the lists, and prints the line about it. */
async function count(file, name) {
  const shown = relative(positionals.length > 0 ? process.cwd() : shared, file)
  const facts = await factsOf(file)
  if (facts === undefined || facts.classes === 0) return
  const { bases, missing } = await basesOf(file, facts)
  const isLacking = missing.length > 0
  if (missing.some(({ isNeeded }) => isNeeded)) {
    const [first] = missing.filter(({ isNeeded }) => isNeeded)
    found.uncounted.push(shown)
    console.log(
      `not counted  ${shown}  needs ${first.path}${missing.length > 1 ? ` and ${missing.length - 1} more` : ''}`,
    )
    return
  }
  const revised = facts.engine < 3 ? await otherRevisions(file, bases) : []
  const result = await roundTrip(file, bases, join(scratch, name))
  found[isLacking ? 'lacking' : revised.length > 0 ? 'revised' : 'whole'].push(result)
  const notes = [
    ...(result.why === '' ? [] : [result.why]),
    ...(isLacking
      ? [`(without ${missing[0].path}${missing.length > 1 ? ` and ${missing.length - 1} more` : ''})`]
      : []),
    ...(revised.length > 0 ? [`(another revision of ${revised.join(', ')})`] : []),
  ]
  console.log([result.is.padEnd(11), shown, ...notes].join('  '))
}

/** The base packages that are not the revision that a package was compiled against. */
async function otherRevisions(file, bases) {
  const around = ['--packages', [dirname(file), ...bases].join(',')]
  const verified = await ukit('make', '--verify', '--json', file, ...around)
  return parsed(verified.output)?.[0]?.otherRevisions ?? []
}

/** Decompiles, makes and compares one package. */
async function roundTrip(file, bases, folder) {
  const name = basename(file, extname(file))
  const made = join(folder, 'made', `${name}.u`)
  mkdirSync(dirname(made), { recursive: true })
  const around = ['--packages', [dirname(file), ...bases].join(',')]
  try {
    const decompiled = await ukit('decompile', file, '-o', folder, '--json', ...around)
    const [{ folder: project, error } = {}] = parsed(decompiled.output) ?? []
    if (typeof project !== 'string') return { is: 'not read', why: error?.message ?? firstLine(decompiled.errors) }
    const options = ['--all', '--no-backup', '--allow-missing', '--json', '--out', made, ...around]
    const make = (...more) => ukit('make', join(folder, project), ...options, ...more)
    let result = await make()
    // Objects that code refers to may not have a file format.
    if (!existsSync(made)) result = await make('--assets', file)
    if (!existsSync(made)) {
      const errors = (parsed(result.output)?.[0]?.errors ?? []).filter(({ severity }) => severity === 'error')
      const [first] = errors
      const why =
        first === undefined ? firstLine(result.errors) : `${basename(first.file)}:${first.line}: ${first.message}`
      return { is: 'not made', why: errors.length > 1 ? `${why} (${errors.length} errors)` : why }
    }
    const [diff] = parsed((await ukit('diff', '--json', file, made)).output) ?? []
    if (diff === undefined) return { is: 'not read', why: 'diff failed' }
    return diff.sameCode ? { is: 'same', why: '' } : { is: 'differs', why: differences(diff) }
  } finally {
    if (values.keep === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

/** A few of the objects that differ. */
function differences({ functions, exports }) {
  const isCode = ({ class: of }) => CODE.test(of) || of === 'Const'
  const all = [
    ...functions.filter(({ bytecode, signature, flags }) => bytecode || signature || flags).map(({ path }) => path),
    ...exports.added.filter(isCode).map(({ path }) => `+${path}`),
    ...exports.removed.filter(isCode).map(({ path }) => `-${path}`),
  ]
  return all.slice(0, 6).join(' ') + (all.length > 6 ? ` and ${all.length - 6} more` : '')
}

/** The folders that a package is built against, and its imports that none of them has. */
async function basesOf(file, facts) {
  const own = await missingIn([dirname(file)], facts)
  let best = { bases: [], missing: own }
  for (const folder of baseFolders) {
    if (best.missing.length === 0 || folder === dirname(file)) continue
    const core = await factsOf(namesIn(folder).get('core') ?? '')
    if (core === undefined || core.engine !== facts.engine || core.game !== facts.game) continue
    const missing = await missingIn([dirname(file), folder], facts)
    if (rank(missing) < rank(best.missing)) best = { bases: [folder], missing }
  }
  return best
}

/** How much is missing; objects that are indispensable count most. */
function rank(missing) {
  return missing.length + 10_000 * missing.filter(({ isNeeded }) => isNeeded).length
}

/** The imports of a package that are not in the folders. */
async function missingIn(where, { imports, name }) {
  const missing = []
  for (const { path, of, isSuper } of imports) {
    const [root] = path.split('.')
    // Objects that a package imports from itself exist only in native code.
    if (root === name) continue
    const place = where.map((folder) => namesIn(folder).get(root)).find((one) => one !== undefined)
    const base = place === undefined ? undefined : await factsOf(place)
    // Native classes are in no file.
    const isFound = base !== undefined && (base.paths.has(path) || (of === 'Class' && !isSuper))
    if (!isFound) missing.push({ path, isNeeded: of !== 'Class' || isSuper })
  }
  return missing
}

/** The objects of a package that count; `undefined` when it cannot be read. */
function factsOf(file) {
  if (!opened.has(file)) opened.set(file, read(file))
  return opened.get(file)
}

async function read(file) {
  if (file === '') return undefined
  try {
    const pkg = await openFile(file, { codecs: nodeCodecs })
    const supers = new Set(pkg.exports.filter(({ className }) => className === 'Class').map((one) => one.super))
    const imports = pkg.imports
      .filter(({ className, path }) => CODE.test(className) && path.includes('.'))
      .map((one) => ({ path: one.path.toLowerCase(), of: one.className, isSuper: supers.has(one) }))
    const classes = pkg.exports.filter(({ className, entry }) => className === 'Class' && entry.size > 0).length
    const name = pkg.name.toLowerCase()
    const paths = new Set(pkg.exports.map(({ path }) => `${name}.${path.toLowerCase()}`))
    await pkg.file.close?.()
    return { engine: pkg.context.engine, game: pkg.game.id, name, classes, imports, paths }
  } catch {
    return undefined
  }
}

/** Packages of a folder, by name in lower case. */
function namesIn(folder) {
  if (!folders.has(folder)) {
    const files = readdirSync(folder).filter((file) => /\.(?:u|upk)$/i.test(file))
    folders.set(folder, new Map(files.map((file) => [basename(file, extname(file)).toLowerCase(), join(folder, file)])))
  }
  return folders.get(folder)
}

/** A file, or the packages of a folder and its subfolders. */
function packagesAt(place) {
  if (!existsSync(place)) return []
  if (!statSync(place).isDirectory()) return [place]
  const files = readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((file) => /\.u$/i.test(file))
  return files.map((file) => join(place, file)).sort()
}

function foldersIn(folder) {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isDirectory())
}

/** Runs the command; its status is not an error of this program. */
function ukit(...words) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [values.ukit, ...words], { stdio: ['ignore', 'pipe', 'pipe'] })
    const [output, errors] = [[], []]
    child.stdout.on('data', (piece) => output.push(piece))
    child.stderr.on('data', (piece) => errors.push(piece))
    child.on('error', reject)
    child.on('close', () =>
      resolve({ output: Buffer.concat(output).toString(), errors: Buffer.concat(errors).toString() }),
    )
  })
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function firstLine(text) {
  return text.trim().split('\n')[0] ?? ''
}
