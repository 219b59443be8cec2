import type { Archive, Serializable } from '@ukit/container'
import { Name, type ObjectSource } from '@ukit/container'

/**
 * A part of an expression: an expression below, a name, an object, four floats, one float, an integer, a
 * byte.
 */
type Part = 'expression' | 'name' | 'object' | 'vector' | 'float' | 'integer' | 'byte'

const E = 'expression'

/**
 * What follows the name of each type (628 expressions; the names begin with `FMaterialUniformExpression`).
 */
const PARTS: Readonly<Record<string, readonly Part[]>> = {
  Time: [],
  RealTime: [],
  Constant: ['vector', 'byte'],
  VectorParameter: ['name', 'vector'],
  ScalarParameter: ['name', 'float'],
  Texture: ['object'],
  TextureParameter: ['name', 'object'],
  FlipBookTextureParameter: ['object'],
  FlipbookParameter: ['integer', 'object'],
  Sine: [E, 'integer'],
  SquareRoot: [E],
  Floor: [E],
  Ceil: [E],
  Frac: [E],
  Abs: [E],
  Periodic: [E],
  AppendVector: [E, E, 'integer'],
  FoldedMath: [E, E, 'byte'],
  Min: [E, E],
  Max: [E, E],
  Fmod: [E, E],
  Clamp: [E, E, E],
}

const PREFIX = 'FMaterialUniformExpression'

// The deepest seen has 12 levels; a file made to exhaust the stack has more.
const MAX_DEPTH = 64

/** *An expression of a material that the processor computes once a frame.* */
export class UniformExpression implements Serializable {
  /** Such as `FMaterialUniformExpressionConstant`; decides which of the others are used. */
  type: Name = Name.NONE
  /** Operands. */
  operands: UniformExpression[] = []
  /** Name of the material's parameter. */
  parameter: Name = Name.NONE
  /** The texture of a texture expression. */
  texture: ObjectSource | null = null
  /** Four numbers: a colour or vector. */
  vector: Float32Array = new Float32Array(4)
  /** The number of a scalar. */
  float = 0
  /** Index of a texture, or another number, as `type` has it. */
  integer = 0
  /** Which operation or flag, as `type` has it. */
  byte = 0
  readonly #depth: number

  constructor(depth = 0) {
    this.#depth = depth
  }

  serialize(ar: Archive): void {
    if (this.#depth > MAX_DEPTH)
      throw ar.error('limit', 'operands', `expected expressions nested up to ${MAX_DEPTH} deep, found them deeper`)
    this.type = ar.name(this.type, 'type')
    const text = this.type.toString()
    const parts = text.startsWith(PREFIX) ? PARTS[text.slice(PREFIX.length)] : undefined
    if (parts === undefined) throw ar.error('bad-value', 'type', `expected a known type of expression, found ${text}`)
    const operands = parts.filter((part) => part === E).length
    this.operands = ar.records(this.operands, operands, () => new UniformExpression(this.#depth + 1), 'operands')
    for (const part of parts) this.#serializePart(ar, part)
  }

  #serializePart(ar: Archive, part: Part): void {
    if (part === 'name') this.parameter = ar.name(this.parameter, 'parameter')
    else if (part === 'object') this.texture = ar.object(this.texture, 'texture')
    else if (part === 'vector') this.vector = ar.floats(this.vector, 4, 'vector')
    else if (part === 'float') this.float = ar.f32(this.float, 'float')
    else if (part === 'integer') this.integer = ar.i32(this.integer, 'integer')
    else if (part === 'byte') this.byte = ar.u8(this.byte, 'byte')
  }
}
