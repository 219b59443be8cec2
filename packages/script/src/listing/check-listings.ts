import type { ExportObject, ObjectReader } from '@ukit/core'
import { PackageError } from '@ukit/files'
import { equalBytes } from '@ukit/files/internal'
import { Struct } from '@ukit/objects/script'
import { plural } from '@ukit/text/internal'
import { assembleListing, tokenBytes } from './assemble.js'
import type { ListingOptions } from './listing.js'
import { packageScriptText, symbolsOf } from './package-listing.js'
import { hasScript, type PackageScript, readScript } from './package-scripts.js'

/** A script that did not come back as it was. */
export interface ListingFailure {
  /** Path of the object. */
  readonly object: string
  /** What is different, and where. */
  readonly message: string
}

/** *Whether the scripts of a package survive as text.* */
export interface ListingCheck {
  /** Functions, states, classes and structs; those without code included. */
  readonly scripts: number
  /** Scripts whose listing assembles to the bytes that the file has. */
  readonly identical: number
  /** Of these, scripts without code. */
  readonly empty: number
  /** Scripts that are shown as bytes in part, since they are damaged. */
  readonly damaged: readonly ListingFailure[]
  /** Scripts whose listing does not assemble to the bytes that the file has. */
  readonly failures: readonly ListingFailure[]
}

/** What a check says while it goes on. */
export interface ListingCheckOptions extends Omit<ListingOptions, 'symbols'> {
  /** Ends the check. */
  readonly signal?: AbortSignal | undefined
  /** Called after each script. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

/**
 * Disassembles every script of a package, assembles the text, and compares the bytes of the object with those
 * in the file.
 */
export async function checkListings(reader: ObjectReader, options: ListingCheckOptions = {}): Promise<ListingCheck> {
  const failures: ListingFailure[] = []
  const damaged: ListingFailure[] = []
  const owners = reader.package.exports.filter((exported) => hasScript(reader, exported))
  let [identical, empty] = [0, 0]
  for (const [done, exported] of owners.entries()) {
    options.signal?.throwIfAborted()
    try {
      const script = await readScript(reader, exported)
      if (script.problem !== undefined) damaged.push({ object: exported.path, message: script.problem })
      const message = await difference(reader, script, options)
      if (message === undefined) identical++
      else failures.push({ object: exported.path, message })
      if (script.tokens.length === 0 && script.rest === undefined) empty++
    } catch (error) {
      if (!(error instanceof PackageError)) throw error
      failures.push({ object: exported.path, message: error.message })
    }
    options.onProgress?.(done + 1, owners.length)
  }
  return { scripts: owners.length, identical, empty, damaged, failures }
}

/** What is different after disassembling and assembling; nothing when all bytes are the same. */
async function difference(
  reader: ObjectReader,
  script: PackageScript,
  options: ListingCheckOptions,
): Promise<string | undefined> {
  const text = packageScriptText(script, reader, options)
  const { scripts, problems } = assembleListing(text, reader.package.context, symbolsOf(reader))
  const [problem] = problems
  if (problem !== undefined) return `line ${problem.line}, column ${problem.column} of its listing: ${problem.message}`
  const [assembled] = scripts
  if (assembled === undefined || scripts.length !== 1)
    return `its listing has ${plural(scripts.length, 'script')} instead of 1`
  if (assembled.object?.reference !== script.export.reference) return 'its listing names another object'
  const { context } = reader.package
  const rest = assembled.rest ?? new Uint8Array()
  const { object } = script.read
  const stored = await bytesOf(script.export)
  if (assembled.before !== undefined)
    return compare(joined([assembled.before, tokenBytes(assembled.tokens, context), rest]), stored)
  if (!(object instanceof Struct)) return 'its listing lacks the bytes before the tokens'
  const { tokens, raw, memorySize } = object.script
  try {
    if (assembled.rest === undefined) object.script.tokens = assembled.tokens
    else {
      object.script.raw = joined([tokenBytes(assembled.tokens, context), rest])
      object.script.memorySize = assembled.memorySize ?? 0
    }
    return compare(reader.encode(script.read), stored)
  } finally {
    Object.assign(object.script, { tokens, raw, memorySize })
  }
}

function compare(found: Uint8Array, expected: Uint8Array): string | undefined {
  if (equalBytes(found, expected)) return undefined
  const at = found.findIndex((byte, i) => byte !== expected[i])
  const from = at < 0 ? expected.length : at
  return (
    `assembled, it is ${plural(found.length, 'byte')} instead of ${expected.length}, and differs from ` +
    `byte ${from} on`
  )
}

async function bytesOf(exported: ExportObject): Promise<Uint8Array> {
  return exported.bytes()
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
