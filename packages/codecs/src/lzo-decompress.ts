import { plural } from '@ukit/text/internal'
import { checkSize } from './check-size.js'
import { CodecError } from './error.js'

// An LZO1X stream is a sequence of instructions, told apart by their first byte:
//
//   0000LLLL           after a match without trailing literals: 3 + L literals; L = 0 extends the length from 18 on
//   0000DDSS H         after 1 to 3 trailing literals: 2 bytes from distance 1 + D + 4H
//                      after a run of 4 or more literals: 3 bytes from distance 2049 + D + 4H
//   0001HLLL D D       2 + L bytes (L = 0: extended from 9 on) from distance 16384 + 16384H + D;
//                      11 00 00 ends the stream
//   001LLLLL D D       2 + L bytes (L = 0: extended from 33 on) from distance 1 + D
//   01LDDDSS H         3 + L bytes from distance 1 + D + 8H
//   1LLDDDSS H         5 + L bytes from distance 1 + D + 8H
//
// D D is 16 bits, little-endian: distance in the upper 14, S in the lower 2. S is the number of literals that
// follow the match. An extended length adds 255 for each zero byte and then the first byte that is not zero.
// Only if the first byte of a stream is above 17 does it mean a number of literals, which is 17 less.

/** No byte of an LZO1X stream represents more than 255 bytes of output (a zero in an extended length). */
const MOST_RATIO = 255

/** The state after four or more literals; the states 0 to 3 are numbers of literals after a match. */
const LONG_RUN = 4

/** From this length on, moving bytes by the platform's bulk call costs less than a loop. */
const BULK = 48

function truncated(offset: number): CodecError {
  return new CodecError('lzo', 'truncated', offset, 'the stream ends before its end marker 11 00 00')
}

function tooLong(offset: number, size: number): CodecError {
  return new CodecError('lzo', 'size', offset, `the stream gives more than the ${plural(size, 'byte')} promised`)
}

/** Checks what must hold when the end marker has been read, up to `ip`, and `op` bytes were given. */
function checkEnd(input: Uint8Array, ip: number, op: number, size: number): void {
  if (op !== size) {
    throw new CodecError(
      'lzo',
      'size',
      ip,
      `${plural(size, 'byte was', 'bytes were')} promised, the stream gives ${op}`,
    )
  }
  if (ip !== input.length) {
    throw new CodecError(
      'lzo',
      'corrupt',
      ip,
      `${plural(input.length - ip, 'byte follows', 'bytes follow')} the end marker`,
    )
  }
}

/** Decodes one LZO1X stream to exactly `size` bytes; see {@link Codec.decompress}. */
export function decompressLzo(input: Uint8Array, size: number): Uint8Array {
  const end = input.length
  checkSize('lzo', size, end * MOST_RATIO)
  const output = new Uint8Array(size)
  let ip = 0
  let op = 0
  let state = 0
  let literals = 0

  if (end > 0 && (input[0] as number) > 17) {
    literals = (input[0] as number) - 17
    state = Math.min(literals, LONG_RUN)
    ip = 1
  }

  for (;;) {
    if (literals > 0) {
      if (literals > end - ip) throw truncated(end)
      if (literals > size - op) throw tooLong(ip, size)
      if (literals < BULK) {
        const stop = op + literals
        while (op < stop) output[op++] = input[ip++] as number
      } else {
        output.set(input.subarray(ip, ip + literals), op)
        op += literals
        ip += literals
      }
    }

    if (ip >= end) throw truncated(end)
    const start = ip
    const code = input[ip++] as number
    let length: number
    let distance: number
    if (code >= 64) {
      if (ip >= end) throw truncated(end)
      length = (code >> 5) + 1
      distance = 1 + ((code >> 2) & 7) + ((input[ip++] as number) << 3)
      state = code & 3
    } else if (code >= 16) {
      const mask = code >= 32 ? 31 : 7
      length = code & mask
      if (length === 0) {
        length = mask
        while (ip < end && input[ip] === 0) {
          length += 255
          ip++
        }
        if (ip >= end) throw truncated(end)
        length += input[ip++] as number
      }
      length += 2
      if (end - ip < 2) throw truncated(end)
      const pair = (input[ip] as number) | ((input[ip + 1] as number) << 8)
      ip += 2
      state = pair & 3
      if (code >= 32) distance = 1 + (pair >> 2)
      else {
        distance = 16384 + ((code & 8) << 11) + (pair >> 2)
        if (distance === 16384) {
          if (code !== 17 || state !== 0)
            throw new CodecError('lzo', 'corrupt', start, 'expected the end marker 11 00 00')
          checkEnd(input, ip, op, size)
          return output
        }
      }
    } else if (state === 0) {
      literals = code
      if (literals === 0) {
        literals = 15
        while (ip < end && input[ip] === 0) {
          literals += 255
          ip++
        }
        if (ip >= end) throw truncated(end)
        literals += input[ip++] as number
      }
      literals += 3
      state = LONG_RUN
      continue
    } else {
      if (ip >= end) throw truncated(end)
      const near = 1 + (code >> 2) + ((input[ip++] as number) << 2)
      length = state === LONG_RUN ? 3 : 2
      distance = state === LONG_RUN ? near + 2048 : near
      state = code & 3
    }

    if (distance > op) {
      throw new CodecError(
        'lzo',
        'corrupt',
        start,
        `a match reaches back ${plural(distance, 'byte')}, but only ${op} were given`,
      )
    }
    if (length > size - op) throw tooLong(start, size)
    const stop = op + length
    if (length < BULK) {
      for (let from = op - distance; op < stop; ) output[op++] = output[from++] as number
    } else if (distance === 1) {
      output.fill(output[op - 1] as number, op, stop)
      op = stop
    } else {
      // An overlapping match repeats its first `distance` bytes: copy what is there, which doubles it, until
      // the length is reached.
      const from = op - distance
      while (op < stop) {
        const part = Math.min(stop - op, op - from)
        output.copyWithin(op, from, from + part)
        op += part
      }
    }
    literals = state
  }
}
