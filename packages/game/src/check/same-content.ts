import type { GameFiles } from '../game-files.js'
import type { FilePlace } from '../stamp.js'

const PIECE = 0x10_0000

/** Tells whether two files have the same bytes. Reads them in pieces, up to the first difference. */
export async function sameContent(files: GameFiles, a: FilePlace, b: FilePlace): Promise<boolean> {
  if (a.size !== b.size) return false
  const first = await files.open(a.path)
  try {
    const second = await files.open(b.path)
    try {
      const length = first.byteLength
      if (second.byteLength !== length) return false
      for (let at = 0; at < length; at += PIECE) {
        const end = Math.min(length, at + PIECE)
        if (!equal(await first.slice(at, end), await second.slice(at, end))) return false
      }
      return true
    } finally {
      await second.close?.()
    }
  } finally {
    await first.close?.()
  }
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i])
}
