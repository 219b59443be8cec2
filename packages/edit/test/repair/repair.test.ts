import { basename } from 'node:path'
import { imageOf, openPackage, type Package } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { PackageEdit, type RepairOptions, repairedFile, repairPackage } from '@ukit/edit'
import { memorySource, PackageError } from '@ukit/files'
import { verify, verifyPackage } from '@ukit/inspect'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
// biome-ignore lint/correctness/useImportExtensions: the rule would make it .mjs.js, because of the types beside it.
import { type Fixture, makeFixtures, mutantOf, verifyDamage } from '../../../../scripts/fuzz-engine.mjs'
import { bytesOf, collected, firstDifference, savedBytes } from '../../../../testing/bytes.js'
import { corpusFile, describeCorpus } from '../../../../testing/corpus.js'
import { library } from '../../../../testing/library.js'
import { type ExportSpec, fileOf, type ImportSpec, planOf, sampleFile } from '../../../../testing/packages.js'
import { SWEEPS } from '../../../../testing/sweep.js'

const repair = async (bytes: Uint8Array, fileName = 'Mine.u', options: RepairOptions = {}) => {
  const result = await repairPackage(memorySource(bytes), { fileName, codecs: nodeCodecs, ...options })
  return { ...result, bytes: await collected(repairedFile(result, { codecs: nodeCodecs })) }
}

/** A copy with a little-endian 32-bit word at a position. */
function patched(file: Uint8Array, at: number, word: number): Uint8Array {
  const bytes = file.slice()
  new DataView(bytes.buffer).setInt32(at, word, true)
  return bytes
}

/** Positions in the summary before version 178, from Sweeney 1999. */
const AT = {
  nameCount: 12,
  nameOffset: 16,
  exportCount: 20,
  exportOffset: 24,
  importCount: 28,
  importOffset: 32,
  generations: 52,
}

const UE1 = [
  'ue1/adrak0/Core.u',
  'ue1/1337gamedev/1HH-TestBox-Large.unr',
  'ue1/oldunreal/Blood.utx',
  'conform/older/relics.u',
]
/** The smallest ones, of versions with and without generations. */
const SMALL = ['ue1/adrak0/Core.u', 'ue1/oldunreal/Blood.utx']
const UE3 = ['ue3/uudkdevs2013/Core.u', 'ue3/me3tweaks/GFxUI.pcc']

describeCorpus('real packages', () => {
  it.each([...UE1, 'ue2/insultingpros/KFMutators.u'])('%s: an intact one is not changed', async (path) => {
    const file = corpusFile(path)
    const result = await repair(file, basename(path))
    expect(result).toMatchObject({ sound: true, repairs: [], lost: [] })
    expect(firstDifference(result.bytes, file)).toBe(-1)
  })

  // Compressed ones, and one in which more rows that look like exports follow the table than it has.
  it.each([
    'ue3/lucubration/WP_Garage_Gun_LS.upk',
    'ue3/immortal-ip/DefaultUISkin.upk',
    'ue3/fredhappyface/bowserinadarkworld.umap',
  ])('%s: is not changed, including its compression', async (path) => {
    const file = corpusFile(path)
    const result = await repair(file, basename(path))
    expect(result).toMatchObject({ sound: true, repairs: [], lost: [], verified: { ok: true } })
    expect(firstDifference(result.bytes, file)).toBe(-1)
  })

  it.each(SWEEPS ? UE1 : SMALL)(
    '%s: wrong counts and offsets of the tables are found again, to the last byte',
    async (path) => {
      const file = corpusFile(path)
      const word = (at: number) => new DataView(file.buffer, file.byteOffset).getInt32(at, true)
      const damages: Record<string, Uint8Array> = {
        'no export offset': patched(file, AT.exportOffset, 0),
        'export offset outside': patched(file, AT.exportOffset, 0x7fff_ff00),
        'export offset inside a body': patched(file, AT.exportOffset, word(AT.nameOffset) + 999),
        'no import offset': patched(file, AT.importOffset, 0),
        'import offset inside the table': patched(file, AT.importOffset, word(AT.importOffset) + 3),
        'too many exports': patched(file, AT.exportCount, 0x7fff_ffff),
        'too few exports': patched(file, AT.exportCount, 1),
        'negative imports': patched(file, AT.importCount, -5),
        'too few imports': patched(file, AT.importCount, 2),
        'too few names': patched(file, AT.nameCount, 1),
        'too many names': patched(file, AT.nameCount, 0x7ff_ffff),
        'no name offset': patched(file, AT.nameOffset, 0),
        'everything at once': [AT.exportOffset, AT.importOffset, AT.importCount, AT.exportCount].reduce(
          (bytes, at) => patched(bytes, at, 0x1234_5678),
          file,
        ),
      }
      if (word(4) >= 68) damages['generations'] = patched(file, AT.generations, 0x7fff_ffff)
      for (const [what, bytes] of Object.entries(damages)) {
        const result = await repair(bytes, basename(path))
        expect([what, firstDifference(result.bytes, file), result.lost.length]).toEqual([what, -1, 0])
        expect(result.sound).toBe(false)
        expect(result.repairs.length).toBeGreaterThan(0)
      }
    },
    60_000,
  )

  it('a body whose row has a wrong position is found between its neighbours', async () => {
    const file = corpusFile('conform/older/relics.u')
    for (const change of ['offset', 'size'] as const) {
      const pkg = await openPackage(memorySource(file), { fileName: 'relics.u' })
      const texture = pkg.exports.find(({ className }) => className === 'Texture')
      if (texture === undefined) throw new Error('relics.u has textures')
      // As many bytes as before in a compact index: three of them up to 1,048,575, so the table stays as
      // long.
      texture.entry[change] = change === 'offset' ? 0xf_0000 : texture.entry.size + 1
      const damaged = await bytesOf(imageOf(pkg))
      expect(firstDifference(damaged, file)).toBeGreaterThan(0)
      const result = await repair(damaged, 'relics.u')
      expect([change, result.lost, firstDifference(result.bytes, file)]).toEqual([change, [], -1])
      expect(result.repairs.join()).toContain(texture.path)
    }
  })

  it.each(UE3)('%s cut at the end: the rest is kept unchanged, and opens strictly', async (path) => {
    const whole = await openPackage(memorySource(corpusFile(path)), { fileName: basename(path) })
    const file = await savedBytes(whole)
    const cut = file.slice(0, Math.floor(file.length * 0.8))
    const result = await repair(cut, basename(path))
    expect(result.verified.ok).toBe(true)
    const outside = whole.exports.filter(({ entry }) => entry.offset + entry.size > cut.length)
    expect(outside.length).toBeGreaterThan(0)
    const lost = new Set(result.lost.map(({ index }) => index))
    // Everything that is cut off is lost, except groups, which have no content.
    for (const { index, className } of outside) if (className !== 'Package') expect(lost.has(index)).toBe(true)
    const again = await openPackage(memorySource(result.bytes), { fileName: basename(path) })
    await expectSame(whole, again, lost)
    for (const { index, reason } of result.lost) {
      const { isNull = false, entry } = again.exports[index] ?? {}
      expect([
        index,
        isNull || (entry?.size === 0 && reason.endsWith('its row stays for the objects that need it')),
      ]).toEqual([index, true])
    }
    // If the objects that need them are removed as well, everything that is lost becomes a null.
    const dropped = await repair(cut, basename(path), { drop: true })
    expect(dropped.lost.length).toBeGreaterThanOrEqual(result.lost.length)
    for (const { index } of dropped.lost) expect(dropped.package.exports[index]?.isNull).toBe(true)
  })

  it.each([
    'ue1/adrak0/Mech8.umx',
    'ue2/dantrevino/SP_Asp.uvx',
    'ue3/lucubration/WP_Garage_Gun_LS.upk',
    'ue3/immortal-ip/DefaultUISkin.upk',
    'ue3/fredhappyface/bowserinadarkworld.umap',
    'ue3/fredhappyface/ModShaderCache-ticktockclock-PC-D3D-SM3.upk',
  ])('%s: an export table whose position is lost is found after the imports', async (path) => {
    const whole = await openPackage(memorySource(corpusFile(path)), { fileName: basename(path), codecs: nodeCodecs })
    const file = await bytesOf(whole.image)
    const { exportOffset, exportCount } = whole.summary
    const view = new DataView(file.buffer, file.byteOffset)
    let at = 12
    while (view.getInt32(at - 4, true) !== exportCount || view.getInt32(at, true) !== exportOffset) at++
    const result = await repair(patched(file, at, 0x7fff_fff0), basename(path))
    expect([result.lost, firstDifference(result.bytes, file)]).toEqual([[], -1])
    expect(result.repairs.join()).toContain('exports found at')
  })

  it('rows of an export table that were overwritten become nulls; the others are unchanged', async () => {
    const file = corpusFile('conform/older/relics.u')
    const whole = await openPackage(memorySource(file), { fileName: 'relics.u' })
    const damaged = file.slice()
    const { start, end } = whole.ranges.exports
    damaged.fill(0xff, start + Math.floor((end - start) / 2), start + Math.floor((end - start) / 2) + 20)
    const result = await repair(damaged, 'relics.u', { drop: true })
    const lost = new Set(result.lost.map(({ index }) => index))
    expect(lost.size).toBeGreaterThan(0)
    expect(result.package.exports).toHaveLength(whole.exports.length)
    await expectSame(whole, result.package, lost)
    const errors = (await verifyPackage(result.package)).problems.filter(({ severity }) => severity === 'error')
    expect(errors).toEqual([])
  })

  it('a table cut at the end keeps the rows before', async () => {
    const file = corpusFile('conform/older/relics.u')
    const whole = await openPackage(memorySource(file), { fileName: 'relics.u' })
    const result = await repair(file.slice(0, file.length - 40), 'relics.u')
    const lost = new Set(result.lost.map(({ index }) => index))
    expect(result.package.exports).toHaveLength(whole.exports.length)
    expect(lost.has(whole.exports.length - 1)).toBe(true)
    expect(lost.has(0)).toBe(false)
    await expectSame(whole, result.package, lost)
  })
})

/** Expects everything that is not lost to have the same path, class and bytes. */
async function expectSame(before: Package, after: Package, lost: ReadonlySet<number>): Promise<void> {
  for (const object of before.exports) {
    const now = after.exports[object.index]
    if (lost.has(object.index) || object.isNull || now === undefined) continue
    expect(String(now)).toBe(String(object))
    if (now.className === 'Package') continue
    expect(firstDifference(await now.bytes(), await object.bytes())).toBe(-1)
  }
}

const IMPORTS: readonly ImportSpec[] = [
  ['Core', 'Package', 0, 'Engine'],
  ['Core', 'Class', -1, 'Light'],
  ['Core', 'Package', 0, 'Core'],
  ['Core', 'Class', -3, 'Package'],
]
const LIGHT = -2
const GROUP = -4

describe('packages written by hand', () => {
  const make = (exports: readonly ExportSpec[]) =>
    fileOf(planOf({ version: 69 }, { names: ['None', 'Mass'], imports: IMPORTS, exports }))

  it('objects that cannot exist without a lost object are lost too; a group is recreated', async () => {
    const light = { class: LIGHT, flags: 4, body: Uint8Array.of(0) }
    const file = await make([
      { objectName: 'A', ...light },
      { objectName: 'Bad', class: LIGHT, flags: 4, body: Uint8Array.of(0x7f, 0xff, 0xff) },
      { objectName: 'Inside', ...light, outer: 2 },
      { objectName: 'Deep', ...light, outer: 3 },
      { objectName: 'Group', class: GROUP, flags: 4, body: Uint8Array.of(0x3f) },
      { objectName: 'B', ...light, outer: 5 },
    ])
    const { package: made, lost, repairs, kept } = await repair(file, 'Mine.u', { drop: true })
    expect(lost).toEqual([
      { object: "Light'Bad'", index: 1, reason: expect.stringContaining('are not an object that ukit can read') },
      { object: "Light'Bad.Inside'", index: 2, reason: 'its outer is lost' },
      { object: "Light'Bad.Inside.Deep'", index: 3, reason: 'its outer is lost' },
    ])
    expect(repairs.join()).toContain("Package'Group' now has an empty body")
    expect(made.exports.map((object) => (object.isNull ? null : String(object)))).toEqual([
      "Light'A'",
      null,
      null,
      null,
      "Package'Group'",
      "Light'Group.B'",
    ])
    expect(kept).toBe(3)
    expect((await verifyPackage(made)).problems.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  it('an object that is inside itself loses an outer, and the package can be edited again', async () => {
    const light = { class: LIGHT, flags: 4, body: Uint8Array.of(0) }
    const file = await make([
      { objectName: 'A', ...light, outer: 2 },
      { objectName: 'B', ...light, outer: 1 },
      { objectName: 'Inside', ...light, outer: 2 },
    ])
    await expect(PackageEdit.open(await openPackage(memorySource(file)))).rejects.toThrow(
      'expected an undamaged package, found Light "A" inside itself: repair it first',
    )
    const { package: made, repairs, bytes } = await repair(file)
    expect(repairs).toEqual(['export 1 is inside itself: its outer was object 1, and is now null'])
    expect((await verifyPackage(made)).problems).toEqual([])
    expect(made.exports.map(String)).toEqual(["Light'B.A'", "Light'B'", "Light'B.Inside'"])
    expect((await PackageEdit.open(await openPackage(memorySource(bytes)))).exports).toHaveLength(3)
  })

  it('objects that need a lost object stay, and with them its row, unless it is to be dropped', async () => {
    const light = { class: LIGHT, flags: 4, body: Uint8Array.of(0) }
    const file = await make([
      { objectName: 'Bad', class: LIGHT, flags: 4, body: Uint8Array.of(0x7f, 0xff, 0xff) },
      { objectName: 'Inside', ...light, outer: 1 },
      { objectName: 'Gone', ...light },
      { objectName: 'Lost', ...light },
      { objectName: 'Deep', ...light, outer: 3 },
    ])
    const result = await repair(file)
    // ukit may be unable to read a valid object: with nothing else to repair, nothing is changed.
    expect(result).toMatchObject({ sound: false, unchanged: true, verified: { ok: false }, lost: [], repairs: [] })
    expect(result.doubtful).toMatchObject([{ object: "Light'Bad'", index: 0 }])
    expect(firstDifference(result.bytes, file)).toBe(-1)
    const pkg = await openPackage(memorySource(file), { fileName: 'Mine.u' })
    // A position outside the file, with as many bytes in the row as before.
    for (const index of [2, 3]) {
      const entry = pkg.exportTable[index]
      if (entry !== undefined) Object.assign(entry, { offset: 0x1fff, size: 0x1f })
    }
    const cut = await repair(await bytesOf(imageOf(pkg)), 'Mine.u')
    expect(cut.lost).toMatchObject([
      { object: "Light'Gone'", reason: expect.stringContaining('its row stays for the objects that need it') },
      { object: "Light'Lost'", reason: expect.stringContaining('is outside the file') },
    ])
    expect(cut.package.exports.map((object) => (object.isNull ? null : String(object)))).toEqual([
      "Light'Bad'",
      "Light'Bad.Inside'",
      "Light'Gone'",
      null,
      "Light'Gone.Deep'",
    ])
  })

  it('a package that verifies is not changed, although its body contains what looks more like a table', async () => {
    // 40 rows of Core.Class, each inside the row before, in the form of imports of UE1: three indices of one
    // byte and an outer.
    const rows = Array.from({ length: 40 }, (_, i) => [2, 3, ...(i === 0 ? [0, 0, 0, 0] : [255, 255, 255, 255]), 4])
    const body = Uint8Array.from([0, ...rows.flat()])
    const plan = { version: 69 }
    const names = ['None', 'Mass', 'Core', 'Class', 'Light']
    // Imports that are neither packages nor in one: odd, but no reason to look for a different table.
    const odd: ImportSpec[] = [
      ['Core', 'Class', 0, 'Light'],
      ['Core', 'Class', 0, 'Mass'],
    ]
    const file = await fileOf(
      planOf(plan, { names, imports: odd, exports: [{ objectName: 'A', class: -1, flags: 4, body }] }),
    )
    const result = await repair(file)
    expect(result).toMatchObject({ sound: true, repairs: [], lost: [], kept: 1 })
    expect(firstDifference(result.bytes, file)).toBe(-1)
    // The same if something else is damaged: an intact table stays where it is.
    const damaged = await fileOf(
      planOf(plan, {
        names,
        imports: odd,
        exports: [
          { objectName: 'A', class: -1, flags: 4, body },
          { objectName: 'Bad', class: -1, flags: 4, body: Uint8Array.of(0x7f, 0xff, 0xff) },
        ],
      }),
    )
    const mended = await repair(damaged)
    expect(mended.repairs).toEqual([])
    expect(mended.doubtful).toMatchObject([{ object: "Light'Bad'" }])
    expect(mended.package.imports.map(({ path }) => path)).toEqual(['Light', 'Mass'])
  })

  it('bytes after the end of a package that verifies stay', async () => {
    const file = await make([{ objectName: 'A', class: LIGHT, flags: 4, body: Uint8Array.of(0) }])
    const longer = Uint8Array.from([...file, ...Array.from({ length: 777 }, (_, i) => (i * 73) & 255)])
    const result = await repair(longer)
    expect(result).toMatchObject({ sound: true, verified: { ok: true } })
    expect(firstDifference(result.bytes, longer)).toBe(-1)
  })

  it('fewer rows than the last generation has, followed by the rest, is an error and is repaired', async () => {
    const light = { class: LIGHT, flags: 4, body: Uint8Array.of(0) }
    const file = await make([
      { objectName: 'A', ...light },
      { objectName: 'B', ...light },
    ])
    const cut = patched(file, AT.exportCount, 1)
    const report = await verify(memorySource(cut), { fileName: 'Mine.u' })
    expect(report).toMatchObject({ ok: false, objects: 1 })
    expect(report.problems.filter(({ severity }) => severity === 'error')).toMatchObject([{ kind: 'bad-count' }])
    const result = await repair(cut)
    expect(result).toMatchObject({ sound: false, lost: [], verified: { ok: true } })
    expect(firstDifference(result.bytes, file)).toBe(-1)
  })

  it('refuses files from which nothing can be saved, with typed errors', async () => {
    const file = await make([{ objectName: 'A', class: LIGHT, flags: 4, body: Uint8Array.of(0) }])
    await expect(repair(new Uint8Array(100))).rejects.toMatchObject({ kind: 'not-a-package' })
    // Without tables, there are only bytes.
    await expect(repair(file.slice(0, 90))).rejects.toBeInstanceOf(PackageError)
    await expect(repairPackage(memorySource(file), { sizeLimit: 10 })).rejects.toMatchObject({ kind: 'limit' })
  })

  it('for any change to a file, the result is a package that opens strictly or a typed error', async () => {
    const files = await Promise.all([61, 69, 128, 512, 868].map((version) => sampleFile({ version })))
    const at = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.array(fc.tuple(at, fc.integer({ min: 0, max: 255 })), { maxLength: 6 }),
        fc.option(at, { nil: 1 }),
        async (file, changes, cut) => {
          const bytes = file.slice(0, Math.ceil(file.length * cut))
          for (const [where, value] of changes) bytes[Math.floor(where * bytes.length)] = value
          let result: Awaited<ReturnType<typeof repair>>
          try {
            result = await repair(bytes)
          } catch (error) {
            expect(error).toBeInstanceOf(PackageError)
            return
          }
          const again = await openPackage(memorySource(result.bytes), {
            fileName: 'Mine.u',
            game: result.package.game.id,
          })
          expect(again.exports).toHaveLength(result.package.exports.length)
        },
      ),
      { numRuns: 600 },
    )
  }, 60_000)
})

describe('mutated packages', () => {
  let fixtures: Fixture[] = []

  beforeAll(async () => {
    fixtures = await makeFixtures(library, nodeCodecs)
  })

  // `node scripts/sweep-repair.mjs` does this with thousands of mutants of real packages.
  it('are no worse after repair than before, and unchanged if they verified', async () => {
    const outcomes = new Map<string, number>()
    for (let run = 0; run < (SWEEPS ? 1000 : 300); run++) {
      const { bytes, fixture, what } = mutantOf(fixtures, 7, run)
      if (fixture.compress !== undefined) continue
      const { outcome, faults } = await verifyDamage(library, nodeCodecs, 'Fuzz.u', bytes)
      expect([run, what, faults]).toEqual([run, what, []])
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
    expect(outcomes.get('crashed')).toBe(undefined)
    // If an outcome never occurred, it would not have been tested.
    for (const outcome of ['sound', 'repaired']) expect(outcomes.get(outcome) ?? 0).toBeGreaterThan(0)
  }, 120_000)
})
