import type { Package } from './package.js'
import { ExportObject, ImportObject, type PackageObject } from './package-object.js'

/**
 * *Path of an object as source code writes it*, beginning with its package: cooking (UE3) puts other packages
 * into one, as groups of forced exports, and source code names these packages.
 */
export function writtenPath(object: PackageObject): string {
  if (object instanceof ImportObject || isOfOtherPackage(object)) return object.path
  return `${object.package.name}.${object.path}`
}

/**
 * *Path of an object as the source of its own package writes it*: without the package, so that a copy of the
 * source under another name does not refer to the old package. Compilers find an object by its name alone;
 * one that shares name and class with another object of the package keeps its path in full, and so do objects
 * of other packages.
 */
export function ownWrittenPath(object: PackageObject): string {
  if (object instanceof ImportObject || isOfOtherPackage(object)) return object.path
  return isOnlyOne(object) ? object.name : writtenPath(object)
}

/** How many exports have a class and a name, by both; made for a package when it is first asked for. */
const NUMBERS = new WeakMap<Package, ReadonlyMap<string, number>>()

function isOnlyOne(object: ExportObject): boolean {
  let numbers = NUMBERS.get(object.package)
  if (numbers === undefined) {
    const counted = new Map<string, number>()
    for (const one of object.package.exports) counted.set(keyOf(one), (counted.get(keyOf(one)) ?? 0) + 1)
    numbers = counted
    NUMBERS.set(object.package, numbers)
  }
  return numbers.get(keyOf(object)) === 1
}

function keyOf({ className, name }: ExportObject): string {
  return `${className}.${name}`.toLowerCase()
}

/** Forced export: in UDK's cooked packages, every package that was put into them has this flag. */
const FORCED = 1

/** Tells whether an export is in a package that cooking put into this one, as a group. */
export function isOfOtherPackage(object: PackageObject): boolean {
  let top: PackageObject = object
  // Objects are never nested more deeply; this ends a cycle in a damaged package.
  for (let depth = 0; top.outer !== null && depth < MOST_OUTERS; depth++) top = top.outer
  return top !== object && top instanceof ExportObject && (top.entry.exportFlags & FORCED) !== 0
}

/** Objects are never nested more deeply. */
const MOST_OUTERS = 128
