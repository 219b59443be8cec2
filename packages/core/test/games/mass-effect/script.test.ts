import { Archive, Name } from '@ukit/container'
import { script } from '@ukit/objects'
import { expect, it } from 'vitest'
import { HandMade, hexBytes } from '../../../../../testing/bytes.js'
import { contextByVersions } from '../../../../../testing/packages.js'

it('script uses its own native numbers and short forms in Mass Effect 3', () => {
  const tokens = '5b 01000000 63 01000000 00 0400 77 02 16 80 16'
  const memory = 9 + 12 + 3 + 2
  const bytes = Uint8Array.from([...new HandMade().u32(memory, hexBytes(tokens).length).bytes(), ...hexBytes(tokens)])
  const object = new script.Script()
  const symbols = {
    nameAt: (index: number) => new Name({ text: `n${index}`, index }),
    objectAt: (reference: number) => ({ reference, path: `o${reference}` }),
  }
  const ar = Archive.load(bytes, contextByVersions(684, 194), { symbols })
  object.serialize(ar)
  expect(ar.remaining).toBe(0)
  expect(object.raw).toBeUndefined()
  expect(object.tokens.map(({ op }) => op)).toEqual([0x5b, 0x63, 0x77, 0x80])
})
