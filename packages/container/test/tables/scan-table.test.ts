import { Archive, type ExportEntry, type ImportEntry, type Layout, type NameEntry } from '@ukit/container'
import { openPackage, type Package } from '@ukit/core'
import { memorySource, PackageError } from '@ukit/files'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeCorpus, openCorpus, PACKAGES } from '../../../../testing/corpus.js'
import { fileOf, plans, samplePlan, shapes } from '../../../../testing/packages.js'
import { SWEEPS, sampleOf } from '../../../../testing/sweep.js'

interface Entry {
  verbatim: Uint8Array | undefined
  serialize(ar: Archive, layout: Layout, index: number): void
}

/** The entries of a table as `serialize` reads them one after the other, and the end of the last one. */
async function readOneByOne<T extends Entry>(
  pkg: Package,
  start: number,
  present: readonly T[],
): Promise<{ entries: T[]; end: number }> {
  const { image } = pkg
  if (present.length === 0) return { entries: [], end: start }
  const bytes = await image.slice(start, image.byteLength)
  const ar = Archive.load(bytes, pkg.context, { base: start, limit: image.byteLength })
  const entries = present.map((entry, index) => {
    const at = ar.position
    const fresh: T = Reflect.construct(entry.constructor, [])
    fresh.serialize(ar, pkg.layout, index)
    if (ar.irregular) fresh.verbatim = ar.bytesSince(at)
    ar.irregular = false
    return fresh
  })
  return { entries, end: ar.position }
}

function namesOf(entries: readonly NameEntry[]): unknown[] {
  return entries.map(({ text, ...rest }) => [rest, text.text, text.wide, text.terminated])
}

/**
 * Expects every table of an opened package to be the same as when read entry by entry, and to pass the checks
 * that opening guarantees.
 */
async function expectSame(pkg: Package): Promise<void> {
  const { ranges } = pkg
  const names = await readOneByOne(pkg, ranges.names.start, pkg.nameTable)
  const imports = await readOneByOne(pkg, ranges.imports.start, pkg.importTable)
  const exports = await readOneByOne(pkg, ranges.exports.start, pkg.exportTable)
  expect(namesOf(pkg.nameTable)).toEqual(namesOf(names.entries))
  expect(pkg.importTable).toEqual(imports.entries)
  expect(pkg.exportTable).toEqual(exports.entries)
  expect([ranges.names.end, ranges.imports.end, ranges.exports.end]).toEqual([names.end, imports.end, exports.end])
  expect(imports.entries.filter((entry) => !importInRange(pkg, entry))).toEqual([])
  expect(exports.entries.filter((entry) => !exportInRange(pkg, entry))).toEqual([])
}

function importInRange(pkg: Package, entry: ImportEntry): boolean {
  const names = [entry.classPackage, entry.className, entry.objectName]
  return names.every((name) => isName(pkg, name)) && isObject(pkg, entry.outer)
}

function exportInRange(pkg: Package, entry: ExportEntry): boolean {
  const { objectName, class: objectClass, super: base, outer, archetype, offset, size } = entry
  const objects = [objectClass, base, outer, archetype]
  const bodyInFile = size === 0 || (size > 0 && offset >= 0 && offset + size <= pkg.image.byteLength)
  return isName(pkg, objectName) && objects.every((object) => isObject(pkg, object)) && bodyInFile
}

function isName(pkg: Package, index: number): boolean {
  return index >= 0 && index < pkg.nameTable.length
}

function isObject(pkg: Package, reference: number): boolean {
  return reference >= -pkg.importTable.length && reference <= pkg.exportTable.length
}

const files = shapes.chain((shape) => plans(shape)).map((plan) => fileOf(plan))

describe('tables that are scanned first and read on request', () => {
  it('are the same as when read entry by entry, in every version', async () => {
    await fc.assert(
      fc.asyncProperty(files, async (file) => expectSame(await openPackage(memorySource(await file)))),
      { numRuns: 300, endOnFailure: true },
    )
  })

  it('refuse everything that reading entry by entry refuses, for any changed bytes', async () => {
    let opened = 0
    // Positions after tag and version, evenly distributed: fast-check would prefer the first ones.
    const place = fc.noBias(fc.integer({ min: 0, max: 0xfffff }))
    const changes = fc.array(fc.tuple(place, fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(files, changes, async (file, changed) => {
        const bytes = Uint8Array.from(await file)
        for (const [where, value] of changed) bytes[8 + (where % (bytes.length - 8))] = value
        let pkg: Package
        try {
          pkg = await openPackage(memorySource(bytes))
        } catch (error) {
          expect(error).toBeInstanceOf(PackageError)
          return
        }
        opened++
        await expectSame(pkg)
      }),
      // Making a failing package smaller takes minutes and does not help.
      { numRuns: SWEEPS ? 3000 : 1000, endOnFailure: true },
    )
    // Otherwise nothing was compared.
    expect(opened).toBeGreaterThan(300)
  })

  it.each([
    ['-0', '80'],
    ['5 in two bytes', '45 00'],
    ['−5 in five bytes', 'c5 80 80 80 00'],
    ['−5 with bits beyond the 32nd', 'c5 80 80 80 e0'],
  ])('keep an index in a form that the engine does not write: %s', async (_, form) => {
    const plan = samplePlan({ version: 69 })
    const bytes = await fileOf(plan)
    const pkg = await openPackage(memorySource(bytes))
    // The class of the first export starts its entry: it is stored in a different form, and the table is
    // moved to the end of the file.
    const { start, end } = pkg.ranges.exports
    const odd = Uint8Array.from(form.split(' '), (byte) => Number.parseInt(byte, 16))
    const longer = Uint8Array.from([...bytes, ...odd, ...bytes.subarray(start + 1, end)])
    const view = new DataView(longer.buffer)
    expect(view.getInt32(24, true)).toBe(start)
    view.setInt32(24, bytes.length, true)
    const changed = await openPackage(memorySource(longer))
    expect(changed.exportTable[0]?.verbatim?.subarray(0, odd.length)).toEqual(odd)
    await expectSame(changed)
  })

  it('create an entry only once, whether requested alone or with all others', async () => {
    const pkg = await openPackage(memorySource(await fileOf(samplePlan({ version: 69 }))))
    const last = pkg.nameTable.length - 1
    const again = await openPackage(memorySource(await fileOf(samplePlan({ version: 69 }))))
    const alone = again.nameText(last, 0)
    expect(again.nameTable.map((entry) => entry.text.text)).toEqual(pkg.names)
    expect(alone).toBe(pkg.names[last])
    expect(again.nameTable).toBe(again.nameTable)
  })
})

describeCorpus('tables of real packages, scanned and read', () => {
  it.each(sampleOf(PACKAGES).map((row) => row.path))('%s', async (path) => {
    let pkg: Package
    try {
      pkg = await openCorpus(path)
    } catch (error) {
      expect(error).toBeInstanceOf(PackageError)
      return
    }
    await expectSame(pkg)
  })
})
