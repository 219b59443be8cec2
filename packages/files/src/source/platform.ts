/**
 * The few things of the platform that the core uses, described by their shape: neither the DOM's nor Node's
 * types are needed to compile against ukit, and if they exist, these are the same types.
 */

/** `AbortSignal`: the platform's own type where the platform has one. */
export type AbortSignalLike = typeof globalThis extends { AbortSignal: { prototype: infer Signal } }
  ? Signal
  : { readonly aborted: boolean; readonly reason: unknown }

/** As much of a request as is given to `fetch`. */
export interface HttpRequest {
  /** `GET` or `HEAD`. */
  method: string
  /** Headers of the request, by name. */
  headers: Record<string, string>
  /** Ends the request. */
  signal?: AbortSignalLike
}

/** As much of `Response` as is needed here. */
export interface HttpResponse {
  /** The status: 200, 206, 404 … */
  readonly status: number
  /** Headers of the answer. */
  readonly headers: {
    /** A header by its name, whatever its case. */
    get(name: string): string | null
  }
  /** The bytes; `null` when there are none. */
  readonly body: HttpBody | null
}

/** As much of a `ReadableStream` of bytes as is needed here. */
export interface HttpBody {
  /** Reads the body piece by piece. */
  getReader(): {
    /** The next piece, or the end. */
    read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>
    /** Stops reading. */
    cancel(): Promise<void>
  }
  /** Gives the body up unread. */
  cancel(): Promise<void>
}

/** `fetch` as a function to hand in: another implementation, a proxy, a test's stand-in. */
export type FetchLike = (url: string, request: HttpRequest) => Promise<HttpResponse>

/**
 * The platform's own `fetch`.
 *
 * @throws {TypeError} when the platform has none.
 */
export function platformFetch(): FetchLike {
  // `Math` only tells the compiler that this is an object with other things in it, also where no types
  // declare `fetch`.
  const { fetch }: { readonly fetch?: FetchLike; readonly Math: object } = globalThis
  if (typeof fetch !== 'function') throw new TypeError('this platform has no fetch: pass one in the options')
  return fetch
}
