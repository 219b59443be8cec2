import type { Name, ObjectSource, UString } from '@ukit/container'

/**
 * *What follows the opcode of a token.*
 *
 * - `expression`: one token. `arguments`: tokens up to EndFunctionParms. `parameter`: tokens up to
 *   EndParmValue.
 * - `object`, `name`: a reference; 1 to 5 bytes on disk before UE3, but 4 (later 8) in the memory that sizes
 *   and jumps count.
 * - `u8`, `u16`, `i32`: numbers. `offset`: a `u16` position in the script, in bytes of memory. `skip`: a
 *   `u16` count of such bytes.
 * - `case`: an `offset`, and an expression unless the offset is 0xFFFF (`default:`).
 * - `float`, `range`, `vector`: 1, 2 or 3 floats. `rotator`: 3 integers.
 * - `ascii`, `unicode`: text up to a zero, 8 or 16 bits a unit. `text`: as `ascii`, for what is not a
 *   literal.
 * - `labels`: the labels of a state, the last one named None. `sizes`: pairs of bytes up to a zero.
 * - `end`: the token EndFunctionParms by itself. `fields`: objects with a value each (Unreal 227).
 */
export type OperandKind =
  | 'expression'
  | 'arguments'
  | 'parameter'
  | 'object'
  | 'name'
  | 'u8'
  | 'u16'
  | 'i32'
  | 'offset'
  | 'skip'
  | 'case'
  | 'float'
  | 'range'
  | 'vector'
  | 'rotator'
  | 'ascii'
  | 'unicode'
  | 'text'
  | 'labels'
  | 'sizes'
  | 'end'
  | 'fields'

/** An operand by name. */
export interface OperandDefinition {
  /** What it is for, such as `condition`. */
  readonly name: string
  /** How it is stored. */
  readonly kind: OperandKind
}

/** *What an opcode means in one line of the engine.* */
export interface TokenDefinition {
  /** The opcode, 0 to 255. */
  readonly op: number
  /** The engine's name of the token. */
  readonly name: string
  /** In the order of the file. */
  readonly operands: readonly OperandDefinition[]
  /** How many values a token has for them: a `case` has two, an `end` none. */
  readonly values: number
  /** True if one of them is a position in the script. */
  readonly leads: boolean
}

/** A label of a state's code. */
export interface Label {
  /** As in source, without the colon. */
  name: Name
  /** Position in the script, in bytes of memory; 0xFFFF with the name None that ends the table. */
  offset: number
}

/** A variable and its value in the token that Unreal 227 makes structs with. */
export interface FieldValue {
  /** The property of the struct; none ends the list. */
  field: ObjectSource | null
  /** The expression that it is set to. */
  value: Token
}

/**
 * The value of an operand: a number; a name; an object; text; floats or integers; UTF-16 units with their
 * terminating zero; a token; tokens (without the one that ends them); labels.
 */
export type Operand =
  | number
  | Name
  | ObjectSource
  | null
  | UString
  | Float32Array
  | Int32Array
  | Uint16Array
  | Token
  | Token[]
  | Label[]
  | FieldValue[]

/**
 * *One token of bytecode with everything that belongs to it*: a tree, as the virtual machine evaluates it.
 */
export class Token {
  /** The opcode; what it means is in the dialect's table. */
  op: number
  /** One for each operand of the token's definition. A `case` has two: offset and expression (or `null`). */
  operands: Operand[]
  /** Packages compiled for debugging: the DebugInfo token directly after a call. */
  debug: Token | undefined = undefined

  constructor(op: number, operands: Operand[] = []) {
    this.op = op
    this.operands = operands
  }
}
