import { Guid, Name, UString } from '@ukit/container'
import { ObjectReader, openPackage, type Package } from '@ukit/core'
import {
  buildPackage,
  EditExport,
  groupAt,
  moveObject,
  PackageEdit,
  removeObject,
  removeProperty,
  renameObject,
  setGuid,
  setObjectFlags,
  setPackageFlags,
  setProperty,
} from '@ukit/edit'
import { PackageError } from '@ukit/files'
import { type Property, type PropertyValue, RawStruct, TaggedStruct } from '@ukit/objects'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { firstDifference } from '../../../testing/bytes.js'
import { describeCorpus, openCorpus } from '../../../testing/corpus.js'

/** Small packages of each engine, including packages of levels, classes, textures and sounds. */
const SMALL = [
  'ue1/adrak0/UTCredits.unr',
  'ue1/arhadthedev/RMusicPlayer.u',
  'ue1/arhadthedev/WizzardAuras.utx',
  'ue1/elsheepo/ISVFX.utx',
  'ue1/oldunreal/Blood.utx',
  'ue1/eliotvu/TestUC1.u',
  'ue2/arhadthedev/Comp-TimedTrigger.ut2',
  'ue2/eliotvu/TestUC2.u',
  'ue2/iceofwraith/PC_NewFX.usx',
  'ue2/vel-san/ChatIcons.utx',
  'ue2/strikerthehedgefox/CDOM-Sounds.uax',
  'ue2/killingfloornet/KFS-RESUMEGAME.ut2',
  'ue3/immortal-ip/UIArcPackage.upk',
  'ue3/jammerware/Jammerware_JSRC_FX_SpireCommon.upk',
  'ue3/rattlesn4k3/BotBalancerContent.upk',
  'ue3/eliotvu/TestUC3.u',
  'ue3/http404error/Core.u',
]

const FIELDS = /^(?:const|enum|scriptstruct|struct|function|state|class|\w+property)$/i

/** A value as text that means the same everywhere: objects and names as text. */
function told(value: PropertyValue): unknown {
  if (value instanceof EditExport) return `${value.className}'${value.path}'`
  if (Array.isArray(value)) return value.map(told)
  if (value instanceof RawStruct) return value.values.map(told)
  if (value instanceof TaggedStruct) return value.properties.items.map((item) => [item.label, told(item.value)]).sort()
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  if (typeof value === 'object' && value !== null) return String(value)
  // JSON has neither of them.
  if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value))) return `${value}`
  return Object.is(value, -0) ? '-0' : value
}

/** The content of a document, in an order that does not depend on how it was made. */
async function content(
  edit: PackageEdit,
): Promise<{ objects: string[]; imports: string[]; flags: number; guid: string }> {
  // As text, which is compared much faster than objects.
  const objects: string[] = []
  for (const entry of edit.exports) {
    const { object } = await edit.read(entry)
    const properties = object.properties.items.map((item) => [item.label.toLowerCase(), item.type, told(item.value)])
    properties.sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1))
    const row = [entry.path, entry.class?.path ?? null, entry.super?.path ?? null, entry.flags, entry.flagsHigh]
    objects.push(JSON.stringify([...row, properties]))
  }
  const { summary, heritage } = edit
  return {
    objects,
    imports: edit.imports.map((entry) => entry.path),
    flags: summary.flags,
    guid: String(heritage.at(-1) ?? summary.guid),
  }
}

/** Something that can be undone, and the object that it changed. */
interface Done {
  /** Undoes it in the document that was saved and opened again, with objects identified by their index. */
  undo(edit: PackageEdit): Promise<void> | void
  readonly touched: number
}

const at = (edit: PackageEdit, index: number): EditExport => {
  const entry = edit.exports[index]
  if (entry === undefined) throw new Error(`no export ${index}`)
  return entry
}

const quoted = (text: string) => `"${text.replace(/[\\"]/g, '\\$&')}"`

/**
 * The current value as text, and another one to replace it; `undefined` for kinds that this test does not
 * change.
 */
function values(
  { type, value, valueType }: Property,
  seed: number,
): { before: string; after: string; hint: string } | undefined {
  if (type === 'int') return { before: String(value), after: String(seed - 1000), hint: 'int' }
  if (type === 'bool')
    return { before: value === true ? 'True' : 'False', after: value === true ? 'False' : 'True', hint: 'bool' }
  if (type === 'float' && Number.isFinite(value))
    return { before: Object.is(value, -0) ? '-0' : String(value), after: String(seed / 8), hint: 'float' }
  if (type === 'str' && value instanceof UString)
    return { before: quoted(value.text), after: quoted(`Größe "${seed}" \\ ü`), hint: 'str' }
  if (type === 'name' && value instanceof Name)
    return { before: quoted(String(value)), after: `Ukit${seed}`, hint: 'name' }
  if (type === 'byte' && typeof value === 'number' && valueType?.kind === 'byte')
    return { before: String(value), after: String(seed % 256), hint: 'byte' }
  if (type === 'object')
    return { before: value instanceof EditExport ? String(value) : 'None', after: 'None', hint: 'object' }
  return undefined
}

/** Does one edit, chosen by numbers; `undefined` if these numbers do not choose one that is possible here. */
async function doOne(edit: PackageEdit, kind: number, which: number, seed: number): Promise<Done | undefined> {
  const free = edit.exports.filter(
    (entry) => !FIELDS.test(entry.className) && entry.class !== null && entry.origin?.isNull !== true,
  )
  const entry = free[which % Math.max(1, free.length)]
  if (entry === undefined) return undefined
  const touched = entry.position
  const before = { name: String(entry.name), outer: entry.outer, flags: entry.flags, flagsHigh: entry.flagsHigh }
  switch (kind) {
    case 0: {
      const name = `Ukit_Name_${seed}x`
      if (edit.exports.some((other) => String(other.name) === name)) return undefined
      renameObject(edit, entry, name)
      return { touched, undo: (later) => renameObject(later, at(later, touched), before.name) }
    }
    case 1: {
      const outer = before.outer
      if (!(outer instanceof EditExport) && outer !== null) return undefined
      const position = outer?.position
      const count = edit.exports.length
      moveObject(edit, entry, groupAt(edit, `UkitGroup${seed % 3}`))
      const isNew = edit.exports.length > count
      return {
        touched,
        async undo(later) {
          const group = at(later, touched).outer
          moveObject(later, at(later, touched), position === undefined ? null : at(later, position))
          // The group that was created for it is removed too, since it is empty again.
          if (isNew && group !== null) await removeObject(later, group)
        },
      }
    }
    case 2: {
      setObjectFlags(edit, entry, seed % 2 === 0 ? '+Transient,-Public' : '+Standalone')
      return {
        touched,
        undo: (later) => {
          const { flags, flagsHigh } = before
          Object.assign(at(later, touched), { flags, flagsHigh })
        },
      }
    }
    case 3: {
      const guid = edit.heritage.at(-1) ?? edit.summary.guid
      const { flags } = edit.summary
      setGuid(edit, new Guid(seed, 1, 2, 3))
      setPackageFlags(edit, '+Unsecure')
      return {
        touched: -1,
        undo: (later) => {
          setGuid(later, guid)
          later.summary.flags = flags
        },
      }
    }
    default: {
      const { object } = await edit.read(entry)
      const { items } = object.properties
      const property = items[seed % Math.max(1, items.length)]
      const texts = property === undefined ? undefined : values(property, seed)
      if (property === undefined || texts === undefined) return undefined
      if (property.type === 'object' && property.value !== null && !(property.value instanceof EditExport))
        return undefined
      // An object may have been renamed meanwhile, and has its old name again when this is undone.
      if (property.type === 'object' && edit.find(String(property.value)) !== property.value) return undefined
      const path = `${property.label}:${texts.hint}`
      if (kind === 4) await setProperty(edit, entry, path, texts.after)
      else
        await removeProperty(
          edit,
          entry,
          property.index === 0 && items.every((item) => item === property || item.name !== property.name)
            ? property.label
            : `${property.label}${property.index === 0 ? '[0]' : ''}`,
        )
      return { touched, undo: (later) => setProperty(later, at(later, touched), path, texts.before) }
    }
  }
}

const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.nat(10_000), fc.nat(2000)), {
  minLength: 1,
  maxLength: 8,
})

describeCorpus('any edits', () => {
  it.each(SMALL)(
    '%s: equals the document when reopened; equals the original when undone; untouched objects keep their bytes',
    async (path) => {
      const fileName = path.replace(/^.*\//, '')
      const pkg = await openCorpus(path)
      const original = await content(await PackageEdit.open(pkg))
      const originals = new Map<number, Uint8Array>()
      for (const exported of pkg.exports) originals.set(exported.index, await exported.bytes())
      let edits = 0
      const reopen = async (edit: PackageEdit): Promise<Package> => {
        const { image } = await buildPackage(edit)
        const bytes = (await image.slice(0, image.byteLength)).slice()
        const source = { byteLength: bytes.length, slice: (start: number, end: number) => bytes.subarray(start, end) }
        return openPackage(source, { fileName, game: pkg.game.id })
      }
      await fc.assert(
        fc.asyncProperty(steps, async (chosen) => {
          const edit = await PackageEdit.open(pkg)
          const done: Done[] = []
          for (const [kind, which, seed] of chosen) {
            try {
              const one = await doOne(edit, kind, which, seed)
              if (one !== undefined) done.push(one)
            } catch (error) {
              // Refusals are fine if they are PackageErrors and did not change anything visible.
              if (!(error instanceof PackageError)) throw error
            }
          }
          edits += done.length
          const again = await reopen(edit)
          const later = await PackageEdit.open(again)
          expect(await content(later)).toEqual(await content(edit))
          const touched = new Set(done.map((one) => one.touched))
          const reader = await ObjectReader.open(again)
          for (const exported of again.exports) {
            const before = originals.get(exported.index)
            if (before === undefined || touched.has(exported.index) || before.length === 0) continue
            const now = await exported.bytes()
            // If it has moved, its lazy arrays end elsewhere; written for its old position, it is the same.
            const offset = pkg.exportTable[exported.index]?.offset ?? 0
            const same =
              firstDifference(now, before) < 0 ||
              firstDifference(reader.encode(await reader.read(exported), offset), before) < 0
            expect(same, exported.path).toBe(true)
          }
          for (const one of done.reverse()) await one.undo(later)
          const undone = await reopen(later)
          const { imports, ...rest } = await content(await PackageEdit.open(undone))
          const { imports: originalImports, ...originalRest } = original
          expect(rest).toEqual(originalRest)
          // The imports that a group needs may remain.
          const added = imports.slice(originalImports.length)
          expect(imports.slice(0, originalImports.length)).toEqual(originalImports)
          expect(added.every((each) => each === 'Core' || each === 'Core.Package')).toBe(true)
        }),
        { numRuns: 12 },
      )
      expect(edits).toBeGreaterThan(0)
    },
  )
})
