#!/usr/bin/env node
// Checks that no package except core knows a game: everything about a game is in packages/core/src/games,
// except for the files of an installed game, which are in the tables of games exempted below
// (docs/decisions/0013). Plain Node.
//
//   node scripts/check-games.mjs [ROOT]      ROOT is the repository (default: the one this script is in)
//
// Exit status: 0 fine, 1 something was found (one line each: file:line: what, and what to do), 2 wrong usage.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), '..'))

/** Sources that only know the engine. */
const BELOW_GAMES = ['packages/container/src', 'packages/objects/src', 'packages/media/src', 'packages/import/src']

/** Sources that are about games, and those below everything that could know one. */
const KNOWS_GAMES = ['packages/core/src', 'packages/codecs/src', 'packages/files/src']

/**
 * Sources of all other packages: they ask a package or its game's record and do not test which game it is.
 * Texts for users, which contain spaces, may name games, as examples or to explain an option.
 */
const ABOVE_GAMES = readdirSync(join(root, 'packages'))
  .map((name) => `packages/${name}/src`)
  .filter((room) => existsSync(join(root, room)) && !BELOW_GAMES.includes(room) && !KNOWS_GAMES.includes(room))

/** Files and folders whose purpose is to describe versions and games. */
const EXEMPT = [
  // Thresholds, with their evidence.
  'packages/container/src/versions.ts',
  'packages/container/src/features.ts',
  // Generated: the classes of the engine and of games.
  'packages/objects/src/schema/stock-tables/',
  // Generated: what packages of games declare.
  'packages/script/src/symbols/stand-ins/tables/',
  // The ini and folders of an installed game, and the names of its files.
  'packages/game/src/settings/known-games.ts',
  // Lists of the files that games ship.
  'packages/game/src/stock/',
  // The names of games in the manifests of installers.
  'packages/umod/src/products.ts',
]

/** Names that games were tested by before, in addition to the folders of games. */
const OTHER_NAMES = [
  'bioware',
  'lineage',
  'swat(?!ch)',
  'duke',
  'hatintime',
  'harrypotter',
  'army',
  'warfare',
  'infinityblade',
  'xcom',
]

/** The beginning of names of classes that only one company's games have. */
const STARTS = /^['"`]?bio(?!s|me|log)/i

/** The description of a class, in italics; text in brackets is evidence, here and elsewhere. */
const TITLE = /^\*([^*]+)\*/
const EVIDENCE = /\([^)]*\)/g
/** `Some Game: 5 files`. */
const COUNTED = /:\s*\d/
const WHOSE = /((?:\b[A-Z0-9][\w’'.]*\s+){1,4})(?:packages|files|games)\b/

/**
 * The objects of the engine, and code that converts them. The container is not among them, since it
 * distinguishes versions.
 */
const OBJECTS = ['packages/objects/src', 'packages/media/src', 'packages/import/src']

const NOT_CONTAINER = [...OBJECTS, ...ABOVE_GAMES]

const RULES = [
  {
    pattern: /\b(?:ar|context|format|pkg|package)\.licensee\b(?!\s*\))/g,
    advice: 'a licensee version: move a threshold or a feature in the game’s folder, and ask ar.since(…)',
    rooms: OBJECTS,
  },
  {
    pattern: /\b(?:ar|context|format|pkg|package)\.version\s*(?:[<>]=?|[!=]==?)\s*\S+/g,
    advice: 'a bare version: name it in Version (packages/container/src/versions.ts) and ask ar.since(…)',
    rooms: OBJECTS,
  },
  {
    pattern: /\blicensee\s*(?:[<>]=?|[!=]==?)\s*[1-9]/g,
    advice: 'a licensee version: move a threshold or a feature in the game’s folder',
    rooms: NOT_CONTAINER,
  },
  {
    pattern: /\bversion\s*(?:[<>]=?|[!=]==?)\s*[1-9]\d+/g,
    advice: 'a bare version: name it, or ask engineOf(…) for the engine',
    rooms: ABOVE_GAMES,
  },
  {
    pattern: /\b(?:\w+\??\.)+(?:line|stock|(?<=(?:game|dialect)\??\.)id)\s*[!=]==?\s*['"`]/g,
    advice: 'which game it is: ask what differs, in its layout or compiler (packages/core/src/games)',
    rooms: NOT_CONTAINER,
  },
  {
    pattern: /\bNEVER\b|\bevidence\s*:/g,
    advice: 'a threshold of its own: it belongs in Version or Feature (packages/container/src)',
    rooms: OBJECTS,
  },
]

/** Comments and strings. */
const PROSE = /\/\*[\s\S]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g

if (process.argv.length > 3) {
  console.error('usage: node scripts/check-games.mjs [ROOT]')
  process.exit(2)
}
const shown = (path) => relative(root, path).split(sep).join('/')
const problems = []
let count = 0

const names = new RegExp([...gameFolders(), ...OTHER_NAMES].join('|'), 'i')
const startsWithGame = new RegExp(`^(?:${names.source})`, 'i')
for (const room of [...BELOW_GAMES, ...ABOVE_GAMES]) {
  for (const file of filesBelow(join(root, room))) {
    if (EXEMPT.some((path) => shown(file) === path || (path.endsWith('/') && shown(file).startsWith(path)))) continue
    count++
    checkFile(file, room)
  }
}
for (const line of problems) console.error(line)
if (problems.length > 0) {
  console.error(`check-games: ${problems.length} found in ${count} files`)
  process.exit(1)
}
console.log(`check-games: ${count} files know no game`)

/** The folders of games as written in identifiers: `a-hat-in-time` as ahatintime. */
function gameFolders() {
  const folder = join(root, 'packages/core/src/games')
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name.replaceAll('-', ''))
    .filter((name) => name.length > 4)
}

function checkFile(file, room) {
  const code = withoutProse(readFileSync(file, 'utf8'))
  const report = (index, what, advice) => {
    const line = code.slice(0, index).split('\n').length
    problems.push(`${shown(file)}:${line}: ${what}: ${advice}`)
  }
  const path = shown(file).replaceAll('-', '')
  if (names.test(path.slice(room.length)))
    report(0, `the file's name`, 'a game has a folder in packages/core/src/games')
  for (const match of code.matchAll(/[A-Za-z_$][\w$]*/g)) {
    if (names.test(match[0]) || STARTS.test(match[0]))
      report(match.index, `'${match[0]}' names a game`, 'what only it has goes into its folder')
  }
  for (const { index, 0: comment } of descriptionsOf(readFileSync(file, 'utf8'))) {
    const words = comment.replace(/[^\p{L}\p{N}]/gu, '').slice(0, 30)
    const text = comment.replace(/^\/\*\*|\*\/$|^\s*\* ?/gm, '').trim()
    const title = (TITLE.exec(text)?.[1] ?? '').replace(/[^\p{L}\p{N}]/gu, '')
    const [, whose = ''] = WHOSE.exec(text.replace(EVIDENCE, '')) ?? []
    if (startsWithGame.test(words) || names.test(title) || names.test(whose.replace(/[^\p{L}\p{N}]/gu, '')))
      report(
        index,
        `a description says '${comment
          .replace(/[\s*/]+/g, ' ')
          .trim()
          .slice(0, 60)}'`,
        'say since which Version or Feature; name games as evidence',
      )
  }
  for (const { index, 0: comment } of lineCommentsOf(readFileSync(file, 'utf8'))) {
    if (!COUNTED.test(comment) && startsWithGame.test(comment.replace(/[^\p{L}\p{N}]/gu, '')))
      report(index, `a row is for one game: '${comment}'`, 'what only it has goes into its folder')
  }
  for (const { index, 0: literal } of stringsOf(readFileSync(file, 'utf8'))) {
    if (ABOVE_GAMES.includes(room) && literal.includes(' ')) continue
    if (names.test(literal.replace(/[-_ ]/g, '')) || STARTS.test(literal))
      report(index, `${literal} names a game`, 'what only it has goes into its folder')
  }
  for (const { pattern, advice, rooms } of RULES) {
    if (!rooms.includes(room)) continue
    for (const match of code.matchAll(pattern)) report(match.index, `'${match[0]}'`, advice)
  }
}

/** The text with comments and the insides of strings blanked out. Line ends stay. */
function withoutProse(text) {
  const blank = (part) => part.replace(/[^\n]/g, ' ')
  return text.replace(PROSE, (part) =>
    part.startsWith('/') ? blank(part) : part[0] + blank(part.slice(1, -1)) + part[0],
  )
}

/** The doc comments of declarations in a text, with their positions; they may name games, as evidence. */
function descriptionsOf(text) {
  return [...text.matchAll(PROSE)].filter(([part]) => part.startsWith('/**'))
}

/** The comments of one line of a text, with their positions. */
function lineCommentsOf(text) {
  return [...text.matchAll(PROSE)].filter(([part]) => part.startsWith('//'))
}

/** The strings of a text, with their positions. */
function stringsOf(text) {
  return [...text.matchAll(PROSE)].filter(([part]) => !part.startsWith('/'))
}

/** The TypeScript files below a folder, in a stable order. */
function filesBelow(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return filesBelow(path)
      return path.endsWith('.ts') ? [path] : []
    })
}
