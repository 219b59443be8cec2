import { Version } from '@ukit/container'
import {
  type ExportObject,
  ImportObject,
  ObjectReader,
  type Package,
  type PackageObject,
  type PackageSet,
} from '@ukit/core'
import { adoptNames, buildPackage, dropUnused, EditExport, EditName, type EditObject, PackageEdit } from '@ukit/edit'
import { UnrealObject } from '@ukit/objects'
import { Class, TextBuffer } from '@ukit/objects/script'
import { compilerTraits } from '../draft/traits.js'
import { placeDepends } from '../order/depends.js'
import { orderLike } from '../order/like-reference.js'
import { type OrderRules, orderTables } from '../order/order-tables.js'
import { type ClassDifference, isDeclared } from './compare-classes.js'
import { bytesDifference, tableDifference, takeSummary } from './package-bytes.js'

/**
 * *Compares a package whose classes were built again with the whole one, byte for byte.*
 *
 * What no text of a class says is taken from the package first: the order of its tables, names that nothing
 * uses, objects that are not script (textures, sounds …), default properties when `withDefaults` is false,
 * its GUIDs, flags, and earlier generations.
 *
 * @param packages where what variables are is found.
 * @param order the tables have to come out by these rules; without them their order is that of the package.
 * @returns the first difference; `undefined` when there is none.
 * @throws {PackageError} when an object of the package cannot be read.
 */
export async function wholeDifference(
  edit: PackageEdit,
  pkg: Package,
  withDefaults: boolean,
  packages: PackageSet,
  order?: Omit<OrderRules, 'files'>,
): Promise<ClassDifference | undefined> {
  const built = builtClasses(edit)
  const isScript = (object: ExportObject) => isBuilt(object, built)
  if (pkg.context.engine === 3) await dropUnused(edit)
  placeAssets(edit, pkg, isScript)
  for (const { text } of pkg.nameTable) if (edit.findName(text.text) === undefined) edit.adoptName(text.text)
  orderLike(edit, order === undefined ? pkg : await byRules(edit, pkg, packages, order))
  if (order === undefined) placeHoles(edit, pkg)
  takeSummary(edit, pkg)
  const ordered = await PackageEdit.open(await buildPackage(edit), { packages })
  const tables = tableDifference(ordered, pkg)
  if (tables !== undefined) return tables
  // Indices mean the same in both now: bodies can be taken as they are.
  const reader = await ObjectReader.open(pkg, { packages })
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
  await placeDepends(ordered, packages)
  return bytesDifference(await buildPackage(ordered), pkg)
}

/**
 * The package with its tables ordered by rules, from what does not know their order: names and imports by
 * name, exports as they were built. Its own objects are what references are counted in, since textures and
 * sounds are among them.
 */
async function byRules(
  edit: PackageEdit,
  pkg: Package,
  packages: PackageSet,
  order: Omit<OrderRules, 'files'>,
): Promise<Package> {
  const own = await PackageEdit.open(pkg, { packages })
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

/** Tells whether an object is what texts of classes declare. */
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
    entry.entry = Object.assign(entry.entry.copy(), {
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
  const repeats = compilerTraits(reader.package).keepsOldDependencies
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
