import type { Expression } from './expressions.js'
import type { Span } from './span.js'

/** A value in default properties: an expression, or a struct or list in parentheses. */
export type DefaultValue = Expression | DefaultStruct | DefaultList | DefaultText

/** `(X=1,Y=2)`. */
export interface DefaultStruct extends Span {
  kind: 'DefaultStruct'
  members: DefaultAssignment[]
}

/** `(a, b)`: elements of an array; `()` is a DefaultStruct without members. */
export interface DefaultList extends Span {
  kind: 'DefaultList'
  values: DefaultValue[]
}

/** A value of several words without quotes, as written. */
export interface DefaultText extends Span {
  kind: 'DefaultText'
  text: string
}

/** `Name=value`, `Name(1)=value`, `Name[1]=value`. */
export interface DefaultAssignment extends Span {
  kind: 'DefaultAssignment'
  name: string
  /** A number, or since UE3 a name of an enum or constant; `null` without an index. */
  index: Expression | null
  /** The brackets of the index. */
  brackets: '(' | '[' | null
  value: DefaultValue
}

/** `Name.Add(value)`, `Name.Empty`, `Name.Remove(value)` … of UE3. */
export interface DefaultArrayCall extends Span {
  kind: 'DefaultArrayCall'
  name: string
  /** What is done to the array, such as `Add`. */
  operation: string
  arguments: DefaultValue[] | null
}

/** `Begin Object Class=X Name=Y … End Object`. */
export interface DefaultObject extends Span {
  kind: 'DefaultObject'
  name: string | null
  className: string | null
  /** Further `key=value` words in the first line, in order. */
  settings: { key: string; value: string }[]
  body: DefaultEntry[]
}

/** A line of default properties that makes no sense. */
export interface DefaultError extends Span {
  kind: 'DefaultError'
  text: string
}

/** An entry of default properties. */
export type DefaultEntry = DefaultAssignment | DefaultArrayCall | DefaultObject | DefaultError

/** `defaultproperties { … }`, `structdefaultproperties { … }`. */
export interface DefaultProperties extends Span {
  kind: 'DefaultProperties'
  word: string
  /** In the order of the text. */
  entries: DefaultEntry[]
}
