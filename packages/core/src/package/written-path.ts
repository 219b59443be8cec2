import { ExportObject, ImportObject, type PackageObject } from './package-object.js'

/**
 * *Path of an object as source code writes it*, beginning with its package: cooking (UE3) puts other packages
 * into one, as groups of forced exports, and source code names these packages.
 */
export function writtenPath(object: PackageObject): string {
  if (object instanceof ImportObject || isOfOtherPackage(object)) return object.path
  return `${object.package.name}.${object.path}`
}

/** Forced export: in UDK's cooked packages, every package that was put into them has this flag. */
const FORCED = 1

function isOfOtherPackage(object: PackageObject): boolean {
  let top: PackageObject = object
  // Objects are never nested more deeply; this ends a cycle in a damaged package.
  for (let depth = 0; top.outer !== null && depth < MOST_OUTERS; depth++) top = top.outer
  return top !== object && top instanceof ExportObject && (top.entry.exportFlags & FORCED) !== 0
}

/** Objects are never nested more deeply. */
const MOST_OUTERS = 128
