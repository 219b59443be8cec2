import { CarriedError, errorFromInfo } from '@ukit/codecs'
import type { Brought, CallName, Given, Piece, Progress, Request, Response } from './protocol.js'

/** How a call is made. */
export interface CallOptions<P = never> {
  /** Cancels it: the worker stops, and the call rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: Progress) => void) | undefined
  /** Is given what comes before the call is done, in order. */
  readonly onPiece?: ((piece: P) => void) | undefined
}

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
  readonly onProgress: CallOptions['onProgress']
  readonly onPiece: ((piece: unknown) => void) | undefined
}

/** What carries messages: a worker, or a test's pair of ports. */
export interface Carrier {
  postMessage(message: Request): void
  addEventListener(type: 'message', listener: (event: MessageEvent<Response>) => void): void
  addEventListener(type: 'error', listener: (event: Event) => void): void
  terminate?(): void
}

/**
 * *Calls from the page to the worker.* A worker that dies is started anew for the next call, and the calls that
 * it was at fail.
 */
export class Channel {
  readonly #start: () => Carrier
  readonly #waiting = new Map<number, Waiting>()
  readonly #onLost: () => void
  #carrier: Carrier | undefined
  #last = 0

  /** @param onLost called when a worker died, whose packages have to be opened anew. */
  constructor(start: () => Carrier, onLost: () => void = () => undefined) {
    this.#start = start
    this.#onLost = onLost
  }

  /** Asks the worker for something. */
  call<N extends CallName>(
    name: N,
    given: Given<N>,
    { signal, onProgress, onPiece }: CallOptions<Piece<N>> = {},
  ): Promise<Brought<N>> {
    if (signal?.aborted === true) return Promise.reject(signal.reason)
    const id = ++this.#last
    const carrier = this.#open()
    return new Promise((resolve, reject) => {
      const cancel = () => {
        if (!this.#waiting.delete(id)) return
        carrier.postMessage({ kind: 'cancel', id })
        reject(signal?.reason)
      }
      this.#waiting.set(id, {
        // The other side of the protocol gives what the name says.
        resolve: resolve as (value: unknown) => void,
        reject,
        onProgress,
        onPiece: onPiece as ((piece: unknown) => void) | undefined,
      })
      signal?.addEventListener('abort', cancel, { once: true })
      carrier.postMessage({ kind: 'call', id, name, given })
    })
  }

  #open(): Carrier {
    if (this.#carrier !== undefined) return this.#carrier
    const carrier = this.#start()
    this.#carrier = carrier
    carrier.addEventListener('message', ({ data }) => this.#receive(data))
    carrier.addEventListener('error', () => this.#lose(carrier))
    return carrier
  }

  #receive(response: Response): void {
    const waiting = this.#waiting.get(response.id)
    if (waiting === undefined) return
    if (response.kind === 'progress') {
      waiting.onProgress?.(response.progress)
      return
    }
    if (response.kind === 'piece') {
      waiting.onPiece?.(response.piece)
      return
    }
    this.#waiting.delete(response.id)
    if (response.kind === 'done') waiting.resolve(response.brought)
    else waiting.reject(errorFromInfo(response.error))
  }

  #lose(carrier: Carrier): void {
    if (this.#carrier !== carrier) return
    this.#carrier = undefined
    carrier.terminate?.()
    const lost = [...this.#waiting.values()]
    this.#waiting.clear()
    const message = 'the worker that reads packages has stopped: it may have run out of memory'
    for (const { reject } of lost) reject(new CarriedError({ name: 'WorkerError', message, facts: {} }))
    this.#onLost()
  }
}
