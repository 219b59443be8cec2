import { ExportEntry, NameEntry, PackageFlag, Version } from '@ukit/container'
import { type ExportObject, ImportObject, ObjectReader, type Package, type PackageObject } from '@ukit/core'
import {
  adoptNames,
  buildPackage,
  dropUnused,
  EditExport,
  EditName,
  type EditObject,
  importAt,
  PackageEdit,
} from '@ukit/edit'
import { UnrealObject } from '@ukit/objects'
import { Class, TextBuffer } from '@ukit/objects/script'
import { placeDepends } from '../order/depends.js'
import { orderLike } from '../order/like-reference.js'
import { type OrderRules, orderTables } from '../order/order-tables.js'
import { type ClassDifference, isDeclared } from './compare-classes.js'

/**
 * *Compares a package whose classes were built again with the whole one, byte for byte.*
 *
 * What no text of a class says is taken from the package first: the order of its tables, names that nothing
 * uses, objects that are not script (textures, sounds …), default properties when `withDefaults` is false,
 * its GUIDs, flags, and earlier generations.
 *
 * @param order the tables have to come out by these rules; without them their order is that of the package.
 * @returns the first difference; `undefined` when there is none.
 * @throws {PackageError} when an object of the package cannot be read.
 */
export async function wholeDifference(
  edit: PackageEdit,
  pkg: Package,
  withDefaults: boolean,
  order?: Omit<OrderRules, 'files'>,
): Promise<ClassDifference | undefined> {
  const built = builtClasses(edit)
  const isScript = (object: ExportObject) => isBuilt(object, built)
  if (pkg.context.engine === 3) await dropUnused(edit)
  placeAssets(edit, pkg, isScript)
  for (const { text } of pkg.nameTable) if (edit.findName(text.text) === undefined) edit.adoptName(text.text)
  orderLike(edit, order === undefined ? pkg : await byRules(edit, pkg, order))
  if (order === undefined) placeHoles(edit, pkg)
  takeSummary(edit, pkg)
  const ordered = await PackageEdit.open(await buildPackage(edit))
  const tables = tableDifference(ordered, pkg)
  if (tables !== undefined) return tables
  // Indices mean the same in both now: bodies can be taken as they are.
  const reader = await ObjectReader.open(pkg, {})
  for (const [index, object] of pkg.exports.entries()) {
    const entry = ordered.exports[index]
    if (entry === undefined) continue
    const { offset, size } = object.entry
    const bytes = await pkg.image.slice(offset, offset + size)
    if (!isScript(object)) ordered.replaceBytes(entry, bytes, offset)
    else if (object.class === null || object.className === 'TextBuffer' || pkg.context.since(Version.NetIndex))
      await copyUnwritten(ordered, entry, reader, object, bytes, withDefaults)
  }
  takeSummary(ordered, pkg)
  await placeDepends(ordered)
  return bytesDifference(await buildPackage(ordered), pkg)
}

/**
 * The package with its tables ordered by rules, from what does not know their order: names and imports by
 * name, exports as they were built. Its own objects are what references are counted in, since textures and
 * sounds are among them.
 */
async function byRules(edit: PackageEdit, pkg: Package, order: Omit<OrderRules, 'files'>): Promise<Package> {
  const own = await PackageEdit.open(pkg)
  const built = new Map(edit.exports.map((entry, index) => [entry.toString().toLowerCase(), index]))
  const place = (entry: EditExport) => built.get(entry.toString().toLowerCase()) ?? edit.exports.length
  own.reorder({
    nameTable: [...own.nameTable].sort((a, b) => (a.text < b.text ? -1 : 1)),
    imports: [...own.imports].sort((a, b) => (a.path < b.path ? -1 : 1)),
    exports: [...own.exports].sort((a, b) => place(a) - place(b) || (a.path < b.path ? -1 : 1)),
  })
  const classes = own.exports.filter((entry) => entry.class === null && entry.outer === null)
  const files = classes.map(({ name }) => name).sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
  await orderTables(own, { ...order, files })
  return buildPackage(own)
}

/**
 * *Compares a package of UE3 that was built again from texts, its tables in the order that the rules give,
 * with the whole one, byte for byte.* Unlike {@link wholeDifference} it takes no name, import or object from
 * it; only what no text says: the summary's GUID, generations, flags, folder, source number, and versions of
 * engine and cooker, the number that cooking gave each object, which names the log leaves out, the case of
 * names that no loaded package has so (they are counted), and the name that a renamed file was compiled
 * under.
 *
 * @param edit as it was built; afterwards its tables are in that order.
 * @param loaded packages that it was compiled against, without itself: names are written as there.
 * @returns the first difference; `undefined` when there is none; and how many names it writes otherwise.
 * @throws {PackageError} when an object cannot be read.
 */
export async function differenceByRules(
  edit: PackageEdit,
  pkg: Package,
  loaded: readonly Package[],
): Promise<{ readonly difference: ClassDifference | undefined; readonly otherCase: number }> {
  await dropUnused(edit)
  edit.addName(await homeName(pkg))
  importAt(edit, 'Core.Class', 'Core.Class')
  await orderTables(edit, { files: [], loaded })
  takeSummary(edit, pkg)
  await placeDepends(edit)
  const ordered = await PackageEdit.open(await buildPackage(edit))
  const tables = tableDifference(ordered, pkg)
  if (tables !== undefined) return { difference: tables, otherCase: 0 }
  const reader = await ObjectReader.open(pkg, {})
  for (const [index, object] of pkg.exports.entries()) {
    const entry = ordered.exports[index]
    const { netIndex } = (await reader.read(object)).object
    if (entry === undefined || netIndex === -1) continue
    await ordered.change(entry, (of) => {
      of.netIndex = netIndex
    })
  }
  takeSummary(ordered, pkg)
  const otherCase = takeWriting(ordered, pkg)
  return { difference: await bytesDifference(await buildPackage(ordered), pkg), otherCase }
}

/** Flag of a name of UE3, upper half: the compiler's log leaves out what has this name, by its ini. */
const SUPPRESSED = 0x1000

/** Gives names the flag and the case that no text says, and counts those that were written otherwise. */
function takeWriting(edit: PackageEdit, pkg: Package): number {
  let otherCase = 0
  for (const [index, { flagsHigh, text }] of pkg.nameTable.entries()) {
    const name = edit.nameTable[index]
    if (name === undefined) continue
    if (name.text !== text.text) otherCase++
    const flags = name.entry.flagsHigh | (flagsHigh & SUPPRESSED)
    name.entry = Object.assign(new NameEntry(), name.entry, { text, flagsHigh: flags, verbatim: undefined })
  }
  return otherCase
}

/** The name that a package was compiled under: its own, or, of a renamed file, the one that nothing uses. */
async function homeName(pkg: Package): Promise<string> {
  const edit = await PackageEdit.open(pkg)
  if (edit.findName(pkg.name) !== undefined) return pkg.name
  const { names } = await dropUnused(edit)
  return names[0] ?? pkg.name
}

/**
 * Puts in the names that conforming left where one is gone: each is called `None`, and the last of them is
 * the one that objects have.
 */
function placeHoles(edit: PackageEdit, pkg: Package): void {
  const keys = pkg.nameTable.map(({ text }) => text.text.toLowerCase())
  const last = new Map(keys.map((key, index) => [key, index]))
  const names = pkg.nameTable.map((row, index) => {
    const isHole = last.get(keys[index] ?? '') !== index
    return isHole ? new EditName(row, index) : edit.findName(row.text.text)
  })
  const placed = names.filter((entry) => entry !== undefined)
  const others = edit.nameTable.filter((entry) => !last.has(entry.text.toLowerCase()))
  edit.reorder({ nameTable: [...placed, ...others] })
}

/** The classes that were built, in small letters; others are only places for those that have no text. */
function builtClasses(edit: PackageEdit): ReadonlySet<string> {
  const classes = edit.exports.filter(({ body }) => body.kind === 'changed' && body.object instanceof Class)
  return new Set(classes.map(({ name }) => name.toLowerCase()))
}

/** Whether an object is what texts of classes declare. */
function isBuilt({ className, path, isNull }: ExportObject, classes: ReadonlySet<string>): boolean {
  return isNull || (isDeclared(path, className) && classes.has((path.split('.', 1)[0] ?? '').toLowerCase()))
}

const NOTHING_YET = { kind: 'changed', rest: new Uint8Array(), base: 0, size: 0, opaque: [], error: undefined } as const

/** Adds the rows of all that is not script, and the imports that only such objects and defaults need. */
function placeAssets(edit: PackageEdit, pkg: Package, isScript: (object: ExportObject) => boolean): void {
  const known = new Map<string, EditObject>()
  for (const entry of [...edit.exports, ...edit.imports]) known.set(entry.toString().toLowerCase(), entry)
  const placed = new Map<PackageObject, EditObject>()
  const place = (object: PackageObject): EditObject => {
    let entry = placed.get(object) ?? known.get(object.toString().toLowerCase())
    if (entry === undefined) {
      const { name, className } = object
      const outer = object.outer === null ? null : place(object.outer)
      if (object instanceof ImportObject) {
        entry = edit.addImport({ name, outer, className, classPackage: object.classPackage })
      } else {
        const of = object.class === null ? null : place(object.class)
        entry = edit.addExport({ name, outer, class: of, flags: object.flags }, new Uint8Array())
      }
    }
    placed.set(object, entry)
    return entry
  }
  for (const object of pkg.imports) place(object)
  for (const object of pkg.exports) {
    if (object.isNull) edit.addExport({ name: object.name, outer: null, class: null, flags: 0 }, new Uint8Array())
    if (isScript(object)) continue
    const entry = place(object)
    if (!(entry instanceof EditExport)) continue
    entry.flags = object.flags
    entry.flagsHigh = object.entry.flagsHigh
    entry.archetype = object.archetype === null ? null : place(object.archetype)
    entry.super = object.super === null ? null : place(object.super)
    // Groups that were packages when the package was cooked, and objects that are loaded whenever it is
    // (UE3).
    const { exportFlags, netObjectCounts, packageGuid, packageFlags } = object.entry
    entry.entry = Object.assign(new ExportEntry(), entry.entry, {
      exportFlags,
      netObjectCounts,
      packageGuid,
      packageFlags,
    })
    // Anything that has a length, so that the body has its place among the others.
    if (object.entry.size > 0) entry.body = { ...NOTHING_YET, object: new UnrealObject() }
    if (entry.body.kind === 'changed') adoptNames(edit, entry.body.object, entry.path)
  }
}

/** What says nothing of the sources: which releases there were, what a package is for. */
function takeSummary(edit: PackageEdit, pkg: Package): void {
  const { guid, generations, folder, packageSource, engineVersion, cookerVersion, chunks } = pkg.summary
  // What is compared is uncompressed.
  const flags = chunks.length > 0 ? pkg.summary.flags & ~PackageFlag.StoreCompressed : pkg.summary.flags
  Object.assign(edit.summary, { guid, flags, generations, folder, packageSource, engineVersion, cookerVersion })
  const { additionalPackages, textureAllocations } = pkg.summary
  Object.assign(edit.summary, { additionalPackages, textureAllocations })
  edit.heritage.splice(0, edit.heritage.length, ...pkg.heritage)
}

/** The first row of a table that differs: as long as there is one, no index of a body means the same. */
function tableDifference(edit: PackageEdit, pkg: Package): ClassDifference | undefined {
  const tables = [
    ['names', edit.nameTable.map(({ text }) => text), pkg.nameTable.map(({ text }) => text.text)],
    ['imports', edit.imports.map(String), pkg.imports.map(String)],
    ['exports', edit.exports.map(String), pkg.exports.map(String)],
  ] as const
  for (const [table, found, expected] of tables) {
    for (let index = 0; index < Math.max(found.length, expected.length); index++) {
      const [is, was] = [found[index], expected[index]]
      if (is === undefined || is.toLowerCase() !== was?.toLowerCase())
        return {
          object: `${table}[${index}]`,
          field: 'bytes',
          message: `expected ${was ?? 'none'}, as in the package, found ${is ?? 'none'}`,
        }
    }
  }
  return undefined
}

/**
 * Gives an object what the text of its class does not say: the number that cooking gave it (UE3), where the
 * caret was; a class defaults, the times of its files, and checksums of the texts of other packages' classes,
 * in SWAT 4 of all: it keeps those of the time when a class was compiled last.
 */
async function copyUnwritten(
  edit: PackageEdit,
  entry: EditExport,
  reader: ObjectReader,
  object: ExportObject,
  bytes: Uint8Array,
  withDefaults: boolean,
): Promise<void> {
  const place = { subject: reader.subjectOf(object), base: object.entry.offset, symbols: edit }
  const { object: like } = reader.decodeAs(place, bytes)
  const repeats = reader.package.context.line === 'vengeance'
  if (like.netIndex === -1 && !(like instanceof Class) && !(like instanceof TextBuffer)) return
  await edit.change(entry, (of) => {
    of.netIndex = like.netIndex
    if (of instanceof TextBuffer && like instanceof TextBuffer)
      Object.assign(of, { position: like.position, top: like.top })
    if (!(like instanceof Class && of instanceof Class)) return
    if (!withDefaults) Object.assign(of, { properties: like.properties, components: like.components })
    takeGameRecord(of, like)
    for (const [index, row] of of.dependencies.entries()) {
      const checksum = like.dependencies[index]?.scriptTextCrc
      const isKnown = row.class instanceof EditExport && !repeats
      if (!isKnown && checksum !== undefined) row.scriptTextCrc = checksum
    }
  })
}

/**
 * What SWAT 4 has of a class: when its file was written, and two lists that name things as often as it was
 * compiled.
 */
function takeGameRecord({ addedToClass: own }: Class, { addedToClass: like }: Class): void {
  if (own === undefined || like === undefined) return
  for (const field of ['fileTimes', 'implements', 'objects'])
    if (field in own && field in like) Object.assign(own, { [field]: Reflect.get(like, field) })
}

/**
 * Finds the first byte that differs: in an object of another length, which moves all that comes after it,
 * then in any object, then anywhere.
 */
async function bytesDifference(found: Package, pkg: Package): Promise<ClassDifference | undefined> {
  const pairs = pkg.exports.map((object, index) => [object, found.exports[index]] as const)
  const moved = pairs.filter(([object, is]) => object.entry.size !== is?.entry.size)
  for (const [object, same] of moved.length > 0 ? moved : pairs) {
    const [is, was] = await Promise.all([same?.bytes(), object.bytes()])
    const at = is === undefined ? 0 : firstDifference(is, was)
    if (at !== undefined) return difference(object.path, `byte ${at} of the object`, is?.[at], was[at])
  }
  const [is, was] = await Promise.all([found, pkg].map(({ image }) => image.slice(0, image.byteLength)))
  const at = is === undefined || was === undefined ? 0 : firstDifference(is, was)
  return at === undefined ? undefined : difference(tableAt(pkg, at), `byte ${at}`, is?.[at], was?.[at])
}

/** Where two stretches of bytes differ first, also when one is the beginning of the other. */
function firstDifference(a: Uint8Array, b: Uint8Array): number | undefined {
  const length = Math.max(a.length, b.length)
  for (let at = 0; at < length; at++) if (a[at] !== b[at]) return at
  return undefined
}

function difference(object: string, at: string, is: number | undefined, was: number | undefined): ClassDifference {
  const hex = (byte: number | undefined) => (byte === undefined ? 'its end' : byte.toString(16).padStart(2, '0'))
  const message = `expected ${hex(was)} at ${at}, as in the package, found ${hex(is)}`
  return { object, field: 'bytes', message }
}

/** The table that a position is in. */
function tableAt(pkg: Package, at: number): string {
  for (const [name, { start, end }] of Object.entries(pkg.ranges)) if (at >= start && at < end) return name
  return 'layout'
}
