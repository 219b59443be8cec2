import { openZip, salvageZip, type ZipArchive, ZipError, type ZipErrorKind } from '@ukit/codecs/zip'
import { plural } from '@ukit/text/internal'
import { type ErrorKind, PackageError } from '../error.js'
import { memorySource } from '../source/memory-source.js'
import type { ByteSource } from '../source/source.js'
import type { Container, ContainerKind } from './container.js'

/** The record that ends a zip, and the longest comment after it (APPNOTE 4.3.16: a 16-bit length). */
const END_RECORD = 22
const END_SIGNATURE = [0x50, 0x4b, 0x05, 0x06]
/** The header before the first file. */
const START_SIGNATURE = [0x50, 0x4b, 0x03, 0x04]
const LONGEST_COMMENT = 0xffff

/**
 * A file of a zip is inflated into memory as a whole. No package is larger: its offsets are signed 32-bit
 * numbers.
 */
const LARGEST_ENTRY = 0x7fff_ffff

/**
 * Zip archives: stored or deflated files, zip64, with or without other bytes in front. Of one whose directory
 * is missing or damaged, the files that are whole.
 */
export const zipKind: ContainerKind = {
  kind: 'zip',
  recognises: async (source) => (await hasEndRecord(source)) || (await startsLikeZip(source)),
  async open(source) {
    try {
      return zipContainer(await openZip(source))
    } catch (error) {
      const salvaged =
        error instanceof ZipError && error.kind === 'format' ? await salvagedContainer(source) : undefined
      if (salvaged !== undefined) return salvaged
      throw translate(error)
    }
  },
}

/** What is whole of a zip without its directory; `undefined` when that is nothing. */
async function salvagedContainer(source: ByteSource): Promise<Container | undefined> {
  const found = await salvageZip(source)
  if (found === undefined) return undefined
  const { archive, broken } = found
  const { length } = archive.entries
  const cut = broken === undefined ? '' : `, and "${broken}" is not complete`
  const whole = length === 0 ? 'no file in it is whole' : `${plural(length, 'file')} before that can be read`
  const damage = `it is a zip archive whose directory is missing: it was cut off, or is damaged; ${whole}${cut}`
  if (length === 0) throw new PackageError('truncated', damage)
  return zipContainer(archive, damage)
}

/** An archive that was cut off has lost its end. */
async function startsLikeZip(source: ByteSource): Promise<boolean> {
  const head = await source.slice(0, Math.min(START_SIGNATURE.length, source.byteLength))
  return START_SIGNATURE.every((byte, i) => head[i] === byte)
}

/** Whether the file ends like a zip: what is at its start may be another program. */
async function hasEndRecord(source: ByteSource): Promise<boolean> {
  const { byteLength } = source
  // Nearly every zip has no comment; the long tail is read only if the short one is not enough.
  for (const length of [END_RECORD, END_RECORD + LONGEST_COMMENT]) {
    const tail = await source.slice(Math.max(0, byteLength - length), byteLength)
    for (let at = tail.length - END_RECORD; at >= 0; at--) {
      if (END_SIGNATURE.every((byte, i) => tail[at + i] === byte)) return true
    }
  }
  return false
}

function zipContainer(archive: ZipArchive, damage?: string): Container {
  return {
    kind: 'zip',
    entries: archive.entries,
    ...(damage === undefined ? {} : { damage }),
    async open(name) {
      try {
        return memorySource(await archive.read(name, LARGEST_ENTRY))
      } catch (error) {
        throw translate(error)
      }
    },
  }
}

const KINDS: Readonly<Record<ZipErrorKind, ErrorKind>> = {
  format: 'bad-value',
  missing: 'io',
  encrypted: 'unsupported',
  method: 'unsupported',
  size: 'limit',
  corrupt: 'compression',
  checksum: 'compression',
}

function translate(error: unknown): unknown {
  return error instanceof ZipError ? new PackageError(KINDS[error.kind], error.message, { cause: error }) : error
}
