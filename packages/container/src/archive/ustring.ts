import { NO_BYTES } from '@ukit/files/internal'

/**
 * *A string as the engine stores it: units, their width, and whether a zero ends it.*
 *
 * Text alone is not enough to write a file back: real packages hold pure ASCII in 16-bit units, empty strings
 * of length 1, embedded zeros and lone surrogates. `text` therefore keeps the stored units one to one (8-bit
 * units as U+0000 … U+00FF).
 */
export class UString {
  /** Stored as UTF-16 (always little-endian, even in big-endian packages) instead of one byte a unit. */
  readonly wide: boolean
  /**
   * A zero unit follows the text. The engine always writes one, but for an empty string that it stores as
   * length 0.
   */
  readonly terminated: boolean
  /** Units before the terminator. */
  readonly length: number

  // Decoding text is most of the cost of opening a package, and few of its names are ever looked at: text is
  // made on demand.
  #text: string | undefined
  #bytes: Uint8Array | undefined
  readonly #start: number

  private constructor(
    text: string | undefined,
    bytes: Uint8Array | undefined,
    start: number,
    length: number,
    wide: boolean,
    terminated: boolean,
  ) {
    this.#text = text
    this.#bytes = bytes
    this.#start = start
    this.length = length
    this.wide = wide
    this.terminated = terminated
  }

  /** The empty string in the engine's usual form: length 0 and nothing else. */
  static readonly EMPTY = new UString('', undefined, 0, 0, false, false)

  /** Text in a given form. */
  static of(text: string, wide: boolean, terminated: boolean): UString {
    return new UString(text, undefined, 0, text.length, wide, terminated)
  }

  /**
   * The form that the engine would store: 16-bit units only where 8 do not suffice (all files but Mass Effect
   * 3's).
   */
  static from(text: string): UString {
    return text === '' ? UString.EMPTY : UString.of(text, needsWide(text), true)
  }

  /** `length` units in `bytes` from `start`, decoded when first asked for; `bytes` must not change. */
  static stored(bytes: Uint8Array, start: number, length: number, wide: boolean, terminated: boolean): UString {
    return new UString(undefined, bytes, start, length, wide, terminated)
  }

  /** The units before the terminator, one JavaScript unit each. */
  get text(): string {
    if (this.#text === undefined) {
      const bytes = this.#bytes ?? NO_BYTES
      this.#text = this.wide
        ? decodeWide(bytes, this.#start, this.length)
        : decodeNarrow(bytes, this.#start, this.length)
      this.#bytes = undefined
    }
    return this.#text
  }

  /**
   * @internal Writes the first `units` units into `target` from `at` on; what is beyond the text are zeroes.
   */
  write(target: Uint8Array, at: number, units: number): void {
    const width = this.wide ? 2 : 1
    const stored = this.#bytes
    if (stored !== undefined && units >= this.length) {
      // As it was read; nobody has asked for the text.
      target.set(stored.subarray(this.#start, this.#start + this.length * width), at)
      target.fill(0, at + this.length * width, at + units * width)
      return
    }
    const { text } = this
    for (let i = 0; i < units; i++) {
      const code = i < text.length ? text.charCodeAt(i) : 0
      target[at + width * i] = code & 0xff
      if (this.wide) target[at + 2 * i + 1] = code >>> 8
    }
  }

  /** As `text`. */
  toString(): string {
    return this.text
  }
}

/** Tells whether a unit of `text` does not fit in 8 bits. */
export function needsWide(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0xff) return true
  return false
}

/**
 * `count` 8-bit units from `start`, as text of the same units (Latin-1, without the exceptions that
 * `TextDecoder` makes).
 */
function decodeNarrow(bytes: Uint8Array, start: number, count: number): string {
  if (count <= CHUNK) return String.fromCharCode.apply(null, units(bytes, start, count))
  let text = ''
  for (let done = 0; done < count; done += CHUNK) {
    text += String.fromCharCode.apply(null, units(bytes, start + done, Math.min(CHUNK, count - done)))
  }
  return text
}

/** `count` 16-bit little-endian units from `start`, as text of the same units. */
function decodeWide(bytes: Uint8Array, start: number, count: number): string {
  let text = ''
  const codes: number[] = []
  for (let done = 0; done < count; done += CHUNK) {
    const part = Math.min(CHUNK, count - done)
    codes.length = part
    for (let i = 0; i < part; i++) {
      const at = start + 2 * (done + i)
      codes[i] = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)
    }
    text += String.fromCharCode.apply(null, codes)
  }
  return text
}

// Engines limit the arguments of one call; 4096 is far below any of their limits.
const CHUNK = 4096

function units(bytes: Uint8Array, start: number, count: number): number[] {
  const codes = new Array<number>(count)
  for (let i = 0; i < count; i++) codes[i] = bytes[start + i] ?? 0
  return codes
}
