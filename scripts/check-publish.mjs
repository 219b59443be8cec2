#!/usr/bin/env node
// Checks what `npm publish` would publish: packs every package that is not private and looks at the tarball,
// not at the folder. Run by `npm run check:publish`, after a build. Exit status: 0 fine, 1 something was
// found (one line each).
//
// - A tarball contains only dist, bin, package.json, README and LICENSE; every file that `exports` and `bin`
//   name is in it.
// - publint and attw (esm-only) find nothing.
// - Neither a package nor any of its dependencies at run time runs a script when it is installed.
// - All of its dependencies at run time are pinned exactly and have a permissive licence.

import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Files that a tarball may contain. */
const PACKED = /^(package\.json|README\.md|LICENSE|(dist|bin)\/.+)$/
const NOT_PACKED = /\.(tsbuildinfo|tgz)$|(^|\/)(test|node_modules)\//
/** Licences that require only that their text is kept. Anything else needs a decision (docs/decisions). */
const PERMISSIVE = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'Unlicense',
  'Zlib',
  'CC0-1.0',
]
/** The scripts that npm runs automatically when a package is installed. */
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall']

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const tools = join(root, 'node_modules', '.bin')
const temporary = mkdtempSync(join(tmpdir(), 'ukit-pack-'))
const problems = []

try {
  for (const short of readdirSync(join(root, 'packages')).sort()) {
    const dir = join(root, 'packages', short)
    if (existsSync(join(dir, 'package.json')) && readJson(join(dir, 'package.json')).private !== true)
      checkPackage(short, dir)
  }
} finally {
  rmSync(temporary, { recursive: true, force: true })
}
for (const line of problems) console.error(line)
if (problems.length > 0) process.exitCode = 1
console.log(`check-publish: ${problems.length === 0 ? 'nothing found' : `${problems.length} found`}`)

function checkPackage(short, dir) {
  const report = (message) => problems.push(`packages/${short}: ${message}`)
  const json = readJson(join(dir, 'package.json'))
  const packed = pack(dir)
  const names = packed.files.map((file) => file.path)
  for (const name of names) {
    if (!PACKED.test(name) || NOT_PACKED.test(name))
      report(`would publish ${name}: keep it out with "files" in package.json`)
  }
  for (const name of ['README.md', 'LICENSE', ...targets(json.exports), ...targets(json.bin)]) {
    // A star is any one folder: at least one file must match.
    const wanted = new RegExp(`^${name.replace(/^\.\//, '').replace(/[.+]/g, '\\$&').replace('*', '[^/]+')}$`)
    if (!names.some((packed) => wanted.test(packed))) report(`would publish without ${name}`)
  }
  checkScripts(json, dir, report)
  runTool('publint', ['run', packed.tarball, '--strict'], report)
  runTool('attw', [packed.tarball, '--profile', 'esm-only', '--no-emoji', '--no-color'], report)
  const brought = checkDependencies(json, dir, report)
  console.log(
    `packages/${short}: ${names.length} files, ${packed.size} bytes packed, ${brought} packages brought along`,
  )
}

/**
 * Makes the tarball in a temporary folder, with `--ignore-scripts`, since packing must not depend on what a
 * script would build.
 */
function pack(dir) {
  const text = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', temporary], {
    cwd: dir,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [answer] = Object.values(JSON.parse(text))
  return { files: answer.files, size: answer.size, tarball: join(temporary, answer.filename) }
}

/** Every path that a value of `exports` or `bin` leads to, whatever its nesting. */
function targets(value) {
  if (typeof value === 'string') return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(targets) : []
}

function runTool(name, args, report) {
  const run = spawnSync(join(tools, name), args, { encoding: 'utf8', cwd: temporary })
  if (run.status !== 0) report(`${name} is not content:\n${(run.stdout + run.stderr).trim().replace(/^/gm, '    ')}`)
}

function checkScripts(json, dir, report) {
  for (const name of INSTALL_SCRIPTS) {
    if (json.scripts?.[name] !== undefined) report(`${json.name} runs a script on installation (${name})`)
  }
  if (existsSync(join(dir, 'binding.gyp'))) report(`${json.name} compiles on installation (binding.gyp)`)
}

/** Visits all dependencies that are installed with a package. Returns their number. */
function checkDependencies(json, dir, report) {
  const seen = new Set()
  const walk = (owner, from) => {
    for (const [name, range] of Object.entries({ ...owner.dependencies, ...owner.optionalDependencies })) {
      if (owner === json && !/^\d+\.\d+\.\d+$/.test(range)) report(`${name} is not pinned exactly: ${range}`)
      const place = find(name, from)
      if (place === undefined) {
        if (!(name in (owner.optionalDependencies ?? {}))) report(`${name} is not installed: run npm ci`)
        continue
      }
      if (seen.has(place)) continue
      seen.add(place)
      const other = readJson(join(place, 'package.json'))
      checkScripts(other, place, report)
      if (!isPermissive(other.license))
        report(`${name} has the licence ${JSON.stringify(other.license)}, not a permissive one`)
      walk(other, place)
    }
  }
  walk(json, dir)
  return seen.size
}

/** Where Node would find a package from a folder. */
function find(name, from) {
  for (let dir = from; dir.startsWith(root); dir = dirname(dir)) {
    const place = join(dir, 'node_modules', name)
    if (existsSync(join(place, 'package.json'))) return place
  }
  return undefined
}

/**
 * Whether a licence is permissive: an SPDX expression of AND and OR, with brackets only around the entire
 * expression.
 */
function isPermissive(licence) {
  if (typeof licence !== 'string') return false
  const either = licence.replace(/^\(|\)$/g, '').split(/ OR /i)
  return either.some((part) => part.split(/ AND /i).every((id) => PERMISSIVE.includes(id.trim())))
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}
