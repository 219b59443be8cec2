import { castNames } from '@ukit/objects/script'
import { expect, test } from 'vitest'
import { formatOf } from '../../../../../testing/packages.js'

const namesOf = (game: string, version: number, licensee: number) =>
  castNames(formatOf({ game, version, licensee }).context)

// HeroTowerWnd.HandleShowHistory has 96 for `int(record.nReserved1)`; the others are a public reader's.
test('casts to and from INT64 have names of their own, one each', () => {
  const names = namesOf('lineage-2', 123, 37)
  expect([90, 91, 94, 96, 98, 99].map((code) => names[code])).toEqual([
    'ByteToINT64',
    'IntToINT64',
    'StringToINT64',
    'INT64ToInt',
    'INT64ToFloat',
    'INT64ToString',
  ])
  expect(new Set(Object.values(names)).size).toBe(Object.values(names).length)
})

test('SWAT 4 casts strings to names with 90, and UE3 with 96', () => {
  expect(namesOf('swat-4', 129, 27)[90]).toBe('StringToName')
  expect(namesOf('swat-4', 129, 27)[96]).toBeUndefined()
  expect(namesOf('udk', 868, 0)[96]).toBe('StringToName')
})
