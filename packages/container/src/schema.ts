import { Limit } from './limits.js'

/**
 * *What a variable holds*, as the class that declares it says.
 *
 * Tags in a file name the kind of a value but not what is inside an array, nor how a struct is laid out: that
 * comes from the class.
 */
export type ValueType =
  | { readonly kind: 'byte' /** Name of the enum, when the variable has one. */; readonly enum?: string | undefined }
  | {
      readonly kind:
        | 'int'
        | 'bool'
        | 'float'
        | 'component'
        | 'interface'
        | 'name'
        | 'str'
        | 'delegate'
        | 'string'
        | 'pointer'
    }
  | {
      readonly kind: 'object' | 'class'
      /**
       * Name of the class that the object has to be of, or that the class has to inherit from, as far as it
       * is known.
       */
      readonly class?: string | undefined
    }
  | { readonly kind: 'struct'; readonly struct: string }
  | { readonly kind: 'array'; readonly inner: ValueType | undefined }
  | { readonly kind: 'map'; readonly key: ValueType | undefined; readonly value: ValueType | undefined }

/** One variable of a class or struct. */
export interface Member {
  /** Its name. */
  readonly name: string
  /** What it holds. */
  readonly type: ValueType
  /** Elements of a static array, 1 for a plain variable. */
  readonly dim: number
  /** UE3: not written inside raw structs (but for default objects). */
  readonly transient?: boolean | undefined
}

/** How a struct's values are in a file. */
export interface StructType {
  /** Its name, without the package. */
  readonly name: string
  /** Name of the struct that it extends. */
  readonly super?: string | undefined
  /** The variables that it declares itself, in their order. */
  readonly members: readonly Member[]
  /** UE3's struct flags: 0x20 immutable, 0x80 immutable when cooked. */
  readonly flags?: number | undefined
}

/** A class, as far as the values of its objects go. */
export interface ClassType {
  /** Its name, without the package. */
  readonly name: string
  /** Name of the class that it inherits from; none for `Object`. */
  readonly super?: string | undefined
  /** The variables that it declares itself, in their order. */
  readonly members: readonly Member[]
  /** Structs declared in the class. */
  readonly structs?: readonly StructType[] | undefined
}

/**
 * *Where layouts of values come from*: the package's own classes, packages that a caller resolves, and a
 * table of stock classes that ships with ukit.
 *
 * Names are compared ignoring case.
 */
export interface Schema {
  /** The class of this name. */
  class(name: string): ClassType | undefined
  /**
   * The struct of this name.
   *
   * @param owner class whose variable holds it: structs of one name occur in several classes, and its own and
   *   its supers' win.
   */
  struct(name: string, owner?: string): StructType | undefined
  /**
   * The different types that arrays of this name have, in whatever class: a hint for classes that are not
   * known.
   */
  arraysNamed?(name: string): readonly ValueType[]
  /**
   * The variable of this name that an object of a class has, searched from the class up; see `memberOf`,
   * which is asked. For schemas that keep what they found.
   */
  member?(ancestry: readonly string[], name: string): Member | undefined
  /** The names of an enum's values, in their order. */
  enum?(name: string): readonly string[] | undefined
}

/** Knows nothing. */
export const EMPTY_SCHEMA: Schema = { class: () => undefined, struct: () => undefined }

/** Asks each schema in turn. */
export function layeredSchema(schemas: readonly Schema[]): Schema {
  return {
    class(name) {
      for (const schema of schemas) {
        const found = schema.class(name)
        if (found !== undefined) return found
      }
      return undefined
    },
    struct(name, owner) {
      for (const schema of schemas) {
        const found = schema.struct(name, owner)
        if (found !== undefined) return found
      }
      return undefined
    },
    enum(name) {
      for (const schema of schemas) {
        const found = schema.enum?.(name)
        if (found !== undefined) return found
      }
      return undefined
    },
  }
}

/** Names from a class up to its root, itself first; as far as the schema knows them. */
export function ancestryOf(schema: Schema, className: string): string[] {
  const names = [className]
  let type = schema.class(className)
  while (type?.super !== undefined && names.length < Limit.Supers) {
    names.push(type.super)
    type = schema.class(type.super)
  }
  return names
}

/** The variable of this name that an object of a class has, searched from the class up. */
export function memberOf(schema: Schema, ancestry: readonly string[], name: string): Member | undefined {
  return schema.member === undefined ? findMember(schema, ancestry, name) : schema.member(ancestry, name)
}

/** As `memberOf`, for what implements `Schema.member`: looks at each class. */
export function findMember(schema: Schema, ancestry: readonly string[], name: string): Member | undefined {
  const key = name.toLowerCase()
  for (const className of ancestry) {
    const type = schema.class(className)
    const member = type === undefined ? undefined : memberIndex(type).get(key)
    if (member !== undefined) return member
  }
  return undefined
}

/** The members of each class by their names in lower case: looked for with every property of every object. */
const INDICES = new WeakMap<ClassType, ReadonlyMap<string, Member>>()

function memberIndex(type: ClassType): ReadonlyMap<string, Member> {
  let index = INDICES.get(type)
  if (index === undefined) {
    // Of two of one name the first counts.
    index = new Map(type.members.map((member): [string, Member] => [member.name.toLowerCase(), member]).reverse())
    INDICES.set(type, index)
  }
  return index
}
