import { Archive, type FormatContext, Name, type ObjectSource, type TracedField } from '@ukit/container'
import type { script } from '@ukit/objects'
import { contextByVersions } from '../../../../testing/packages.js'

/** Names by index: `n0`, `n1` …, but `None` at 0; every object reference is an object. */
export const symbols = {
  nameAt: (index: number, number: number) =>
    index < 0 || index > 99 ? undefined : new Name({ text: index === 0 ? 'None' : `n${index}`, index }, number),
  objectAt: (reference: number): ObjectSource => ({ reference, path: `o${reference}` }),
}

export function context(version: number, licensee = 0, bigEndian = false): FormatContext {
  return contextByVersions(version, licensee, bigEndian)
}

/** Loads anything that can be serialised from bytes. */
export function load<T extends { serialize(ar: Archive): void }>(
  object: T,
  bytes: Uint8Array,
  format: FormatContext,
): { object: T; rest: number } {
  const ar = Archive.load(bytes, format, { symbols })
  object.serialize(ar)
  return { object, rest: ar.remaining }
}

/** The bytes of an object, and their number as measured. */
export function save(
  object: { serialize(ar: Archive): void },
  format: FormatContext,
): { bytes: Uint8Array; measured: number } {
  const ar = Archive.save(format)
  object.serialize(ar)
  const measure = Archive.measure(format)
  object.serialize(measure)
  return { bytes: ar.written().slice(), measured: measure.position }
}

/** Fields in file order. */
export function trace(
  object: { serialize(ar: Archive): void },
  bytes: Uint8Array,
  format: FormatContext,
): TracedField[] {
  const fields: TracedField[] = []
  object.serialize(Archive.load(bytes, format, { symbols, trace: (field) => fields.push(field) }))
  return fields
}

/** The opcodes of tokens and of everything in them, in file order. */
export function opcodes(tokens: readonly script.Token[], isToken: (value: unknown) => value is script.Token): number[] {
  return tokens.flatMap((token) => [
    token.op,
    ...token.operands.flatMap((operand) => {
      if (isToken(operand)) return opcodes([operand], isToken)
      return Array.isArray(operand) ? opcodes(operand.filter(isToken), isToken) : []
    }),
  ])
}
