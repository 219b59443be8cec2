import type { FileHandle } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'

/** Bytes read and written at a time: half of it costs a tenth to a quarter of the speed, twice as many gain nothing. A download holds two of them. */
const SEND_CHUNK = 256 << 10
/** Buffers kept for the next downloads. */
const SPARE_BUFFERS = 32

const spare: Buffer[] = []

/**
 * Sends the bytes `start` up to, not including, `end` of a file, reading the next piece while the last one is being written. Nothing grows with a client that
 * reads slowly: two pieces are in memory, whatever it does.
 *
 * @param onSent told the bytes of every piece that the system took.
 * @throws when the client is gone, or the file has become shorter: what was announced cannot be kept then, and the connection must be cut.
 */
export async function sendFile(
  response: ServerResponse,
  file: FileHandle,
  start: number,
  end: number,
  onSent: (bytes: number) => void,
): Promise<void> {
  const buffers = [spare.pop() ?? newBuffer(), spare.pop() ?? newBuffer()] as const
  let turn = 0
  let at = start
  const readNext = async (): Promise<Buffer> => {
    const buffer = buffers[turn++ % 2 === 0 ? 0 : 1]
    const want = Math.min(buffer.length, end - at)
    let got = 0
    while (got < want) {
      const { bytesRead } = await file.read(buffer, got, want - got, at + got)
      if (bytesRead === 0) throw new Error('the file became shorter while it was being sent')
      got += bytesRead
    }
    at += got
    return buffer.subarray(0, got)
  }
  let reading: Promise<Buffer> | undefined
  try {
    let piece = at < end ? await readNext() : undefined
    while (piece !== undefined) {
      reading = at < end ? readNext() : undefined
      // It is waited for below; if writing fails first, its own failure tells nothing new.
      reading?.catch(() => undefined)
      await written(response, piece)
      onSent(piece.length)
      piece = await reading
    }
  } finally {
    // The buffers are free when nobody reads into them.
    await reading?.catch(() => undefined)
    if (spare.length < SPARE_BUFFERS) spare.push(...buffers)
  }
}

function newBuffer(): Buffer {
  return Buffer.allocUnsafeSlow(SEND_CHUNK)
}

/** Waits until the system has taken a piece. A response that is closed meanwhile may never call back. */
function written(response: ServerResponse, piece: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const onClose = () => reject(new Error('the client is gone'))
    if (response.destroyed) {
      onClose()
      return
    }
    response.once('close', onClose)
    response.write(piece, (error) => {
      response.off('close', onClose)
      if (error) reject(error)
      else resolve()
    })
  })
}
