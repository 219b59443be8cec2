#!/usr/bin/env node
// Writes packages/objects/src/schema/stock-tables.ts, the module that holds the stock classes of every engine and line,
// from the tables in packages/objects/data/stock (README.md there describes them). Plain Node, needs no build.
//
//   node scripts/generate-stock-tables.mjs           writes the module
//   node scripts/generate-stock-tables.mjs --check   fails when the module is not what the tables say now

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = new URL('../packages/objects/data/stock/', import.meta.url)
const module = new URL('../packages/objects/src/schema/stock-tables.ts', import.meta.url)

const tables = readdirSync(folder)
  .filter((name) => name.endsWith('.txt'))
  .sort()
  .map((name) => ({
    name: name.slice(0, -'.txt'.length),
    text: withoutHead(readFileSync(new URL(name, folder), 'utf8')),
  }))
const text = `// Made by scripts/generate-stock-tables.mjs from packages/objects/data/stock; do not edit.

/** The tables of stock classes by name; {@link parseStockTable} reads one. All of them are ${size(tables)} kB. */
export const STOCK_TABLES = {
${tables.map((table) => `  ${table.name}: ${JSON.stringify(table.text)},\n`).join('')}}
`

if (!process.argv.includes('--check')) {
  writeFileSync(module, text)
  console.log(`${fileURLToPath(module)}: ${tables.length} tables, ${size(tables)} kB`)
} else if (existsSync(module) && readFileSync(module, 'utf8') === text) {
  console.log(`generate-stock-tables: the module is what ${tables.length} tables say`)
} else {
  console.error(
    'packages/objects/src/schema/stock-tables.ts is not what packages/objects/data/stock says; run: node scripts/generate-stock-tables.mjs',
  )
  process.exitCode = 1
}

/** A table without its comments, which say where its facts are from. */
function withoutHead(table) {
  return table.replace(/^#.*\n/gm, '').trim()
}

function size(all) {
  return Math.round(all.reduce((sum, table) => sum + table.text.length, 0) / 1000)
}
