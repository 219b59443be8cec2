import type { Span } from './span.js'

/** A whole number: decimal or hexadecimal, as 32 bits. */
export interface IntLiteral extends Span {
  /** Tells nodes apart. */
  kind: 'Int'
  /** The value; a decimal literal that does not fit is kept as it was written, and cut by the compiler. */
  value: number
  /** True if it is written as `0x…`. */
  isHex: boolean
}

/** A number with a dot, or one that the decompiler knows to be a float: a 32-bit value. */
export interface FloatLiteral extends Span {
  kind: 'Float'
  /** The number that is written. */
  value: number
}

/** `"text"`, without quotes, its escapes as they are written: what they mean depends on the compiler. */
export interface StringLiteral extends Span {
  kind: 'String'
  raw: string
}

/** `'Name'`; empty text is None. */
export interface NameLiteral extends Span {
  kind: 'Name'
  /** What is between the apostrophes. */
  name: string
}

/** `True`, `False`. */
export interface BoolLiteral extends Span {
  kind: 'Bool'
  value: boolean
}

/** `None` or `Self`. */
export interface KeywordLiteral extends Span {
  kind: 'None' | 'Self'
}

/** `Class'Path'`. */
export interface ObjectLiteral extends Span {
  kind: 'Object'
  /** The class in front of the apostrophe. */
  className: string
  /** The path of the object, as written. */
  path: string
}

/** `vect(x, y, z)`, `rot(pitch, yaw, roll)`, `rng(min, max)`. */
export interface StructLiteral extends Span {
  kind: 'Vector' | 'Rotator' | 'Range'
  /** The numbers in parentheses, in their order. */
  values: number[]
}

/** A word by itself: variable, constant, enum tag, enum, class or function. */
export interface Identifier extends Span {
  kind: 'Identifier'
  name: string
}

/** `object.name`. */
export interface MemberExpression extends Span {
  kind: 'Member'
  /** What is in front of the dot. */
  object: Expression
  name: string
}

/**
 * What a word before the name asks for: `Super.name`, `Super(Class).name`, `Global.name`, and, with an object
 * or without, `default.name`, `static.name`, `const.name`.
 */
export interface QualifiedExpression extends Span {
  kind: 'Qualified'
  /** The word in front of the dot. */
  qualifier: 'super' | 'global' | 'default' | 'static' | 'const'
  /** `X` of `X.default.name`; `null` where nothing is in front. */
  object: Expression | null
  /** The class of `Super(Class)`. */
  className: string | null
  name: string
}

/** `array[index]`. */
export interface ElementExpression extends Span {
  kind: 'Element'
  /** What is in front of the bracket. */
  array: Expression
  /** What is in brackets. */
  index: Expression
}

/**
 * `callee(arguments)`: a call, or a cast to a class or type, which looks the same. `null` is an argument that
 * is left out; `f(a,,)` has two of them.
 */
export interface CallExpression extends Span {
  kind: 'Call'
  /** What is called. */
  callee: Expression
  /** What is in parentheses; `null` for an argument that is left out. */
  arguments: (Expression | null)[]
}

/** `class<Meta>(value)`; `class(value)` has no meta class. */
export interface MetaCastExpression extends Span {
  kind: 'MetaCast'
  className: string | null
  value: Expression
}

/** `new(outer, name, flags) class(template)`; SWAT 4 gives the constructor arguments instead. */
export interface NewExpression extends Span {
  kind: 'New'
  /** Without parentheses: `null`. */
  arguments: (Expression | null)[] | null
  /** The class of the new object. */
  class: Expression
  /** What is in parentheses after the class. */
  constructorArguments: (Expression | null)[] | null
}

/** An operator before its operand. */
export interface PrefixExpression extends Span {
  kind: 'Prefix'
  /** The operator as written. */
  operator: string
  /** What comes after it. */
  operand: Expression
}

/** An operator after its operand. */
export interface PostfixExpression extends Span {
  kind: 'Postfix'
  operator: string
  operand: Expression
}

/**
 * *Operands with the operators between them, as written.* Which binds tighter is declared in source, so the
 * parser leaves it open: `operators[i]` is between `operands[i]` and `operands[i + 1]`.
 */
export interface OperatorRun extends Span {
  kind: 'Run'
  /** One more than there are operators. */
  operands: Expression[]
  /** Between the operands, as written. */
  operators: string[]
}

/** One operator and what it works on, once that is known. */
export interface BinaryExpression extends Span {
  kind: 'Binary'
  operator: string
  /** What is in front of the operator. */
  left: Expression
  /** What comes after it. */
  right: Expression
}

/** `condition ? yes : no` (UE3). As written, the condition is all that is before `?` in its parentheses. */
export interface ConditionalExpression extends Span {
  kind: 'Conditional'
  /** What is in front of the question mark. */
  condition: Expression
  /** The value when it holds. */
  yes: Expression
  /** The value when it does not. */
  no: Expression
  /** Where its `?` is, in a text. */
  questionMark?: number
}

/** `(inner)`: kept, because before UE3 it converts. */
export interface ParenthesizedExpression extends Span {
  kind: 'Parenthesized'
  /** What is in parentheses. */
  inner: Expression
}

/** Text that is not an expression; zero characters where one is missing. Or tokens that resisted. */
export interface ErrorExpression extends Span {
  kind: 'ErrorExpression'
  /** What is written where an expression should be. */
  text: string
}

/** An expression. */
export type Expression =
  | IntLiteral
  | FloatLiteral
  | StringLiteral
  | NameLiteral
  | BoolLiteral
  | KeywordLiteral
  | ObjectLiteral
  | StructLiteral
  | Identifier
  | MemberExpression
  | QualifiedExpression
  | ElementExpression
  | CallExpression
  | MetaCastExpression
  | NewExpression
  | PrefixExpression
  | PostfixExpression
  | OperatorRun
  | BinaryExpression
  | ConditionalExpression
  | ParenthesizedExpression
  | ErrorExpression
