import type { ClassSymbol, ScriptSymbol, Type } from '../symbol.js'

/** What the symbols of built-in tables ask of the world that they are in. */
export interface StandInWorld {
  readonly engine: number
  class(name: string, ownPackage?: string): ClassSymbol | undefined
  byPath(path: string): ScriptSymbol | undefined
}

/** The class of the variables of a type, where the type does not say another one. */
const CLASSES: Readonly<Record<string, string>> = {
  i: 'IntProperty',
  x: 'StringRefProperty',
  b: 'ByteProperty',
  B: 'BoolProperty',
  f: 'FloatProperty',
  n: 'NameProperty',
  s: 'StrProperty',
  t: 'StringProperty',
  p: 'PointerProperty',
  o: 'ObjectProperty',
  k: 'ClassProperty',
  S: 'StructProperty',
  a: 'ArrayProperty',
  m: 'MapProperty',
  d: 'DelegateProperty',
  I: 'InterfaceProperty',
}

const SIMPLE: Readonly<Record<string, Type>> = {
  i: { kind: 'int' },
  x: { kind: 'int', isStringRef: true },
  B: { kind: 'bool' },
  f: { kind: 'float' },
  n: { kind: 'name' },
  s: { kind: 'string' },
  m: { kind: 'map' },
}

/** The class of a variable's object: what is behind `@`, or what variables of the type usually are. */
export function classNameOf(type: string): string {
  const at = type.indexOf('@')
  return at < 0 ? (CLASSES[type[0] ?? ''] ?? '') : type.slice(at + 1)
}

/**
 * *The types in a table*: a letter, and behind `=` what it refers to. What is of the table's own package is
 * named without it (`Actor.ENetRole`), other things are `Core/Object.Vector`.
 */
export class StandInTypes {
  readonly #world: StandInWorld
  readonly #packageName: string

  constructor(world: StandInWorld, packageName: string) {
    this.#world = world
    this.#packageName = packageName
  }

  /** The type of a variable, from its text. */
  typeOf(written: string): Type {
    const at = written.lastIndexOf('@')
    const text = at < 0 ? written : written.slice(0, at)
    const letter = text[0] ?? ''
    const simple = SIMPLE[letter]
    if (simple !== undefined) return simple
    const of = text[1] === '=' ? text.slice(2) : undefined
    const found = of !== undefined && 'bSd'.includes(letter) ? this.symbolOf(of) : undefined
    switch (letter) {
      case 'b':
        return { kind: 'byte', enum: found?.kind === 'enum' ? found : null }
      case 't':
        return { kind: 'string', size: Number.parseInt(of ?? '0', 10) }
      case 'o':
        return { kind: 'object', class: of === undefined ? null : this.classOf(of) }
      case 'k':
        return { kind: 'class', metaClass: of === undefined ? null : this.classOf(of) }
      case 'I':
        return { kind: 'interface', class: of === undefined ? null : this.classOf(of) }
      case 'S':
        return { kind: 'struct', struct: found?.kind === 'struct' ? found : null }
      case 'a':
        return { kind: 'array', inner: this.typeOf(of ?? 'p') }
      case 'd':
        return { kind: 'delegate', function: found?.kind === 'function' ? found : null }
      default:
        return { kind: 'pointer' }
    }
  }

  /** The class of a name; one that nothing has is a class of native code, or of a package that is missing. */
  classOf(name: string): ClassSymbol | null {
    return this.#world.class(this.#pathOf(name)) ?? null
  }

  /** What a name of the table means. */
  symbolOf(name: string): ScriptSymbol | undefined {
    return this.#world.byPath(this.#pathOf(name))
  }

  #pathOf(name: string): string {
    return name.includes('/') ? name.replace('/', '.') : `${this.#packageName}.${name}`
  }
}
