import { connect, type Socket } from 'node:net'

/** An answer as received. */
export interface RawAnswer {
  readonly statusLine: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly all: Buffer
}

/** Sends bytes to a server on this machine and reads until it closes, like an old client. */
export async function rawRequest(port: number, text: string): Promise<RawAnswer> {
  const socket = await connected(port)
  socket.write(Buffer.from(text, 'latin1'))
  const pieces: Buffer[] = []
  for await (const piece of socket) pieces.push(piece)
  return readAnswer(Buffer.concat(pieces))
}

/**
 * The request of UT, byte for byte: there is no port after the host, and the connection is closed afterwards.
 */
export function oldRequest(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: Unreal\r\nConnection: close\r\n\r\n`
}

export function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.once('error', reject)
  })
}

export function readAnswer(all: Buffer): RawAnswer {
  const end = all.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = all.subarray(0, Math.max(0, end)).toString('latin1').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  return { statusLine, headers, body: all.subarray(end + 4), all }
}
