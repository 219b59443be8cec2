import { EditExport, type EditObject, type PackageEdit } from '@ukit/edit'
import type { LoadedPackages } from './loaded-packages.js'

/** Of an object: a DLL brings it along. */
const NATIVE = 0x400_0000

/** What a compiler makes of a package's files, in the order in which it makes it. */
export interface CreationOrder {
  readonly exports: readonly EditExport[]
  /**
   * Classes in the order of their files, supers that were not there yet right after the class that needs
   * them.
   */
  readonly heads: readonly EditExport[]
  /** Classes in the order in which they are compiled. */
  readonly compiled: readonly EditExport[]
}

/**
 * *The order in which the compiler of UE1 and UE2 creates the objects of a package.*
 *
 * First the files are read: for each its class, the superclass if that is new, and the text; in UE1 the
 * native classes are there before, since the DLL of the package brings them along. What `#exec` lines import
 * comes next. Then the classes are compiled, walking the tree of all classes of the process from `Object` on,
 * subclasses in the order in which they were created; each class's fields in the order of the text, what is
 * in a field right after it.
 *
 * @param edit its exports are in the order of the text inside each class.
 * @param files names of the classes, in the order of their files.
 */
export function creationOrder(edit: PackageEdit, files: readonly string[], loaded: LoadedPackages): CreationOrder {
  const classes = new Map<string, EditExport>()
  for (const entry of edit.exports)
    if (entry.class === null && entry.outer === null) classes.set(entry.name.toLowerCase(), entry)
  const texts = new Map<EditObject, EditExport>()
  for (const entry of edit.exports)
    if (entry.outer !== null && entry.className === 'TextBuffer' && !texts.has(entry.outer))
      texts.set(entry.outer, entry)
  const heads = new Set<EditExport>()
  if (edit.package.context.engine === 1)
    for (const entry of classes.values()) if ((entry.flags & NATIVE) !== 0) heads.add(entry)
  const first = new Set<EditExport>(heads)
  for (const file of files) {
    const entry = classes.get(file.toLowerCase())
    if (entry === undefined) continue
    heads.add(entry)
    first.add(entry)
    if (entry.super instanceof EditExport) {
      heads.add(entry.super)
      first.add(entry.super)
    }
    const text = texts.get(entry)
    if (text !== undefined) first.add(text)
  }
  for (const entry of classes.values()) heads.add(entry)
  const compiled = inTreeOrder([...heads], edit.name, loaded)
  const members = new Map<EditExport | null, EditExport[]>()
  for (const entry of edit.exports) {
    if (first.has(entry)) continue
    const root = classOf(entry, heads)
    const list = members.get(root)
    if (list === undefined) members.set(root, [entry])
    else list.push(entry)
  }
  const others = members.get(null) ?? []
  return {
    exports: [...first, ...others, ...compiled.flatMap((entry) => members.get(entry) ?? [])],
    heads: [...heads],
    compiled,
  }
}

/** The class that an object is in, or is; `null` for what is not of a class. */
function classOf(entry: EditExport, classes: ReadonlySet<EditExport>): EditExport | null {
  for (let at: EditObject | null = entry; at instanceof EditExport; at = at.outer) if (classes.has(at)) return at
  return null
}

/** Classes as a walk of the class tree comes to them. */
function inTreeOrder(heads: readonly EditExport[], packageName: string, loaded: LoadedPackages): EditExport[] {
  const own = new Map(heads.map((entry, index) => [entry, index]))
  const after = Number.MAX_SAFE_INTEGER / 2
  /** Where each class on the way down from the top comes among those of the same super. */
  const wayTo = (entry: EditExport): number[] => {
    const way: number[] = []
    let at: EditObject | null = entry
    for (; at instanceof EditExport && way.length <= heads.length; at = at.super)
      way.unshift(after + (own.get(at) ?? 0))
    const above = at === null ? loaded.chainOf(`${packageName}.${entry.name}`).slice(0, -1) : loaded.chainOf(at.path)
    return [...above.map((path) => loaded.objectRank(path) ?? after), ...way]
  }
  const ways = new Map(heads.map((entry) => [entry, wayTo(entry)]))
  return [...heads].sort((a, b) => compareWays(ways.get(a) ?? [], ways.get(b) ?? []))
}

function compareWays(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const order = (a[at] ?? 0) - (b[at] ?? 0)
    if (order !== 0) return order
  }
  return a.length - b.length
}
