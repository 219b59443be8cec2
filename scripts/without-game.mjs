#!/usr/bin/env node
// Checks that a game's folder can be deleted together with its entry in the register, and that everything
// except that game still passes: in a copy of the repository, so nothing here is changed. Plain Node.
//
//   node scripts/without-game.mjs GAME… [--at-once N] [--tests PATH…]
//
//   GAME       a folder of packages/core/src/games, or --all
//   --at-once  deletes N games together, in the order given, since each run takes minutes; only if that fails,
//              one by one. It misses a game that only others of its group need.
//   --tests    the tests to run (default: those of all packages that have to do with games, but the command's)
//
// There are no real files next to the copy, so tests that need them are skipped. Packages need to be built.
// Exit status: 0 fine, 1 something failed, 2 wrong usage.

import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const GAMES = 'packages/core/src/games'
/** Packages whose tests show nothing of games, or take minutes for what those of other packages show. */
const WITHOUT = ['text', 'codecs', 'files', 'umod', 'server', 'cli']
const TESTS = readdirSync(join(root, 'packages'))
  .filter((name) => !WITHOUT.includes(name) && existsSync(join(root, 'packages', name, 'test')))
  .map((name) => `packages/${name}/test`)

const words = process.argv.slice(2)
const at = words.indexOf('--tests')
const tests = at < 0 ? TESTS : words.splice(at).slice(1)
const folders = readdirSync(join(root, GAMES), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const size = words.indexOf('--at-once')
const [, atOnce] = size < 0 ? [undefined, 1] : words.splice(size, 2).map(Number)
const games = words.includes('--all') ? folders : words
if (games.length === 0 || games.some((game) => !folders.includes(game)) || !(atOnce >= 1)) {
  console.error('usage: node scripts/without-game.mjs GAME… | --all [--at-once N] [--tests PATH…]')
  console.error(`games: ${folders.join(' ')}`)
  process.exit(2)
}

/**
 * What has to pass in the copy; pages and the command are generated from the sources, so they are rebuilt.
 */
const STEPS = [
  ['the program of pages', process.execPath, 'scripts/bundle-page.mjs'],
  ['the build', 'npx', '--no-install', 'tsc', '-b'],
  ['the check of rooms', process.execPath, 'scripts/check-layers.mjs'],
  ['the check of games', process.execPath, 'scripts/check-games.mjs'],
  ['the page of games', process.execPath, 'scripts/generate-games-page.mjs'],
  ['the types of tests', 'npx', '--no-install', 'tsc', '-p', 'tsconfig.test.json'],
  ['a test', 'npx', '--no-install', 'vitest', 'run', '--maxWorkers=2', '--reporter=dot', ...tests],
]

/** Where the failures begin in what a test run prints; all of it for anything else. */
const failuresAt = (text) => Math.max(0, text.search(/Failed (?:Tests|Suites)/))

const failed = []
for (let first = 0; first < games.length; first += atOnce) {
  const group = games.slice(first, first + atOnce)
  if (passesWithout(group)) continue
  failed.push(...(group.length === 1 ? group : group.filter((game) => !passesWithout([game]))))
}
if (failed.length > 0) console.error(`without-game: ${failed.join(', ')} cannot be deleted alone`)
process.exit(failed.length > 0 ? 1 : 0)

function passesWithout(group) {
  const names = group.join(', ')
  const copy = mkdtempSync(join(tmpdir(), 'ukit-without-'))
  try {
    copyTo(copy)
    for (const game of group) deleteGame(copy, game)
    const passed = STEPS.every(([name, command, ...args]) => {
      const { status, stdout, stderr } = spawnSync(command, args, { cwd: copy, encoding: 'utf8' })
      if (status !== 0) console.error(`without ${names}: ${name} failed\n${stdout.slice(failuresAt(stdout))}${stderr}`)
      return status === 0
    })
    if (passed) console.log(`without ${names}: builds, checks and passes`)
    return passed
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** Copies the files that git knows, new files, and built files. */
function copyTo(copy) {
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  const built = [...readdirSync(join(root, 'packages')).map((name) => `packages/${name}/build`), 'packages/ukit/dist']
  for (const path of [...stdout.split('\0'), ...built]) {
    if (path !== '' && existsSync(join(root, path)))
      cpSync(join(root, path), join(copy, path), { recursive: true, preserveTimestamps: true })
  }
  linkModules(copy)
}

/**
 * Links what is installed; the packages of the workspace are already links, which lead to the copy's own
 * packages there.
 */
function linkModules(copy) {
  mkdirSync(join(copy, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules'))) {
    const [from, to] = [join(root, 'node_modules', name), join(copy, 'node_modules', name)]
    if (name === '@ukit' || name === 'ukit' || name === '.bin')
      cpSync(from, to, { recursive: true, verbatimSymlinks: true })
    else if (!name.startsWith('.')) symlinkSync(from, to, 'junction')
  }
}

/** Deletes the folder, its tests, what was built from it, and its import and entry in the register. */
function deleteGame(copy, game) {
  const tests = readdirSync(join(copy, 'packages')).map((name) => `packages/${name}/test/games/${game}`)
  for (const path of [`${GAMES}/${game}`, `packages/core/build/games/${game}`, ...tests])
    rmSync(join(copy, path), { recursive: true, force: true })
  const register = join(copy, GAMES, 'games.ts')
  const text = readFileSync(register, 'utf8')
  const name = new RegExp(`^import \\{ (\\w+) \\} from './${game}/index\\.js'\\n`, 'm').exec(text)?.[1]
  if (name === undefined) throw new Error(`${game} is not in the register`)
  const lines = text
    .split('\n')
    .filter((line) => !new RegExp(`^(?:import \\{ ${name} \\}| {2}(?:\\.\\.\\.)?${name},$)`).test(line))
  writeFileSync(register, lines.join('\n'))
}
