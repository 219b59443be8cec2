import {
  ObjectFlag,
  ObjectFlagHigh,
  ObjectFlagLow,
  objectFlagOf,
  PackageFlag,
  packageFlagOf,
  Version,
} from '@ukit/container'
import { PackageError } from '@ukit/files'
import type { PackageEdit } from './document.js'
import type { EditExport } from './entries.js'

/** The package flags that say how the file is stored: saving sets them. */
const STORAGE = PackageFlag.StoreCompressed | PackageFlag.StoreFullyCompressed

/**
 * A list of changes of flags: each word is a name (or `0x…`) with `+` or `-` in front; `+` may be left out,
 * `!` is the same as `-`.
 */
function changesOf(list: string): { name: string; on: boolean }[] {
  const words = list.split(/[\s,|]+/).filter((word) => word !== '')
  if (words.length === 0) throw new PackageError('refused', 'expected flags such as +AllowDownload,-ClientOptional')
  return words.map((word) => ({ name: word.replace(/^[+!-]/, ''), on: !/^[!-]/.test(word) }))
}

/**
 * *Sets and clears flags of the package*, by name: `+AllowDownload,-ServerSideOnly`.
 *
 * @throws {PackageError} `refused` for a flag that nobody knows, and for those that say how the file is
 *   compressed.
 */
export function setPackageFlags(edit: PackageEdit, list: string): void {
  let { flags } = edit.summary
  for (const { name, on } of changesOf(list)) {
    const bit = packageFlagOf(name, edit.package.version)
    if (bit === undefined) throw unknownFlagError(name)
    if (edit.package.context.since(Version.PlainIndices) && (bit & STORAGE) !== 0) {
      throw new PackageError('refused', `${name} says how the file is compressed: saving sets it`)
    }
    flags = (on ? flags | bit : flags & ~bit) >>> 0
  }
  edit.summary.flags = flags
  edit.revision++
}

/**
 * *Sets and clears flags of an object*, by name: `+Public,-Transient`.
 *
 * @throws {PackageError} `refused` for a flag that nobody knows, and for those that decide how the object's
 *   bytes are laid out.
 */
export function setObjectFlags(edit: PackageEdit, object: EditExport, list: string): void {
  let { flags, flagsHigh } = object
  const isUE3 = edit.package.context.since(Version.Flags64)
  for (const { name, on } of changesOf(list)) {
    const bit = objectFlagOf(name, edit.package.version)
    if (bit === undefined) throw unknownFlagError(name)
    const decides = isUE3
      ? (bit.high & ObjectFlagHigh.HasStack) !== 0 || (bit.low & ObjectFlagLow.ClassDefaultObject) !== 0
      : (bit.low & ObjectFlag.HasStack) !== 0
    if (decides) {
      throw new PackageError(
        'refused',
        `${name} decides how the object's bytes are laid out, so it cannot be changed alone`,
        { object: object.path },
      )
    }
    flags = (on ? flags | bit.low : flags & ~bit.low) >>> 0
    flagsHigh = (on ? flagsHigh | bit.high : flagsHigh & ~bit.high) >>> 0
  }
  object.flags = flags
  object.flagsHigh = flagsHigh
  edit.revision++
}

function unknownFlagError(name: string): PackageError {
  return new PackageError(
    'refused',
    `no flag is called ${JSON.stringify(name)}: use its name in the engine, as "ukit info" and ` +
      '"ukit ls" print it, or 0x and its bits',
  )
}
