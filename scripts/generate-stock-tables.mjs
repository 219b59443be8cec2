#!/usr/bin/env node
// Writes packages/objects/src/schema/stock-tables, the modules with the stock classes, one for each engine
// and line, from the tables in packages/objects/data/stock (README.md there describes them). Plain Node,
// needs no build.
//
//   node scripts/generate-stock-tables.mjs           writes the modules
//   node scripts/generate-stock-tables.mjs --check   fails if the modules are out of date

import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

const folder = new URL('../packages/objects/data/stock/', import.meta.url)
const modules = new URL('../packages/objects/src/schema/stock-tables/', import.meta.url)
const HEAD = '// Made by scripts/generate-stock-tables.mjs from packages/objects/data/stock; do not edit.\n'

const names = readdirSync(folder)
  .filter((name) => name.endsWith('.txt'))
  .sort()
  .map((name) => name.slice(0, -'.txt'.length))
const wanted = new Map(names.map((name) => [`${name}.ts`, tableModule(name)]))
wanted.set('index.ts', indexModule())

if (process.argv.includes('--check')) {
  const wrong = readdirSync(modules).filter((file) => !wanted.has(file))
  for (const [file, text] of wanted) {
    const url = new URL(file, modules)
    if (!existsSync(url) || readFileSync(url, 'utf8') !== text) wrong.push(file)
  }
  if (wrong.length === 0) {
    console.log(`generate-stock-tables: the modules are what ${names.length} tables say`)
  } else {
    console.error(
      'packages/objects/src/schema/stock-tables is not what packages/objects/data/stock says ' +
        `(${wrong.join(', ')}); run: node scripts/generate-stock-tables.mjs`,
    )
    process.exitCode = 1
  }
} else {
  for (const file of readdirSync(modules)) if (!wanted.has(file)) rmSync(new URL(file, modules))
  for (const [file, text] of wanted) writeFileSync(new URL(file, modules), text)
  console.log(`generate-stock-tables: ${names.length} tables written`)
}

/** The module of one table. */
function tableModule(name) {
  const table = withoutHead(readFileSync(new URL(`${name}.txt`, folder), 'utf8'))
  return `${HEAD}
/** A table of stock classes, which \`parseStockTable\` reads. */
export const TABLE =
  ${JSON.stringify(table)}
`
}

/** The module that loads a table by its name. */
function indexModule() {
  return `${HEAD}
/** Loads a table of stock classes by its name: one at a time, as they are large and a package needs few. */
export const STOCK_TABLES: Readonly<Record<string, () => Promise<{ readonly TABLE: string }>>> = {
${names.map((name) => `  ${name}: () => import('./${name}.js'),\n`).join('')}}
`
}

/** A table without its comments, which give the sources of its facts. */
function withoutHead(table) {
  return table.replace(/^#.*\n/gm, '').trim()
}
