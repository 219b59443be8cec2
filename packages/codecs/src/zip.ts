import type { ZipArchive, ZipSource } from './opened-zip.js'
import type { SalvagedZip } from './zip-salvage.js'

export type { ZipArchive, ZipEntry, ZipSource } from './opened-zip.js'
export { ZipError, type ZipErrorKind } from './zip-error.js'
export type { SalvagedZip } from './zip-salvage.js'
export { type WriteZipOptions, writeZip, type ZipInput } from './zip-write.js'

/**
 * Opens a zip (also zip64, and with other bytes before it), reading only its directory.
 *
 * The library that understands zip is loaded when this is first called.
 *
 * @throws {ZipError} when the bytes are not a zip, or its directory is damaged.
 */
export async function openZip(source: ZipSource): Promise<ZipArchive> {
  const { openArchive } = await import('./zip-archive.js')
  return openArchive(source)
}

/**
 * *Opens what is whole of a zip whose directory is missing or damaged*, as after a download that was cut off:
 * the files are found one after the other by the headers before them.
 *
 * @returns `undefined` when the bytes do not start like a zip.
 */
export async function salvageZip(source: ZipSource): Promise<SalvagedZip | undefined> {
  const { salvage } = await import('./zip-salvage.js')
  return salvage(source)
}
