// The run-length stage of .uz (facts: formats/umod-and-network.md §2). Five equal bytes in a row are followed
// by a byte that says how long the run is in all, 5 to 255; then the counting begins again, with the last
// byte remembered. Before the first byte there is a zero that is not counted.

import { CodecError } from './error.js'

/** So many equal bytes in a row are followed by a count. */
const LEAD = 5
const LONGEST_RUN = 255
/**
 * The engine stops at a smaller count. It accepts two to four, which mean only the five bytes that were
 * already there.
 */
const LEAST_COUNT = 2

/** The maximum number of bytes that `length` bytes can become: every five of them get a count. */
export function mostRunBytes(length: number): number {
  return length + Math.ceil(length / LEAD) + 1
}

/** *Writes runs.* Takes a stream piece by piece; the run at the end of a piece waits for what follows. */
export class RunEncoder {
  #byte = 0
  #count = 0

  /**
   * Encodes `input` into `output` from `at` on, which has room for {@link mostRunBytes}; gives where it ends.
   */
  encode(input: Uint8Array, output: Uint8Array, at: number): number {
    let byte = this.#byte
    let count = this.#count
    for (let i = 0; i < input.length; i++) {
      const next = input[i] as number
      if (next === byte && count < LONGEST_RUN) {
        if (++count <= LEAD) output[at++] = next
        continue
      }
      if (count >= LEAD) output[at++] = count
      byte = next
      count = 1
      output[at++] = next
    }
    this.#byte = byte
    this.#count = count
    return at
  }

  /** Ends the stream: writes the count of the last run, where it needs one. */
  end(output: Uint8Array, at: number): number {
    if (this.#count >= LEAD) output[at++] = this.#count
    this.#count = 0
    return at
  }
}

/** *Reads runs*, piece by piece. */
export class RunDecoder {
  #byte = 0
  #count = 0

  /** How many bytes `input`, the next piece, represents; nothing is changed. */
  measure(input: Uint8Array): number {
    let byte = this.#byte
    let count = this.#count
    let length = 0
    for (let i = 0; i < input.length; i++) {
      const next = input[i] as number
      if (count === LEAD) {
        if (next > LEAD) length += next - LEAD
        count = 0
        continue
      }
      if (next === byte) count++
      else {
        byte = next
        count = 1
      }
      length++
    }
    return length
  }

  /**
   * Decodes the next piece into `output`, which is as long as `measure` says. `offset` is the place in the
   * file, for messages.
   *
   * @throws {CodecError} `corrupt` for a count that no writer produces.
   */
  decode(input: Uint8Array, output: Uint8Array, offset: number): void {
    let byte = this.#byte
    let count = this.#count
    let at = 0
    for (let i = 0; i < input.length; i++) {
      const next = input[i] as number
      if (count === LEAD) {
        if (next < LEAST_COUNT) {
          throw new CodecError(
            'uz',
            'corrupt',
            offset,
            `expected a run of ${LEAD} to ${LONGEST_RUN} bytes, found ${next}`,
          )
        }
        const end = at + next - LEAD
        while (at < end) output[at++] = byte
        count = 0
        continue
      }
      if (next === byte) count++
      else {
        byte = next
        count = 1
      }
      output[at++] = next
    }
    this.#byte = byte
    this.#count = count
  }

  /** @throws {CodecError} `truncated` when the stream ends where a count should be. */
  end(offset: number): void {
    if (this.#count !== LEAD) return
    throw new CodecError('uz', 'truncated', offset, 'the data ends where the length of a run should be')
  }
}
