import { Guid, Version } from '@ukit/container'
import { openPackage, type PackagePlan } from '@ukit/core'
import { memorySource } from '@ukit/files'
import { describe, expect, it } from 'vitest'
import { firstDifference, savedBytes } from '../../../../testing/bytes.js'
import { fileOf, formatOf, planOf, type Shape, samplePlan } from '../../../../testing/packages.js'

const NAMES = 15
const EXPORTS = 5

/**
 * Number of bytes by which the sample grows if a change of the format adds a field, from the field's size in
 * the documentation of the format; changes that shrink it or change the size of many fields at once are only
 * tested by comparing what is read.
 */
const GROWTH: Partial<Record<keyof typeof Version, number>> = {
  // Each of the names' flags and the exports' flags grows from 4 to 8 bytes.
  Flags64: 4 * NAMES + 4 * EXPORTS,
  // Two changes at one version: a reference per export, and a count per export with two components of 12
  // bytes (name, reference; no number yet).
  ExportArchetype: 4 * EXPORTS + 4 * EXPORTS + 2 * 8,
  ExportComponentMap: 4 * EXPORTS + 4 * EXPORTS + 2 * 8,
  EngineVersion: 4,
  ExportFlags: 4 * EXPORTS,
  // Two changes at one version; the second only affects empty bodies.
  HeaderSize: 4,
  ExportOffsetAlways: 4,
  Folder: 4 + 'None'.length + 1,
  CookerVersion: 4,
  // A number for each of the two generations; a count for each export, one number, and GUIDs.
  NetObjectCounts: 4 * 2 + 4 * EXPORTS + 4 + 16 * EXPORTS,
  // Flags and a count.
  CompressedChunks: 8,
  // A number for the name of each export and component, and for three names of each of six imports.
  NameNumbers: 4 * EXPORTS + 4 * 2 + 4 * 3 * 6,
  // An offset, and an empty list for each export.
  DependsTable: 4 + 4 * EXPORTS,
  ExportPackageFlags: 4 * EXPORTS,
  PackageSource: 4,
  // A count, "Level_B" and an empty string.
  AdditionalPackages: 4 + (4 + 8) + 4,
  NoExportComponentMap: -(4 * EXPORTS + 2 * 12),
  ThumbnailTable: 4,
  ImportExportGuids: 12,
  TextureAllocations: 4,
}

const edges = Object.entries(Version).flatMap(([name, { version }]) =>
  [version - 1, version, version + 1].map((at) => ({ name, at })),
)

describe.each([false, true])('big-endian %s', (bigEndian) => {
  it.each(edges)('$name: a package of version $at is read and written back', async ({ at }) => {
    const shape = { version: at, bigEndian }
    const plan = samplePlan(shape)
    await expectRoundTrip(shape, plan)
  })

  it.each(Object.entries(GROWTH))('%s changes the length by %d bytes', async (name, growth) => {
    const { version } = Version[name as keyof typeof Version]
    const before = await fileOf(samplePlan({ version: version - 1, bigEndian }))
    const since = await fileOf(samplePlan({ version, bigEndian }))
    expect(since.length - before.length).toBe(growth)
  })

  it('names have lengths since 64', async () => {
    const parts = { names: ['None', 'Größe', 'x'.repeat(63)] }
    const before = await fileOf(planOf({ version: 63, bigEndian }, parts))
    const since = await fileOf(planOf({ version: 64, bigEndian }, parts))
    // One byte for each of the first two, two for the last, whose length with its zero is 64.
    expect(since.length - before.length).toBe(1 + 1 + 2)
  })

  it('GUID and generations replace the heritage table since 68', async () => {
    const parts = { heritage: [new Guid(1, 2, 3, 4), new Guid(5, 6, 7, 8)] }
    const before = await fileOf(planOf({ version: 67, bigEndian }, parts))
    const since = await fileOf(planOf({ version: 68, bigEndian }, parts))
    // Before: count, offset, two GUIDs. Since: a GUID, a count, one generation of two counts.
    expect(since.length - before.length).toBe(16 + 4 + 8 - (8 + 32))
  })

  it('indices are plain numbers since 178', async () => {
    const parts = { imports: [['Core', 'Package', 0, 'Engine']] as const, exports: [{ objectName: 'A' }] }
    const before = await fileOf(planOf({ version: 177, bigEndian }, parts))
    const since = await fileOf(planOf({ version: 178, bigEndian }, parts))
    // Five lengths of names, three names of the import, class, super, name and size of the export: 4 bytes
    // instead of 1.
    expect(since.length - before.length).toBe(3 * (5 + 3 + 4))
  })
})

describe('an empty body', () => {
  it.each([
    [69, 'none'],
    [177, 'none'],
    [248, 'none'],
    [249, 'stored'],
    [868, 'stored'],
  ] as const)('has in version %d an offset that is %s', async (version, offset) => {
    const shape = { version }
    const plan = planOf(shape, { exports: [{ objectName: 'A' }, { objectName: 'B', body: Uint8Array.of(1, 2) }] })
    const pkg = await expectRoundTrip(shape, plan)
    expect(pkg.exportTable.map(({ size }) => size)).toEqual([0, 2])
    expect(pkg.exportTable[0]?.offset === 0).toBe(offset === 'none')
    expect([...((await pkg.exports[1]?.bytes()) ?? [])]).toEqual([1, 2])
  })
})

async function expectRoundTrip(shape: Shape, plan: PackagePlan) {
  const file = await fileOf(plan)
  const pkg = await openPackage(memorySource(file), { game: 'unreal-engine', fileName: 'Made.upk' })
  const { context } = formatOf(shape)
  expect({ version: pkg.version, bigEndian: pkg.context.bigEndian }).toEqual({
    version: shape.version,
    bigEndian: shape.bigEndian ?? false,
  })
  expect(pkg.names).toEqual(plan.names.map(({ text }) => text.text))
  expect(pkg.nameTable.map(({ flags }) => flags)).toEqual(plan.names.map(({ flags }) => flags))
  pkg.importTable.forEach((entry, i) => {
    expect(entry).toEqual(plan.imports[i])
  })
  pkg.exportTable.forEach((entry, i) => {
    const wanted = plan.exports[i]!
    // Fields that a version does not store keep their initial value.
    const stored = wanted.copy()
    if (!context.since(Version.ExportArchetype)) stored.archetype = 0
    if (!context.since(Version.Flags64)) stored.flagsHigh = 0
    if (!context.since(Version.ExportFlags)) stored.exportFlags = 0
    if (!context.since(Version.ExportPackageFlags)) stored.packageFlags = 0
    if (!context.since(Version.NameNumbers)) stored.objectNameNumber = 0
    if (!context.since(Version.NetObjectCounts)) Object.assign(stored, { netObjectCounts: [], packageGuid: Guid.ZERO })
    const hasMap = context.since(Version.ExportComponentMap) && !context.since(Version.NoExportComponentMap)
    if (!hasMap) stored.componentMap = []
    expect(entry.fields()).toEqual(stored.fields())
  })
  for (const [i, body] of plan.bodies.entries()) {
    const wanted = body instanceof Uint8Array ? body : await body.slice(0, body.byteLength)
    expect(firstDifference((await pkg.exports[i]?.bytes()) ?? new Uint8Array(0), wanted)).toBe(-1)
  }
  expect(firstDifference(await savedBytes(pkg), file)).toBe(-1)
  expect(firstDifference(await savedBytes(pkg, { compress: 'keep' }), file)).toBe(-1)
  return pkg
}
