import { Generation, Guid } from '@ukit/container'
import { ObjectReader, openPackage } from '@ukit/core'
import {
  applyEdits,
  buildPackage,
  dropUnused,
  groupAt,
  moveObject,
  PackageEdit,
  parseEdits,
  removeObject,
  renameObject,
  setObjectFlags,
  setPackageFlags,
  setProperty,
} from '@ukit/edit'
import { memorySource, PackageError } from '@ukit/files'
import { describe, expect, it } from 'vitest'
import { fileOf, planOf, type Shape } from '../../../testing/packages.js'

const OLD: Shape = { version: 69 }
const NEW: Shape = { version: 868 }

/** Two groups, an object in each, and one object that refers to both. */
async function open(shape: Shape): Promise<PackageEdit> {
  const plan = planOf(shape, {
    imports: [
      ['Core', 'Package', 0, 'Core'],
      ['Core', 'Class', -1, 'Package'],
      ['Core', 'Package', 0, 'Mod'],
      ['Core', 'Class', -3, 'Gadget'],
      ['Mod', 'Gadget', -3, 'Unused'],
    ],
    exports: [
      { objectName: 'A', class: -2, flags: 4 },
      { objectName: 'B', class: -2, flags: 4 },
      { objectName: 'Thing', class: -4, outer: 1, flags: 4 },
      { objectName: 'Other', class: -4, outer: 2, flags: 4 },
      { objectName: 'Holder', class: -4, flags: 4 },
    ],
  })
  // The objects are made by the document itself: they only contain `None`, and Holder references.
  const empty = shape.version < 178 ? Uint8Array.of(0) : new Uint8Array(12)
  const bodies = plan.exports.map(() => empty)
  const pkg = await openPackage(memorySource(await fileOf({ ...plan, bodies })), { fileName: 'Test.u' })
  const edit = await PackageEdit.open(pkg)
  await applyEdits(
    edit,
    parseEdits(
      ['set', 'Holder.First:object', 'A.Thing', 'set', 'Holder.Second:object', 'Other'].map((word) =>
        word === 'Other' ? 'B.Other' : word,
      ),
    ),
    outside,
  )
  const built = await buildPackage(edit)
  const whole = await built.image.slice(0, built.image.byteLength)
  return PackageEdit.open(await openPackage(memorySource(whole.slice()), { fileName: 'Test.u' }))
}

const outside = {
  readFile: async () => Uint8Array.of(0),
  random: (words: Uint32Array) => words.fill(0xffff_ffff),
}

const refusal = (kind = 'refused') => expect.objectContaining({ name: 'PackageError', kind })

describe.each([OLD, NEW])('objects of version $version', (shape) => {
  it('are renamed for all objects that refer to them', async () => {
    const edit = await open(shape)
    renameObject(edit, edit.export('A.Thing'), 'Gizmo')
    renameObject(edit, edit.export('b'), 'Bees')
    const built = await buildPackage(edit)
    expect(built.exports.map((each) => each.path)).toEqual(['A', 'Bees', 'A.Gizmo', 'Bees.Other', 'Holder'])
    const holder = await (await ObjectReader.open(built)).get('Holder')
    expect(String(holder?.object.properties.get('First'))).toBe("Gadget'A.Gizmo'")
  })

  it('only get names that are free, allowed and short enough', async () => {
    const edit = await open(shape)
    moveObject(edit, edit.export('B.Other'), edit.export('A'))
    for (const name of ['Thing', 'THING', '', 'None', 'a b', 'a.b', "a'", 'x'.repeat(64)]) {
      expect(() => renameObject(edit, edit.export('A.Other'), name), name).toThrow(refusal())
    }
    renameObject(edit, edit.export('A.Other'), 'x'.repeat(63))
    // A name in a different case is the same name, which does not collide with itself.
    renameObject(edit, edit.export('A.Thing'), 'tHING')
    expect((await buildPackage(edit)).exports[2]?.path).toBe('A.tHING')
  })

  it('move into groups, which are created, but not into themselves', async () => {
    const edit = await open(shape)
    moveObject(edit, edit.export('A.Thing'), groupAt(edit, 'New.Deep'))
    moveObject(edit, edit.export('B'), edit.export('New'))
    expect(() => moveObject(edit, edit.export('New'), edit.export('New.B'))).toThrow(refusal())
    expect(() => moveObject(edit, edit.export('New'), edit.export('New'))).toThrow(refusal())
    const built = await buildPackage(edit)
    expect(built.exports.map(String)).toEqual([
      "Package'A'",
      "Package'New.B'",
      "Gadget'New.Deep.Thing'",
      "Gadget'New.B.Other'",
      "Gadget'Holder'",
      "Package'New'",
      "Package'New.Deep'",
    ])
    const group = await (await ObjectReader.open(built)).get('New.Deep')
    expect(group).toMatchObject({ opaqueBytes: 0, error: undefined })
    expect(group?.object.properties.items).toEqual([])
  })

  it('are removed with their content, unless another object needs them', async () => {
    const edit = await open(shape)
    const before = edit.exports.length
    await expect(removeObject(edit, edit.export('A'))).rejects.toThrow(
      /Gadget'Holder' \(First\.value\).*remove-and-clear/,
    )
    expect(edit.exports.length).toBe(before)
    // The class of other objects is never removed.
    const gadget = edit.find('Mod.Gadget')
    if (gadget === undefined) throw new Error('no class')
    await expect(removeObject(edit, gadget, { clearReferences: true })).rejects.toThrow(refusal())
    const gone = await removeObject(edit, edit.export('A'), { clearReferences: true })
    expect(gone.map((entry) => String(entry.name))).toEqual(['A', 'Thing'])
    const built = await buildPackage(edit)
    expect(built.exports.map((each) => each.path)).toEqual(['B', 'B.Other', 'Holder'])
    const holder = await (await ObjectReader.open(built)).get('Holder')
    expect(holder?.object.properties.get('First')).toBeNull()
    expect(String(holder?.object.properties.get('Second'))).toBe("Gadget'B.Other'")
    expect(built.summary.generations.at(-1)?.exportCount).toBe(3)
  })

  it('are removed together by consecutive edits, in whatever order they refer to each other', async () => {
    const edit = await open(shape)
    const lines = await applyEdits(edit, parseEdits(['remove', 'A.Thing', 'remove', 'Holder', 'remove', 'A']), outside)
    expect(lines).toEqual(['removed A.Thing', 'removed Holder', 'removed A'])
    const built = await buildPackage(edit)
    expect(built.exports.map((each) => each.path)).toEqual(['B', 'B.Other'])
  })

  it('are found by the numbers that previous edits have left', async () => {
    const edit = await open(shape)
    const lines = await applyEdits(edit, parseEdits(['remove', 'Holder', 'remove', '#0', 'remove', '#0']), outside)
    expect(lines).toEqual(['removed Holder', 'removed A', 'removed A.Thing', 'removed B', 'removed B.Other'])
  })

  it('of an earlier generation stay, unless it becomes a separate package', async () => {
    const edit = await open(shape)
    const guid = edit.package.guid
    const earlier = Object.assign(new Generation(), { exportCount: 5, nameCount: edit.names.length })
    edit.summary.generations.unshift(earlier)
    const remove = () => removeObject(edit, edit.export('A'), { clearReferences: true })
    await expect(remove()).rejects.toThrow(/earlier generation.*new-package/)
    await applyEdits(edit, parseEdits(['new-package']), outside)
    await remove()
    const built = await buildPackage(edit)
    expect(built.summary.generations.map((one) => one.exportCount)).toEqual([3])
    expect(built.guid.equals(guid)).toBe(false)
  })

  it('must not be referred to after they were removed: building reports that', async () => {
    const edit = await open(shape)
    edit.removeEntries(new Set([edit.export('B.Other')]))
    await expect(buildPackage(edit)).rejects.toThrow(refusal())
  })

  it('and names that are not used are dropped', async () => {
    const edit = await open(shape)
    edit.addName('Nobody')
    const dropped = await dropUnused(edit)
    expect(dropped.imports).toEqual(['Mod.Unused'])
    expect(dropped.names).toEqual(expect.arrayContaining(['Nobody', 'Unused']))
    const built = await buildPackage(edit)
    expect(built.names).not.toContain('Nobody')
    expect(built.names).toContain('None')
    const holder = await (await ObjectReader.open(built)).get('Holder')
    expect(String(holder?.object.properties.get('Second'))).toBe("Gadget'B.Other'")
    expect(await dropUnused(await PackageEdit.open(built))).toEqual({ names: [], imports: [], uncertain: [] })
  })

  it('have flags by name, except those that say how they are stored', async () => {
    const edit = await open(shape)
    setObjectFlags(edit, edit.export('Holder'), '+Transient,-Public, standalone')
    setPackageFlags(edit, '-AllowDownload +ServerSideOnly')
    expect(() => setObjectFlags(edit, edit.export('Holder'), 'HasStack')).toThrow(refusal())
    expect(() => setPackageFlags(edit, '+Nonsense')).toThrow(refusal())
    const built = await buildPackage(edit)
    const { flags, flagsHigh } = built.exports[4]?.entry ?? {}
    // Public 4, Transient 0x4000, Standalone 0x80000: in the low word in UE1, in the high word in UE3.
    expect(shape.version < 178 ? flags : flagsHigh).toBe(0x8_4000)
    expect(built.summary.flags).toBe(4)
  })

  it('are edited by commands, either all or none', async () => {
    const edit = await open(shape)
    const words = [
      'rename',
      'A',
      'Alpha',
      'guid',
      '00112233445566778899AABBCCDDEEFF',
      'move',
      'Holder',
      'Alpha',
      'sort-names',
      'add',
      'Alpha.More',
      'Mod.Gadget',
      'file',
    ]
    if (shape.version > 178) words.splice(-4)
    await applyEdits(edit, parseEdits(words), outside)
    const built = await buildPackage(edit)
    expect(built.guid.equals(new Guid(0x00112233, 0x44556677, 0x8899aabb, 0xccddeeff))).toBe(true)
    expect(built.find('Alpha.Holder')?.className).toBe('Gadget')
    expect(built.find('Alpha.More')?.className).toBe(shape.version > 178 ? undefined : 'Gadget')
    const names = built.names.map((name) => name.toLowerCase())
    expect(names.slice(0, 12)).toEqual([...names.slice(0, 12)].sort())
    expect(() => parseEdits(['rename', 'A'])).toThrow(RangeError)
    expect(() => parseEdits(['explode'])).toThrow(/unknown edit "explode"/)
  })
})

describe('bytes that are not decoded', () => {
  it('may move if nothing in them can be a position, and be renumbered if nothing can be an index', async () => {
    const bytes = (position: number) => [1, 2, 3, 4, position & 255, position >> 8, 0, 0, 9]
    const make = async (position: number) => {
      const plan = planOf(
        { version: 868 },
        {
          imports: [
            ['Core', 'Package', 0, 'Mod'],
            ['Core', 'Class', -1, 'Gadget'],
          ],
          exports: [{ objectName: 'Odd', class: -2, flags: 4 }],
        },
      )
      const body = Uint8Array.from([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, ...bytes(position)])
      const file = await fileOf({ ...plan, bodies: [body] })
      return PackageEdit.open(await openPackage(memorySource(file), { fileName: 'Test.upk' }))
    }
    const free = await make(1)
    const base = free.exports[0]?.entry.offset ?? 0
    free.addName('More')
    const moved = await buildPackage(free)
    expect(await moved.exports[0]?.bytes()).toEqual(await free.package.exports[0]?.bytes())
    expect(moved.exportTable[0]?.offset).toBeGreaterThan(base)
    // The same with four bytes that are a position in the object.
    const bound = await make(base + 5)
    bound.addName('More')
    const read = async () => (await buildPackage(bound)).exports[0]?.bytes()
    await expect(read()).rejects.toThrow(refusal('unsupported'))
    // A name that the bytes may refer to keeps its index: here index 1, and no other below the number of
    // names. Names without references are removed.
    const named = free.nameTable[1]
    expect(await dropUnused(free)).toEqual({ names: ['More'], imports: [], uncertain: ['Odd'] })
    expect(free.nameTable[1]).toBe(named)
    await buildPackage(free)
    const turned = (edit: PackageEdit) => edit.reorder({ nameTable: [...edit.nameTable].reverse() })
    turned(free)
    await expect(buildPackage(free)).rejects.toThrow(/may hold the index 1/)
    turned(free)
    // No four consecutive bytes are the index of anything here.
    const distant = await make(0x1234)
    turned(distant)
    const renumbered = await buildPackage(distant)
    expect(renumbered.names).toEqual([...distant.package.names].reverse())
    expect([...((await renumbered.exports[0]?.bytes()) ?? [])].slice(-9)).toEqual(bytes(0x1234))
    expect(renumbered.exports[0]?.className).toBe('Gadget')
    free.removeEntries(new Set([free.nameEntry('Core')]))
    await expect(buildPackage(free)).rejects.toBeInstanceOf(PackageError)
  })
})

it('change accepts a function that returns something: the result is not used', async () => {
  const edit = await open(OLD)
  const thing = edit.export('A.Thing')
  await setProperty(edit, thing, 'Speed:int', 3)
  await edit.change(thing, (object) => object.properties.items.pop())
  expect((await edit.read(thing)).object.properties.get('Speed')).toBeUndefined()
})
