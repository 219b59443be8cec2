import type { ObjectSource } from '@ukit/container'
import { type PackageObject, writtenPath } from '@ukit/core'
import { EditExport, EditImport, type EditObject, importObject } from '@ukit/edit'
import type { ClassSymbol } from '@ukit/script/symbols'
import { classAndSupers } from '../declare/class-and-supers.js'
import type { PackageDraft } from '../draft/draft.js'
import { OwnObjects } from '../draft/own-objects.js'
import { DefaultObject } from './value.js'

/** Objects that scripts declare, other than classes. */
const SCRIPT = /^(?:function|state|struct|scriptstruct|enum|const)$/

/**
 * *Finds the objects that default properties name*, and gives those of other packages an entry in the
 * document.
 */
export class DefaultObjects {
  readonly #draft: PackageDraft
  readonly #own: OwnObjects
  readonly #known = new Map<PackageObject, DefaultObject>()
  /** Objects that the same defaults declare, by name in lower case: they take precedence over all others. */
  locals: ReadonlyMap<string, DefaultObject> = new Map()

  constructor(draft: PackageDraft) {
    this.#draft = draft
    this.#own = new OwnObjects(draft.edit)
  }

  /** An object that a compiled class of another package refers to. */
  stored(object: PackageObject): DefaultObject {
    let known = this.#known.get(object)
    if (known === undefined) {
      known = new DefaultObject(writtenPath(object), object.className, () => this.#imported(object))
      this.#known.set(object, known)
    }
    return known
  }

  /** An entry of the document. */
  own(entry: EditObject): DefaultObject {
    const { edit } = this.#draft
    const path = entry instanceof EditExport ? `${edit.name}.${entry.path}` : entry.path
    return new DefaultObject(path, entry.className, () => entry)
  }

  /** A class. */
  class(symbol: ClassSymbol): DefaultObject {
    return new DefaultObject(symbol.path, 'Class', () => this.#draft.reference(symbol))
  }

  /**
   * What a text means by `Class'Path'`, or by a path where an object of a class is wanted: an object of this
   * package takes precedence over others of its name.
   */
  find(className: string, path: string): DefaultObject | undefined {
    const { world, edit, environment } = this.#draft
    const local = this.locals.get(path.toLowerCase())
    if (local !== undefined) return local
    const kind = className.toLowerCase()
    if (kind === 'class') {
      const symbol = world.class(path, edit.name)
      if (symbol !== undefined) return this.class(symbol)
    }
    const declared = SCRIPT.test(kind) ? world.byPath(path) : undefined
    if (declared !== undefined)
      return new DefaultObject(declared.path, className, () => this.#draft.reference(declared))
    const own = this.#ownNamed(className, path)
    if (own !== undefined) return this.own(own)
    const found = environment.findObject(className, path)?.reference
    return found instanceof EditExport || found instanceof EditImport ? this.own(found) : undefined
  }

  /** An object of the document by its path, of which groups may be left out. */
  #ownNamed(className: string, path: string): EditExport | undefined {
    const { edit, world } = this.#draft
    const parts = path.toLowerCase().split('.')
    if (parts.length > 1 && parts[0] === edit.name.toLowerCase()) parts.shift()
    const wanted = className === '' ? undefined : world.class(className)
    return this.#own.named(parts.at(-1) ?? '').find((entry) => isAt(entry, parts) && this.#isOf(entry, wanted))
  }

  #isOf({ className }: EditExport, wanted: ClassSymbol | undefined): boolean {
    const { world, edit } = this.#draft
    return wanted === undefined || isClassOf(world.class(className, edit.name), wanted)
  }

  /** Tells whether an object can be held by a variable of a class, as far as both are known. */
  fits({ className }: DefaultObject, wanted: ClassSymbol | null): boolean {
    const { world, edit } = this.#draft
    const own = world.class(className, edit.name)
    return wanted === null || own === undefined || own.isSuperMissing || isClassOf(own, wanted)
  }

  /** Tells whether an object's class, or a class itself, is known to have no function of a name. */
  lacksFunction({ className, path }: DefaultObject, name: string): boolean {
    const { world, edit } = this.#draft
    const declared = className.toLowerCase() === 'class' ? world.byPath(path) : world.class(className, edit.name)
    if (declared?.kind !== 'class') return false
    const chain = [...classAndSupers(declared)]
    if (chain.some((one) => one.isSuperMissing || one.missingPackage !== null)) return false
    return !chain.some(({ functions }) => functions.has(name.toLowerCase()))
  }

  #imported(object: PackageObject): ObjectSource {
    const { edit } = this.#draft
    const path = writtenPath(object)
    const inside = path.slice(path.indexOf('.') + 1)
    if (path.slice(0, path.indexOf('.')).toLowerCase() === edit.name.toLowerCase()) {
      const own = edit.lookUp(`${object.className}'${inside}'`) ?? edit.lookUp(inside)
      if (own !== undefined) return own
    }
    return importObject(edit, object)
  }
}

function isAt(entry: EditExport, parts: readonly string[]): boolean {
  const own = entry.path.toLowerCase().split('.')
  for (const part of [...parts].reverse()) {
    const at = own.lastIndexOf(part)
    if (at < 0) return false
    own.length = at
  }
  return true
}

/**
 * Tells whether a class is another one or inherits from it; by name, since one that native code declares has
 * no symbol of its own.
 */
function isClassOf(given: ClassSymbol | undefined, wanted: ClassSymbol): boolean {
  if (given === undefined) return false
  const key = wanted.name.toLowerCase()
  for (const { name } of classAndSupers(given)) if (name.toLowerCase() === key) return true
  return false
}
