import type { ConstDeclaration } from './declarations.js'
import type { Expression } from './expressions.js'
import type { Span } from './span.js'
import type { Declarator, TypeReference } from './types.js'

/** `{ … }`. */
export interface Block extends Span {
  kind: 'Block'
  /** In the order of the text. */
  statements: Statement[]
}

/** `;` alone. */
export interface EmptyStatement extends Span {
  kind: 'Empty'
}

/** `expression;` */
export interface ExpressionStatement extends Span {
  kind: 'ExpressionStatement'
  /** What is evaluated. */
  expression: Expression
}

/** `target = value;` */
export interface Assignment extends Span {
  kind: 'Assignment'
  /** What is assigned to. */
  target: Expression
  value: Expression
}

/** `if (condition) … else …` */
export interface IfStatement extends Span {
  kind: 'If'
  condition: Expression
  /** What runs when the condition holds. */
  then: Statement
  /** What runs when it does not; `null` for nothing. */
  else: Statement | null
}

/** `while (condition) …` */
export interface WhileStatement extends Span {
  kind: 'While'
  condition: Expression
  /** What runs each time. */
  body: Statement
}

/** `do … until (condition);` */
export interface DoStatement extends Span {
  kind: 'Do'
  body: Statement
  /** Text without `until` has none. */
  condition: Expression | null
}

/** `for (init; condition; step) …` */
export interface ForStatement extends Span {
  kind: 'For'
  /** What runs first; `null` where nothing is written. */
  init: Statement | null
  condition: Expression | null
  /** What runs after each time; `null` where nothing is written. */
  step: Statement | null
  body: Statement
}

/** `foreach call …`: an iterator function, or since UE3 an array: `foreach List(item, index)`. */
export interface ForEachStatement extends Span {
  kind: 'ForEach'
  /** The call of the iterator, or the array (UE3). */
  call: Expression
  body: Statement
}

/** `switch (value) { … }`: cases are statements among the others. */
export interface SwitchStatement extends Span {
  kind: 'Switch'
  value: Expression
  statements: Statement[]
}

/** `case value:`, or `default:` when the value is `null`. */
export interface CaseLabel extends Span {
  kind: 'Case'
  value: Expression | null
}

/** `break;`, `continue;`, `stop;` */
export interface SimpleStatement extends Span {
  kind: 'Break' | 'Continue' | 'Stop'
}

/** `return value;` */
export interface ReturnStatement extends Span {
  kind: 'Return'
  value: Expression | null
}

/** `goto Label;`, `goto 'Label';` or `goto expression;` */
export interface GotoStatement extends Span {
  kind: 'Goto'
  /** The label, or an expression that gives its name. */
  label: Expression
}

/** `Name:` */
export interface LabelStatement extends Span {
  kind: 'Label'
  name: string
}

/** `assert(condition);` */
export interface AssertStatement extends Span {
  kind: 'Assert'
  condition: Expression
  /** The line that the compiler writes into the code; 0 when unknown. */
  line: number
}

/** `local type a, b;` */
export interface LocalStatement extends Span {
  kind: 'Local'
  /** The type of all its variables. */
  type: TypeReference
  /** The variables, each with its length when it is an array. */
  names: Declarator[]
}

/** Text that is not a statement, or code that resisted the decompiler (printed as a comment). */
export interface ErrorStatement extends Span {
  kind: 'ErrorStatement'
  text: string
}

/** A statement. */
export type Statement =
  | Block
  | EmptyStatement
  | ExpressionStatement
  | Assignment
  | IfStatement
  | WhileStatement
  | DoStatement
  | ForStatement
  | ForEachStatement
  | SwitchStatement
  | CaseLabel
  | SimpleStatement
  | ReturnStatement
  | GotoStatement
  | LabelStatement
  | AssertStatement
  | LocalStatement
  | ConstDeclaration
  | ErrorStatement
