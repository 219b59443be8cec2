import type { FormatContext, Symbols } from '@ukit/container'
import { hasOwnTables, Version } from '@ukit/container'
import type { ObjectReader, Package } from '@ukit/core'
import { emptyPackage } from '@ukit/core'
import { PackageError } from '@ukit/files'
import { equalBytes } from '@ukit/files/internal'
import type { PropertyList, UnrealObject } from '@ukit/objects'
import { type PropertyValue, TaggedStruct } from '@ukit/objects'
import { Script, tokenSetOf } from '@ukit/objects/script'
import { Palette } from '@ukit/objects/ue1'
import { plural } from '@ukit/text/internal'
import { adoptNames } from '../adopt-names.js'
import type { EditBody } from '../body.js'
import type { PackageEdit } from '../document.js'
import type { EditExport, EditObject } from '../entries.js'
import { readFurtherTables, type StoredTables } from '../further-tables.js'
import { BlockCheck } from './convert-blocks.js'
import { firstFieldDifference, valueWords } from './convert-compare.js'
import { checkRows, convertSummary } from './convert-rows.js'
import { withThumbnails } from './convert-thumbnails.js'

/** *What another version cannot hold, or ukit cannot convert.* */
export interface ConversionLoss {
  /** Whose it is; `null` for the package's own. */
  readonly object: string | null
  /** What would be lost: a phrase for a person. */
  readonly message: string
}

/** Which version a package is to have. */
export interface ConversionTarget {
  /** File version. */
  readonly version: number
  /**
   * Licensee version: it has to be that of the package, since the meaning of a licensee's changes is not
   * known.
   */
  readonly licensee?: number
}

/** Most reasons that the error of a refusal names. */
const MOST_REASONS = 20

/**
 * *Converts a document to another file version*: every object is decoded as what it is and encoded as the
 * other version has it, then decoded again and compared field by field. Fields that only one of the versions
 * has pass where they hold their default.
 *
 * What the engine itself makes of older objects when it loads them is made of them here: palettes from before
 * version 66 get an opaque alpha (`Palette.colors`). Names, imports and exports keep their order, so that
 * references by index stay; bodies are laid out again.
 *
 * @throws {PackageError} `refused`, with the reasons, when anything would be lost or is not understood
 *   (`conversionLosses` lists all of them); the document is as it was.
 * `unsupported` for a version that ukit does not know.
 */
export async function convertVersion(edit: PackageEdit, target: ConversionTarget): Promise<void> {
  const { losses, apply } = await planConversion(edit, target)
  if (losses.length > 0) throw refusal(edit, target, losses)
  apply()
}

/** *Why a document cannot be converted to another file version*; nothing when it can. Changes nothing. */
export async function conversionLosses(
  edit: PackageEdit,
  target: ConversionTarget,
): Promise<readonly ConversionLoss[]> {
  return (await planConversion(edit, target)).losses
}

interface ConversionPlan {
  readonly losses: ConversionLoss[]
  apply(): void
}

async function planConversion(edit: PackageEdit, target: ConversionTarget): Promise<ConversionPlan> {
  const losses: ConversionLoss[] = []
  const noteLoss = (object: string | null, message: string) => void losses.push({ object, message })
  const { package: pkg } = edit
  if (target.version === pkg.version && (target.licensee ?? pkg.licensee) === pkg.licensee)
    return { losses, apply: () => undefined }
  const fresh = await emptyPackage({
    name: pkg.name === '' ? 'Package' : pkg.name,
    version: target.version,
    licensee: target.licensee ?? pkg.licensee,
    guid: pkg.guid,
    bigEndian: pkg.context.bigEndian,
    // What decides the layout, even if the caller chose it: the versions alone may mean a different one.
    ...(pkg.layout.line === undefined ? {} : { game: pkg.game.id }),
  })
  checkLine(pkg, fresh, noteLoss)
  // Between two engines, or two lines of one, everything would be a reason.
  if (losses.length > 0) return { losses, apply: () => undefined }
  const { context } = fresh
  const { summary, heritage } = convertSummary(edit, context, (message) => noteLoss(null, message))
  checkRows(edit, context, noteLoss)
  const stored = await readFurtherTables(pkg)
  const depends = convertFurtherTables(edit, stored, context, noteLoss)
  const hasThumbnails = (stored.thumbnails?.table.entries.length ?? 0) > 0 && context.since(Version.ThumbnailTable)
  const reader = edit.reader.withPackage(hasThumbnails ? await withThumbnails(fresh, edit, stored) : fresh)
  const blocks = new BlockCheck(pkg.context, context)
  const bodies = new Map<EditExport, EditBody>()
  for (const entry of edit.exports) {
    const body = await convertBody({ edit, reader, blocks }, entry, (message) => noteLoss(entry.path, message))
    if (body !== undefined) bodies.set(entry, body)
  }
  return {
    losses,
    apply() {
      Object.assign(edit.summary, summary)
      edit.heritage.splice(0, edit.heritage.length, ...heritage)
      for (const [entry, body] of bodies) entry.body = body
      for (const [entry, list] of depends) entry.depends = list
      edit.rebase(reader)
    },
  }
}

/**
 * Refuses what would have to change more than the version: the engine, the line of it, the licensee, the
 * game's own container, the encryption.
 */
function checkLine(pkg: Package, fresh: Package, lose: (object: null, message: string) => void): void {
  const { context: from, layers } = pkg
  const { context: to } = fresh
  if (from.engine !== to.engine)
    lose(null, `objects of Unreal Engine ${from.engine} differ from those of Unreal Engine ${to.engine}`)
  else if (from.licensee !== to.licensee)
    lose(null, `licensee version ${to.licensee} instead of ${from.licensee}: what a licensee changed is not known`)
  else if (from.line !== to.line)
    lose(
      null,
      `version ${to.version}/${to.licensee} belongs to another line of the engine (${to.line}, not ` + `${from.line})`,
    )
  for (const each of [pkg, fresh])
    if (hasOwnTables(each.layout))
      lose(null, `version ${each.version}/${each.licensee} is ${each.game.name}'s, whose tables are its own`)
  if (layers.length > 0)
    lose(null, `the file is wrapped (${layers.map(({ kind }) => kind).join(', ')}): unwrap it first`)
}

/**
 * The lists of dependencies by their objects; GUIDs of objects have no place of their own in a document, and
 * so cannot be taken along.
 */
function convertFurtherTables(
  edit: PackageEdit,
  { depends, guids, thumbnails }: StoredTables,
  context: FormatContext,
  lose: (object: null, message: string) => void,
): Map<EditExport, readonly EditObject[]> {
  const { length: pictures } = thumbnails?.table.entries ?? []
  if (pictures > 0 && !context.since(Version.ThumbnailTable))
    lose(null, `${plural(pictures, 'thumbnail')}, which version ${context.version} does not have`)
  const known = (guids?.table.imports.length ?? 0) + (guids?.table.exports.length ?? 0)
  if (known > 0) lose(null, `${plural(known, 'GUID')} of imports and exports, which are not converted`)
  if (edit.summary.textureAllocations.length > 0) lose(null, 'the texture allocations of a cooked package')
  const lists = new Map<EditExport, readonly EditObject[]>()
  for (const entry of edit.exports) {
    const stored = entry.origin === undefined ? [] : (depends?.table.lists[entry.origin.index] ?? [])
    const list =
      entry.depends ?? stored.flatMap((reference) => (reference === 0 ? [] : (edit.objectAt(reference) ?? [])))
    lists.set(entry, list)
  }
  if (!context.since(Version.DependsTable) && [...lists.values()].some((list) => list.length > 0))
    lose(null, `dependencies of exports, which version ${context.version} does not have`)
  return lists
}

/** The body of an object for the other version; `undefined` when there is none, or when it cannot be. */
async function convertBody(
  { edit, reader, blocks }: { edit: PackageEdit; reader: ObjectReader; blocks: BlockCheck },
  entry: EditExport,
  lose: (message: string) => void,
): Promise<EditBody | undefined> {
  const { body } = entry
  if (body.kind === 'stored' && body.size === 0) return undefined
  const codec = edit.codecOf(entry)
  const { object: stored, rest, opaqueBytes, error } = await edit.read(entry)
  if (error !== undefined) return void lose(`is not understood: ${error.message}`)
  if (opaqueBytes > 0)
    return void lose(`is a ${entry.className} of which ${plural(opaqueBytes, 'byte is', 'bytes are')} not understood`)
  const bytes = await edit.storedBytes(entry)
  if (bytes !== undefined && !equalBytes(codec.recode(bytes, body.base), bytes))
    return void lose('would be written with different bytes, so ukit may have misread it')
  const { context } = reader.package
  if (hasScript(stored) && !sameTokens(codec.context, context))
    return void lose(`contains bytecode, whose tokens differ in version ${context.version}`)
  if (
    !codec.context.since(Version.ByteTagEnum) &&
    context.since(Version.ByteTagEnum) &&
    hasByteProperty(stored.properties)
  )
    return void lose('sets a variable of type byte, which later versions store with the name of its enum')
  adoptNames(edit, stored, entry.path)
  const object = reloaded(stored, codec.context, context)
  const { subject } = codec
  try {
    const change = blocks.changeOf(object, subject)
    if (change !== undefined)
      return void lose(
        `contains data of a ${entry.className} in blocks, whose form may have changed at version ` +
          `${context.versionOf(change)}`,
      )
    const converted = reader.encodeAs(object, rest, subject, body.base, body.size).bytes.slice()
    const reread = reader.decodeAs({ subject, base: body.base, symbols: presentSymbols(edit) }, converted)
    if (reread.error !== undefined) return void lose(`would no longer be understood: ${reread.error.message}`)
    const lost = firstFieldDifference(object, reread.object)
    if (lost !== undefined) {
      const { field, before, after } = lost
      return void lose(
        `${field} of a ${entry.className} would be ${valueWords(after)} instead of ${valueWords(before)}`,
      )
    }
    if (reread.opaqueBytes > 0) return void lose(`${plural(reread.opaqueBytes, 'byte')} would no longer be understood`)
    return { kind: 'changed', object, rest, base: body.base, size: converted.length, opaque: [], error: undefined }
  } catch (thrown) {
    // A codec that cannot write what the object holds in this version.
    if (!(thrown instanceof PackageError) && !(thrown instanceof RangeError)) throw thrown
    return void lose(`cannot be written in version ${context.version}: ${thrown.message}`)
  }
}

/** Indices as they are now, whatever was added or removed since the package was opened. */
function presentSymbols(edit: PackageEdit): Symbols {
  return {
    nameAt: (index, number) => edit.nameTable[index]?.numbered(number),
    objectAt: (reference) => (reference > 0 ? edit.exports[reference - 1] : edit.imports[-reference - 1]),
  }
}

function hasScript(object: UnrealObject): boolean {
  return Object.values(object).some((value) => value instanceof Script && !value.isEmpty)
}

/**
 * Tells whether a list of properties, or one inside it, sets a byte; whether that is of an enum only its
 * class could tell.
 */
function hasByteProperty(list: PropertyList): boolean {
  const inValue = (value: PropertyValue | undefined): boolean =>
    Array.isArray(value) ? value.some(inValue) : value instanceof TaggedStruct && hasByteProperty(value.properties)
  return list.items.some(({ type, value }) => type === 'byte' || inValue(value))
}

/**
 * Tells whether bytecode of one version means the same in the other: the same tokens with the same operands
 * and sizes in memory.
 */
function sameTokens(a: FormatContext, b: FormatContext): boolean {
  return JSON.stringify(tokenSetOf(a)) === JSON.stringify(tokenSetOf(b))
}

/**
 * An object as the engine of the newer version makes it when it loads one of the older; most are as they
 * were.
 */
function reloaded(object: UnrealObject, from: FormatContext, to: FormatContext): UnrealObject {
  const becomes = !from.since(Version.PaletteAlpha) && to.since(Version.PaletteAlpha)
  if (!(object instanceof Palette) || !becomes) return object
  const colors = object.colors.map((byte, i) => (i % 4 === 3 ? 0xff : byte))
  return Object.assign(new Palette(), object, { colors })
}

function refusal(edit: PackageEdit, target: ConversionTarget, losses: readonly ConversionLoss[]): PackageError {
  const reasons = losses
    .slice(0, MOST_REASONS)
    .map(({ object, message }) => (object === null ? message : `${object}: ${message}`))
  const more = losses.length - reasons.length
  const list = [...reasons, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
  return new PackageError(
    'refused',
    `version ${edit.package.version} cannot become version ${target.version} without loss: ${list}`,
  )
}
