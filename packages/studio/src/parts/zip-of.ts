import { portableCodecs } from '@ukit/codecs'
import { writeZip } from '@ukit/codecs/zip'
import type { SavedFile } from '../data/media-calls.js'

/** One archive of several files. */
export async function zipOf(files: readonly SavedFile[]): Promise<Uint8Array<ArrayBuffer>> {
  const zlib = await portableCodecs.zlib?.()
  const modified = new Date()
  const pieces: Uint8Array[] = []
  for await (const piece of writeZip(
    files.map(({ name, bytes }) => ({ name, modified, read: () => bytes })),
    { deflate: (bytes) => withoutFrame(zlib?.compress?.(bytes)) ?? bytes },
  ))
    pieces.push(Uint8Array.from(piece))
  const whole = new Uint8Array(pieces.reduce((total, { length }) => total + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** Raw deflate, which zip archives want: a zlib stream without its two bytes before and four behind. */
function withoutFrame(stream: Uint8Array | undefined): Uint8Array | undefined {
  return stream?.subarray(2, -4)
}
