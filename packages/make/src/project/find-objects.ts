import { ExportObject, ImportObject, type Package, type PackageObject } from '@ukit/core'
import { EditExport, importAt, type PackageEdit } from '@ukit/edit'
import { type ClassSymbol, type World, writtenPath } from '@ukit/script'
import { classAndSupers } from '../declare/class-and-supers.js'
import type { FindObject } from '../draft/draft.js'
import { addByName, OwnObjects } from '../draft/own-objects.js'

/**
 * *Finds what literals such as `Texture'Skins.Red'` mean*: objects of the document, which `#exec` has made,
 * then those of other packages, which are imported. As for the engine, groups may be left out, and the
 * package too.
 *
 * @param world what is known of classes, once it is.
 * @param packages that are loaded, in the order in which they are searched.
 * @param unseen whether objects of a package (its name in lower case) are imported without being found: the
 *   path in the literal has to be whole then.
 */
export function objectFinder(
  edit: PackageEdit,
  world: () => World | undefined,
  packages: () => readonly Package[],
  unseen: (packageName: string) => boolean,
): FindObject {
  const own = new OwnObjects(edit)
  const elsewhere = new Map<Package, ReadonlyMap<string, readonly ExportObject[]>>()
  const namedIn = (pkg: Package, name: string): readonly ExportObject[] => {
    let byName = elsewhere.get(pkg)
    if (byName === undefined) {
      byName = groupedByName(pkg.exports)
      elsewhere.set(pkg, byName)
    }
    return byName.get(name) ?? []
  }
  return (className, path) => {
    const parts = path.toLowerCase().split('.')
    const name = parts.at(-1) ?? ''
    const groups = parts.slice(0, -1)
    const known = world()
    const wanted = known?.class(className)
    const fits = (of: string) => of.toLowerCase() === className.toLowerCase() || extendsIt(known?.class(of), wanted)
    const mine = nearest(own.named(name), groups, edit.name, fits)
    if (mine !== undefined) return { reference: mine, class: undefined }
    for (const pkg of inOrder(packages(), groups[0])) {
      const found = nearest(namedIn(pkg, name), groups, pkg.name, fits)
      if (found === undefined) continue
      const reference = importAt(edit, writtenPath(found), classPathOf(found))
      return { reference, class: undefined }
    }
    const [root] = groups
    if (root === undefined || root === edit.name.toLowerCase() || !unseen(root)) return undefined
    return { reference: importAt(edit, path, wanted?.path ?? `Engine.${className}`), class: undefined }
  }
}

/** The package that a path begins with goes first. */
function inOrder(packages: readonly Package[], root: string | undefined): readonly Package[] {
  const meant = packages.filter(({ name }) => name.toLowerCase() === root)
  return meant.length === 0 ? packages : [...meant, ...packages.filter((one) => !meant.includes(one))]
}

function groupedByName<T extends { readonly name: string }>(objects: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const byName = new Map<string, T[]>()
  for (const object of objects) addByName(byName, object)
  return byName
}

/** More objects are never inside each other. */
const MOST_OUTERS = 128

function outersOf(object: PackageObject | EditExport): string[] {
  const names: string[] = []
  let at: { readonly name: string; readonly outer: unknown } | null = object
  for (let depth = 0; depth < MOST_OUTERS; depth++) {
    const outer: unknown = at.outer
    if (!(outer instanceof EditExport) && !(outer instanceof ExportObject)) break
    names.unshift(outer.name.toLowerCase())
    at = outer
  }
  return names
}

/** The object that is in exactly the given groups, else the first in these and others. */
function nearest<T extends PackageObject | EditExport>(
  named: readonly T[],
  groups: readonly string[],
  packageName: string,
  fits: (className: string) => boolean,
): T | undefined {
  const possible = named.filter((one) => isInside(groups, outersOf(one), packageName) && fits(one.className))
  const own = groups[0] === packageName.toLowerCase() ? groups.slice(1) : groups
  return possible.find((one) => outersOf(one).join('.') === own.join('.')) ?? possible[0]
}

/** Whether the given groups are among those that an object is in, in this order. */
function isInside(given: readonly string[], outers: readonly string[], packageName: string): boolean {
  const all = [packageName.toLowerCase(), ...outers]
  let at = 0
  for (const group of given) {
    const found = all.indexOf(group, at)
    if (found < 0) return false
    at = found + 1
  }
  return true
}

function extendsIt(of: ClassSymbol | undefined, wanted: ClassSymbol | undefined): boolean {
  if (of === undefined || wanted === undefined) return false
  for (const above of classAndSupers(of)) if (above === wanted) return true
  return false
}

/** `Engine.Texture`. */
function classPathOf(object: ExportObject): string {
  const { class: of } = object
  if (of === null) return 'Core.Class'
  if (of instanceof ImportObject) return of.path.includes('.') ? of.path : `Core.${of.name}`
  return `${object.package.name}.${of.name}`
}
