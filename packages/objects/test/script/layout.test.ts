import type { FormatContext } from '@ukit/container'
import type { UnrealObject } from '@ukit/objects'
import { script } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { hexBytes, hexOf } from '../../../../testing/bytes.js'
import { contextByVersions } from '../../../../testing/packages.js'
import { load, save } from './support.js'

/**
 * Reads an object from handwritten bytes (with a net index only in UE3), and checks that it is written back
 * as the same bytes and measured correctly.
 */
function check<T extends UnrealObject>(object: T, format: FormatContext, hex: string): T {
  const bytes = hexBytes(hex)
  const { rest } = load(object, bytes, format)
  expect(rest).toBe(0)
  const saved = save(object, format)
  expect(hexOf(saved.bytes)).toBe(hexOf(bytes))
  expect(saved.measured).toBe(bytes.length)
  return object
}

const of = (version: number, licensee = 0): FormatContext => contextByVersions(version, licensee)

describe('fields from handwritten bytes', () => {
  it('a constant keeps its text with the leading space', () => {
    const constant = check(new script.Const(), of(69), '00  00 05  05 20226122 00'.replace('05 2022', '05 2022'))
    expect([constant.super, constant.next?.reference, constant.value.text]).toEqual([null, 5, ' "a"'])
  })

  it('an enum is a list of names', () => {
    const values = check(new script.Enum(), of(69), '00  00 00  02 03 04')
    expect(values.names.map(String)).toEqual(['n3', 'n4'])
  })

  it('a replicated variable of UE1 has the position of its condition', () => {
    // super 0, next 2; dim 1; flags 0x21; category n7; condition at 0x0123; class o9.
    const variable = check(new script.ObjectProperty(), of(69), '00  00 02  01000000 21000000 07 2301  09')
    expect(variable.replicationOffset).toBe(0x123)
    expect(variable.class?.reference).toBe(9)
    check(new script.ObjectProperty(), of(69), '00  00 02  01000000 01000000 07  09')
  })

  it('a variable of UE2 has no comment, whatever its flags', () => {
    check(new script.IntProperty(), of(128, 0), '00  00 00  01000000 01000002 07')
  })

  it('flags have 64 bits from 190, arrays name their enum from 401, there are no supers from 756', () => {
    const none = '00000000'
    // Before 322 there is no net index and before 343 names have no number; before 223 tags are packed, but
    // the list still ends with None.
    check(new script.IntProperty(), of(189), `${none} ${none} 02000000 01000000 03000000 05000000`)
    check(new script.IntProperty(), of(190), `${none} ${none} 02000000 01000000 0300000000000000 05000000`)
    const late = `ffffffff ${none} ${none}`
    check(new script.IntProperty(), of(400), `${late} ${none} 02000000 01000000 0300000000000000 05000000 00000000`)
    check(
      new script.IntProperty(),
      of(401),
      `${late} ${none} 02000000 01000000 0300000000000000 05000000 00000000 09000000`,
    )
    check(
      new script.IntProperty(),
      of(755),
      `${late} ${none} 02000000 01000000 0300000000000000 05000000 00000000 00000000`,
    )
    check(new script.IntProperty(), of(756), `${late} 02000000 01000000 0300000000000000 05000000 00000000 00000000`)
  })

  it('a delegate names its source from 185, refers to it from 375', () => {
    const head = '00000000 00000000 02000000 01000000'
    check(new script.DelegateProperty(), of(184), `${head} 00000000 05000000 07000000`)
    check(new script.DelegateProperty(), of(185), `${head} 00000000 05000000 07000000 08000000`)
    const late = 'ffffffff 00000000 00000000 00000000 02000000 01000000 0000000000000000 05000000 00000000 07000000'
    check(new script.DelegateProperty(), of(374), `${late} 08000000 00000000`)
    const { source } = check(new script.DelegateProperty(), of(375), `${late} 08000000`)
    expect(source?.reference).toBe(8)
  })

  it('a function of UE1 has the sizes of its parameters before 64', () => {
    // super, next, text, children, friendly name; line 3, position 40; script of two bytes; then the
    // function.
    const struct = '00  00 00  02 03 04  03000000 28000000  02000000 04 0b'
    const old = check(new script.FunctionField(), of(63), `${struct} 0800 0000 02 00 0400 02000200`)
    expect([old.parametersSize, old.parameterCount, old.returnOffset, old.flags]).toEqual([8, 2, 4, 0x20002])
    const later = check(new script.FunctionField(), of(64), `${struct} 9600 18 42000200 1000`)
    expect([later.nativeIndex, later.precedence, later.flags, later.replicationOffset]).toEqual([150, 24, 0x20042, 16])
  })

  it('a state has two masks of 64 bits, and one of 32 from 691', () => {
    const struct = '00  00 00  02 03 04  03000000 28000000  01000000 08'
    const state = check(new script.State(), of(69), `${struct} 0000010000000000 fffefffffffffffe ffff 02000000`)
    expect([state.probeMask, state.ignoreMaskHigh, state.labelTableOffset]).toEqual([0x10000, 0xfeffffff, 0xffff])
    const late =
      'ffffffff 00000000 00000000 00000000 02000000 00000000 00000000 00000000 ffffffff ffffffff 00000000 00000000'
    check(new script.State(), of(690), `${late} 0000010000000000 ffffffffffffffff ffff 02000000 00000000`)
    check(new script.State(), of(691), `${late} 00000100 ffff 02000000 01000000 05000000 00000000 07000000`)
  })

  it('a struct has C++ text from 120', () => {
    const tail = '00000000 00000000 00000000'
    check(new script.Struct(), of(119), `00  00 00  00 03 04  ${tail}`)
    const generic = check(new script.Struct(), of(120), `00  00 00  00 03 04 05  ${tail}`)
    expect(generic.cppText?.reference).toBe(5)
  })
})
