import type { Package } from '@ukit/core'
import {
  addObject,
  createPackage,
  embedPackages,
  emptyLike,
  importAt,
  mergePackages,
  moveBetween,
  PackageEdit,
  placedText,
  renamePackage,
  setProperty,
} from '@ukit/edit'
import { describe, expect, it } from 'vitest'
import {
  again,
  empty,
  GUID,
  map,
  PRIVATE,
  properties,
  refusal,
  saved,
  sound,
  source,
  type Versions,
} from './transfer-fixtures.js'

describe.each<Versions>([{ version: 69 }, { version: 128, licensee: 29 }, { version: 868 }])(
  'packages of version $version',
  (versions) => {
    it('are embedded, and extracted again with the same content', async () => {
      const [from, into] = [await source(versions), await map(versions)]
      const { changed } = await embedPackages(into, [from])
      expect(changed).toEqual([into])
      const embedded = await saved(into)
      await sound(embedded)
      expect(embedded.imports.map(String)).not.toContain("Package'Source'")
      expect(await properties(embedded, 'User')).toEqual({ Skin: "Thing'Group.Wall'", Extra: "Thing'Second'" })
      const back = await PackageEdit.open(embedded)
      const out = await emptyLike(embedded, 'Source', GUID)
      await moveBetween(out, [{ from: back, objects: ['Group', 'Second', 'Other'].map((path) => back.export(path)) }])
      const [map2, source2] = [await saved(back), await saved(out)]
      for (const pkg of [map2, source2]) await sound(pkg)
      const [mapBefore, sourceBefore] = [await saved(await map(versions)), await saved(await source(versions))]
      const paths = (pkg: Package) => pkg.exports.map(String).sort()
      expect(paths(map2)).toEqual(paths(mapBefore))
      expect(paths(source2)).toEqual(paths(sourceBefore))
      for (const path of ['Own', 'User'])
        expect(await properties(map2, path)).toEqual(await properties(mapBefore, path))
      for (const path of ['Group.Wall', 'Group.Grey', 'Other', 'Second'])
        expect(await properties(source2, path)).toEqual(await properties(sourceBefore, path))
    })

    it('are merged, and their objects are found in the result', async () => {
      const importer = await map(versions)
      const [a, b] = [await source(versions), await createPackage({ name: 'More', guid: GUID, ...versions })]
      addObject(b, 'Extra', 'Mod.Thing', empty(b))
      importAt(b, 'Source.Other', 'Mod.Thing')
      await setProperty(b, b.export('Extra'), 'Next:object', "Thing'Source.Other'")
      const into = await emptyLike(a.package, 'All', GUID)
      const { changed } = await mergePackages(into, [a, await again(b)], { importers: [importer] })
      expect(changed).toEqual([into, importer])
      const [all, user] = [await saved(into), await saved(importer)]
      for (const pkg of [all, user]) await sound(pkg)
      expect(await properties(all, 'Extra')).toEqual({ Next: "Thing'Other'" })
      expect(await properties(user, 'User')).toEqual({ Skin: "Thing'All.Group.Wall'", Extra: "Thing'All.Second'" })
      expect(user.imports.map(String)).not.toContain("Package'Source'")
      // As many imports as before, so no reference and no body changed.
      expect(user.imports.length).toBe(importer.package.imports.length)
    })

    it('are found under the new name of their package', async () => {
      const importer = await map(versions)
      importAt(importer, 'Else.Odd', 'Source.Gadget')
      const user = await again(importer)
      const stranger = await source(versions, 'Stranger')
      expect(renamePackage([user, stranger], 'SOURCE', 'Masonry')).toEqual([user])
      const pkg = await saved(user)
      await sound(pkg)
      expect(await properties(pkg, 'User')).toEqual({
        Skin: "Thing'Masonry.Group.Wall'",
        Extra: "Thing'Masonry.Second'",
      })
      expect(pkg.imports.find((entry) => entry.name === 'Odd')?.classPackage).toBe('Masonry')
      expect(() =>
        renamePackage(
          [pkg].map(() => user),
          'Masonry',
          'Mod',
        ),
      ).toThrow(/another package/)
      for (const name of ['', 'None', 'a.b', 'a/b', 'a\\b', 'x'.repeat(64), ' a'])
        expect(() => renamePackage([user], 'Masonry', name), name).toThrow(refusal())
      // Objects that the game's code creates for a package of this name are not in the file, and would not be
      // found.
      const native = await source(versions)
      addObject(native, 'Viewport0', 'Source.Viewport', empty(native))
      expect(() => renamePackage([native], 'Source', 'Masonry')).toThrow(/Source\.Viewport/)
      const cased = await PackageEdit.open(pkg)
      renamePackage([cased], 'Masonry', 'mASONRY')
      expect((await saved(cased)).imports.map((entry) => entry.path)).toContain('mASONRY.Second')
    })
  },
)

describe('a dependency in both directions', () => {
  const make = async (className: string | null) => {
    const edit = await createPackage({ name: 'Source', version: 69, guid: GUID })
    addObject(edit, 'A', 'Mod.Thing', empty(edit))
    addObject(edit, 'B', 'Mod.Thing', empty(edit))
    addObject(edit, 'C', 'Mod.Thing', empty(edit))
    await setProperty(edit, edit.export('A'), 'Next:object', "Thing'B'")
    await setProperty(edit, edit.export('C'), 'Next:object', "Thing'A'")
    if (className !== null) edit.addExport({ name: className, outer: null, class: null, flags: 4 }, new Uint8Array(0))
    const from = await again(edit)
    const into = await emptyLike(from.package, 'Half', GUID)
    return { from, into, select: [{ from, objects: [from.export('A')] }] }
  }

  it('is reported for textures and the like, and refused for classes', async () => {
    const content = await make(null)
    const { notes } = await moveBetween(content.into, content.select, { references: 'leave' })
    expect(notes).toContain(
      'Source and Half import from each other: the engine loads such packages, but both are always needed',
    )
    expect(await properties(await saved(content.from), 'C')).toEqual({ Next: "Thing'Half.A'" })
    const code = await make('Gadget')
    await expect(moveBetween(code.into, code.select, { references: 'leave' })).rejects.toThrow(/Gadget/)
  })
})

describe('objects of several packages with the same name', () => {
  it.each<Versions>([{ version: 69 }, { version: 868 }])('collide in version $version', async (versions) => {
    const one = await source(versions)
    const other = await createPackage({ name: 'More', guid: GUID, ...versions })
    await setProperty(other, addObject(other, 'Other', 'Mod.Thing', empty(other)), 'Level:int', '1')
    const two = await again(other)
    await expect(mergePackages(await emptyLike(one.package, 'All', GUID), [one, two])).rejects.toThrow(/Thing'Other'/)
    const into = await emptyLike(one.package, 'All', GUID)
    await mergePackages(into, [one, two], { collisions: 'rename' })
    const all = await saved(into)
    await sound(all)
    expect(all.exports.map((entry) => entry.path)).toEqual(expect.arrayContaining(['Other', 'Other_2']))
  })
})

describe('private objects of several packages with the same name', () => {
  it.each<Versions>([{ version: 69 }, { version: 128, licensee: 29 }, { version: 868 }])(
    'are renamed without asking when packages of version $version are merged or embedded',
    async (versions) => {
      const one = await source(versions)
      const other = await createPackage({ name: 'More', guid: GUID, ...versions })
      const grey = addObject(other, 'Group.Grey', 'Mod.Shade', empty(other), { flags: PRIVATE })
      await setProperty(other, grey, 'Level:int', '1')
      const third = addObject(other, 'Third', 'Mod.Thing', empty(other))
      await setProperty(other, third, 'Shade:object', "Shade'Group.Grey'")
      const two = await again(other)
      const into = await emptyLike(one.package, 'All', GUID)
      const { placed } = await mergePackages(into, [one, two])
      const renamed = placed.filter(({ how }) => how === 'renamed')
      expect(renamed.map(placedText)).toEqual([
        "Shade'Group.Grey_2' came from More, where it is Group.Grey: the name was taken",
      ])
      const all = await saved(into)
      await sound(all)
      expect(await properties(all, 'Third')).toEqual({ Shade: "Shade'Group.Grey_2'" })
      expect(await properties(all, 'Second')).toEqual({ Shade: "Shade'Group.Grey'" })
      const carrier = await createPackage({ name: 'Map', guid: GUID, ...versions })
      const user = addObject(carrier, 'User', 'Mod.Actor', empty(carrier), { flags: PRIVATE })
      for (const path of ['Source.Second', 'More.Third']) {
        importAt(carrier, path, 'Mod.Thing')
        await setProperty(carrier, user, `${path.slice(path.indexOf('.') + 1)}:object`, `Thing'${path}'`)
      }
      const map = await again(carrier)
      await embedPackages(map, [await source(versions), two])
      const whole = await saved(map)
      await sound(whole)
      expect(await properties(whole, 'Third')).toEqual({ Shade: "Shade'Group.Grey_2'" })
    },
  )

  it('are refused by name if the engine looks for them by their names', async () => {
    const level = async (name: string) => {
      const edit = await createPackage({ name, guid: GUID, version: 69 })
      const entry = addObject(edit, 'MyLevel', 'Engine.Level', new Uint8Array(0), { flags: PRIVATE })
      entry.flags += name === 'A' ? 0 : 0x100000
      return again(edit)
    }
    const [a, b] = [await level('A'), await level('B')]
    await expect(mergePackages(await emptyLike(a.package, 'All', GUID), [a, b])).rejects.toThrow(/Level'MyLevel'/)
  })
})

describe('objects that are the same in several packages', () => {
  it.each<Versions>([{ version: 69 }, { version: 128, licensee: 29 }, { version: 868 }])(
    'are added once in version $version',
    async (versions) => {
      const from = await source(versions)
      const half = await emptyLike(from.package, 'Half', GUID)
      await moveBetween(half, [{ from, objects: [from.export('Group.Wall')] }])
      // Both have Grey now, and a third one has it with a different level.
      const [a, b, third] = [await again(from), await again(half), await source(versions, 'Third')]
      await setProperty(third, third.export('Group.Grey'), 'Level', '9')
      const into = await emptyLike(from.package, 'All', GUID)
      const { placed } = await mergePackages(into, [a, b])
      expect(placed.filter(({ how }) => how === 'reused').map(({ source: entry }) => entry.path)).toEqual([
        'Group.Grey',
      ])
      const all = await saved(into)
      await sound(all)
      expect(all.exports.map(String).sort()).toEqual(
        ["Package'Group'", "Shade'Group.Grey'", "Thing'Group.Wall'", "Thing'Other'", "Thing'Second'"].sort(),
      )
      expect(await properties(all, 'Second')).toEqual({ Shade: "Shade'Group.Grey'" })
      const other = await again(third)
      await expect(mergePackages(await emptyLike(from.package, 'All', GUID), [a, other])).rejects.toThrow(/Second/)
    },
  )
})
