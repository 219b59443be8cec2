import { openPackage, savePackage } from '@ukit/core'
import { memorySource } from '@ukit/files'
import { expect, it } from 'vitest'
import { collected, hexBytes, hexOf } from '../../../../../testing/bytes.js'

/**
 * A package without objects, as files of 118/14 begin: a summary with one generation, the word at 0x40, one
 * name.
 */
const FILE = hexBytes(
  [
    'c1832a9e 7600 0e00 01000000',
    '01000000 44000000 00000000 4e000000 00000000 4e000000',
    '11223344 55667788 99aabbcc ddeeff00',
    '01000000 00000000 01000000',
    '7f010000',
    '05 4e6f6e6500 10040704',
  ].join(' '),
)

it('the number of the build is a field of the summary, not a gap', async () => {
  const pkg = await openPackage(memorySource(FILE))
  expect([pkg.game?.id, pkg.summary.extra['build'], pkg.ranges.summary.end]).toEqual(['raven-shield', 0x17f, 0x44])
  expect(hexOf(await collected(savePackage(pkg)))).toBe(hexOf(FILE))
})

it('a package without the number opens too', async () => {
  const without = new Uint8Array([...FILE.subarray(0, 0x40), ...FILE.subarray(0x44)])
  const view = new DataView(without.buffer)
  for (const at of [0x10, 0x18, 0x20]) view.setUint32(at, view.getUint32(at, true) - 4, true)
  const pkg = await openPackage(memorySource(without))
  expect('build' in pkg.summary.extra).toBe(false)
  expect(hexOf(await collected(savePackage(pkg)))).toBe(hexOf(without))
})
