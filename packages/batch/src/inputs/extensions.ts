import { packageFileKind } from '@ukit/container'
import type { ExpandOptions } from './input.js'

/** Extensions of installers, which `info` describes. */
const INSTALLER_EXTENSIONS: ReadonlySet<string> = new Set(['umod', 'ut2mod', 'ut4mod', 'rmod'])

/** Tells whether a file's name is that of an archive or installer, which may contain packages. */
export function isArchiveName(name: string): boolean {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return extension === 'zip' || INSTALLER_EXTENSIONS.has(extension)
}

/** The name of the file in a compressed download, without `.uz`; other names as they are. */
export function unpackedName(name: string): string {
  return isDownloadName(name) ? name.slice(0, name.lastIndexOf('.')) : name
}

/** Extensions of compressed downloads. */
const DOWNLOAD_EXTENSIONS: ReadonlySet<string> = new Set(['uz', 'uz2', 'uz3'])

/** Tells whether a file's name is that of a compressed download. */
export function isDownloadName(name: string): boolean {
  return kindByName(name) === 'download'
}

/**
 * The kind of a file in a folder or container, by its name. Files with an extension of packages are taken
 * from a folder without looking at their bytes, so that a damaged one is reported and not skipped; a file
 * with any other extension is taken if it begins like a package. Saved games belong to the second group:
 * other programs use their extensions too.
 */
function kindByName(name: string): 'package' | 'installer' | 'download' | 'unknown' {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  if (isPackageExtension(extension)) return 'package'
  if (INSTALLER_EXTENSIONS.has(extension)) return 'installer'
  return DOWNLOAD_EXTENSIONS.has(extension) ? 'download' : 'unknown'
}

function isPackageExtension(extension: string): boolean {
  const kind = packageFileKind(extension)
  return kind !== undefined && kind !== 'save'
}

/** Tells whether a file in a folder or container is taken by its name alone. */
export function isTaken(name: string, { others = false, downloads = false }: ExpandOptions): boolean {
  const kind = kindByName(name)
  return downloads ? kind === 'download' : kind === 'package' || (others && kind !== 'unknown')
}
