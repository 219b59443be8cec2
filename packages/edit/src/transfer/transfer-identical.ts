import type { Symbols } from '@ukit/container'
import { Version } from '@ukit/container'
import { PackageError } from '@ukit/files'
import { equalBytes } from '@ukit/files/internal'
import type { PackageEdit } from '../document.js'
import type { EditExport, EditObject } from '../entries.js'
import { transferCodec } from './transfer-format.js'

/**
 * Tells whether an object would be exactly what already exists: of the same class, and with the same bytes,
 * once its names and references mean what they would mean here.
 *
 * @param known what an object of `from` is here; `undefined` when it is nothing yet, and so nothing that an
 *   object here could refer to.
 */
export async function isIdentical(
  into: PackageEdit,
  from: PackageEdit,
  entry: EditExport,
  there: EditExport,
  known: (object: EditObject | null) => EditObject | null | undefined,
): Promise<boolean> {
  if (known(entry.class) !== there.class || known(entry.super) !== there.super) return false
  if (known(entry.archetype) !== there.archetype || entry.componentMap.length !== there.componentMap.length)
    return false
  const isSame = ({ name, component }: EditExport['componentMap'][number], i: number) =>
    name.toString().toLowerCase() === there.componentMap[i]?.name.toString().toLowerCase() &&
    known(component) === there.componentMap[i]?.component
  if (!entry.componentMap.every(isSame)) return false
  const { body } = entry
  if (body.kind !== 'stored' || there.body.kind !== 'stored' || there.codec !== undefined) return false
  if (body.size === 0) return there.body.size === 0
  const codec = transferCodec(into, from, entry, knownSymbols(into, from, known))
  const bytes = await body.source.slice(body.start, body.start + body.size)
  const own = await there.body.source.slice(there.body.start, there.body.start + there.body.size)
  const { object, rest, error } = codec.decode(bytes, body.base)
  if (error !== undefined) return false
  try {
    const { base } = there.body
    const coming = codec.encode(object, rest, base, own.length).bytes.slice()
    if (equalBytes(coming, own)) return true
    // A table can hold a name twice (AWGlobal.utx of UT2004: "None"); then the same object has other bytes.
    const ownCodec = transferCodec(
      into,
      into,
      there,
      knownSymbols(into, into, (known) => known),
    )
    const stored = ownCodec.decode(own, base)
    return (
      stored.error === undefined &&
      equalBytes(coming, ownCodec.encode(stored.object, stored.rest, base, own.length).bytes)
    )
  } catch (thrown) {
    if (thrown instanceof PackageError) return false
    throw thrown
  }
}

/** As `Transfer` translates, but nothing is added: what is not known fails to decode. */
function knownSymbols(
  into: PackageEdit,
  from: PackageEdit,
  known: (object: EditObject | null) => EditObject | null | undefined,
): Symbols {
  return {
    nameAt(index, number) {
      const name = from.nameAt(index, number)
      if (name === undefined) return undefined
      if (into.package.context.since(Version.NameNumbers)) return into.findName(name.entry.text)?.numbered(number)
      return into.findName(name.toString())?.numbered(0)
    },
    objectAt(reference) {
      const object = from.objectAt(reference)
      return object === undefined ? undefined : (known(object) ?? undefined)
    },
  }
}
