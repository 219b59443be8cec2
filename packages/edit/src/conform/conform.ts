import { ExportEntry, Generation, NameEntry, Version } from '@ukit/container'
import type { Package } from '@ukit/core'
import { PackageError } from '@ukit/files'
import { plural } from '@ukit/text/internal'
import { relocate } from '../body.js'
import { buildPackage } from '../build-package.js'
import { PackageEdit } from '../document.js'
import { EditExport, EditName } from '../entries.js'
import { checkConform } from './conform-check.js'
import { carriesNetIndices, conformNetIndices } from './conform-ue3.js'
import type { ConformedPackage, ConformOptions, RefusedObject } from './conformed-package.js'

/**
 * *Makes `newer` a release of `older`*, so that servers and clients with either play together:
 * `ukit conform NEW OLD`.
 *
 * As the engine does: the older GUID and generations, with a new one after; names and exports of the older
 * package in their rows, nulls for what is gone (name `None`; no class, super, outer, flags, bytes); then a
 * `None` that starts the names of the new generation, the new names, the new exports. An export is the same
 * one when path and class are the same. Every body is written again with the new indices; neither package is
 * changed. In UE3 objects carry their network numbers themselves: there those are kept, and rows stay as they
 * are.
 *
 * @throws {PackageError} `unsupported` for versions without generations (before 68), for UE3 before 322 and
 *   where objects carry no numbers; `refused` when the older package's last
 * generation is not what it holds.
 */
export async function conformPackage(
  newer: Package,
  older: Package,
  options: ConformOptions = {},
): Promise<ConformedPackage> {
  checkVersions(newer, older)
  if (carriesNetIndices(newer)) return checked(await conformNetIndices(newer, older, options), older)
  const edit = await PackageEdit.open(newer, options)
  const names = conformedNames(edit, older)
  const exports = conformedExports(edit, older, names.none)
  edit.removeEntries(exports.dropped)
  edit.reorder({ nameTable: names.list, exports: exports.list })
  edit.summary.guid = older.summary.guid
  edit.summary.generations = [
    ...older.summary.generations.map((generation) => Object.assign(new Generation(), generation)),
    new Generation(),
  ]
  const facts = {
    kept: { names: names.kept, exports: exports.kept },
    removed: { names: names.removed, exports: exports.removed },
    added: {
      names: names.list.length - older.nameTable.length,
      exports: exports.list.length - older.exportTable.length,
    },
  }
  const refused = await refusedObjects(edit, options)
  if (refused.length > 0) return { package: null, refused, ...facts }
  return checked({ package: await buildPackage(edit), refused, ...facts }, older)
}

/** What was made is looked at once more, by the rules and not by how it was made. */
async function checked(made: ConformedPackage, older: Package): Promise<ConformedPackage> {
  if (made.package === null) return made
  const report = await checkConform(older, made.package)
  if (!report.compatible) throw new Error(`the conformed package is not compatible: ${report.problems[0]?.message}`)
  return made
}

function checkVersions(newer: Package, older: Package): void {
  for (const { version, context } of [newer, older]) {
    if (context.since(Version.NetObjectCounts)) continue
    if (context.since(Version.GuidAndGenerations) && !context.since(Version.PlainIndices)) continue
    const message =
      `expected packages of version ${Version.GuidAndGenerations.version} to ` +
      `${Version.PlainIndices.version - 1}, or of UE3 since ${Version.NetObjectCounts.version}, ` +
      `found ${version}: how others are numbered is not known`
    throw new PackageError('unsupported', message)
  }
  if (carriesNetIndices(newer) !== carriesNetIndices(older)) {
    const message =
      `expected packages of one generation of the engine, found versions ${newer.version} and ` + `${older.version}`
    throw new PackageError('unsupported', message)
  }
  const last = older.summary.generations.at(-1)
  const [exports, names] = [older.exportTable.length, older.nameTable.length]
  if (last?.exportCount === exports && last.nameCount === names) return
  const message =
    `expected the last generation of ${older.name} to count its ${plural(exports, 'export')} and ${names} ` +
    'names, found ' +
    `${last === undefined ? 'no generation' : `${last.exportCount} and ${last.nameCount}`}: it was ` +
    'not saved by the engine, and nothing can be compatible with it'
  throw new PackageError('refused', message)
}

interface ConformedNames {
  readonly list: EditName[]
  /**
   * The last `None`, which all that is named None refers to (27 of 27, 5 of 5 and 68 of 68 nulls of the
   * corpus).
   */
  readonly none: EditName
  readonly kept: number
  readonly removed: string[]
}

function isNone(text: string): boolean {
  return text.toLowerCase() === 'none'
}

function conformedNames(edit: PackageEdit, older: Package): ConformedNames {
  const waiting = new Map<string, EditName>()
  const nones: EditName[] = []
  for (const name of edit.nameTable) {
    const key = name.text.toLowerCase()
    if (isNone(key)) nones.push(name)
    else if (!waiting.has(key)) waiting.set(key, name)
  }
  let usedNones = 0
  const oldNone = older.nameTable.find((row) => isNone(row.text.text))
  const none = nones.pop() ?? new EditName(copyOf(oldNone ?? new NameEntry()), 0)
  const removed: string[] = []
  let kept = 0
  const list = older.nameTable.map((row) => {
    const key = row.text.text.toLowerCase()
    const found = waiting.get(key)
    if (found !== undefined) {
      waiting.delete(key)
      kept++
      return found
    }
    if (isNone(key)) kept++
    else removed.push(row.text.text)
    // Another None of the newer package, so that references to it stay valid.
    const spare = nones[usedNones++]
    const stored = copyOf(isNone(key) ? row : (oldNone ?? none.entry))
    if (spare === undefined) return new EditName(stored, 0)
    spare.entry = stored
    return spare
  })
  const taken = new Set(list)
  const others = edit.nameTable.filter((name) => name !== none && !taken.has(name))
  return { list: [...list, none, ...others], none, kept, removed }
}

function copyOf(row: NameEntry): NameEntry {
  return Object.assign(new NameEntry(), row)
}

interface ConformedExports {
  readonly list: EditExport[]
  /** Nulls of the newer package that no row needs. */
  readonly dropped: ReadonlySet<EditExport>
  readonly kept: number
  readonly removed: string[]
}

function conformedExports(edit: PackageEdit, older: Package, none: EditName): ConformedExports {
  const waiting = new Map<string, EditExport[]>()
  const nulls: EditExport[] = []
  let usedNulls = 0
  for (const entry of edit.exports) {
    if (entry.origin === undefined || entry.origin.isNull) {
      nulls.push(entry)
      continue
    }
    const key = String(entry.origin).toLowerCase()
    const list = waiting.get(key)
    if (list === undefined) waiting.set(key, [entry])
    else list.push(entry)
  }
  const removed: string[] = []
  let kept = 0
  const list = older.exports.map((object) => {
    const found = object.isNull ? undefined : waiting.get(String(object).toLowerCase())?.shift()
    if (found !== undefined) {
      kept++
      return found
    }
    if (object.isNull) kept++
    else removed.push(String(object))
    const spare = nulls[usedNulls++]
    if (spare === undefined) return nullExport(edit, none)
    spare.storedName = none.numbered(0)
    return spare
  })
  const taken = new Set(list)
  const dropped = new Set(nulls.slice(usedNulls))
  const others = edit.exports.filter((entry) => !taken.has(entry) && !dropped.has(entry))
  return { list: [...list, ...others], dropped, kept, removed }
}

function nullExport(edit: PackageEdit, none: EditName): EditExport {
  const body = { kind: 'stored', source: edit.package.image, start: 0, size: 0, base: 0 } as const
  return new EditExport(new ExportEntry(), none.numbered(0), body, 0)
}

/**
 * All objects that would have to be renumbered and cannot be; building would report only the first.
 */
async function refusedObjects(edit: PackageEdit, options: ConformOptions): Promise<RefusedObject[]> {
  const refused: RefusedObject[] = []
  if (!edit.isRenumbered) return refused
  let done = 0
  for (const entry of edit.exports) {
    options.signal?.throwIfAborted()
    const { body } = entry
    if (body.kind === 'stored' && body.size > 0) {
      const bytes = await body.source.slice(body.start, body.start + body.size)
      try {
        relocate(edit.codecOf(entry), bytes, body.base, body.base, true)
      } catch (error) {
        if (!(error instanceof PackageError)) throw error
        refused.push({ object: entry.path, message: error.message })
      }
    }
    options.onProgress?.(++done, edit.exports.length)
  }
  return refused
}
