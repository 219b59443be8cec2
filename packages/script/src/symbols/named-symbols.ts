import type { ClassSymbol, StructSymbol, VariableSymbol } from './symbol.js'

const NOTHING: ReadonlyMap<string, never> = new Map<string, never>()

/** A class of which only the name is known: native code declares it, or its package is missing. */
export class NamedClass implements ClassSymbol {
  readonly kind = 'class'
  readonly name: string
  readonly path: string
  readonly packageName: string
  readonly super: ClassSymbol | null
  readonly isSuperMissing: boolean
  readonly missingPackage: string | null
  readonly lackedBy: string | null
  readonly within = null
  readonly flags = 0
  readonly isInterface: boolean
  readonly interfaces = []
  readonly fields = []
  readonly variables = new Map<string, VariableSymbol>()
  readonly constants = NOTHING
  readonly enums = NOTHING
  readonly structs = NOTHING
  readonly functions = NOTHING
  readonly overloads = NOTHING
  readonly operators = NOTHING
  readonly states = NOTHING

  /**
   * @param missing the package that is not available; `null` for a class of native code.
   * @param isLacked whether nothing says that native code declares it, but that its package does not have it.
   */
  constructor(path: string, above: ClassSymbol | null, missing: string | null, isLacked = false) {
    this.path = path
    this.name = path.slice(path.lastIndexOf('.') + 1)
    this.packageName = path.split('.', 1)[0] ?? ''
    this.super = above
    this.missingPackage = missing
    this.lackedBy = isLacked ? this.packageName : null
    this.isSuperMissing = missing !== null
    this.isInterface = this.name.toLowerCase() === 'interface'
  }
}

/** A struct of which only the name is known, because its package is missing. */
export class NamedStruct implements StructSymbol {
  readonly kind = 'struct'
  readonly name: string
  readonly path: string
  readonly super = null
  readonly owner = null
  readonly flags = 0
  readonly members = []
  readonly missingPackage: string | null

  constructor(path: string, missing: string | null) {
    this.path = path
    this.name = path.slice(path.lastIndexOf('.') + 1)
    this.missingPackage = missing
  }
}
