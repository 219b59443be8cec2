import type { Symbols } from '@ukit/container'
import { PackageFlag } from '@ukit/container'
import { PackageError } from '@ukit/files'
import { equalBytes } from '@ukit/files/internal'
import type { BodyCodec } from '../body.js'
import { bodyCodec } from '../body-codec.js'
import type { PackageEdit } from '../document.js'
import type { EditExport } from '../entries.js'

/**
 * Refuses two packages whose objects can never be alike.
 *
 * @throws {PackageError} `refused`, with what differs.
 */
export function checkFormats(into: PackageEdit, from: PackageEdit): void {
  const [a, b] = [from.package.context, into.package.context]
  const refuse = (what: string, found: string, expected: string) => {
    const message =
      `expected objects of ${what} ${expected}, as ${into.package.name} has them, found ${found} ` +
      `in ${from.package.name}`
    throw new PackageError('refused', message)
  }
  if (a.engine !== b.engine) refuse('Unreal Engine', String(a.engine), String(b.engine))
  if (a.line !== b.line) refuse('the line', a.line, b.line)
  const order = (bigEndian: boolean) => (bigEndian ? 'big-endian' : 'little-endian')
  if (a.bigEndian !== b.bigEndian) refuse('byte order', order(a.bigEndian), order(b.bigEndian))
  const isCooked = (edit: PackageEdit) => (edit.summary.flags & PackageFlag.Cooked) !== 0
  const kind = (cooked: boolean) => (cooked ? 'a cooked package' : 'a package that is not cooked')
  if (a.engine === 3 && isCooked(from) !== isCooked(into)) refuse('kind', kind(isCooked(from)), kind(isCooked(into)))
}

/** True when every object of the one is laid out as in the other. */
function isSameFormat(into: PackageEdit, from: PackageEdit): boolean {
  const [a, b] = [from.package.context, into.package.context]
  return a.version === b.version && a.licensee === b.licensee
}

/** How a body of `from` is read with names and objects of `into`, and written as `into` has its objects. */
export function transferCodec(into: PackageEdit, from: PackageEdit, entry: EditExport, symbols: Symbols): BodyCodec {
  const subject = from.subjectOf(entry)
  // Bytes that are not understood may mean anything in another package.
  const codec = bodyCodec(from.reader, subject, symbols, () => true)
  if (isSameFormat(into, from)) return codec
  return {
    ...codec,
    encode: (object, rest, offset, size) => into.reader.encodeAs(object, rest, subject, offset, size),
  }
}

/**
 * Proves that an object comes through in the other version whole: written there, read there, and written as
 * here it gives the same bytes.
 *
 * @throws {PackageError} `refused` when something would be lost.
 */
export async function checkLossless(
  into: PackageEdit,
  from: PackageEdit,
  entry: EditExport,
  codec: BodyCodec,
): Promise<void> {
  const { body } = entry
  if (isSameFormat(into, from) || body.kind !== 'stored' || body.size === 0) return
  const bytes = await body.source.slice(body.start, body.start + body.size)
  const { object, rest } = codec.decode(bytes, body.base)
  const { subject } = codec
  const versions = (edit: PackageEdit) => `${edit.package.version}/${edit.package.licensee}`
  const lost = (cause?: PackageError) => {
    const message = `version ${versions(into)} cannot store all of it; it comes from version ${versions(from)}`
    return new PackageError('refused', message, { object: entry.path, cause })
  }
  try {
    const there = codec.encode(object, rest, body.base, body.size).bytes
    const reread = into.reader.decodeAs({ subject, base: body.base, symbols: presentSymbols(into) }, there)
    if (reread.error !== undefined || reread.opaqueBytes > 0) throw lost(reread.error)
    const encode = (read: typeof reread) =>
      from.reader.encodeAs(read.object, read.rest, subject, body.base, body.size).bytes
    if (!equalBytes(encode(reread), encode({ ...reread, object, rest }))) throw lost()
  } catch (error) {
    if (error instanceof PackageError && error.kind !== 'refused') throw lost(error)
    throw error
  }
}

/** What indices mean in a document as it is now. */
function presentSymbols(edit: PackageEdit): Symbols {
  return {
    nameAt: (index, number) => edit.nameTable[index]?.numbered(number),
    objectAt: (reference) => (reference > 0 ? edit.exports[reference - 1] : edit.imports[-reference - 1]),
  }
}
