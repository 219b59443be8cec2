import { UkitError } from '@ukit/codecs/internal'
import type { T3dPlace } from '@ukit/media/internal'

/** *What is wrong with a T3D file*, and where. */
export class T3dError extends UkitError {
  /** The name of the class. */
  override readonly name = 'T3dError'
  /** From 1. */
  readonly line: number
  /** From 1. */
  readonly column: number

  constructor(at: T3dPlace | undefined, message: string, options?: ErrorOptions) {
    const { line, column } = at ?? { line: 1, column: 1 }
    super(`line ${line}, column ${column}: ${message}`, options)
    this.line = line
    this.column = column
  }
}
