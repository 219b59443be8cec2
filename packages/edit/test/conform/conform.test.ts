import { Generation, Guid } from '@ukit/container'
import { openPackage, type Package } from '@ukit/core'
import { checkConform, conformPackage } from '@ukit/edit'
import { memorySource } from '@ukit/files'
import { diffPackages, verifyPackage } from '@ukit/inspect'
import { describe, expect, it } from 'vitest'
import { savedBytes } from '../../../../testing/bytes.js'
import { describeCorpus, openCorpus } from '../../../../testing/corpus.js'
import { type ExportSpec, fileOf, type ImportSpec, planOf } from '../../../../testing/packages.js'

const reopen = async (pkg: Package, fileName: string) => openPackage(memorySource(await savedBytes(pkg)), { fileName })

describeCorpus('the newer content against the older file', () => {
  it.each(['Core.u', 'UWeb.u', 'relics.u'])('%s: the older tables are a prefix', async (name) => {
    const older = await openCorpus(`conform/older/${name}`)
    const newer = await openCorpus(`conform/newer/${name}`)
    const result = await conformPackage(newer, older)
    expect(result.refused).toEqual([])
    if (result.package === null) return
    const made = await reopen(result.package, name)
    expect(made.guid).toEqual(older.guid)
    const counts = ({ summary }: Package) => summary.generations.map((one) => [one.exportCount, one.nameCount])
    expect(counts(made).slice(0, -1)).toEqual(counts(older))
    expect(counts(made).at(-1)).toEqual([made.exports.length, made.names.length])
    // Compared row by row here, independently of the check.
    for (const [i, text] of older.names.entries()) {
      expect([text.toLowerCase(), 'none']).toContain(made.names[i]?.toLowerCase())
    }
    expect(made.names[older.names.length]).toBe('None')
    for (const object of older.exports) {
      const now = made.exports[object.index]
      if (object.isNull) expect(now?.isNull).toBe(true)
      else if (now?.isNull !== true) expect(String(now).toLowerCase()).toBe(String(object).toLowerCase())
    }
    // If the real newer file has a null in a common row, the result has one too, and nowhere else.
    for (const object of older.exports) {
      expect(made.exports[object.index]?.isNull).toBe(newer.exports[object.index]?.isNull)
    }
    const nulls = made.exports.filter((object) => object.isNull)
    expect(nulls.every(({ entry }) => entry.objectName === made.names.lastIndexOf('None'))).toBe(true)
    expect(await checkConform(older, made)).toMatchObject({ compatible: true })
  })

  it.each(['Core.u', 'UWeb.u', 'relics.u'])('%s: the content is that of the newer one, and verifies', async (name) => {
    const older = await openCorpus(`conform/older/${name}`)
    const newer = await openCorpus(`conform/newer/${name}`)
    const result = await conformPackage(newer, older)
    if (result.package === null) throw new Error('refused')
    const made = await reopen(result.package, name)
    const found = await diffPackages(newer, made)
    expect(found.objects).toEqual([])
    expect(found.functions).toEqual([])
    expect(found.texts).toEqual([])
    expect(found.exports).toMatchObject({ added: [], removed: [], moved: [] })
    expect(found.imports).toEqual({ added: [], removed: [], reordered: false })
    const problems = async (pkg: Package) =>
      (await verifyPackage(pkg)).problems.map(({ kind, object }) => `${kind} ${object}`)
    const before = new Set(await problems(newer))
    expect((await problems(made)).filter((problem) => !before.has(problem))).toEqual([])
  })
})

const IMPORTS: readonly ImportSpec[] = [
  ['Core', 'Package', 0, 'Engine'],
  ['Core', 'Class', -1, 'Light'],
]

async function lights(
  names: readonly string[],
  exports: readonly (readonly [name: string, body: readonly number[]])[],
  version = 69,
  className = -2,
): Promise<Package> {
  const rows: ExportSpec[] = exports.map(([objectName, body]) => ({
    objectName,
    class: className,
    flags: 0x0007_0004,
    body: Uint8Array.from(body),
  }))
  const plan = planOf(
    { version },
    { names, imports: IMPORTS, exports: rows, summary: { guid: new Guid(rows.length, 0, 0, version) } },
  )
  return openPackage(memorySource(await fileOf(plan)), { fileName: 'Lights.u' })
}

describe('packages written by hand', () => {
  it('keeps rows, leaves nulls, appends a generation, and renumbers bodies', async () => {
    // A value of five bytes altogether: name, int of four bytes.
    const older = await lights(
      ['None', 'Old', 'Mass'],
      [
        ['Gone', [0]],
        ['Stays', [2, 0x22, 7, 0, 0, 0, 0]],
      ],
    )
    const newer = await lights(
      ['None', 'Mass', 'Fresh'],
      [
        ['New', [2, 0x22, 9, 0, 0, 0, 0]],
        ['Stays', [1, 0x22, 8, 0, 0, 0, 0]],
      ],
    )
    const { package: made, refused, removed } = await conformPackage(newer, older)
    expect(refused).toEqual([])
    expect(removed).toEqual({ names: ['Old', 'Gone'], exports: ["Light'Gone'"] })
    if (made === null) return
    const oldNames = older.names
    expect(oldNames.slice(0, 3)).toEqual(['None', 'Old', 'Mass'])
    const again = await reopen(made, 'Lights.u')
    expect(again.names).toEqual([
      ...oldNames.map((text) => (text === 'Old' || text === 'Gone' ? 'None' : text)),
      'None',
      'Fresh',
      'New',
    ])
    expect(again.exports.map(String)).toEqual(["Class'None'", "Light'Stays'", "Light'New'"])
    expect(again.exports[0]?.isNull).toBe(true)
    expect(again.guid).toEqual(older.guid)
    expect(again.summary.generations).toEqual([
      Object.assign(new Generation(), { exportCount: 2, nameCount: oldNames.length }),
      Object.assign(new Generation(), { exportCount: 3, nameCount: oldNames.length + 3 }),
    ])
    // Written by hand: Mass is still name 2, the list ends with the new None, Fresh follows it.
    const none = oldNames.length
    expect([...((await again.exports[1]?.bytes()) ?? [])]).toEqual([2, 0x22, 8, 0, 0, 0, none])
    expect([...((await again.exports[2]?.bytes()) ?? [])]).toEqual([none + 1, 0x22, 9, 0, 0, 0, none])
  })

  it('conforming twice adds a generation each time', async () => {
    const first = await lights(['None', 'Mass'], [['A', [0]]])
    const second = await lights(
      ['Mass', 'None'],
      [
        ['B', [1]],
        ['A', [1]],
      ],
    )
    const third = await lights(['None'], [['C', [0]]])
    const one = (await conformPackage(second, first)).package
    if (one === null) throw new Error('refused')
    const two = (await conformPackage(third, one)).package
    if (two === null) throw new Error('refused')
    expect(two.summary.generations).toHaveLength(3)
    for (const older of [first, one])
      expect(await checkConform(older, two)).toMatchObject({ compatible: true, older: 'first' })
    expect(two.exports.map((object) => (object.isNull ? null : object.path))).toEqual([null, null, 'C'])
  })

  it('names every object that it cannot renumber, and does not save anything', async () => {
    const older = await lights(['None', 'Mass'], [['A', [0]]])
    const newer = await lights(
      ['Mass', 'None'],
      [
        ['A', [1]],
        // Bytes after what is decoded, and bytes that are not decoded: a zero in both may be the name Mass,
        // which gets a different row.
        ['Odd', [1, 0xff, 0xff, 0]],
        ['Worse', [0x7f, 0]],
        ['Harmless', [1, 0xff, 0xff, 0xff]],
      ],
    )
    const result = await conformPackage(newer, older)
    expect(result.package).toBeNull()
    expect(result.refused.map(({ object }) => object)).toEqual(['Odd', 'Worse'])
    expect(result.refused[0]?.message).toContain('3 of its bytes are not understood')
  })

  it('only accepts packages with generations or net indices', async () => {
    const [early, now, late] = await Promise.all(
      [63, 69, 512].map((version) => lights(['None'], [['A', [0]]], version)),
    )
    if (early === undefined || now === undefined || late === undefined) throw new Error('three packages')
    await expect(conformPackage(now, early)).rejects.toMatchObject({ kind: 'unsupported' })
    await expect(conformPackage(late, now)).rejects.toMatchObject({ kind: 'unsupported' })
  })
})

describeCorpus('UE3: objects carry their network numbers', () => {
  /**
   * The net index in the bytes: the first four of a text or a constant, which have no state and are not
   * components.
   */
  const numbers = async (pkg: Package) => {
    const found = new Map<string, number>()
    for (const object of pkg.exports) {
      if (!/^(?:TextBuffer|Const|Enum|ScriptStruct|\w+Property)$/.test(object.className) || object.entry.size === 0)
        continue
      const bytes = await object.bytes()
      found.set(String(object).toLowerCase(), new DataView(bytes.buffer, bytes.byteOffset).getInt32(0, true))
    }
    return found
  }

  it('Core of one UDK conformed to that of another: older net indices stay, new objects get later ones', async () => {
    // Neither is a release of the other: of 1,538 objects that both have, 386 have different net indices.
    const older = await openCorpus('ue3/uudkdevs2013/Core.u')
    const newer = await openCorpus('ue3/welaughindoors/Core.u')
    expect(await checkConform(older, newer)).toMatchObject({ compatible: false, problems: [{ kind: 'guid' }] })
    const result = await conformPackage(newer, older)
    expect(result.refused).toEqual([])
    if (result.package === null) return
    const made = await reopen(result.package, 'Core.u')
    expect(made.guid).toEqual(older.guid)
    expect(made.summary.generations.map((one) => one.netObjectCount)).toEqual([1547, 1551])
    const [before, now] = [await numbers(older), await numbers(made)]
    expect(before.size).toBeGreaterThan(800)
    for (const [object, index] of before) expect(now.get(object), object).toBe(index)
    const added = [...now].filter(([object]) => !before.has(object)).map(([, index]) => index)
    expect(added.every((index) => index >= 1547 && index < 1551)).toBe(true)
    expect(await checkConform(older, made)).toMatchObject({
      compatible: true,
      older: 'first',
      common: { generation: 1, exports: 1547 },
    })
    const found = await diffPackages(newer, made)
    expect(found.objects.every((object) => object.bookkeeping)).toBe(true)
    expect(new Set(found.objects.flatMap(({ fields }) => fields.map(({ field }) => field)))).toEqual(
      new Set(['netIndex']),
    )
    expect(made.names).toEqual(newer.names)
  })

  it('code that was not cooked has none', async () => {
    const pkg = await openCorpus('ue3/uudkdevs2013/BSF.u')
    const cooked = await openCorpus('ue3/uudkdevs2013/cookedpc/BSF.u')
    await expect(conformPackage(pkg, cooked)).rejects.toThrow(/only cooked code has them/)
  })
})
