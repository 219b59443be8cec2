import type { EnumDeclaration, StructDeclaration } from './declarations.js'
import type { Expression } from './expressions.js'
import type { Span } from './span.js'

/** A type by one word: `int`, an enum, a struct, a class; may be qualified: `Object.Vector`. */
export interface NamedType extends Span {
  kind: 'NamedType'
  name: string
  /** What C++ calls it, in braces after the name (UE3: `pointer{FFoo}`), or in angle brackets. */
  cpp: string | null
  /** `pointer<FFoo*>`: UT2004's patch 3374 has it. */
  isInAngles?: true
}

/** `class<Meta>`; plain `class` has no meta class. */
export interface ClassType extends Span {
  kind: 'ClassType'
  /** The class in `<…>`; `null` when none is written. */
  metaClass: string | null
}

/** `array<element>`; since UE2 modifiers may be before the element: `array<editinline Foo>`. */
export interface ArrayType extends Span {
  kind: 'ArrayType'
  /** Words in front of the type of the elements. */
  modifiers: Modifier[]
  /** The type of the elements. */
  element: TypeReference
  /** Old Unreal 1 has `array<actor,4>`. */
  size?: number
}

/** `map<key, value>`, or `map{C++ types}` of UE3, which has neither key nor value. */
export interface MapType extends Span {
  kind: 'MapType'
  /** The type of the keys; `null` when none is written. */
  key: TypeReference | null
  value: TypeReference | null
  /** What is in braces, as written. */
  cpp: string | null
}

/** `delegate<Function>`. */
export interface DelegateType extends Span {
  kind: 'DelegateType'
  /** The function whose parameters the delegate has. */
  function: string
}

/** `string[size]` of old Unreal 1. */
export interface SizedStringType extends Span {
  kind: 'SizedString'
  /** The number in brackets. */
  size: number
}

/** A type; an enum or struct may be declared in its place. */
export type TypeReference =
  | NamedType
  | ClassType
  | ArrayType
  | MapType
  | DelegateType
  | SizedStringType
  | EnumDeclaration
  | StructDeclaration

/** A name that is declared, with its dimension: `a[4]`, `b[MAX]`. */
export interface Declarator extends Span {
  kind: 'Declarator'
  name: string
  /** What is between the brackets; `null` for a plain variable. */
  dimension: Expression | null
  /** UE3: what C++ calls its type, in braces after the name. */
  cpp: string | null
  /** UE2: a string after the name that the editor shows, without quotes, its escapes as written. */
  comment: string | null
  /** UE3: what is between `<` and `>` after the name: `Tag=value|…`, as written. */
  metadata: string | null
}

/** A word before a declaration, with what is in parentheses after it: `config(User)`, `native(123)`. */
export interface Modifier extends Span {
  kind: 'Modifier'
  /** As written. */
  word: string
  /** `null` without any. */
  arguments: string[] | null
  /** The arguments have no parentheses: `within X`, and SWAT 4's `implements A, B`. */
  isBare?: boolean
  /** UE3: what C++ has instead, in braces: `private{public}`. */
  cpp: string | null
}
