/**
 * *The tree of a text of UnrealScript*, for all three engines. The parser makes it from text, the decompiler
 * from bytecode; the printer, the compiler and the editor services read it.
 *
 * Nodes are plain objects told apart by `kind`. The parser accepts what any generation of the language has;
 * whether a generation knows it is the compiler's to say. What has no place in the tree (blanks, comments)
 * is in the token list of the text, by position.
 */

import type {
  ClassHeader,
  Declaration,
  EnumTag,
  IgnoresDeclaration,
  Parameter,
  ReplicationCondition,
} from './declarations.js'
import type { DefaultEntry, DefaultValue } from './defaults.js'
import type { Expression } from './expressions.js'
import type { Span } from './span.js'
import type { Statement } from './statements.js'
import type { Declarator, Modifier, TypeReference } from './types.js'

export type * from './declarations.js'
export type * from './defaults.js'
export type * from './expressions.js'
export type * from './span.js'
export type * from './statements.js'
export type * from './types.js'

/** A whole text: one class. */
export interface SourceFile extends Span {
  kind: 'SourceFile'
  /** `null` when the text does not declare a class. */
  header: ClassHeader | null
  /** Everything, in the order of the text. */
  declarations: Declaration[]
}

/** Any node. */
export type SyntaxNode =
  | Expression
  | Statement
  | TypeReference
  | Declaration
  | DefaultValue
  | DefaultEntry
  | Declarator
  | Modifier
  | ClassHeader
  | EnumTag
  | Parameter
  | IgnoresDeclaration
  | ReplicationCondition
  | SourceFile
