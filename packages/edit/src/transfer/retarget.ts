import { PackageError } from '@ukit/files'
import { importAt } from '../create-object.js'
import type { PackageEdit } from '../document.js'
import { type EditExport, EditImport } from '../entries.js'
import { list } from '../names.js'
import { ExportIndex, isPublic, namesTo } from './export-index.js'
import { type ObjectPlaces, redirectImports } from './redirect-imports.js'

/** What happens to references to objects that the new package lacks. */
export type MissingChoice = 'refuse' | 'leave' | 'retarget'

/** Where references lead, and where they are to lead. */
export interface RetargetRule {
  /**
   * A package, a group or an object by its path, with the package in front: `MillTex`, `MillTex.Bricks.Wall`;
   * with its class where several have the path: `Texture'MillTex.Bricks.Wall'`.
   */
  readonly from: string
  /** The same in the new package. */
  readonly to: string
}

/** How references are pointed elsewhere. */
export interface RetargetOptions {
  /** `leave` leaves those where they lead, `retarget` points them at what is not there. */
  readonly missing?: MissingChoice | undefined
  /** Stops the work; then it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
}

/** The defaults of `retargetImports`. */
export const RETARGET_DEFAULTS = { missing: 'refuse' } as const satisfies RetargetOptions

/** What came of it. */
export interface Retargeted {
  /** The packages in which references changed. */
  readonly changed: readonly PackageEdit[]
  /** What is worth telling, a line each. */
  readonly notes: readonly string[]
}

/**
 * *Points references to one object, a group or a whole package elsewhere*: imports of what is at `rule.from`
 * become imports of what is at `rule.to`, and who refers to them goes along.
 *
 * What is inside `from` keeps its path inside `to`, and has to be there with the same class. If `from` is an
 * object itself, the other one may be of another class, which is noted.
 *
 * @param users the packages whose references change.
 * @param into the package that `to` is in; it is changed only when it is one of the users.
 * @throws {PackageError} `refused` when objects are missing there or not Public, and `missing` does not say
 *   what to do with them; throw all documents away then.
 */
export async function retargetImports(
  users: readonly PackageEdit[],
  into: PackageEdit,
  rule: RetargetRule,
  options: RetargetOptions = {},
): Promise<Retargeted> {
  const retarget = new Retarget(into, rule)
  const missing = options.missing ?? RETARGET_DEFAULTS.missing
  const counts = users.map((user) => retarget.look(user, missing))
  if (missing === 'refuse' && retarget.lacking.size > 0) {
    const message =
      `${into.package.name} lacks ${list([...retarget.lacking])}; --missing leave leaves these references as ` +
      'they are, --missing retarget changes them too'
    throw new PackageError('refused', message)
  }
  if (retarget.hasPlaceholders && users.includes(into)) {
    const lacking = list([...retarget.lacking])
    const message = `${into.package.name} cannot refer to objects of its own that it lacks: ${lacking}`
    throw new PackageError('refused', message)
  }
  const changed: PackageEdit[] = []
  const notes: string[] = [...retarget.notes]
  for (const each of retarget.lacking)
    notes.push(missing === 'leave' ? `${each}: left as it was` : `${each}: retargeted unchecked`)
  for (const [i, user] of users.entries()) {
    options.signal?.throwIfAborted()
    const count = counts[i] ?? 0
    if (count === 0) continue
    await redirectImports(user, retarget)
    changed.push(user)
    const objects = count === 1 ? '1 object' : `${count} objects`
    notes.push(`${user.package.name} imports ${objects} from ${rule.to} instead of ${rule.from}`)
  }
  if (changed.length === 0 && retarget.lacking.size === 0) notes.push(`nothing refers to ${rule.from}`)
  return { changed, notes }
}

/** What imports mean after the change. */
class Retarget implements ObjectPlaces {
  readonly into: PackageEdit
  /** What the new package lacks, with the reason. */
  readonly lacking = new Set<string>()
  readonly notes = new Set<string>()
  hasPlaceholders = false
  readonly #from: readonly string[]
  readonly #to: readonly string[]
  readonly #className: string
  readonly #newClass: string
  readonly #exports: ExportIndex
  readonly #places = new Map<EditImport, EditExport>()
  readonly #placeholders = new Map<string, EditExport>()

  constructor(into: PackageEdit, { from, to }: RetargetRule) {
    this.into = into
    this.#exports = new ExportIndex(into)
    const [old, target] = [pathIn(from), pathIn(to)]
    this.#from = old.names
    this.#to = target.names
    this.#className = old.className
    this.#newClass = target.className
    if (this.#to[0]?.toLowerCase() !== into.package.name.toLowerCase())
      throw new RangeError(`${to} is not in ${into.package.name}`)
    if (from.toLowerCase() === to.toLowerCase())
      throw new PackageError('refused', `expected two different paths, found ${from} twice`)
  }

  /** Finds the places of what a package imports; how many imports change. */
  look(user: PackageEdit, missing: MissingChoice): number {
    let count = 0
    const imports = user.imports.map((entry) => ({ entry, names: namesTo(entry) }))
    // What others are in comes before them.
    for (const { entry, names } of imports.sort((a, b) => a.names.length - b.names.length)) {
      const rest = this.#inside(names)
      if (rest === undefined || (entry.className === 'Package' && !this.#isAsked(entry, rest))) continue
      if (rest.length === 0 && this.#className !== '' && !isSame(this.#className, entry.className)) continue
      const place = this.#find(entry, rest) ?? (missing === 'retarget' ? this.#placeholder(entry, rest) : undefined)
      if (place === undefined) continue
      this.#places.set(entry, place)
      count++
    }
    return count
  }

  placeOf(entry: EditImport): EditExport | undefined {
    return this.#places.get(entry)
  }

  hasClass(packageName: string, className: string): boolean {
    if (this.#from.length > 1 || this.#to.length > 1 || !isSame(packageName, this.#from[0] ?? '')) return false
    return this.#exports.at([className], 'Class')?.className === 'Class'
  }

  /** A group or package itself is not moved: what is in it is. */
  #isAsked(entry: EditImport, rest: readonly string[]): boolean {
    return rest.length === 0 && isSame(this.#className, entry.className)
  }

  /** The path inside what changes; `undefined` for what does not. */
  #inside(names: readonly string[]): readonly string[] | undefined {
    if (names.length < this.#from.length || names.length === 1) return undefined
    return this.#from.every((name, i) => isSame(name, names[i] ?? '')) ? names.slice(this.#from.length) : undefined
  }

  #find(entry: EditImport, rest: readonly string[]): EditExport | undefined {
    const path = [...this.#to.slice(1), ...rest]
    const isItself = rest.length === 0
    const className = isItself && this.#newClass !== '' ? this.#newClass : entry.className
    const found = path.length === 0 ? undefined : this.#exports.at(path, className)
    const what = `${className}'${[this.into.package.name, ...path].join('.')}'`
    if (found === undefined) {
      this.lacking.add(what)
      return undefined
    }
    const isOther = !isSame(found.className, className)
    if (isOther && (!isItself || this.#newClass !== '' || found.className === 'Package')) {
      this.lacking.add(`${what} (it is a ${found.className})`)
      return undefined
    }
    if (!isPublic(this.into, found)) {
      this.lacking.add(`${what} (it is not Public)`)
      return undefined
    }
    if (!isSame(found.className, entry.className))
      this.notes.add(`${String(entry)} becomes ${found.className}'${this.into.package.name}.${found.path}'`)
    return found
  }

  /** A row that means an object which the package lacks; the package is not saved with it. */
  #placeholder(entry: EditImport, rest: readonly string[]): EditExport {
    this.hasPlaceholders = true
    const path = [...this.#to.slice(1), ...rest]
    const key = `${entry.className}'${path.join('.')}'`.toLowerCase()
    const known = this.#placeholders.get(key)
    if (known !== undefined) return known
    const name = path.pop() ?? ''
    const above = entry.outer instanceof EditImport ? this.#places.get(entry.outer) : undefined
    let outer: EditExport | null = above ?? null
    if (outer === null) for (const group of path) outer = this.#exports.groupIn(outer, group)
    const isClass = entry.className === 'Class'
    const made = this.into.addExport(
      {
        name,
        outer,
        class: isClass ? null : importAt(this.into, `${entry.classPackage}.${entry.className}`, 'Core.Class'),
        flags: 0,
      },
      new Uint8Array(0),
    )
    this.#placeholders.set(key, made)
    return made
  }
}

/** `Package.Group.Name`, or that between quotes after a class. */
function pathIn(text: string): { className: string; names: readonly string[] } {
  const [, className = '', quoted] = /^([^']*)'([^']*)'$/.exec(text) ?? []
  const names = (quoted ?? text).split('.')
  if (names.some((name) => name === ''))
    throw new PackageError('refused', `expected a path such as Package.Group.Name, found ${JSON.stringify(text)}`)
  return { className: className.slice(className.lastIndexOf('.') + 1), names }
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
