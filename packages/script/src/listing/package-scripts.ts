import { Archive, type TracedField } from '@ukit/container'
import type { ExportObject, ObjectReader, ReadObject } from '@ukit/core'
import { PackageError } from '@ukit/files'
import { ScriptWalk, Struct, type Token } from '@ukit/objects/script'
import { plural } from '@ukit/text/internal'
import { tokenBytes } from './assemble.js'

/**
 * *The script of an object of a package*, as far as it can be read.
 *
 * It is live: its tokens refer to names and objects of the package. `packageScriptLines` gives it as plain
 * data.
 */
export interface PackageScript {
  /** The function, state, class or struct. */
  readonly export: ExportObject
  /** The same, read. */
  readonly read: ReadObject
  /** The statements; those before the damage, where there is one. */
  readonly tokens: Token[]
  /** Bytes that the script takes in memory, by the file. */
  readonly memorySize: number
  /**
   * What is after the tokens and cannot be read: of the script, or of the whole object when `before` is set.
   */
  readonly rest: Uint8Array | undefined
  /** The bytes of the object before its tokens, when the object cannot be read as a whole. */
  readonly before: Uint8Array | undefined
  /** Why there is a rest. */
  readonly problem: string | undefined
}

/** Tells whether objects of its class have scripts: functions, states, classes, structs. */
export function hasScript(reader: ObjectReader, exported: ExportObject): boolean {
  return exported.entry.size > 0 && reader.ancestryOf(exported.class).some((name) => /^struct$/i.test(name))
}

/** Every script of a package, in the order of its export table; also those that are empty. */
export async function* packageScripts(reader: ObjectReader): AsyncGenerator<PackageScript> {
  for (const exported of reader.package.exports) if (hasScript(reader, exported)) yield readScript(reader, exported)
}

/**
 * The script of one object.
 *
 * @throws {PackageError} when its bytes cannot be read from the file.
 */
export async function readScript(reader: ObjectReader, exported: ExportObject): Promise<PackageScript> {
  const bytes = await exported.bytes()
  const read = reader.decode(exported, bytes)
  const { object } = read
  if (!(object instanceof Struct)) return damagedObject(reader, read, bytes)
  const { tokens, memorySize, raw } = object.script
  const found = { export: exported, read, memorySize, before: undefined }
  if (raw === undefined) return { ...found, tokens, rest: undefined, problem: undefined }
  const part = readableTokens(reader, raw, memorySize)
  return { ...found, tokens: part.tokens, rest: raw.subarray(part.end), problem: part.problem }
}

/** The statements at the beginning of bytes that do not all make statements. */
function readableTokens(
  reader: ObjectReader,
  bytes: Uint8Array,
  memorySize: number,
): { tokens: Token[]; end: number; problem: string } {
  const { context } = reader.package
  const tokens: Token[] = []
  let problem = `expected the tokens to end with the script, found ${plural(bytes.length, 'byte')} on disk`
  let end = 0
  try {
    const ar = Archive.load(bytes, context, { symbols: reader.package })
    const walk = new ScriptWalk(ar)
    while (walk.memory < memorySize && ar.remaining > 0) {
      tokens.push(walk.token(undefined))
      end = ar.position
    }
  } catch (error) {
    if (!(error instanceof PackageError)) throw error
    problem = error.message
  }
  // What would be written otherwise than it was is shown as it was.
  const written = tokenBytes(tokens, context)
  if (written.length === end && written.every((byte, i) => byte === bytes[i])) return { tokens, end, problem }
  return { tokens: [], end: 0, problem }
}

/** An object of which only the way up to some token can be followed. */
function damagedObject(reader: ObjectReader, read: ReadObject, bytes: Uint8Array): PackageScript {
  const fields: TracedField[] = []
  reader.decode(read.export, bytes, { begin: () => undefined, field: (field) => fields.push(field) })
  const size = fields.find(({ path }) => path === 'scriptSize' || path.endsWith('.scriptSize'))
  const start = size === undefined ? 0 : size.offset + size.length - read.export.entry.offset
  const memorySize = size === undefined ? 0 : Number(size.value)
  const part =
    size === undefined
      ? { tokens: [], end: 0, problem: '' }
      : readableTokens(reader, bytes.subarray(start), Math.max(0, memorySize))
  return {
    export: read.export,
    read,
    tokens: part.tokens,
    memorySize,
    rest: bytes.subarray(start + part.end),
    before: bytes.subarray(0, start),
    problem: read.error?.message ?? 'it cannot be read as an object with a script',
  }
}
