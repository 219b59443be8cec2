import type { ObjectSource } from '@ukit/container'
import { FunctionFlag, PropertyFlag } from '@ukit/container'
import type { ObjectReader } from '@ukit/core'
import { ExportObject } from '@ukit/core'
import type { UnrealObject } from '@ukit/objects'
import {
  ArrayProperty,
  ByteProperty,
  ClassProperty,
  DelegateProperty,
  Enum,
  FunctionField,
  MapProperty,
  ObjectProperty,
  Struct,
  StructProperty,
  VariableField,
} from '@ukit/objects/script'
import { fieldFlagNames } from './field-flags.js'

/** Flags of a parameter that callers must know, as the source writes them. */
const PARAMETER_WORDS: readonly (readonly [bit: number, word: string])[] = [
  [PropertyFlag.OptionalParm, 'optional'],
  [PropertyFlag.OutParm, 'out'],
  [PropertyFlag.SkipParm, 'skip'],
  [PropertyFlag.CoerceParm, 'coerce'],
]

/** Flags of a function that decide how it is called. */
const FUNCTION_WORDS: readonly (readonly [bit: number, word: string])[] = [
  [FunctionFlag.Final, 'final'],
  [FunctionFlag.Iterator, 'iterator'],
  [FunctionFlag.Latent, 'latent'],
  [FunctionFlag.Static, 'static'],
  [FunctionFlag.Net, 'net'],
]

// Deeper than any real nesting of arrays; ends a cycle in a damaged package.
const MAX_INNER = 8

/** What is kept of a field once it has been read: bytecode takes most of the room. */
type Declaration =
  | { readonly kind: 'variable'; readonly field: VariableField }
  | { readonly kind: 'list'; readonly children: ObjectSource | null; readonly next: ObjectSource | null; flags: number }
  | { readonly kind: 'other'; readonly next: ObjectSource | null; readonly names: readonly string[] }

/** A variable of a class or struct, or a parameter. */
export interface DeclaredVariable {
  readonly name: string
  /** As in source: `class<Actor>`, `array<int>`, `byte`, the name of an enum or struct. */
  readonly type: string
  /** Elements of a static array, 1 for a plain variable. */
  readonly dim: number
  readonly flags: number
}

/** *What a package declares*, read field by field when asked for, each one once. */
export class DeclaredFields {
  readonly #reader: ObjectReader
  readonly #declarations = new Map<ExportObject, Declaration | undefined>()

  constructor(reader: ObjectReader) {
    this.#reader = reader
  }

  /** Keeps what matters of a field that somebody has read anyway. */
  keep(exported: ExportObject, object: UnrealObject): void {
    if (!this.#declarations.has(exported)) this.#declarations.set(exported, declarationOf(object))
  }

  /** The variables of a class or struct, in the order of their list, which is their order in memory. */
  async variables(owner: ExportObject): Promise<DeclaredVariable[]> {
    const found: DeclaredVariable[] = []
    for (const [child, kept] of await this.#list(owner)) {
      if (kept.kind === 'variable') found.push(await this.#variable(child, kept.field))
    }
    return found
  }

  /** Values of an enum, in order; `undefined` when it cannot be read. */
  async enumNames(exported: ExportObject): Promise<readonly string[] | undefined> {
    const kept = await this.#field(exported)
    return kept?.kind === 'other' ? kept.names : undefined
  }

  /**
   * A function as its callers know it: `static final int Clamp(int V, optional int A)`; `undefined` when it
   * cannot be read.
   */
  async signature(exported: ExportObject): Promise<string | undefined> {
    const kept = await this.#field(exported)
    if (kept?.kind !== 'list') return undefined
    const parameters: string[] = []
    let result: string | undefined
    for (const [child, part] of await this.#list(exported)) {
      if (part.kind !== 'variable' || (part.field.flags & PropertyFlag.Parm) === 0) continue
      const { name, type, dim, flags } = await this.#variable(child, part.field)
      if ((flags & PropertyFlag.ReturnParm) !== 0) {
        result = type
        continue
      }
      const words = PARAMETER_WORDS.filter(([bit]) => (flags & bit) !== 0).map(([, word]) => `${word} `)
      parameters.push(`${words.join('')}${type} ${name}${dim > 1 ? `[${dim}]` : ''}`)
    }
    const words = FUNCTION_WORDS.filter(([bit]) => (kept.flags & bit) !== 0).map(([, word]) => `${word} `)
    return `${words.join('')}${result === undefined ? '' : `${result} `}${exported.name}(${parameters.join(', ')})`
  }

  /** Flags of a function by name. */
  async functionFlags(exported: ExportObject): Promise<string | undefined> {
    const kept = await this.#field(exported)
    return kept?.kind === 'list' ? fieldFlagNames(new FunctionField(), 'flags', kept.flags) : undefined
  }

  async #variable(exported: ExportObject, field: VariableField): Promise<DeclaredVariable> {
    return {
      name: exported.name,
      type: await this.#type(exported, field, 0),
      dim: Math.max(1, field.dimension),
      flags: field.flags,
    }
  }

  async #type(exported: ExportObject, field: VariableField, depth: number): Promise<string> {
    if (depth > MAX_INNER) return '…'
    if (field instanceof ByteProperty) return field.enum === null ? 'byte' : nameOf(field.enum)
    if (field instanceof ClassProperty) return `class<${field.metaClass === null ? 'Object' : nameOf(field.metaClass)}>`
    if (field instanceof ObjectProperty) return field.class === null ? 'Object' : nameOf(field.class)
    if (field instanceof StructProperty) return field.struct === null ? 'struct' : nameOf(field.struct)
    if (field instanceof ArrayProperty) return `array<${await this.#inner(field.inner, depth)}>`
    if (field instanceof MapProperty) {
      return `map<${await this.#inner(field.key, depth)}, ${await this.#inner(field.value, depth)}>`
    }
    if (field instanceof DelegateProperty) {
      return `delegate<${field.function === null ? 'None' : nameOf(field.function)}>`
    }
    const kind = exported.className.replace(/Property$/, '').toLowerCase()
    return kind === 'str' ? 'string' : kind
  }

  async #inner(inner: ObjectSource | null, depth: number): Promise<string> {
    if (!(inner instanceof ExportObject)) return '?'
    const kept = await this.#field(inner)
    return kept?.kind === 'variable' ? this.#type(inner, kept.field, depth + 1) : '?'
  }

  /** The fields of an owner, by its list; a list that runs in a circle ends. */
  async #list(owner: ExportObject): Promise<[ExportObject, Declaration][]> {
    const kept = await this.#field(owner)
    const found = new Map<ExportObject, Declaration>()
    let at = kept?.kind === 'list' ? kept.children : null
    while (at instanceof ExportObject && !found.has(at)) {
      const field = await this.#field(at)
      if (field === undefined) break
      found.set(at, field)
      at = field.kind === 'variable' ? field.field.next : field.next
    }
    return [...found]
  }

  async #field(exported: ExportObject): Promise<Declaration | undefined> {
    if (!this.#declarations.has(exported)) {
      const { object, error } = await this.#reader.read(exported)
      this.#declarations.set(exported, error === undefined ? declarationOf(object) : undefined)
    }
    return this.#declarations.get(exported)
  }
}

function declarationOf(object: UnrealObject): Declaration | undefined {
  if (object instanceof VariableField) return { kind: 'variable', field: object }
  if (object instanceof Struct) {
    const flags = object instanceof FunctionField ? object.flags : 0
    return { kind: 'list', children: object.children, next: object.next, flags }
  }
  if (object instanceof Enum) return { kind: 'other', next: object.next, names: object.names.map(String) }
  return 'next' in object ? { kind: 'other', next: nextOf(object.next), names: [] } : undefined
}

function nextOf(value: unknown): ObjectSource | null {
  return value instanceof ExportObject ? value : null
}

function nameOf(object: ObjectSource): string {
  return object.path.slice(object.path.lastIndexOf('.') + 1)
}
