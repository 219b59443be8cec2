import type { Member, ObjectSource, ValueType } from '@ukit/container'
import { variableOf } from '../compile/scope.js'
import type { EnumSymbol, VariableSymbol, World } from '../symbols/symbol.js'

/** What built-in tables say of the variables of one class. */
export interface KnownMembers {
  /** A variable; its type is `undefined` where the package itself says it. */
  member(name: string): (Omit<Member, 'type'> & { readonly type: ValueType | undefined }) | undefined
  /** The tags of an enum, by the name that a type has. */
  tags(enumName: string): readonly string[] | undefined
}

/**
 * *The variables of classes whose packages are missing*, for default properties: the enum that names a value,
 * and whether a variable is an array. Without them these would be those of the generation's usual game.
 */
export class TableMembers {
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  /** What is known of a class, as a package refers to it. */
  of(source: ObjectSource | null): KnownMembers {
    const symbol = this.#world.symbolOf(source)
    const enums = new Map<string, readonly string[] | undefined>()
    return {
      member: (name) => {
        const found = symbol?.kind === 'class' ? variableOf(symbol, name.toLowerCase()) : undefined
        if (found === undefined || this.#world.objectOf(found) !== undefined) return undefined
        const of = enumOf(found)
        if (of !== null) enums.set(of.name.toLowerCase(), of.tags)
        return { name: found.name, dim: found.dimension, type: byteType(found) }
      },
      tags: (enumName) => {
        const key = enumName.toLowerCase()
        if (!enums.has(key)) enums.set(key, this.#onlyTags(enumName))
        return enums.get(key)
      },
    }
  }

  /** The tags of the enum of a name, if there is one only. */
  #onlyTags(name: string): readonly string[] | undefined {
    const [first, ...others] = this.#world.enumsNamed(name)
    return others.every(({ tags }) => tags.join() === first?.tags.join()) ? first?.tags : undefined
  }
}

function enumOf({ type }: VariableSymbol): EnumSymbol | null {
  const inner = type.kind === 'array' ? type.inner : type
  return inner.kind === 'byte' ? inner.enum : null
}

/** The type of a byte, or of an array of bytes. */
function byteType({ type }: VariableSymbol): ValueType | undefined {
  if (type.kind === 'byte') return { kind: 'byte', enum: type.enum?.name }
  if (type.kind === 'array' && type.inner.kind === 'byte')
    return { kind: 'array', inner: { kind: 'byte', enum: type.inner.enum?.name } }
  return undefined
}
