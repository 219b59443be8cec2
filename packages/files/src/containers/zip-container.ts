import { openZip, type ZipArchive, ZipError, type ZipErrorKind } from '@ukit/codecs/zip'
import { type ErrorKind, PackageError } from '../error.js'
import { memorySource } from '../source/memory-source.js'
import type { ByteSource } from '../source/source.js'
import type { Container, ContainerKind } from './container.js'

/** The record that ends a zip, and the longest comment after it (APPNOTE 4.3.16: a 16-bit length). */
const END_RECORD = 22
const END_SIGNATURE = [0x50, 0x4b, 0x05, 0x06]
const LONGEST_COMMENT = 0xffff

/**
 * A file of a zip is inflated into memory as a whole. No package is larger: its offsets are signed 32-bit
 * numbers.
 */
const LARGEST_ENTRY = 0x7fff_ffff

/** Zip archives: stored or deflated files, zip64, with or without other bytes in front. */
export const zipKind: ContainerKind = {
  kind: 'zip',
  recognises: hasEndRecord,
  async open(source) {
    let archive: ZipArchive
    try {
      archive = await openZip(source)
    } catch (error) {
      throw translate(error)
    }
    return zipContainer(archive)
  },
}

/** A zip is known by its end: what is at its start may be another program's. */
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

function zipContainer(archive: ZipArchive): Container {
  return {
    kind: 'zip',
    entries: archive.entries,
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
