import type { FileHandle } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { LEAST_PIECE, type ProgressWatch } from './progress.js'

/**
 * Maximum number of bytes read and written at a time: half of it costs a tenth to a quarter of the speed,
 * twice as many gain nothing. A download holds two of them.
 */
const SEND_CHUNK = 256 << 10
/**
 * A piece that is gone within this time may be followed by one of twice its size, in milliseconds; one that
 * takes ten times as long is by a smaller one.
 */
const QUICK_MS = 100
/**
 * Pieces grow when so many of their size are gone: the system takes the first megabytes at once, whether the
 * client reads or not.
 */
const PIECES_TO_GROW = 64
/** Buffers kept for the next downloads. */
const SPARE_BUFFERS = 32

const spare: Buffer[] = []

/**
 * Sends the bytes `start` up to, not including, `end` of a file, reading the next piece while the last one is
 * being written. Nothing grows with a client that reads slowly: two pieces are in memory, whatever it does.
 * They are small ones until the client has shown that it reads: hundreds that do not read cost next to
 * nothing.
 *
 * @param onSent told the bytes of every piece that the system took.
 * @param inTurn reads a piece when it is this download's turn; see `FairTurns`.
 * @throws when the client is gone, or the file has become shorter: what was announced cannot be kept then,
 *   and the connection must be cut.
 */
export async function sendFile(
  response: ServerResponse,
  file: FileHandle,
  start: number,
  end: number,
  onSent: (bytes: number) => void,
  progress: ProgressWatch,
  inTurn: (read: () => Promise<Buffer>) => Promise<Buffer>,
): Promise<void> {
  let size = LEAST_PIECE
  let buffers: readonly [Buffer, Buffer] = [bufferOf(size), bufferOf(size)]
  let sent = 0
  let turn = 0
  let at = start
  const readNext = async (): Promise<Buffer> => {
    // Larger ones, when it is time; what is being written from the old ones stays as it is.
    if (buffers[0].length < size) buffers = [bufferOf(size), bufferOf(size)]
    const buffer = buffers[turn++ % 2 === 0 ? 0 : 1]
    const want = Math.min(size, end - at)
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
    let piece = at < end ? await inTurn(readNext) : undefined
    while (piece !== undefined) {
      reading = at < end ? inTurn(readNext) : undefined
      // It is waited for below; if writing fails first, its own failure says nothing new.
      reading?.catch(() => undefined)
      const begun = progress.now()
      progress.begin(response, piece.length, () => response.destroy())
      await written(response, piece)
      const took = progress.now() - begun
      sent += piece.length
      if (took < QUICK_MS && sent >= PIECES_TO_GROW * size) size = Math.min(SEND_CHUNK, size * 2)
      else if (took > 10 * QUICK_MS) size = Math.max(LEAST_PIECE, size / 2)
      onSent(piece.length)
      piece = await reading
    }
  } finally {
    progress.end(response)
    // The buffers are free when no read into them is under way.
    await reading?.catch(() => undefined)
    if (buffers[0].length === SEND_CHUNK && spare.length < SPARE_BUFFERS) spare.push(...buffers)
  }
}

function bufferOf(size: number): Buffer {
  return (size === SEND_CHUNK ? spare.pop() : undefined) ?? Buffer.allocUnsafeSlow(size)
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
