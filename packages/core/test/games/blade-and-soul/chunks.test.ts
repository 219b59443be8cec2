import { it } from 'vitest'
import { keepsStream, REST, xor } from '../chunked-file.js'

it('compressed blocks are decrypted with its key', async () => {
  // LZO written by hand: 57 literals (17 + 57), then the end marker.
  const lzo = Uint8Array.of(17 + REST.length, ...REST, 0x11, 0, 0)
  const stream = xor([...'qiffjdlerdoqymvketdcl0er2subioxq'].map((unit) => unit.charCodeAt(0)))(lzo)
  await keepsStream(stream, { version: 600, compressionFlags: 8 }, { game: 'blade-and-soul' })
})
