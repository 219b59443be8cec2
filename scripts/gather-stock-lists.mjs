#!/usr/bin/env node
// Writes packages/game/src/stock/lists/GAME.ts: which packages a game ships, from tables that were gathered
// from public sources. For maintainers.
//
//   node scripts/gather-stock-lists.mjs FOLDER      FOLDER contains GAME.tsv for each game
//
// A table has a header line and the columns path, kind, size, guid, md5, sha1, source, gitblob, sha256 (hex;
// empty if the source does not say). Rows with the same path are alternatives: editions, patches, languages,
// builds. The hash of a row that comes first in HASHES is kept, cut to 16 bytes.
// docs/decisions/0012-what-games-ship-is-data.md says what is listed of each game, and why.

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deflateSync } from 'node:zlib'

const lists = join(dirname(fileURLToPath(import.meta.url)), '../packages/game/src/stock/lists')

/** Columns with a fingerprint of the whole file, and the letter that means each in a list. */
const HASHES = { md5: 'm', sha1: 's', sha256: 'S', gitblob: 'g' }

/** Number of bytes of a hash that are kept. */
const HASH_BYTES = 16

/** Tables that belong to the list of a different game. */
const MERGED = { 'unreal-227': 'unreal' }

/**
 * Games whose lists only contain names: the hashes of Killing Floor 2 end with 2016, eight years of updates
 * before the game's last, so every current file would be reported as changed; the supposed hashes in the
 * tables of Mass Effect were never checked against a file.
 */
const NAMES_ONLY = new Set(['killing-floor-2', 'mass-effect-3', 'mass-effect-legendary'])

/**
 * Parts of a path above the folder that a person opens as the game: the three games of the Legendary Edition.
 */
const ABOVE = { 'mass-effect-legendary': /^Game\/ME[123]\// }

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('usage: node scripts/gather-stock-lists.mjs FOLDER')
  process.exit(2)
}

const tables = new Map()
for (const file of readdirSync(folder).sort()) {
  if (!file.endsWith('.tsv')) continue
  const table = file.slice(0, -4)
  const game = MERGED[table] ?? table
  tables.set(game, [...(tables.get(game) ?? []), ...rowsOf(readFileSync(join(folder, file), 'utf8'), table)])
}
for (const name of readdirSync(lists)) rmSync(join(lists, name))
let total = 0
for (const [game, rows] of tables) {
  const { module, packages, bytes } = moduleOf(game, rows)
  writeFileSync(join(lists, `${game}.ts`), module)
  total += module.length
  console.log(`${game}: ${packages} packages, ${bytes} bytes as text, ${module.length} as a module`)
}
console.log(`${tables.size} lists, ${total} bytes`)

/** The rows of a table, as objects with the table's columns. */
function rowsOf(text, table) {
  const [head, ...lines] = text.split('\n').filter((line) => line !== '')
  const columns = head.split('\t')
  return lines.map((line) => {
    const cells = line.split('\t')
    const row = Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? '']))
    return { ...row, path: ABOVE[table] === undefined ? row.path : row.path.replace(ABOVE[table], '') }
  })
}

/**
 * One list as the text of a module: lines `path kind size guid hash` with tabs, sorted, without empty cells
 * at the end.
 */
function moduleOf(game, rows) {
  const kept = NAMES_ONLY.has(game) ? namesOf(rows) : rows
  const lines = new Set(
    kept.map(({ path, kind, size, guid, ...cells }) =>
      [path, kind, size, guid, hashOf(cells)].join('\t').replace(/\t+$/, ''),
    ),
  )
  const text = [...lines].sort((a, b) => compare(a.toLowerCase(), b.toLowerCase()) || compare(a, b)).join('\n')
  const packages = new Set(rows.map(({ path }) => path.toLowerCase())).size
  const bytes = Buffer.from(text)
  const sources = new Set(
    rows
      .flatMap(({ source }) => source.split(' | ').map((one) => one.replace(/:.*@/, '@')))
      .filter((one) => one !== ''),
  )
  const module = [
    '// Made by scripts/gather-stock-lists.mjs; do not edit. Facts (paths, sizes, GUIDs, hashes) ' +
      'from these public repositories:',
    ...[...sources].sort(compare).map((source) => `// - github.com/${source}`),
    '',
    `/** Length of the list in bytes: ${packages} packages in ${lines.size} rows. */`,
    `export const length = ${bytes.length}`,
    '',
    '/** The list: text, compressed by zlib, as base64. */',
    `export const packed =`,
    `  '${deflateSync(bytes, { level: 9 }).toString('base64')}'`,
    '',
  ].join('\n')
  return { module, packages, bytes: bytes.length }
}

/** One row for each path, without sizes and fingerprints: stock if any of its rows is. */
function namesOf(rows) {
  const kinds = new Map()
  for (const { path, kind } of rows) if (kind === 'stock' || !kinds.has(path)) kinds.set(path, kind)
  return [...kinds].map(([path, kind]) => ({ path, kind, size: '', guid: '' }))
}

/** The fingerprint of a row that is kept: a letter for its kind, and its first bytes in base64. */
function hashOf(cells) {
  for (const [column, letter] of Object.entries(HASHES)) {
    if (cells[column]) return letter + Buffer.from(cells[column], 'hex').subarray(0, HASH_BYTES).toString('base64url')
  }
  return ''
}

function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0
}
