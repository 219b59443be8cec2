import type { HttpResponse } from './platform.js'
import { ignoreError } from './source-error.js'

/** A `Content-Range` header: the bytes `start` up to, not including, `end`, of `total`. */
export interface ContentRange {
  readonly start: number
  readonly end: number
  /** Length of the whole, or undefined where the server says `*`. */
  readonly total: number | undefined
}

/** What distinguishes states of a file on a server. */
export interface Validators {
  readonly etag: string | undefined
  readonly lastModified: string | undefined
}

/**
 * `bytes 0-0/123` as a half-open range; undefined when the header is absent, of another shape, or contradicts
 * itself.
 */
export function contentRange(response: HttpResponse): ContentRange | undefined {
  const parts = /^bytes\s+(\d+)-(\d+)\/(\d+|\*)$/i.exec(response.headers.get('content-range')?.trim() ?? '')
  if (parts === null) return undefined
  const [, first = '', last = '', all = ''] = parts
  const start = Number(first)
  const end = Number(last) + 1
  const total = all === '*' ? undefined : Number(all)
  if (!Number.isSafeInteger(end) || start >= end) return undefined
  if (total !== undefined && (!Number.isSafeInteger(total) || end > total)) return undefined
  return { start, end, total }
}

/**
 * The `Content-Length`, or undefined when absent, not a number, or that of a compressed body (which `fetch`
 * unpacks unasked).
 */
export function contentLength(response: HttpResponse): number | undefined {
  if (contentEncoding(response) !== undefined) return undefined
  const text = response.headers.get('content-length')?.trim() ?? ''
  const length = /^\d+$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(length) ? length : undefined
}

/** The `Content-Encoding` when the body is encoded at all. */
export function contentEncoding(response: HttpResponse): string | undefined {
  const encoding = response.headers.get('content-encoding')?.trim().toLowerCase() ?? ''
  return encoding === '' || encoding === 'identity' ? undefined : encoding
}

/** The `ETag` and `Last-Modified` of an answer. */
export function validators(response: HttpResponse): Validators {
  return {
    etag: response.headers.get('etag')?.trim() || undefined,
    lastModified: response.headers.get('last-modified')?.trim() || undefined,
  }
}

/** Whether an ETag is good for `If-Range`: RFC 9110 §13.1.5 wants a strong one. */
export function isStrong(etag: string): boolean {
  return etag.startsWith('"')
}

/**
 * What differs between two states of a file, in words; undefined when nothing is known to differ. ETags
 * decide when both sides have one (mirrors behind one address may disagree about the date); a `W/` in front
 * is ignored, since a proxy that compresses adds it to an unchanged file.
 */
export function difference(before: Validators, now: Validators): string | undefined {
  if (before.etag !== undefined && now.etag !== undefined) {
    const same = before.etag.replace(/^W\//, '') === now.etag.replace(/^W\//, '')
    return same ? undefined : `its ETag was ${before.etag} and is ${now.etag}`
  }
  if (before.lastModified === undefined || now.lastModified === undefined) return undefined
  if (before.lastModified === now.lastModified) return undefined
  return `it was last modified ${before.lastModified}, now ${now.lastModified}`
}

/** Discards a body that will not be read, so that its connection is free again. */
export function discard(response: HttpResponse): void {
  response.body?.cancel().catch(ignoreError)
}

/**
 * Reads a body, at most `limit` bytes of it; undefined when there are more. Memory grows with what arrives,
 * not with what a header promised.
 */
export async function readBody(
  response: HttpResponse,
  limit: number,
  isClosed: () => boolean,
): Promise<Uint8Array | undefined> {
  if (response.body === null) return new Uint8Array(0)
  const reader = response.body.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    if (value === undefined) continue
    length += value.byteLength
    if (length > limit || isClosed()) {
      reader.cancel().catch(ignoreError)
      return undefined
    }
    chunks.push(value)
  }
  const out = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    out.set(chunk, at)
    at += chunk.byteLength
  }
  return out
}
