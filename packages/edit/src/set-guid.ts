import { Guid, Version } from '@ukit/container'
import type { PackageEdit } from './document.js'

/**
 * *Gives the package another GUID*, so that the engine takes it for another file. Before version 68 it is the
 * last of the heritage table.
 */
export function setGuid(edit: PackageEdit, guid: Guid): void {
  if (edit.package.context.since(Version.GuidAndGenerations)) edit.summary.guid = guid
  else if (edit.heritage.length > 0) edit.heritage[edit.heritage.length - 1] = guid
  edit.revision++
}

/**
 * *Makes it a package of its own*: another GUID, and one generation. No server or player takes it for a
 * release of what it was, and nothing in it has to keep its place any more.
 */
export function startOver(edit: PackageEdit, guid: Guid): void {
  setGuid(edit, guid)
  edit.heritage.splice(0, edit.heritage.length - 1)
  edit.summary.generations.splice(0, edit.summary.generations.length - 1)
}

/**
 * A new GUID. @param random fills an array with random numbers: `crypto.getRandomValues` of a browser or of
 * Node.
 */
export function newGuid(random: (words: Uint32Array) => Uint32Array): Guid {
  const [a = 0, b = 0, c = 0, d = 0] = random(new Uint32Array(4))
  // Version 4, variant 1, as the system calls that the engine used make them today.
  return new Guid(a, (b & 0xffff_0fff) | 0x4000, (c & 0x3fff_ffff) | 0x8000_0000, d)
}
