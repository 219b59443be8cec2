import { CheckReport, script } from '@ukit/objects'
import { expect, it } from 'vitest'
import { HandMade, hexBytes } from '../../../../testing/bytes.js'
import { check, decode, ue1 } from '../../../../testing/objects.js'

const BLANKS = '20 20 20 20 20 20 20 20 01 00'

it('a text that an obfuscator overwrote is kept as it is, and reported', () => {
  const context = ue1(69)
  const buffer = check(() => new script.TextBuffer(), hexBytes(BLANKS), context)
  expect([buffer.overwritten.length, buffer.isEmpty]).toEqual([10, true])
  const report = new CheckReport(context)
  buffer.check(report)
  expect(report.found).toMatchObject([{ severity: 'warning', field: 'overwritten' }])
})

it('other texts of ten bytes are texts', () => {
  const bytes = new HandMade().u8(0).u32(0x20202020, 0x20202020).u8(0).bytes()
  const buffer = check(() => new script.TextBuffer(), bytes, ue1(69))
  expect([buffer.position, buffer.overwritten.length]).toEqual([0x20202020, 0])
})

it.each([
  ['one byte differs', '20 20 20 20 20 20 20 21 01 00'],
  ['one byte is missing', '20 20 20 20 20 20 20 20 01'],
  ['there is one more byte', '20 20 20 20 20 20 20 20 20 01 00'],
])('nothing else is taken for it: %s', (_, hex) => {
  expect(() => decode(() => new script.TextBuffer(), hexBytes(hex), ue1(69))).toThrow()
})
