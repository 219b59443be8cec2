import { memorySource, openPackage } from '@ukit/core'
import { expect, test } from 'vitest'
import { fileOf, planOf } from '../../../testing/packages.js'
import { matches, pathsOf } from '../src/data/worker/search.js'
import { tableOf } from '../src/data/worker/table.js'
import { insideCount, rowsAbove, TreeRows } from '../src/state/tree-rows.js'

/** Two groups, one in the other, with textures in both, and one texture at the top. */
async function made() {
  const object = (objectName: string, outer: number, of: number) => ({ objectName, outer, class: of })
  const plan = planOf(
    { version: 69 },
    {
      imports: [
        ['Core', 'Package', 0, 'Engine'],
        ['Core', 'Class', -1, 'Texture'],
        ['Core', 'Package', 0, 'Core'],
        ['Core', 'Class', -3, 'Package'],
      ],
      exports: [
        object('Walls', 0, -4),
        object('Brick', 1, -2),
        object('Old', 1, -4),
        object('Moss', 3, -2),
        object('Sky', 0, -2),
      ],
    },
  )
  return openPackage(memorySource(await fileOf(plan)), { fileName: 'Made.utx' })
}

test('a table knows what is inside what', async () => {
  const table = tableOf(await made())
  expect(table.classes).toEqual(['Texture', 'Package'])
  expect([...table.classCounts]).toEqual([3, 2])
  expect([...table.outer]).toEqual([-1, 0, 0, 2, -1])
  expect([0, 1, 2, 3, 4].map((row) => insideCount(table, row))).toEqual([2, 0, 1, 0, 0])
  const rowsOf = (rows: TreeRows) => Array.from({ length: rows.length }, (_, i) => [rows.at(i), rows.depthAt(i)])
  expect(rowsOf(new TreeRows(table, new Set()))).toEqual([
    [0, 0],
    [4, 0],
  ])
  const open = new TreeRows(table, new Set([0, 2]))
  expect(rowsOf(open)).toEqual([
    [0, 0],
    [1, 1],
    [2, 1],
    [3, 2],
    [4, 0],
  ])
  expect([0, 1, 2, 3, 4].map((row) => open.placeOf(row))).toEqual([0, 1, 2, 3, 4])
  expect([0, 1, 2, 3, 4].map((row) => new TreeRows(table, new Set([2])).placeOf(row))).toEqual([0, -1, -1, -1, 1])
  expect(open.at(5)).toBe(-1)
  expect(rowsAbove(table, 3)).toEqual([2, 0])
})

test('rows are found by parts of their paths, and by class', async () => {
  const table = tableOf(await made())
  const paths = pathsOf(table)
  expect(paths.text).toBe('walls\nwalls.brick\nwalls.old\nwalls.old.moss\nsky\n')
  const found = (query: string, classes: readonly number[] = []) => [
    ...matches(table, paths, { id: 0, query, classes }),
  ]
  expect(found('moss')).toEqual([3])
  expect(found('old walls')).toEqual([2, 3])
  expect(found('walls old')).toEqual([2, 3])
  // Without a match, letters in order are enough.
  expect(found('wbk')).toEqual([1])
  expect(found('', [1])).toEqual([0, 2])
  expect(found('wall', [0])).toEqual([1, 3])
  expect(found('nothing of that name')).toEqual([])
})

test('objects that are inside each other in a circle are shown at the top', async () => {
  const plan = planOf(
    { version: 69 },
    {
      exports: [
        { objectName: 'A', outer: 2, class: 0 },
        { objectName: 'B', outer: 1, class: 0 },
        { objectName: 'C', outer: 3, class: 0 },
      ],
    },
  )
  const file = await fileOf(plan)
  const table = tableOf(await openPackage(memorySource(file), { fileName: 'Round.u', permissive: true }))
  const shown = new TreeRows(table, new Set([0, 1, 2]))
  expect(Array.from({ length: shown.length }, (_, i) => shown.at(i)).sort()).toEqual([0, 1, 2])
})
