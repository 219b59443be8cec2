import { ExportEntry } from '@ukit/container'
import { memorySource, openPackage } from '@ukit/core'
import { expect, test } from 'vitest'
import { type ExportSpec, fileOf, planOf } from '../../../testing/packages.js'
import type { ExportTable } from '../src/data/package-calls.js'
import { matches, pathsOf } from '../src/data/worker/search.js'
import { tableOf } from '../src/data/worker/table.js'
import { pathIn, rowIn } from '../src/state/paths.js'
import { TreeRows } from '../src/state/tree-rows.js'

async function tableOfNames(names: readonly (readonly [name: string, outer: number])[]): Promise<ExportTable> {
  const exports = names.map(([objectName, outer]): ExportSpec => ({ objectName, outer, class: 0 }))
  const file = await fileOf(planOf({ version: 69 }, { exports }))
  return tableOf(await openPackage(memorySource(file), { fileName: 'Made.u' }))
}

test('paths lead back to their rows, also where names repeat or have dots, hashes and signs in them', async () => {
  const table = await tableOfNames([
    ['Walls', 0],
    ['Brick', 1],
    ['BRICK', 1],
    ['Walls.Brick', 0],
    ['a/b@c%20#2', 0],
    ['Größe', 5],
    ['walls', 0],
    ['Moss', 7],
  ])
  const paths = table.names.map((_, row) => row)
  expect([...paths].map((row) => pathIn(table, row))).toEqual([
    'Walls#0',
    'Walls.Brick#1',
    'Walls.BRICK#2',
    'Walls.Brick#3',
    'a/b@c%20#2',
    'a/b@c%20#2.Größe',
    'walls#6',
    'walls.Moss',
  ])
  for (const row of paths) expect(rowIn(table, pathIn(table, row))).toBe(row)
  expect(rowIn(table, 'walls.moss')).toBe(7)
  expect(rowIn(table, 'walls.brick')).toBe(1)
  expect(rowIn(table, 'Walls.Brick#7')).toBe(undefined)
  expect(rowIn(table, 'nothing')).toBe(undefined)
})

/** A table of a package that has many objects, all at the top but the last, which is in the first. */
async function longTable(count: number): Promise<ExportTable> {
  const texts = Array.from({ length: count }, (_, i) => `Thing${i}`)
  const plan = planOf({ version: 69 }, { names: texts })
  const exports = texts.map((_, i) =>
    Object.assign(new ExportEntry(), { objectName: i, class: 0, outer: i === count - 1 ? 1 : 0 }),
  )
  const file = await fileOf({ ...plan, exports, bodies: exports.map(() => new Uint8Array(0)) })
  return tableOf(await openPackage(memorySource(file), { fileName: 'Long.u' }))
}

test('a long table is a span for each row that is open, not an array of its rows', async () => {
  const table = await longTable(20_000)
  const shut = new TreeRows(table, new Set())
  expect([shut.length, shut.at(0), shut.at(19_998), shut.at(19_999)]).toEqual([19_999, 0, 19_998, -1])
  const open = new TreeRows(table, new Set([0]))
  expect([open.length, open.at(1), open.depthAt(1), open.at(2), open.at(19_999)]).toEqual([
    20_000, 19_999, 1, 1, 19_998,
  ])
  expect([open.placeOf(19_998), open.placeOf(19_999), shut.placeOf(19_999)]).toEqual([19_999, 1, -1])
  expect(pathIn(table, 19_999)).toBe('Thing0.Thing19999')
  const paths = pathsOf(table)
  expect([...matches(table, paths, { id: 0, query: 'thing19998', classes: [] })]).toEqual([19_998])
  // Too many to be put in order: all that have a 7 somewhere, as the table has them.
  const sevens = matches(table, paths, { id: 0, query: '7', classes: [] })
  const wanted = Array.from({ length: 20_000 }, (_, i) => i).filter((i) => String(i).includes('7'))
  expect([...sevens]).toEqual(wanted)
})
