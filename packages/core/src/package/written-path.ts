import { ExportObject, ImportObject, type PackageObject } from './package-object.js'

/**
 * *Path of an object as source names it*, its package in front: cooking (UE3) puts other packages into one,
 * as groups whose exports are forced, and source names those.
 */
export function writtenPath(object: PackageObject): string {
  if (object instanceof ImportObject || isOfOtherPackage(object)) return object.path
  return `${object.package.name}.${object.path}`
}

/** Forced export: of UDK's cooked packages, every package that was put into them has it. */
const FORCED = 1

function isOfOtherPackage(object: PackageObject): boolean {
  let top: PackageObject = object
  // Objects are never deeper; ends a circle that a damaged package has.
  for (let depth = 0; top.outer !== null && depth < MOST_OUTERS; depth++) top = top.outer
  return top !== object && top instanceof ExportObject && (top.entry.exportFlags & FORCED) !== 0
}

/** More objects are never inside each other. */
const MOST_OUTERS = 128
