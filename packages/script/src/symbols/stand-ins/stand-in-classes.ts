import type { ClassSymbol, ConstSymbol, EnumSymbol, FunctionSymbol, StructSymbol } from '../symbol.js'
import { StandInClass } from './stand-in-class.js'
import type { StandInTable } from './stand-in-table.js'
import type { StandInWorld } from './stand-in-types.js'

/** *The classes of the built-in tables of one world*, each made when it is first asked for. */
export class StandInClasses {
  readonly #world: StandInWorld
  readonly #tables = new Map<string, StandInTable>()
  readonly #classes = new Map<string, StandInClass | undefined>()
  readonly #natives = new Map<number, readonly FunctionSymbol[]>()

  constructor(world: StandInWorld, tables: readonly StandInTable[]) {
    this.#world = world
    for (const table of tables) this.#tables.set(table.name.toLowerCase(), table)
  }

  /** Tells whether there is none: nothing that is asked of them has an answer. */
  get isEmpty(): boolean {
    return this.#tables.size === 0
  }

  /** A class of a package. */
  class(packageName: string, name: string): StandInClass | undefined {
    if (this.isEmpty) return undefined
    const table = this.#tables.get(packageName.toLowerCase())
    return table === undefined ? undefined : this.#classOf(table, name)
  }

  #classOf(table: StandInTable, name: string): StandInClass | undefined {
    const key = `${table.name}.${name}`.toLowerCase()
    let found = this.#classes.get(key)
    if (found === undefined && !this.#classes.has(key)) {
      const text = table.textOf(name.toLowerCase())
      found = text === undefined ? undefined : new StandInClass(this.#world, table.name, text)
      this.#classes.set(key, found)
    }
    return found
  }

  /** Classes of that name, in any of the packages. */
  classesNamed(name: string): readonly ClassSymbol[] {
    return this.#all(() => [name])
  }

  /** Tells whether a class of a package is one that native code declares. */
  hasNative(packageName: string, name: string): boolean {
    return this.#tables.get(packageName.toLowerCase())?.nativeClasses.has(name.toLowerCase()) === true
  }

  /** The package of a class that native code declares. */
  packageOfNative(name: string): string | undefined {
    for (const table of this.#tables.values()) if (table.nativeClasses.has(name.toLowerCase())) return table.name
    return undefined
  }

  /** The package of a class that is from a table; `null` for others. */
  nameOf(symbol: ClassSymbol): string | null {
    return symbol instanceof StandInClass ? symbol.packageName : null
  }

  /** Structs of a name. */
  structsNamed(name: string): StructSymbol[] {
    const key = name.toLowerCase()
    return this.#all((table) => table.ownersOf('struct', key)).flatMap((owner) => owner.structs.get(key) ?? [])
  }

  /** Enums of a name. */
  enumsNamed(name: string): EnumSymbol[] {
    const key = name.toLowerCase()
    return this.#all((table) => table.ownersOf('enum', key)).flatMap((owner) => owner.enums.get(key) ?? [])
  }

  /** Enums that have a tag. */
  enumsWithTag(tag: string): EnumSymbol[] {
    const key = tag.toLowerCase()
    const owners = this.#all((table) => table.ownersOfTag(key))
    return owners.flatMap(({ enums }) =>
      [...enums.values()].filter(({ tags }) => tags.some((one) => one.toLowerCase() === key)),
    )
  }

  /** A constant of any class. */
  constant(name: string): ConstSymbol | undefined {
    const key = name.toLowerCase()
    return this.#all((table) => table.ownersOf('const', key))[0]?.constants.get(key)
  }

  /** The functions of a number that override no other. */
  natives(number: number): readonly FunctionSymbol[] {
    const known = this.#natives.get(number)
    if (known !== undefined) return known
    const found: FunctionSymbol[] = []
    this.#natives.set(number, found)
    for (const table of this.#tables.values()) {
      for (const { className, functionName } of table.natives(number)) {
        const symbol = this.#classOf(table, className)?.function(functionName.toLowerCase())
        if (symbol !== undefined) found.push(symbol)
      }
    }
    return found
  }

  #all(names: (table: StandInTable) => readonly string[]): StandInClass[] {
    const found: StandInClass[] = []
    for (const table of this.#tables.values()) {
      for (const name of names(table)) {
        const symbol = this.#classOf(table, name)
        if (symbol !== undefined) found.push(symbol)
      }
    }
    return found
  }
}
