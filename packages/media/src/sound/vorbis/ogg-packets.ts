import { plural } from '@ukit/text/internal'
import { MediaError } from '../../media-error.js'
import { joined } from '../joined.js'

/** *The packets of an Ogg file's first stream* (RFC 3533). */
export interface OggPackets {
  readonly packets: readonly Uint8Array[]
  /** Where the last page ends, in samples of each channel; `undefined` when no page says. */
  readonly samples: number | undefined
  readonly notes: readonly string[]
}

const HEAD_BYTES = 27
/** The flag of a page that continues a packet; a page without it drops an unfinished one. */
const CONTINUED = 1

/** @throws {MediaError} `broken` when it does not begin with a page. */
export function readOgg(bytes: Uint8Array): OggPackets {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const packets: Uint8Array[] = []
  const notes: string[] = []
  let parts: Uint8Array[] = []
  let serial: number | undefined
  let samples: number | undefined
  let at = 0
  while (at + HEAD_BYTES <= bytes.length) {
    if (!isPage(bytes, at)) {
      if (at === 0) throw new MediaError('broken', 'expected an Ogg page at its beginning, found none')
      const next = findPage(bytes, at)
      notes.push(`${plural(next - at, 'byte')} at ${at} ${next - at === 1 ? 'is' : 'are'} not an Ogg page`)
      at = next
      continue
    }
    const segments = bytes.subarray(at + HEAD_BYTES, at + HEAD_BYTES + view.getUint8(at + 26))
    const isOurs = serial === undefined || view.getUint32(at + 14, true) === serial
    serial ??= view.getUint32(at + 14, true)
    if (isOurs && (view.getUint8(at + 5) & CONTINUED) === 0) parts = []
    let body = at + HEAD_BYTES + view.getUint8(at + 26)
    for (const length of segments) {
      if (isOurs) {
        parts.push(bytes.subarray(body, body + length))
        if (length < 255) {
          packets.push(joined(parts))
          parts = []
        }
      }
      body += length
    }
    const granule = view.getBigInt64(at + 6, true)
    if (isOurs && granule >= 0n) samples = Number(granule)
    if (body > bytes.length) notes.push('its last page is cut short')
    at = body
  }
  return { packets, samples, notes }
}

function isPage(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0x4f && bytes[at + 1] === 0x67 && bytes[at + 2] === 0x67 && bytes[at + 3] === 0x53
}

function findPage(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0x4f, from); at >= 0; at = bytes.indexOf(0x4f, at + 1)) if (isPage(bytes, at)) return at
  return bytes.length
}
