import { Archive, type FormatContext } from '@ukit/container'
import { script, ue2 } from '@ukit/objects'
import { expect, it } from 'vitest'
import { inGame, name, read, sizeOf, standard } from '../../../../../testing/objects-ue2.js'

const ut = (version: number, licensee = 29): FormatContext => inGame('ut2004', version, licensee)
const size = (value: { serialize(ar: Archive): void }, context: FormatContext) =>
  sizeOf(value, Archive.measure(context))

it('a node of the BSP has four floats fewer since 122, and nowhere else', () => {
  const full = size(new ue2.BspNode(), ut(121))
  expect([119, 120, 121, 122, 123].map((version) => full - size(new ue2.BspNode(), ut(version)))).toEqual([
    0, 0, 0, 16, 16,
  ])
  expect([118, 122, 126, 129].map((version) => size(new ue2.BspNode(), standard(version)))).toEqual(Array(4).fill(full))
})

it('the shape of a bone has flags since 124 and 125', () => {
  const box = (context: FormatContext) => {
    const made = new ue2.BoneBox()
    made.bone = name('Root')
    return size(made, context)
  }
  expect([122, 123, 124, 125, 126].map((version) => box(ut(version)))).toEqual([25, 25, 29, 37, 37])
  expect([124, 129].map((version) => box(standard(version)))).toEqual([25, 25])
})

it('a sound has a likelihood', () => {
  expect(read(() => new ue2.Sound(), '00 01 0000003f 0b000000 00', ut(128)).likelihood).toBe(0.5)
})

it('a variable has a comment if its flag says so', () => {
  const commented = read(() => new script.IntProperty(), '00  00 00  01000000 01000002 07  03 4869 00', ut(128))
  expect(commented.comment.text).toBe('Hi')
})

it('a struct has flags since 26 of the licensee', () => {
  const tail = '00000000 00000000 00000000'
  const made = () => new script.Struct()
  expect(read(made, `00  00 00  00 03 04  ${tail}`, ut(128, 25)).structFlags).toBe(0)
  expect(read(made, `00  00 00  00 03 04 02000000  ${tail}`, ut(128, 26)).structFlags).toBe(2)
})
