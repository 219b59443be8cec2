import type { ObjectSource } from '@ukit/container'
import type { UnrealObject } from '@ukit/objects'
import { Field, Struct } from '@ukit/objects/script'
import type { ScriptFile } from './script-file.js'
import type { ClassSymbol, ScriptSymbol } from './symbol.js'

/** What the symbols of packages ask of the world that they are in. */
export interface PackageWorld {
  /** The symbol of an export of a file, by its index. */
  symbolAt(file: ScriptFile, index: number): ScriptSymbol | undefined
  /** What a reference in a file means; a stand-in for a class or struct that is not available. */
  symbolOf(reference: ObjectSource | null): ScriptSymbol | undefined
  /** The class of that name, for classes of objects that no package declares. */
  class(name: string): ClassSymbol | undefined
}

// Deeper than any real nesting; ends a circle in a damaged package.
const MAX_INNER = 8
const MAX_CHILDREN = 0x1_0000

/** A symbol that is decoded from an export when it is asked for what only the object knows. */
export abstract class ExportSymbol {
  readonly file: ScriptFile
  readonly index: number
  readonly name: string
  protected readonly world: PackageWorld
  #path: string | undefined

  constructor(world: PackageWorld, file: ScriptFile, index: number) {
    this.world = world
    this.file = file
    this.index = index
    this.name = file.package.exports[index]?.name ?? ''
  }

  get path(): string {
    this.#path ??= fullPath(this.file, this.index)
    return this.#path
  }

  get object(): UnrealObject | undefined {
    return this.file.object(this.index)
  }

  /** The symbols inside, in the order of the list that they make; those that it does not reach come last. */
  protected childSymbols(): ScriptSymbol[] {
    const symbols: ScriptSymbol[] = []
    for (const index of childList(this.file, this.index)) {
      const symbol = this.world.symbolAt(this.file, index)
      if (symbol !== undefined) symbols.push(symbol)
    }
    return symbols
  }

  protected outerSymbol(): ScriptSymbol | undefined {
    const outer = this.file.package.exports[this.index]?.entry.outer ?? 0
    return outer > 0 ? this.world.symbolAt(this.file, outer - 1) : undefined
  }

  protected superReference(): ObjectSource | null {
    const { object } = this
    const row = this.file.package.exports[this.index]?.super ?? null
    return row ?? (object instanceof Field ? object.super : null)
  }
}

function fullPath(file: ScriptFile, index: number): string {
  const exported = file.package.exports[index]
  if (exported === undefined) return ''
  const root = exported.path.split('.', 1)[0] ?? ''
  // Objects of other packages that cooking put into this one are below a package of their own.
  const outermost = root === '' ? undefined : forcedRoot(file, index)
  return outermost === undefined ? `${file.package.name}.${exported.path}` : exported.path
}

function forcedRoot(file: ScriptFile, index: number): number | undefined {
  const { exports } = file.package
  let at = index
  for (let depth = 0; depth < MAX_INNER * 2; depth++) {
    const outer = exports[at]?.entry.outer ?? 0
    if (outer <= 0) break
    at = outer - 1
  }
  return at !== index && exports[at]?.className === 'Package' ? at : undefined
}

/**
 * Indices of what is inside a struct, function, state or class: by the list `children`, `next`, then the
 * rest.
 */
function childList(file: ScriptFile, owner: number): number[] {
  const inside = file.childrenOf(owner + 1)
  const left = new Set(inside)
  const list: number[] = []
  const object = file.object(owner)
  let at = object instanceof Struct ? object.children : null
  for (let n = 0; at !== null && n < MAX_CHILDREN; n++) {
    const index = at.reference - 1
    if (!left.delete(index)) break
    list.push(index)
    const field: UnrealObject | undefined = file.object(index)
    at = field instanceof Field ? field.next : null
  }
  return [...list, ...left]
}
