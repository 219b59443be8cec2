import type { ExportObject, ImportObject, Package, PackageObject } from '@ukit/core'
import { plural } from '@ukit/text/internal'
import type { Both, FunctionChange } from './diff-objects.js'
import type { DeclaredFields, DeclaredVariable } from './diff-script.js'
import { type ExportPair, type ExportsDiff, isPublic } from './diff-tables.js'

/** What is wrong for a package that was made against the old one. */
export type BreakageKind =
  /** A public object is gone, or at another path: importing it fails. */
  | 'removed'
  /** It is there, but no longer public: importing it fails. */
  | 'private'
  /** It is of another class: importing it as what it was fails. */
  | 'retyped'
  /** A class, state, struct or function inherits from something else. */
  | 'super'
  /** A function is called in another way: code compiled against the old one passes the wrong things. */
  | 'signature'
  /**
   * The variables of a class or struct are others, or are in another order: compiled (native) code and sizes
   * no longer fit.
   */
  | 'layout'
  /** The values of an enum have other numbers. */
  | 'enum'

/** *One thing that a package which imports from the old one may stumble over.* */
export interface Breakage {
  /** What kind of change breaks them. */
  readonly kind: BreakageKind
  /** Path of the object that they use. */
  readonly object: string
  /** Name of its class. */
  readonly class: string
  /** What no longer works: a sentence for a person. */
  readonly message: string
}

/** What the changes break, in the order of `BreakageKind`. */
export async function breakages(
  exports: ExportsDiff,
  pairs: readonly ExportPair[],
  functions: readonly FunctionChange[],
  declared: Both<DeclaredFields>,
): Promise<Breakage[]> {
  const found: Breakage[] = [...removals(exports)]
  for (const { before, after } of pairs) found.push(...rowBreakages(before, after))
  for (const { path, signature } of functions) {
    if (signature === null) continue
    const message = `was ${signature.before}, is ${signature.after}`
    found.push({ kind: 'signature', object: path, class: 'Function', message })
  }
  for (const { before, after } of pairs) {
    if (isLayout(before) && isLayout(after)) found.push(...(await layoutBreakage(before, after, declared)))
    if (before.className === 'Enum' && after.className === 'Enum') {
      found.push(...(await enumBreakage(before, after, declared)))
    }
  }
  const order: readonly BreakageKind[] = ['removed', 'private', 'retyped', 'super', 'signature', 'layout', 'enum']
  return order.flatMap((kind) => found.filter((one) => one.kind === kind))
}

/**
 * Public objects that are gone or moved; of a tree that went together only its top, and nothing inside
 * functions, which nobody imports.
 */
function* removals({ removed, moved }: ExportsDiff): Generator<Breakage> {
  const gone = new Set(removed.map(({ path }) => path.toLowerCase()))
  const functions = new Set(removed.filter((one) => one.class === 'Function').map(({ path }) => path.toLowerCase()))
  const insides = countsInside(removed.map(({ path }) => path.toLowerCase()))
  for (const { path, class: className, public: isPublicOne } of removed) {
    if (!isPublicOne || hasOuter(path, gone) || hasOuter(path, functions)) continue
    if (className.endsWith('Property')) {
      // Variables of a class that stays: the layout reports them, and parameters and locals concern no other
      // package.
      continue
    }
    const inside = insides.get(path.toLowerCase()) ?? 0
    const message = inside === 0 ? 'is gone' : `is gone with ${plural(inside, 'object')} inside`
    yield { kind: 'removed', object: path, class: className, message }
  }
  for (const { before, after, class: className } of moved) {
    yield { kind: 'removed', object: before, class: className, message: `is ${after} now` }
  }
}

/** How many of the paths are inside each path: one pass, for packages of which thousands of objects go. */
function countsInside(paths: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const path of paths) {
    for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
      const outer = path.slice(0, dot)
      counts.set(outer, (counts.get(outer) ?? 0) + 1)
    }
  }
  return counts
}

function hasOuter(path: string, paths: ReadonlySet<string>): boolean {
  let outer = path.toLowerCase()
  for (let dot = outer.lastIndexOf('.'); dot > 0; dot = outer.lastIndexOf('.')) {
    outer = outer.slice(0, dot)
    if (paths.has(outer)) return true
  }
  return false
}

function* rowBreakages(before: ExportObject, after: ExportObject): Generator<Breakage> {
  if (before.className.endsWith('Property')) return
  const place = { object: before.path, class: before.className }
  if (isPublic(before) && !isPublic(after)) yield { kind: 'private', ...place, message: 'is no longer public' }
  if (before.className.toLowerCase() !== after.className.toLowerCase()) {
    if (isPublic(before))
      yield { kind: 'retyped', ...place, message: `was a ${before.className}, is a ${after.className}` }
  } else if (textOf(before.super) !== textOf(after.super)) {
    const named = (object: PackageObject | null) => object?.path ?? 'nothing'
    yield { kind: 'super', ...place, message: `extended ${named(before.super)}, extends ${named(after.super)}` }
  }
}

function textOf(object: PackageObject | null): string {
  return object === null ? '' : object.toString().toLowerCase()
}

function isLayout(object: ExportObject): boolean {
  return (object.entry.class === 0 && object.entry.size > 0) || /^(?:Struct|ScriptStruct)$/.test(object.className)
}

async function layoutBreakage(
  before: ExportObject,
  after: ExportObject,
  declared: Both<DeclaredFields>,
): Promise<Breakage[]> {
  const [old, now] = [await declared.before.variables(before), await declared.after.variables(after)]
  const message = layoutChange(old, now)
  return message === undefined ? [] : [{ kind: 'layout', object: before.path, class: before.className, message }]
}

/** Names that a message lists. */
const MOST_NAMES = 6

/** How the variables of a class differ; `undefined` when order, types and dimensions are the same. */
function layoutChange(old: readonly DeclaredVariable[], now: readonly DeclaredVariable[]): string | undefined {
  const text = ({ name, type, dim }: DeclaredVariable) => `${type} ${name}${dim > 1 ? `[${dim}]` : ''}`
  const same = (a: DeclaredVariable, b: DeclaredVariable | undefined) =>
    b !== undefined && text(a).toLowerCase() === text(b).toLowerCase()
  if (old.length === now.length && old.every((variable, i) => same(variable, now[i]))) return undefined
  const find = (list: readonly DeclaredVariable[], { name }: DeclaredVariable) =>
    list.find((other) => other.name.toLowerCase() === name.toLowerCase())
  const added = now.filter((variable) => find(old, variable) === undefined)
  const removed = old.filter((variable) => find(now, variable) === undefined)
  const retyped = old.flatMap((variable) => {
    const other = find(now, variable)
    return other === undefined || same(variable, other) ? [] : [`${text(variable)} is ${text(other)}`]
  })
  const parts: string[] = []
  if (removed.length > 0) parts.push(`removed ${listOf(removed.map(text))}`)
  if (retyped.length > 0) parts.push(listOf(retyped))
  if (added.length > 0) {
    const atEnd = old.every((variable, i) => same(variable, now[i]))
    parts.push(`added ${atEnd ? 'at the end ' : ''}${listOf(added.map(text))}`)
  }
  const key = ({ name }: DeclaredVariable) => name.toLowerCase()
  const [oldOrder, nowOrder] = [
    old.filter((variable) => find(now, variable) !== undefined).map(key),
    now.filter((variable) => find(old, variable) !== undefined).map(key),
  ]
  if (oldOrder.some((name, i) => name !== nowOrder[i]))
    parts.push(`${parts.length > 0 ? 'the others' : 'they'} are in a different order`)
  return parts.join('; ')
}

function listOf(texts: readonly string[]): string {
  const shown = texts.slice(0, MOST_NAMES).join(', ')
  return texts.length > MOST_NAMES ? `${shown} and ${texts.length - MOST_NAMES} more` : shown
}

async function enumBreakage(
  before: ExportObject,
  after: ExportObject,
  declared: Both<DeclaredFields>,
): Promise<Breakage[]> {
  const [old, now] = [await declared.before.enumNames(before), await declared.after.enumNames(after)]
  if (old === undefined || now === undefined) return []
  const at = old.findIndex((name, i) => name.toLowerCase() !== now[i]?.toLowerCase())
  if (at < 0) return []
  const message = `value ${at} was ${old[at]}, is ${now[at] ?? 'none'}`
  return [{ kind: 'enum', object: before.path, class: 'Enum', message }]
}

/** Why a package does not give an object that another one imports. */
export interface ImportRefusal {
  /**
   * It is not there; it is of another class (also of one that extends the wanted one: an import names the
   * class exactly); it is not public.
   */
  readonly reason: 'missing' | 'retyped' | 'private'
  /** The class that is there instead, for `retyped`. */
  readonly found: string | null
}

/** *An import of a package that another version of the imported package does not satisfy.* */
export interface UnsatisfiedImport extends ImportRefusal {
  /** Path in the imported package, and class. */
  readonly path: string
  /** Name of the class that the import asks for. */
  readonly class: string
}

/**
 * *Whether an import is satisfied by the objects at its path*: there may be several, such as a state and a
 * function of one name.
 *
 * @param className as in `offered`: with or without its package, ignoring case.
 * @returns `undefined` when one of them is of that class and public.
 */
export function refusalOf(
  offered: readonly { readonly class: string; readonly public: boolean }[],
  className: string,
): ImportRefusal | undefined {
  const [first] = offered
  if (first === undefined) return { reason: 'missing', found: null }
  const wanted = className.toLowerCase()
  const fitting = offered.filter((object) => object.class.toLowerCase() === wanted)
  if (fitting.length === 0) return { reason: 'retyped', found: first.class }
  return fitting.some((object) => object.public) ? undefined : { reason: 'private', found: null }
}

/**
 * *What `user` imports from a package, and `after` does not have*: another version that would take the place
 * of `before`. What `before` does not have either is left out: it was missing already.
 *
 * @param name the imported package's name, as `user` knows it.
 */
export function unsatisfiedImports(
  user: Package,
  before: Package,
  after: Package,
  name: string = before.name,
): UnsatisfiedImport[] {
  const found: UnsatisfiedImport[] = []
  const [old, now] = [new PublicObjects(before), new PublicObjects(after)]
  for (const imported of user.imports) {
    const path = pathIn(imported, name.toLowerCase())
    if (path === undefined || old.problem(path, imported.className) !== undefined) continue
    const problem = now.problem(path, imported.className)
    if (problem !== undefined) found.push({ path, class: imported.className, ...problem })
  }
  return found
}

/**
 * Path of an import inside the package; `undefined` for an import of another one, and for the package itself.
 */
function pathIn(imported: ImportObject, key: string): string | undefined {
  const path = imported.path
  const dot = path.indexOf('.')
  return dot > 0 && path.slice(0, dot).toLowerCase() === key ? path.slice(dot + 1) : undefined
}

const OBJECTS = new WeakMap<Package, Map<string, ExportObject[]>>()

class PublicObjects {
  readonly #byPath: Map<string, ExportObject[]>

  constructor(pkg: Package) {
    let byPath = OBJECTS.get(pkg)
    if (byPath === undefined) {
      byPath = new Map()
      for (const object of pkg.exports) {
        if (object.isNull) continue
        const key = object.path.toLowerCase()
        const list = byPath.get(key)
        if (list === undefined) byPath.set(key, [object])
        else list.push(object)
      }
      OBJECTS.set(pkg, byPath)
    }
    this.#byPath = byPath
  }

  /** Why an object cannot be imported. */
  problem(path: string, className: string): ImportRefusal | undefined {
    const here = this.#byPath.get(path.toLowerCase()) ?? []
    return refusalOf(
      here.map((object) => ({ class: object.className, public: isPublic(object) })),
      className,
    )
  }
}
