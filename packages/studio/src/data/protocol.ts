import type { ErrorInfo } from '@ukit/codecs'
import type { BytesCalls } from './bytes-calls.js'
import type { CheckCalls } from './check-calls.js'
import type { CodeCalls } from './code-calls.js'
import type { FilesCalls } from './files-calls.js'
import type { MediaCalls } from './media-calls.js'
import type { PackageCalls } from './package-calls.js'

/**
 * *What the page can ask the worker for*, by name: what it sends along, and what comes back. Everything here is
 * plain data, and big arrays are handed over instead of copied.
 */
export interface Calls extends PackageCalls, FilesCalls, MediaCalls, CodeCalls, BytesCalls, CheckCalls {}

/** The name of a call. */
export type CallName = keyof Calls

/** What is sent along with a call. */
export type Given<N extends CallName> = Calls[N]['given']

/** What a call brings back. */
export type Brought<N extends CallName> = Calls[N]['brought']

/** What a call sends before it is done, piece by piece; nothing for most. */
export type Piece<N extends CallName> = Calls[N] extends { readonly piece: infer P } ? P : never

/** How far a piece of work is. */
export interface Progress {
  readonly done: number
  readonly total: number
  /** What is done just now, in a word or two. */
  readonly label?: string | undefined
}

/** From the page to the worker. */
export type Request =
  | { readonly kind: 'call'; readonly id: number; readonly name: CallName; readonly given: unknown }
  | { readonly kind: 'cancel'; readonly id: number }

/** From the worker to the page. */
export type Response =
  | { readonly kind: 'done'; readonly id: number; readonly brought: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly error: ErrorInfo }
  | { readonly kind: 'progress'; readonly id: number; readonly progress: Progress }
  | { readonly kind: 'piece'; readonly id: number; readonly piece: unknown }
