/** What a `Range` header asks for: all of it, a part, or a part that does not exist. */
export type RangeRequest =
  | { readonly kind: 'whole' }
  /** The bytes `start` up to, not including, `end`. */
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'outside' }

const WHOLE: RangeRequest = { kind: 'whole' }

/**
 * Reads a `Range` header (RFC 9110 §14): one range of bytes. Several ranges, other units and what is not a
 * range at all are answered with the whole file, which the rules allow.
 */
export function readRange(header: string | undefined, size: number): RangeRequest {
  const parts = /^bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? '')
  if (parts === null) return WHOLE
  const [, first = '', last = ''] = parts
  if (first === '') {
    const length = Number(last)
    if (last === '') return WHOLE
    if (length === 0 || size === 0) return { kind: 'outside' }
    return { kind: 'part', start: Math.max(0, size - length), end: size }
  }
  const start = Number(first)
  const end = last === '' ? size : Math.min(size, Number(last) + 1)
  if (last !== '' && Number(last) < start) return WHOLE
  return start >= size ? { kind: 'outside' } : { kind: 'part', start, end }
}

/** One state of a file, as HTTP distinguishes states. */
export interface EntityTags {
  /** With its quotes. */
  readonly etag: string
  /** Milliseconds since 1970; HTTP knows whole seconds. */
  readonly modified: number
}

/** The headers that make a request conditional. */
export interface Conditions {
  readonly 'if-none-match'?: string | undefined
  readonly 'if-modified-since'?: string | undefined
  readonly 'if-range'?: string | undefined
}

/** Whether the client has this very state already (RFC 9110 §13.2.2): the answer is 304. */
export function isUnchanged(conditions: Conditions, { etag, modified }: EntityTags): boolean {
  const tags = conditions['if-none-match']
  if (tags !== undefined) {
    return tags.trim() === '*' || tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  }
  const since = Date.parse(conditions['if-modified-since'] ?? '')
  return Number.isFinite(since) && Math.floor(modified / 1000) * 1000 <= since
}

/** Whether a range may be answered: `If-Range` names this state, or is not there. */
export function rangeHolds(conditions: Conditions, { etag, modified }: EntityTags): boolean {
  const state = conditions['if-range']?.trim()
  if (state === undefined) return true
  if (state.startsWith('"')) return state === etag
  return Date.parse(state) === Math.floor(modified / 1000) * 1000
}
