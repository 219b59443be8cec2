import type { DefaultProperties } from './defaults.js'
import type { Expression, Identifier } from './expressions.js'
import type { Span } from './span.js'
import type { Block, Statement } from './statements.js'
import type { Declarator, Modifier, TypeReference } from './types.js'

/** `class X extends Y modifiers;`, or `interface X …;` */
export interface ClassHeader extends Span {
  kind: 'ClassHeader'
  /** True if the word is `interface`, not `class` (UE3). */
  isInterface: boolean
  name: string
  /** `extends` or `expands`; may be qualified with a package. */
  extends: string | null
  modifiers: Modifier[]
}

/** `var(Category) modifiers type a, b;` */
export interface VarDeclaration extends Span {
  kind: 'Var'
  /** Without parentheses `null`, with empty ones `''`. UE3 has lists of categories, as written. */
  category: string | null
  modifiers: Modifier[]
  type: TypeReference
  names: Declarator[]
}

/** `const NAME = value;` */
export interface ConstDeclaration extends Span {
  kind: 'Const'
  name: string
  value: Expression
  /** Everything between `=` and `;`, blanks included: what the package keeps. */
  text: string
}

/** `enum Name { A, B }`. */
export interface EnumDeclaration extends Span {
  kind: 'Enum'
  name: string
  /** Its values, from 0. */
  tags: EnumTag[]
}

/** One name of an enum, with the metadata that UE3 allows. */
export interface EnumTag extends Span {
  kind: 'EnumTag'
  name: string
  /** What is in `<…>` after it, as written; `null` for nothing (UE3). */
  metadata: string | null
}

/** `struct modifiers Name extends Base { … }`. */
export interface StructDeclaration extends Span {
  kind: 'Struct'
  modifiers: Modifier[]
  /** UE3: what C++ calls it, in braces before the name: `struct {QWORD} qword`. */
  cpp: string | null
  name: string
  /** The struct that it extends; `null` for none. */
  extends: string | null
  /** What is in braces, in the order of the text. */
  members: Declaration[]
}

/** A parameter of a function. */
export interface Parameter extends Span {
  kind: 'Parameter'
  modifiers: Modifier[]
  type: TypeReference
  name: string
  /** The length in brackets; `null` for what is not an array. */
  dimension: Expression | null
  /** UE3: `= value`. */
  default: Expression | null
}

/** A function, event, operator or delegate. */
export interface FunctionDeclaration extends Span {
  kind: 'Function'
  /** Everything in front of the result's type but the word of `form`, in the order of the text. */
  modifiers: Modifier[]
  /** The word that declares it. */
  form: 'function' | 'event' | 'delegate' | 'operator' | 'preoperator' | 'postoperator'
  /** Of an operator: the smaller, the tighter. */
  precedence: number | null
  /** `null` for a function that returns nothing. */
  returnType: TypeReference | null
  /** UE3: `coerce` before the result. */
  returnModifiers: Modifier[]
  /** A word or, for an operator, its symbol. */
  name: string
  /** In the order of the text. */
  parameters: Parameter[]
  /** UE3: `const` after the parameters. */
  isConst: boolean
  /** `null` when it ends with `;`. */
  body: Block | null
  /** Local variables are declared after its first statement, which compilers refuse. */
  hasMisplacedLocals?: true
  /**
   * Where its code starts: the first token after the local declarations, or the `;` of one without body. What
   * UE3 keeps as the position differs a little: see `textPosition`.
   */
  codeStart: number
}

/** `ignores A, B;` of a state. */
export interface IgnoresDeclaration extends Span {
  kind: 'Ignores'
  names: Identifier[]
}

/** `modifiers state() Name extends Base { … }`. */
export interface StateDeclaration extends Span {
  kind: 'State'
  modifiers: Modifier[]
  /** `state()`. */
  isEditable: boolean
  name: string
  extends: string | null
  /** Its lines of `ignores`. */
  ignores: IgnoresDeclaration[]
  /** In the order of the text. */
  functions: FunctionDeclaration[]
  /** The state's own code, labels included. */
  code: Statement[]
  /** Where that code starts. */
  codeStart: number
}

/** `reliable if (condition) A, B;` */
export interface ReplicationCondition extends Span {
  kind: 'ReplicationCondition'
  /** `null` in UE3, where functions say it themselves. */
  reliable: boolean | null
  condition: Expression
  names: Identifier[]
}

/** `replication { … }`. */
export interface ReplicationBlock extends Span {
  kind: 'Replication'
  /** In the order of the text. */
  conditions: ReplicationCondition[]
}

/** `cpptext { … }`, `structcpptext { … }`: C++, as written. */
export interface CppText extends Span {
  kind: 'CppText'
  /** The word that begins it, such as `cpptext`. */
  word: string
  text: string
}

/**
 * `#exec …`, `#include …` and the like: one line. From `#else` to `#endif` it is all of the lines: which of
 * SWAT 4's alternatives count is not known here, and the first is taken.
 */
export interface Directive extends Span {
  kind: 'Directive'
  /** Directly after the `#`. */
  word: string
  /** The rest of the line, as written, without blanks around it. */
  text: string
}

/** `import enum Name from Package.Class;`, `import class Package.Class;` (SWAT 4) */
export interface ImportDeclaration extends Span {
  kind: 'Import'
  /** `enum`, `class`, as written. */
  what: string
  name: string
  /** What it is imported from, as written; `null` when that is not said. */
  from: string | null
}

/** Text that is not a declaration. */
export interface ErrorDeclaration extends Span {
  kind: 'ErrorDeclaration'
  text: string
}

/** What a class or struct declares. */
export type Declaration =
  | VarDeclaration
  | ConstDeclaration
  | EnumDeclaration
  | StructDeclaration
  | FunctionDeclaration
  | StateDeclaration
  | ReplicationBlock
  | DefaultProperties
  | CppText
  | Directive
  | ImportDeclaration
  | ErrorDeclaration
