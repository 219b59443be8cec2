import { Archive, type FormatContext, Name } from '@ukit/container'
import { UnrealObject } from '@ukit/objects'
import { expect, it } from 'vitest'
import { hexBytes, hexOf } from '../../../../../testing/bytes.js'
import { inGame } from '../../../../../testing/objects-ue2.js'
import { formatOf } from '../../../../../testing/packages.js'

const NAMES = ['None', 'Life', '\0one'].map((text, index) => new Name({ text, index }))
const symbols = { nameAt: (index: number) => NAMES[index], objectAt: () => undefined }

// Life, a float: 3; then the name that ends the list.
const BYTES = '01 24 00004040 02'

function read(context: FormatContext) {
  const ar = Archive.load(hexBytes(BYTES), context, { symbols })
  const object = new UnrealObject()
  object.serialize(ar)
  const out = Archive.save(context)
  object.serialize(out)
  return [ar.remaining, object.properties.get('Life'), hexOf(out.written())]
}

it('a list may end with a None whose first letter a protector replaced with a zero', () => {
  const expected = [0, 3, hexOf(hexBytes(BYTES))]
  expect(read(inGame('lineage-2', 123, 30))).toEqual(expected)
  expect(read(inGame('lineage-2', 133, 40))).toEqual(expected)
  // Here, nothing shows that it is from Lineage II.
  expect(read(formatOf({ version: 123 }).context)).toEqual(expected)
})
