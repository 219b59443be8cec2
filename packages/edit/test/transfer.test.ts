import { ObjectReader } from '@ukit/core'
import {
  addObject,
  createPackage,
  emptyLike,
  importAt,
  mergePackages,
  moveBetween,
  type PackageEdit,
  setObjectFlags,
  setProperty,
  transferObjects,
} from '@ukit/edit'
import { ue1, ue2 } from '@ukit/objects'
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
  'objects of version $version',
  (versions) => {
    const wallAfter = {
      Shade: "Shade'Group.Grey'",
      Beside: "Thing'Other'",
      Gold: "Thing'Botpack.Skins.Gold'",
      Event: 'Opened',
    }

    it('come with everything that they need, and leave everything else unchanged', async () => {
      const [from, into] = [await source(versions), await map(versions)]
      const { placed } = await transferObjects(into, [{ from, objects: [from.export('Group.Wall')] }])
      expect(placed.map(({ object, how }) => `${how} ${object.path}`).sort()).toEqual([
        'added Group.Grey',
        'added Group.Wall',
        'added Other',
      ])
      const pkg = await saved(into)
      await sound(pkg)
      expect(await properties(pkg, 'Group.Wall')).toEqual(wallAfter)
      expect(await properties(pkg, 'Group.Grey')).toEqual({ Level: 7 })
      for (const { path } of into.package.exports) {
        const [before, after] = [into.package.find(path), pkg.find(path)]
        if (before === undefined || after === undefined || !('bytes' in before) || !('bytes' in after))
          throw new Error(path)
        expect(await after.bytes()).toEqual(await before.bytes())
      }
      // The package that it came from has not changed.
      expect(await properties(await saved(from), 'Group.Wall')).toEqual(wallAfter)
    })

    it('are put at a different path on request', async () => {
      const [from, into] = [await source(versions), await map(versions)]
      await transferObjects(into, [{ from, objects: [from.export('Other')] }], { as: 'New.Deep.Stone' })
      expect((await saved(into)).find('New.Deep.Stone')?.className).toBe('Thing')
      await expect(
        transferObjects(await map(versions), [{ from, objects: [from.export('Other')] }], { as: 'a b' }),
      ).rejects.toThrow(refusal())
    })

    it('leave public objects and import them; private objects are refused by name', async () => {
      const [from, into] = [await source(versions), await map(versions)]
      const take = (edit: PackageEdit, path: string) =>
        transferObjects(edit, [{ from, objects: [from.export(path)] }], { references: 'leave' })
      await expect(take(into, 'Group.Wall')).rejects.toThrow(/Shade'Group\.Grey'/)
      setObjectFlags(from, from.export('Group.Grey'), '+Public')
      const other = await map(versions)
      const { left } = await take(other, 'Group.Wall')
      expect(left.map(({ source: entry }) => entry.path).sort()).toEqual(['Group.Grey', 'Other'])
      const pkg = await saved(other)
      await sound(pkg)
      expect(await properties(pkg, 'Group.Wall')).toEqual({
        ...wallAfter,
        Shade: "Shade'Source.Group.Grey'",
        Beside: "Thing'Source.Other'",
      })
    })

    it('have their references to the target package turned into references inside it', async () => {
      const into = await map(versions)
      const from = await source(versions)
      importAt(from, 'Map.Own', 'Mod.Thing')
      await setProperty(from, from.export('Other'), 'Home:object', "Thing'Map.Own'")
      const whole = await again(from)
      await transferObjects(into, [{ from: whole, objects: [whole.export('Other')] }])
      expect(await properties(await saved(into), 'Other')).toEqual({ Home: "Thing'Own'" })
      expect((await saved(into)).imports.map(String)).not.toContain("Package'Map'")
      // A reference to an object that the target does not have.
      importAt(from, 'Map.Nothing', 'Mod.Thing')
      await setProperty(from, from.export('Other'), 'Home:object', "Thing'Map.Nothing'")
      const wrong = await again(from)
      await expect(
        transferObjects(await map(versions), [{ from: wrong, objects: [wrong.export('Other')] }]),
      ).rejects.toThrow(/Map\.Nothing/)
    })

    it('are used if they already exist; different ones of that name are refused, or renamed if asked', async () => {
      const from = await source(versions)
      const into = await map(versions)
      const select = [{ from, objects: [from.export('Group.Wall')] }]
      await transferObjects(into, select)
      const once = await again(into)
      const twice = await transferObjects(once, select)
      expect(new Set(twice.placed.map(({ how }) => how))).toEqual(new Set(['reused']))
      expect((await saved(once)).exports.length).toBe(once.package.exports.length)
      // A different value: it is no longer the same, and neither is the object that refers to it.
      await setProperty(once, once.export('Group.Grey'), 'Level', '8')
      const other = await again(once)
      await expect(transferObjects(other, select)).rejects.toThrow(
        /Shade'Group\.Grey', Thing'Group\.Wall'.*--on-collision rename/,
      )
      const third = await again(once)
      const { placed } = await transferObjects(third, select, { collisions: 'rename' })
      expect(placed.map(({ object, how }) => `${how} ${object.path}`).sort()).toEqual([
        'renamed Group.Grey_2',
        'renamed Group.Wall_2',
        'reused Other',
      ])
      const pkg = await saved(third)
      await sound(pkg)
      expect(await properties(pkg, 'Group.Wall_2')).toEqual({ ...wallAfter, Shade: "Shade'Group.Grey_2'" })
      expect(await properties(pkg, 'Group.Grey')).toEqual({ Level: 8 })
    })

    it('are not moved between packages of the same name', async () => {
      const [one, two, into] = [await source(versions), await source(versions, 'SOURCE'), await map(versions)]
      const objects = [one.export('Other')]
      await expect(moveBetween(two, [{ from: one, objects }])).rejects.toThrow(/both packages are called Source/)
      await expect(mergePackages(into, [one, two])).rejects.toThrow(/two packages are called SOURCE/)
      // Merged into one of the two, all objects are found as before.
      const { placed } = await mergePackages(two, [one])
      expect(new Set(placed.map(({ how }) => how))).toEqual(new Set(['reused']))
    })

    it('get shorter names if theirs are taken, and keep names that new objects may not have', async () => {
      const longest = 'W'.repeat(63)
      // Cooked packages of UE3 have longer ones, and obfuscators leave zeros.
      const odd = ['L'.repeat(74), 'a\0b']
      const [from, into] = [await source(versions), await map(versions)]
      for (const edit of [from, into]) addObject(edit, longest, 'Mod.Thing', empty(edit))
      await setProperty(into, into.export(longest), 'Level:int', '1')
      const wall = from.export('Group.Wall')
      await from.change(wall, ({ properties: { items } }) => {
        for (const property of items)
          if (property.label === 'Event') property.value = from.adoptName(odd[0] ?? '').numbered(0)
      })
      addObject(from, 'Odd', 'Mod.Thing', empty(from)).storedName = from.adoptName(odd[1] ?? '').numbered(0)
      const full = await again(from)
      const objects = full.exports.filter(({ outer }) => outer === null)
      const { placed } = await transferObjects(into, [{ from: full, objects }], { collisions: 'rename' })
      expect(placed.map(({ object }) => object.path)).toContain(`${'W'.repeat(61)}_2`)
      const pkg = await saved(into)
      await sound(pkg)
      expect(await properties(pkg, 'Group.Wall')).toMatchObject({ Event: odd[0] })
      expect(pkg.exports.map(({ name }) => name)).toContain(odd[1])
    })

    it('are moved for all packages that refer to them; private shared objects are in both', async () => {
      const from = await source(versions)
      const importer = await map(versions)
      const stranger = await source(versions, 'Stranger')
      const into = await emptyLike(from.package, 'Walls', GUID)
      const { changed, notes } = await moveBetween(into, [{ from, objects: [from.export('Group.Wall')] }], {
        importers: [importer, stranger],
      })
      expect(changed.map((edit) => edit.package.name)).toEqual(['Walls', 'Source', 'Map'])
      expect(notes).toEqual([expect.stringContaining("Shade'Group.Grey' is in both")])
      const [walls, rest, user] = [await saved(into), await saved(from), await saved(importer)]
      for (const pkg of [walls, rest, user]) await sound(pkg)
      expect(await properties(walls, 'Group.Wall')).toEqual(wallAfter)
      expect(rest.find('Group.Wall')).toBeUndefined()
      expect(await properties(rest, 'Second')).toEqual({ Shade: "Shade'Group.Grey'" })
      // Only the moved object needed it.
      expect(rest.imports.map(String)).not.toContain("Package'Botpack'")
      expect(await properties(user, 'User')).toEqual({
        Skin: "Thing'Walls.Group.Wall'",
        Extra: "Thing'Source.Second'",
      })
    })

    it('that came along and are needed by what stays are in both, also if they are Public', async () => {
      const from = await source(versions)
      setObjectFlags(from, from.export('Group.Grey'), '+Public')
      const open = await again(from)
      const importer = await createPackage({ name: 'Map', guid: GUID, ...versions })
      addObject(importer, 'User', 'Mod.Actor', empty(importer))
      importAt(importer, 'Source.Group.Grey', 'Mod.Shade')
      await setProperty(importer, importer.export('User'), 'Own:object', "Shade'Source.Group.Grey'")
      const user = await again(importer)
      const into = await emptyLike(open.package, 'Walls', GUID)
      const { changed, notes } = await moveBetween(into, [{ from: open, objects: [open.export('Group.Wall')] }], {
        importers: [user],
      })
      // Who imports the shared object finds it where it was.
      expect(changed).toEqual([into, open])
      expect(notes).toEqual(["Shade'Group.Grey' is in both: objects that stay need it too"])
      const [walls, rest] = [await saved(into), await saved(open)]
      for (const pkg of [walls, rest]) await sound(pkg)
      expect(await properties(walls, 'Group.Wall')).toMatchObject({ Shade: "Shade'Group.Grey'" })
      expect(await properties(rest, 'Second')).toEqual({ Shade: "Shade'Group.Grey'" })
      expect(rest.imports.map(String)).not.toContain("Package'Walls'")
    })

    it('that are Public and declared, or in a circle, are in one package, and imported by the other', async () => {
      const edit = await createPackage({ name: 'Source', guid: GUID, ...versions })
      for (const name of ['A', 'B', 'Stays', 'Asked']) addObject(edit, name, 'Mod.Thing', empty(edit))
      const refer = (path: string, to: string) => setProperty(edit, edit.export(path), 'Next:object', `Thing'${to}'`)
      await refer('A', 'B')
      await refer('B', 'A')
      await refer('Stays', 'A')
      await refer('Asked', 'B')
      const from = await again(edit)
      const into = await emptyLike(from.package, 'Half', GUID)
      await moveBetween(into, [{ from, objects: [from.export('Asked')] }])
      expect(await properties(await saved(from), 'Stays')).toEqual({ Next: "Thing'Half.A'" })
    })

    it('that are private and refer to each other are not put into two packages', async () => {
      const edit = await createPackage({ name: 'Source', guid: GUID, ...versions })
      for (const name of ['Level', 'Info', 'Stays']) addObject(edit, name, 'Mod.Thing', empty(edit), { flags: PRIVATE })
      addObject(edit, 'Asked', 'Mod.Thing', empty(edit))
      const refer = (path: string, to: string) => setProperty(edit, edit.export(path), 'Next:object', `Thing'${to}'`)
      await refer('Level', 'Info')
      await refer('Info', 'Level')
      await refer('Stays', 'Level')
      await refer('Asked', 'Info')
      const from = await again(edit)
      const into = await emptyLike(from.package, 'Half', GUID)
      await expect(moveBetween(into, [{ from, objects: [from.export('Asked')] }])).rejects.toThrow(/Thing'Level'/)
    })

    it('of earlier generations that were removed leave placeholders, which are not copied', async () => {
      const from = await source(versions)
      from.addExport({ name: 'None', outer: null, class: null, flags: 0 }, new Uint8Array(0))
      const conformed = await again(from)
      expect(conformed.package.exports.at(-1)?.isNull).toBe(true)
      const into = await emptyLike(from.package, 'All', GUID)
      await mergePackages(into, [conformed])
      expect((await saved(into)).exports.map(({ name }) => name)).not.toContain('None')
    })

    it('that stay import the moved ones, unless those are not public', async () => {
      const from = await source(versions)
      const into = await emptyLike(from.package, 'Shades', GUID)
      const select = () => [{ from, objects: [from.export('Group.Grey')] }]
      await expect(moveBetween(into, select())).rejects.toThrow(
        /Shade'Group\.Grey' \(for Thing'(Group\.Wall|Second)'\)/,
      )
      const open = await source(versions)
      setObjectFlags(open, open.export('Group.Grey'), '+Public')
      const target = await emptyLike(open.package, 'Shades', GUID)
      await moveBetween(target, [{ from: open, objects: [open.export('Group.Grey')] }])
      const rest = await saved(open)
      await sound(rest)
      expect(await properties(rest, 'Second')).toEqual({ Shade: "Shade'Shades.Group.Grey'" })
    })

    it('are not taken from an earlier generation, whose clients rely on their indices', async () => {
      const from = await source(versions)
      from.summary.generations.unshift(
        Object.assign(Object.create(Object.getPrototypeOf(from.summary.generations[0])), {
          ...from.summary.generations[0],
        }),
      )
      const old = await again(from)
      const into = await emptyLike(old.package, 'Walls', GUID)
      await expect(moveBetween(into, [{ from: old, objects: [old.export('Group.Wall')] }])).rejects.toThrow(
        /generation/,
      )
    })

    it('that are not decoded, or changed and not saved, are named', async () => {
      const from = await source(versions)
      from.replaceBytes(
        from.export('Other'),
        Uint8Array.from({ length: 40 }, () => 0xff),
      )
      const broken = await again(from)
      await expect(
        transferObjects(await map(versions), [{ from: broken, objects: [broken.export('Group.Wall')] }]),
      ).rejects.toThrow(refusal('unsupported'))
      await setProperty(from, from.export('Second'), 'Level:int', '1')
      await expect(transferObjects(await map(versions), [{ from, objects: [from.export('Second')] }])).rejects.toThrow(
        /unsaved changes/,
      )
    })
  },
)

describe('packages of other versions', () => {
  it('accept entire objects that are stored the same way', async () => {
    const from = await source({ version: 69 })
    const into = await map({ version: 68 })
    await transferObjects(into, [{ from, objects: [from.export('Group.Wall')] }])
    const pkg = await saved(into)
    await sound(pkg)
    expect(await properties(pkg, 'Group.Grey')).toEqual({ Level: 7 })
  })

  it('are refused if engine or byte order differ', async () => {
    const from = await source({ version: 69 })
    const select = [{ from, objects: [from.export('Other')] }]
    await expect(transferObjects(await map({ version: 128, licensee: 29 }), select)).rejects.toThrow(/Unreal Engine/)
    const big = await source({ version: 868, bigEndian: true })
    await expect(
      transferObjects(await map({ version: 868 }), [{ from: big, objects: [big.export('Other')] }]),
    ).rejects.toThrow(/byte order/)
  })
})

describe('a texture with its palette', () => {
  it.each([69, 128])('of version %i keeps every texel', async (version) => {
    const licensee = version === 128 ? 29 : 0
    const made = await createPackage({ name: 'Tex', version, licensee, guid: GUID })
    const colors = Uint8Array.from({ length: 1024 }, (_, i) => (i * 7) & 0xff)
    addObject(made, 'Walls.Grey', 'Engine.Palette', Object.assign(new ue1.Palette(), { colors }), { flags: PRIVATE })
    const data = Uint8Array.from({ length: 16 }, (_, i) => i)
    const mip = Object.assign(new ue1.Mip(), { data, width: 4, height: 4, widthBits: 2, heightBits: 2 })
    const texture = version === 69 ? new ue1.Texture() : new ue2.Texture()
    texture.mips = [mip]
    const wall = addObject(made, 'Walls.Brick', 'Engine.Texture', texture, { flags: 0xf0004 })
    await setProperty(made, wall, 'Palette:object', "Palette'Walls.Grey'")
    const from = await again(made)
    const into = await map({ version, licensee })
    await transferObjects(into, [{ from, objects: [from.export('Walls.Brick')] }])
    const pkg = await saved(into)
    await sound(pkg)
    const reader = await ObjectReader.open(pkg)
    const read = await reader.get('Walls.Brick')
    const mips = read?.object instanceof ue1.Texture || read?.object instanceof ue2.Texture ? read.object.mips : []
    expect(mips.map((each) => [...each.data])).toEqual([[...data]])
    expect(String(read?.object.properties.get('Palette'))).toBe("Palette'Walls.Grey'")
    const palette = (await reader.get('Walls.Grey'))?.object
    expect(palette instanceof ue1.Palette ? palette.colors : undefined).toEqual(colors)
  })
})
