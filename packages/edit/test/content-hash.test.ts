import { Guid } from '@ukit/container'
import { type ContentHash, contentHash, ObjectReader, openPackage, type Package, savePackage } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import {
  addObject,
  buildPackage,
  dropUnused,
  mergePackages,
  PackageEdit,
  renameObject,
  renamePackage,
  setGuid,
  setProperty,
} from '@ukit/edit'
import { memorySource } from '@ukit/files'
import { describe, expect, it, test } from 'vitest'
import { describeCorpus, openCorpus, PACKAGES } from '../../../testing/corpus.js'
import { sampleOf } from '../../../testing/sweep.js'
import { again, empty, map, saved, source, type Versions } from './transfer-fixtures.js'

const ENGINES: readonly (readonly [string, Versions])[] = [
  ['UE1', { version: 69, licensee: 0 }],
  ['UE2', { version: 128, licensee: 29 }],
  ['UE3', { version: 512, licensee: 0 }],
]

async function hashOf(pkg: Package, path: string): Promise<ContentHash> {
  return contentHash(await ObjectReader.open(pkg), pkg.export(path))
}

describe.each(ENGINES)('the content hash of an object, %s', (_engine, versions) => {
  test('is the same after new names, another order of the tables, a rename of the package and of itself', async () => {
    const before = await saved(await source(versions))
    const edit = await PackageEdit.open(before)
    // New rows in front of nothing, but the objects that refer to the names and imports are written again.
    for (const name of ['One', 'Two', 'Three']) addObject(edit, `New.${name}`, 'Mod.Thing', empty(edit))
    renameObject(edit, edit.export('Second'), 'Deuxieme')
    renamePackage([edit], 'Source', 'Renamed')
    setGuid(edit, new Guid(9, 9, 9, 9))
    const after = await saved(edit, 'Renamed')
    expect(await hashOf(after, 'Group.Wall')).toEqual(await hashOf(before, 'Group.Wall'))
    expect(await hashOf(after, 'Deuxieme')).toEqual(await hashOf(before, 'Second'))
    expect(await hashOf(after, 'Group.Grey')).toEqual(await hashOf(before, 'Group.Grey'))
  })

  test('differs when a value, a name or a reference differs, and between classes', async () => {
    const before = await saved(await source(versions))
    const hashes = new Set([(await hashOf(before, 'Group.Wall')).all])
    for (const [property, value] of [
      ['Event', 'Closed'],
      ['Beside', "Shade'Group.Grey'"],
      ['Beside', 'None'],
      ['Gold', "Thing'Other'"],
      ['Size:int', '1'],
    ] as const) {
      const edit = await PackageEdit.open(before)
      await setProperty(edit, edit.export('Group.Wall'), property, value)
      hashes.add((await hashOf(await saved(edit), 'Group.Wall')).all)
    }
    expect(hashes.size).toBe(6)
    const edit = await again(await source(versions))
    addObject(edit, 'A', 'Mod.Thing', empty(edit))
    addObject(edit, 'B', 'Mod.Shade', empty(edit))
    const made = await saved(edit)
    expect((await hashOf(made, 'A')).all).not.toBe((await hashOf(made, 'B')).all)
    expect((await hashOf(made, 'A')).data).toBeNull()
  })

  test('is the same in the package that an object was moved to', async () => {
    const [from, to] = [await saved(await source(versions)), await map(versions)]
    await mergePackages(to, [await PackageEdit.open(from)])
    const after = await saved(to)
    for (const path of ['Group.Wall', 'Group.Grey', 'Second', 'Other'])
      expect(await hashOf(after, path)).toEqual(await hashOf(from, path))
  })
})

/** Objects that people look for, not the fields of classes. */
const FIELDS = /^(?:const|enum|scriptstruct|struct|function|state|\w+property)$/i
const PLAIN = sampleOf(
  PACKAGES.filter((row) => row.compressed === ''),
  1_000_000,
)

describeCorpus('content hashes after a rename, a new GUID and tables without what is unused', () => {
  it.each(PLAIN.map((row) => row.path))('%s', async (path) => {
    const pkg = await openCorpus(path)
    const reader = await ObjectReader.open(pkg)
    const edit = await PackageEdit.open(pkg)
    const renamed = edit.exports.find(
      (entry) => entry.outer === null && entry.class !== null && !FIELDS.test(entry.className) && !entry.origin?.isNull,
    )
    if (renamed !== undefined) renameObject(edit, renamed, 'UkitRenamed')
    setGuid(edit, new Guid(1, 2, 3, 4))
    await dropUnused(edit)
    const { image } = await buildPackage(edit)
    const after = await openPackage(image, { fileName: path.replace(/^.*\//, ''), game: pkg.game.id })
    const afterReader = await ObjectReader.open(after)
    const others: string[] = []
    for (const [index, exported] of pkg.exports.entries()) {
      const now = after.exports[index]
      if (now === undefined || exported.entry.size === 0) continue
      const read = await reader.read(exported)
      // Indices in bytes that are not understood stay numbers.
      if (read.opaqueBytes > 0 || read.error !== undefined) continue
      const hash = await contentHash(reader, exported)
      if (
        (await contentHash(afterReader, now)).all !== hash.all &&
        !(await refersTo(reader, exported, renamed?.origin))
      )
        others.push(exported.path)
    }
    expect(others).toEqual([])
  })
})

/** Whether an object refers to another one, or to something inside it, by the trace of its bytes. */
async function refersTo(reader: ObjectReader, exported: Package['exports'][number], to: unknown): Promise<boolean> {
  if (exported === to) return false
  const { fields } = await reader.trace(exported)
  return fields.some((field) => {
    if (field.kind !== 'object') return false
    for (let at = reader.package.objectAt(Number(field.value)) ?? null; at !== null; at = at.outer)
      if (at === to) return true
    return false
  })
}

test('a compressed copy has the same content', async () => {
  const pkg = await saved(await source({ version: 512, licensee: 0 }))
  const pieces: Uint8Array[] = []
  for await (const piece of savePackage(pkg, { codecs: nodeCodecs, compress: 'zlib' })) pieces.push(piece.slice())
  const compressed = await openPackage(memorySource(Buffer.concat(pieces)), {
    codecs: nodeCodecs,
    fileName: 'Source.u',
  })
  expect(compressed.file.byteLength).not.toBe(pkg.file.byteLength)
  expect(await hashOf(compressed, 'Group.Wall')).toEqual(await hashOf(pkg, 'Group.Wall'))
})
