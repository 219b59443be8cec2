// Makes a release, up to the step that cannot be undone:
// `npm run release -- VERSION [--dry-run] [--out FOLDER]`, at the root of the checkout.
//
// Checks that nothing is uncommitted and that the changelog says what is new; builds, tests and checks what
// would be published; sets the version in every package and in the lock file, gives the changelog its
// heading, and packs one tarball per package that is not private into FOLDER (default: .out/release-VERSION).
// The remaining steps are printed: the commit, the tag, and `npm publish --provenance` for each tarball.
// `--dry-run` prints what would be done and changes nothing.
//
// Exit status: 0 done, 1 something prevents the release (one line each; no files are changed), 2 wrong usage.

import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'

const USAGE = 'usage: npm run release -- VERSION [--dry-run] [--out FOLDER]'
/** What must pass before a release. */
const CHECKS = [
  ['npm', 'ci'],
  ['npm', 'test'],
  ['npm', 'run', 'check:publish'],
  ['npm', 'run', 'docs'],
]
const root = process.cwd()
const { version, dryRun, out } = readArguments()
const packages = inOrder(readPackages())
/** The packages that are published; the others are parts of them. */
const published = packages.filter(({ json }) => json.private !== true)

const problems = findProblems()
for (const line of problems) console.error(`error: ${line}`)
if (problems.length > 0 && !dryRun) process.exit(1)

const changes = plannedChanges()
if (dryRun) describe()
else release()
process.exitCode = problems.length > 0 ? 1 : 0

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { 'dry-run': { type: 'boolean' }, out: { type: 'string' } },
      allowPositionals: true,
    })
    const [wanted, ...more] = positionals
    if (wanted === undefined || more.length > 0) throw new Error('a release needs one version')
    if (versionNumbers(wanted) === undefined)
      throw new Error(`"${wanted}" is not a version such as 1.2.0 or 1.2.0-rc.1`)
    return {
      version: wanted,
      dryRun: values['dry-run'] === true,
      out: values.out ?? join('.out', `release-${wanted}`),
    }
  } catch (error) {
    console.error(`error: ${error.message}\n${USAGE}`)
    process.exit(2)
  }
}

/** The packages below packages/: folder and package.json. */
function readPackages() {
  return readdirSync(join(root, 'packages'))
    .map((name) => `packages/${name}`)
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .sort()
    .map((folder) => ({ folder, json: readJson(`${folder}/package.json`) }))
}

/** The packages, each after those that it depends on; they can be published in this order. */
function inOrder(all) {
  const byName = new Map(all.map((each) => [each.json.name, each]))
  const sorted = new Set()
  const add = (each) => {
    for (const name of Object.keys(each.json.dependencies ?? {})) if (byName.has(name)) add(byName.get(name))
    sorted.add(each)
  }
  for (const each of all) add(each)
  return [...sorted]
}

/** Everything that prevents a release and can be found without building. */
function findProblems() {
  const found = []
  const dirty = git('status', '--porcelain').trimEnd()
  if (dirty !== '') found.push(`there are changes that are not committed:\n${dirty}`)
  if (git('tag', '--list', `v${version}`) !== '') found.push(`the tag v${version} exists`)
  for (const { folder, json } of packages) {
    if (!isLater(version, json.version)) found.push(`${folder} has version ${json.version}: ${version} is not later`)
  }
  if (unreleased() === undefined) found.push('CHANGELOG.md has no heading "## Unreleased"')
  else if (unreleased() === '') found.push('CHANGELOG.md lists nothing under "## Unreleased"')
  if (!dryRun && existsSync(join(root, out)) && readdirSync(join(root, out)).length > 0)
    found.push(`${out} is not empty: remove it, or name another folder with --out`)
  return found
}

/** The section of the changelog about unreleased changes. */
function unreleased() {
  const parts = read('CHANGELOG.md').split(/^## /m)
  return parts
    .find((part) => part.startsWith('Unreleased\n'))
    ?.slice('Unreleased\n'.length)
    .trim()
}

/** The files that a release changes: path → the text before and after. */
function plannedChanges() {
  const files = new Map()
  const change = (path, edit) => {
    const before = read(path)
    const after = edit(before)
    if (after !== before) files.set(path, { before, after })
  }
  const names = new Set(packages.map(({ json }) => json.name))
  const setVersions = (json) => {
    if (json.version !== undefined) json.version = version
    for (const kind of ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'])
      for (const name of Object.keys(json[kind] ?? {})) if (names.has(name)) json[kind][name] = version
    return json
  }
  for (const { folder } of packages) change(`${folder}/package.json`, (text) => format(setVersions(JSON.parse(text))))
  if (existsSync(join(root, 'package-lock.json')))
    change('package-lock.json', (text) => {
      const lock = JSON.parse(text)
      for (const { folder } of packages) if (lock.packages[folder] !== undefined) setVersions(lock.packages[folder])
      return format(lock)
    })
  const heading = `## Unreleased\n\n## ${version} – ${new Date().toISOString().slice(0, 10)}\n`
  change('CHANGELOG.md', (text) => text.replace(/^## Unreleased\n/m, heading))
  return files
}

function describe() {
  console.log(`A release of ${version} would`)
  console.log(`- run: ${CHECKS.map((words) => words.join(' ')).join('; ')}`)
  for (const [path, { before, after }] of changes) {
    const lines = new Set(before.split('\n'))
    console.log(`- change ${path}:`)
    for (const line of new Set(after.split('\n'))) if (!lines.has(line)) console.log(`    ${line.trim()}`)
  }
  console.log(`- pack into ${out}: ${published.map(({ json }) => json.name).join(', ')}`)
  nextSteps(published.map(({ json }) => tarballName(json.name)))
}

function release() {
  for (const [command, ...args] of CHECKS) {
    console.log(`== ${command} ${args.join(' ')}`)
    if (spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status !== 0) {
      console.error(`error: "${command} ${args.join(' ')}" failed; nothing was changed`)
      process.exit(1)
    }
  }
  try {
    for (const [path, { after }] of changes) writeFileSync(join(root, path), after)
    nextSteps(packAll())
  } catch (error) {
    for (const [path, { before }] of changes) writeFileSync(join(root, path), before)
    console.error(`error: ${error.message}\nThe versions and the changelog are as they were.`)
    process.exit(1)
  }
}

/**
 * Packs every package that is published; returns the names of the tarballs. The packages were built by `npm
 * test`; `--ignore-scripts` makes sure that packing builds nothing else.
 */
function packAll() {
  mkdirSync(join(root, out), { recursive: true })
  const sums = []
  for (const { folder, json } of published) {
    const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', join(root, out)]
    execFileSync('npm', args, { cwd: join(root, folder), stdio: ['ignore', 'ignore', 'inherit'] })
    const name = tarballName(json.name)
    const bytes = readFileSync(join(root, out, name))
    sums.push(`${createHash('sha256').update(bytes).digest('hex')}  ${name}`)
    console.log(`packed ${name}: ${bytes.length} bytes`)
  }
  writeFileSync(join(root, out, 'SHA256SUMS'), `${sums.join('\n')}\n`)
  return published.map(({ json }) => tarballName(json.name))
}

function nextSteps(tarballs) {
  console.log(`\nNext, when you are content with ${relative(root, join(root, out))}:`)
  console.log(`  git commit -am "Release ${version}" && git tag v${version} && git push --follow-tags`)
  const tag = version.includes('-') ? ' --tag next' : ''
  for (const name of tarballs) console.log(`  npm publish --provenance --access public${tag} ${join(out, name)}`)
  console.log(
    'Provenance is made by a CI service that npm knows, from a public repository which each package.json names.',
  )
  const nameless = published.filter(({ json }) => json.repository === undefined)
  if (nameless.length > 0)
    console.log(
      `No "repository" yet in: ${nameless.map(({ json }) => json.name).join(', ')}. Until then leave out --provenance.`,
    )
}

/** The name that npm gives a tarball: `@ukit/core` becomes `ukit-core-1.0.0.tgz`. */
function tarballName(name) {
  return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`
}

/** The three numbers of a version and what follows them, or `undefined` if it is not a version. */
function versionNumbers(text) {
  const [, major, minor, patch, before] = /^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?$/.exec(text) ?? []
  return major === undefined ? undefined : { numbers: [Number(major), Number(minor), Number(patch)], before }
}

/**
 * Whether a version is later than another one; the text decides between two pre-releases of the same release.
 */
function isLater(wanted, present) {
  const a = versionNumbers(wanted)
  const b = versionNumbers(present)
  if (b === undefined) return false
  for (let i = 0; i < 3; i++) if (a.numbers[i] !== b.numbers[i]) return a.numbers[i] > b.numbers[i]
  if (b.before === undefined) return false
  return a.before === undefined || a.before.localeCompare(b.before, 'en', { numeric: true }) > 0
}

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' })
}

function read(path) {
  return readFileSync(join(root, path), 'utf8')
}

function readJson(path) {
  return JSON.parse(read(path))
}

/** JSON as npm writes it. */
function format(json) {
  return `${JSON.stringify(json, null, 2)}\n`
}
