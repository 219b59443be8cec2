import type { ExportObject, Package } from '@ukit/core'
import { importAt, importObject, type PackageEdit } from '@ukit/edit'
import type { ClassSymbol, World } from '@ukit/script/symbols'
import { classAndSupers } from '../declare/class-and-supers.js'
import type { FindObject } from '../draft/draft.js'
import { addByName, OwnObjects } from '../draft/own-objects.js'
import type { Assets } from './assets.js'
import { nearest } from './nearest.js'
import type { OlderImports } from './older-imports.js'

/** Packages that are not available. */
export interface UnseenPackages {
  /** Tells whether objects of a package (its name in lower case) are imported without being found. */
  isAllowed(packageName: string): boolean
  /** Called when one is imported by the path in a literal, which has to be whole. */
  onImport(packageName: string): void
}

/** Older builds of the package. */
export interface OlderBuilds {
  /** Where objects come from that nothing here makes: after those of the document. */
  readonly assets: Assets | undefined
  /** What they import: it completes paths in literals when nothing else has such an object. */
  readonly imports: OlderImports | undefined
}

/**
 * *Finds what literals such as `Texture'Skins.Red'` mean*: objects of the document, which `#exec` has made,
 * then those of older packages, then those of other packages, which are imported. As for the engine, groups
 * may be left out, and the package too.
 *
 * @param world what is known of classes, once it is.
 * @param packages that are loaded, in the order in which they are searched.
 */
export function objectFinder(
  edit: PackageEdit,
  world: () => World | undefined,
  packages: () => readonly Package[],
  unseen: UnseenPackages,
  { assets, imports }: OlderBuilds,
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
    const around = packages()
    const isElsewhere = around.some((pkg) => pkg.name.toLowerCase() === groups[0])
    const row = isElsewhere ? undefined : assets?.find(name, groups, fits)
    if (row !== undefined) return { reference: row, class: undefined }
    for (const pkg of inOrder(around, groups[0])) {
      const found = nearest(namedIn(pkg, name), groups, pkg.name, fits)
      if (found === undefined) continue
      return { reference: importObject(edit, found), class: undefined }
    }
    const [root] = groups
    if (root !== undefined && (root === edit.name.toLowerCase() || !unseen.isAllowed(root))) return undefined
    const like = imports?.find(className, path, fits)
    if (root !== undefined && (like === undefined || like.path.toLowerCase() === path.toLowerCase()))
      unseen.onImport(root)
    if (like !== undefined) return { reference: like, class: undefined }
    if (root === undefined) return undefined
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

function extendsIt(of: ClassSymbol | undefined, wanted: ClassSymbol | undefined): boolean {
  if (of === undefined || wanted === undefined) return false
  for (const above of classAndSupers(of)) if (above === wanted) return true
  return false
}
