import type { Socket } from 'node:net'
import { PackageError, SourceError } from '@ukit/files'
import { reasonOf } from '@ukit/files/internal'
import { formatLine, MAX_LINE_LENGTH, type Message, parseLine } from '@ukit/game'

/** One line that went over a connection. */
export interface TranscriptLine {
  /** Who said it. */
  readonly from: 'client' | 'server'
  /** The line, without its end. */
  readonly line: string
}

/** How a connection is kept. */
export interface LineConnectionOptions {
  /** Which side this is, for the transcript. */
  readonly side: 'client' | 'server'
  /** Milliseconds of silence after which the other side is given up. */
  readonly stallTimeout: number
  /** Told every line, both ways. */
  readonly onLine?: ((line: TranscriptLine) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** Bytes of a line: characters of UTF-8 take up to four. */
const MAX_LINE_BYTES = 4 * MAX_LINE_LENGTH
const NEWLINE = 0x0a

/**
 * *Lines of the control channel over a TCP socket*: UTF-8, each ended by a line feed. The games send them in
 * packets of their own over UDP; the words are the same.
 *
 * An empty line says nothing but that its sender is still there. At most one line and one piece of the
 * network's are held: a peer that sends without reading, or a line without an end, costs no memory.
 */
export class LineConnection {
  readonly #socket: Socket
  readonly #options: LineConnectionOptions
  readonly #incoming: AsyncIterator<Buffer>
  #held: Buffer = Buffer.alloc(0)
  #failure: Error | undefined

  constructor(socket: Socket, options: LineConnectionOptions) {
    this.#socket = socket
    this.#options = options
    socket.setNoDelay(true)
    socket.setTimeout(options.stallTimeout, () => {
      const message = `the ${this.#other} was silent for ${options.stallTimeout / 1000} s`
      this.#fail(new SourceError('io', message))
    })
    socket.on('error', (error) => {
      this.#failure ??= new SourceError('io', `the connection to the ${this.#other} broke: ${reasonOf(error)}`, {
        cause: error,
      })
    })
    const onAbort = () => this.#fail(toError(options.signal?.reason))
    if (options.signal?.aborted === true) onAbort()
    options.signal?.addEventListener('abort', onAbort, { once: true })
    socket.once('close', () => options.signal?.removeEventListener('abort', onAbort))
    this.#incoming = socket.iterator({ destroyOnReturn: false })
  }

  get #other(): string {
    return this.#options.side === 'client' ? 'server' : 'client'
  }

  #fail(error: Error): void {
    this.#failure ??= error
    this.#socket.destroy()
  }

  /**
   * The next line as a message; `undefined` when the other side has closed the connection.
   *
   * @throws {PackageError} as `parseLine`, `limit` for a line without an end, `truncated` when the connection
   *   ends inside a line.
   * @throws {SourceError} `io` when it breaks or the other side is silent for too long; the signal's reason
   *   when aborted.
   */
  async read(): Promise<Message | undefined> {
    for (;;) {
      const end = this.#held.indexOf(NEWLINE)
      if (end > MAX_LINE_BYTES || (end < 0 && this.#held.length > MAX_LINE_BYTES)) {
        const message = `expected a line of at most ${MAX_LINE_LENGTH} characters from the ${this.#other}, found more`
        throw new PackageError('limit', message, { field: 'line' })
      }
      if (end >= 0) {
        const line = this.#held.toString('utf8', 0, end).replace(/\r$/, '')
        this.#held = this.#held.subarray(end + 1)
        // The other side is busy and still there, as with the games' packets that have nothing in them.
        if (line === '') continue
        this.#options.onLine?.({ from: this.#options.side === 'client' ? 'server' : 'client', line })
        return parseLine(line)
      }
      const piece = await this.#next()
      if (piece === undefined) {
        if (this.#held.length === 0) return undefined
        throw new PackageError('truncated', `the ${this.#other} hung up in the middle of a line`, { field: 'line' })
      }
      this.#held = this.#held.length === 0 ? piece : Buffer.concat([this.#held, piece])
    }
  }

  /** Sends a message; waits while the other side is slower. */
  async write(message: Message): Promise<void> {
    const line = formatLine(message)
    this.#options.onLine?.({ from: this.#options.side, line })
    await this.writeBytes(Buffer.from(`${line}\n`, 'utf8'))
  }

  /** Sends raw bytes: the content of a file. */
  async writeBytes(bytes: Uint8Array): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure
    const socket = this.#socket
    if (socket.destroyed || socket.writableEnded) throw this.#hungUp()
    if (socket.write(bytes)) return
    await new Promise<void>((resolve, reject) => {
      const done = () => {
        socket.off('drain', done)
        socket.off('close', done)
        if (socket.destroyed) reject(this.#failure ?? this.#hungUp())
        else resolve()
      }
      socket.on('drain', done)
      socket.on('close', done)
    })
  }

  /**
   * Keeps the connection from being given up while something else takes its time: an empty line now and then.
   */
  async keepAlive<T>(work: () => Promise<T>): Promise<T> {
    const timer = setInterval(() => {
      if (!this.#socket.destroyed && !this.#socket.writableEnded) this.#socket.write('\n')
    }, this.#options.stallTimeout / 3)
    try {
      return await work()
    } finally {
      clearInterval(timer)
    }
  }

  /** What follows the lines, as raw bytes, until the other side closes. */
  async *rest(): AsyncGenerator<Uint8Array> {
    const held = this.#held
    this.#held = Buffer.alloc(0)
    if (held.length > 0) yield held
    for (let piece = await this.#next(); piece !== undefined; piece = await this.#next()) yield piece
  }

  /** Says that nothing more comes from this side. */
  end(): void {
    this.#socket.end()
  }

  /** Closes the connection for good; what was written is still sent. */
  close(): void {
    if (this.#socket.destroyed) return
    this.#socket.end(() => this.#socket.destroy())
  }

  async #next(): Promise<Buffer | undefined> {
    if (this.#failure !== undefined) throw this.#failure
    let result: IteratorResult<Buffer>
    try {
      result = await this.#incoming.next()
    } catch (error) {
      throw this.#failure ?? this.#hungUp(error)
    }
    if (this.#failure !== undefined) throw this.#failure
    return result.done === true ? undefined : result.value
  }

  #hungUp(cause?: unknown): SourceError {
    return new SourceError('io', `the ${this.#other} hung up`, { cause })
  }
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason))
}
