/**
 * *The tree of a text of UnrealScript*, for all three engines. The parser makes it from text, the decompiler
 * from bytecode; the printer, the compiler and the editor services read it.
 *
 * Nodes are plain objects told apart by `kind`. The parser accepts what any generation of the language has;
 * whether a generation knows it is the compiler's to say. What has no place in the tree (blanks, comments)
 * is in the token list of the text, by position.
 */

/** Where a node is in its text: offsets of its first and behind its last character; −1 in a made tree. */
export interface Span {
  /** Where it begins: code units from the start of the text. */
  start: number
  /** After its last character. */
  end: number
}

// Expressions

/** A whole number: decimal or hexadecimal, as 32 bits. */
export interface IntLiteral extends Span {
  /** Tells nodes apart. */
  kind: 'Int'
  /** The value; a decimal literal that does not fit is kept as it was written, and cut by the compiler. */
  value: number
  /** Whether it is written as `0x…`. */
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
  /** What is in parentheses behind the class. */
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

/** An operator behind its operand. */
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

// Statements

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

// Types

/** A type by one word: `int`, an enum, a struct, a class; may be qualified: `Object.Vector`. */
export interface NamedType extends Span {
  kind: 'NamedType'
  name: string
  /** UE3: what C++ calls it, in braces behind the name: `pointer{FFoo}`. */
  cpp: string | null
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

// Declarations

/** A name that is declared, with its dimension: `a[4]`, `b[MAX]`. */
export interface Declarator extends Span {
  kind: 'Declarator'
  name: string
  /** What is between the brackets; `null` for a plain variable. */
  dimension: Expression | null
  /** UE3: what C++ calls its type, in braces behind the name. */
  cpp: string | null
  /** UE2: a string behind the name that the editor shows, without quotes, its escapes as written. */
  comment: string | null
  /** UE3: what is between `<` and `>` behind the name: `Tag=value|…`, as written. */
  metadata: string | null
}

/** A word before a declaration, with what is in parentheses behind it: `config(User)`, `native(123)`. */
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

/** `class X extends Y modifiers;`, or `interface X …;` */
export interface ClassHeader extends Span {
  kind: 'ClassHeader'
  /** Whether the word is `interface`, not `class` (UE3). */
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
  /** UE3: `const` behind the parameters. */
  isConst: boolean
  /** `null` when it ends with `;`. */
  body: Block | null
  /**
   * Where its code starts: the first token behind the local declarations, or the `;` of one without body. What
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
  /** Directly behind the `#`. */
  word: string
  /** The rest of the line, as written, without blanks around it. */
  text: string
}

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

/** SWAT 4: `import enum Name from Package.Class;`, `import class Package.Class;` */
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
