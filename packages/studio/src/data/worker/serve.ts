import { UkitError } from '@ukit/codecs'
import type { Brought, CallName, Given, Piece, Progress, Request, Response } from '../protocol.js'

/** What a handler is given besides what the page sent along. */
export interface Work<P = never> {
  readonly signal: AbortSignal
  readonly progress: (progress: Progress) => void
  /** Sends a part of the answer before the rest is known, and hands these buffers over. */
  readonly piece: (piece: P, ...buffers: Transferable[]) => void
  /** Buffers that are handed over with the answer instead of copied. */
  readonly handOver: (...buffers: Transferable[]) => void
}

/** A function for each call. */
export type Handlers = {
  readonly [N in CallName]: (given: Given<N>, work: Work<Piece<N>>) => Promise<Brought<N>> | Brought<N>
}

/** What the worker answers through. */
export interface Port {
  postMessage(message: Response, options?: { readonly transfer: Transferable[] }): void
  addEventListener(type: 'message', listener: (event: MessageEvent<Request>) => void): void
}

/** *Answers the calls of the page*, several at once; a cancelled one is not answered. */
export function serve(port: Port, handlers: Handlers): void {
  const running = new Map<number, AbortController>()
  port.addEventListener('message', ({ data }) => {
    if (data.kind === 'cancel') {
      running.get(data.id)?.abort()
      return
    }
    const { id } = data
    const controller = new AbortController()
    running.set(id, controller)
    const buffers: Transferable[] = []
    const work: Work<unknown> = {
      signal: controller.signal,
      progress: (progress) => {
        if (!controller.signal.aborted) port.postMessage({ kind: 'progress', id, progress })
      },
      piece: (piece, ...transfer) => {
        if (!controller.signal.aborted) port.postMessage({ kind: 'piece', id, piece }, { transfer })
      },
      handOver: (...more) => {
        for (const buffer of more) if (!buffers.includes(buffer)) buffers.push(buffer)
      },
    }
    // The page's side of the protocol sends what the name says.
    const handler = handlers[data.name] as (given: unknown, work: Work<unknown>) => unknown
    void Promise.resolve()
      .then(() => handler(data.given, work))
      .then(
        (brought) => {
          if (!controller.signal.aborted) port.postMessage({ kind: 'done', id, brought }, { transfer: buffers })
        },
        (error: unknown) => {
          if (!controller.signal.aborted) port.postMessage({ kind: 'failed', id, error: infoOf(error) })
        },
      )
      .finally(() => running.delete(id))
  })
}

function infoOf(error: unknown) {
  if (error instanceof UkitError) return error.toInfo()
  if (error instanceof Error) return { name: error.name, message: error.message, facts: {} }
  return { name: 'Error', message: String(error), facts: {} }
}
