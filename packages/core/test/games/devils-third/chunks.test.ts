import { expect, it } from 'vitest'
import { hexBytes } from '../../../../../testing/bytes.js'
import { keepsStream } from '../chunked-file.js'

it('its chunks are decrypted with its long key', async () => {
  // A zlib stream of the same bytes, scrambled by another program with the published key and its 32-bit step.
  const stream = hexBytes('ffc143ae642a9bccba8b0d4d863b2a98f5041501c2363da6a8')
  expect(await keepsStream(stream, { version: 600, tag: 0x7bc342f0, compressionFlags: 9 })).toBe('devils-third')
})
