import type { ValueType } from '@ukit/container'
import { PackageError } from '@ukit/files'

const PLAIN = [
  'byte',
  'int',
  'bool',
  'float',
  'object',
  'class',
  'component',
  'interface',
  'name',
  'str',
  'delegate',
] as const

/**
 * Reads the type of a variable: `int`, `bool`, `float`, `name`, `str`, `object`, `byte` or
 * `byte(ESheerAxis)`, `struct(Vector)`, `array(object)`.
 *
 * @throws {PackageError} `refused` when it is none.
 */
export function parseType(text: string): ValueType {
  const match = /^\s*([a-z]+)(?:\s*\((.*)\))?\s*$/is.exec(text)
  const kind = match?.[1]?.toLowerCase()
  const inner = match?.[2]?.trim()
  if (kind === 'struct' && inner !== undefined && /^\w+$/.test(inner)) return { kind, struct: inner }
  if (kind === 'array' && inner !== undefined) return { kind, inner: parseType(inner) }
  if (kind === 'byte' && inner !== undefined && /^\w+$/.test(inner)) return { kind, enum: inner }
  const plain = inner === undefined ? PLAIN.find((known) => known === kind) : undefined
  if (plain !== undefined) return { kind: plain }
  const message =
    `expected a type such as ${PLAIN.join(', ')}, struct(Vector) or array(int), found ` + `${JSON.stringify(text)}`
  throw new PackageError('refused', message)
}
