import type { Package } from '@ukit/core'
import { addObject, createPackage, ImportAdder, type PackageEdit, setProperty } from '@ukit/edit'
import { describe, expect, it } from 'vitest'
import { again, empty, GUID, PRIVATE, properties, saved, sound, type Versions } from './transfer-fixtures.js'

/** A package with a texture in a group, a private one, and a sound. */
async function walls(versions: Versions): Promise<Package> {
  const edit = await createPackage({ name: 'Walls', guid: GUID, ...versions })
  addObject(edit, 'Stone.Brick', 'Engine.Texture', empty(edit))
  addObject(edit, 'Stone.Hidden', 'Engine.Texture', empty(edit), { flags: PRIVATE })
  addObject(edit, 'Knock', 'Mod.Noise', empty(edit))
  return saved(edit)
}

async function map(versions: Versions): Promise<PackageEdit> {
  const edit = await createPackage({ name: 'Map', guid: GUID, ...versions })
  addObject(edit, 'Stairs.Wall0', 'Engine.Actor', empty(edit))
  return again(edit)
}

/** Imports as `ClassPackage.Class'Path'`. */
const imported = (pkg: Package) => pkg.imports.map((entry) => `${entry.classPackage}.${entry}`)

describe.each<Versions>([{ version: 69 }, { version: 128, licensee: 29 }, { version: 868 }])(
  'a value that names an object which is not imported, in version $version',
  (versions) => {
    const set = async (path: string, value: Parameters<typeof setProperty>[3]) => {
      const other = await walls(versions)
      const edit = await map(versions)
      const imports = new ImportAdder(edit, (name) => (name.toLowerCase() === 'walls' ? other : undefined))
      await setProperty(edit, edit.export('Stairs.Wall0'), path, value, { imports })
      const pkg = await saved(edit)
      await sound(pkg)
      return { pkg, notes: imports.notes, properties: await properties(pkg, 'Stairs.Wall0') }
    }

    it('is refused without leave to add imports', async () => {
      const edit = await map(versions)
      const entry = edit.export('Stairs.Wall0')
      await expect(setProperty(edit, entry, 'Skin:object', "Texture'Walls.Stone.Brick'")).rejects.toThrow(
        /there is none called "Walls\.Stone\.Brick"/,
      )
    })

    it('gets the import with its groups and its class, as the package has them', async () => {
      const { pkg, notes, properties } = await set('Skin:object', "Texture'Walls.Stone.Brick'")
      expect(properties).toEqual({ Skin: "Texture'Walls.Stone.Brick'" })
      expect(imported(pkg).slice(-3)).toEqual([
        "Core.Package'Walls'",
        "Core.Package'Walls.Stone'",
        "Engine.Texture'Walls.Stone.Brick'",
      ])
      expect(notes).toEqual(["added the import of Texture'Walls.Stone.Brick', as it is in Walls"])
      // A path alone is enough where the package is known.
      const plain = await set('Sound:object', 'Walls.Knock')
      expect(imported(plain.pkg).at(-1)).toBe("Mod.Noise'Walls.Knock'")
    })

    it('is found in lists and structs too', async () => {
      const edit = await map(versions)
      const entry = edit.export('Stairs.Wall0')
      const imports = new ImportAdder(edit, async () => walls(versions))
      await setProperty(edit, entry, 'Skins:array(object)', "(Texture'Walls.Stone.Brick',None,Walls.Knock)", {
        imports,
      })
      if (versions.version === 69)
        await setProperty(edit, entry, 'Region', "(Zone=Engine.ZoneInfo'Map2.Zone0')", {
          imports: new ImportAdder(edit),
        })
      const { properties } = (await edit.read(entry)).object
      const list = properties.get('Skins')
      expect(Array.isArray(list) && list.map(String)).toEqual([
        "Texture'Walls.Stone.Brick'",
        'null',
        "Noise'Walls.Knock'",
      ])
      const pkg = await saved(edit)
      await sound(pkg)
      expect(imported(pkg)).toContain("Mod.Noise'Walls.Knock'")
      if (versions.version === 69) expect(imported(pkg).at(-1)).toBe("Engine.ZoneInfo'Map2.Zone0'")
    })

    it('is imported unchecked if its package is not available, and refused if its class is not known', async () => {
      const { pkg, notes } = await set('Song:object', "Music'Organic.Organic'")
      expect(imported(pkg).slice(-2)).toEqual(["Core.Package'Organic'", "Engine.Music'Organic.Organic'"])
      expect(notes).toEqual(["added the import of Music'Organic.Organic', unchecked: there is no package Organic here"])
      await expect(set('Song:object', 'Organic.Organic')).rejects.toThrow(/write the class too/)
      await expect(set('Song:object', "Gizmo'Organic.Organic'")).rejects.toThrow(/Engine\.Gizmo'Organic\.Organic'/)
      const own = await set('Song:object', "Mod.Gizmo'Organic.Organic'")
      expect(imported(own.pkg).at(-1)).toBe("Mod.Gizmo'Organic.Organic'")
    })

    it('is refused if it is missing there, of another class, not Public, or one of this package', async () => {
      await expect(set('Skin:object', "Texture'Walls.Brick'")).rejects.toThrow(
        /Walls has no Brick; it has Texture'Stone\.Brick'/,
      )
      await expect(set('Skin:object', "Texture'Walls.Knock'")).rejects.toThrow(/to be a Texture, found a Noise/)
      await expect(set('Skin:object', "Texture'Walls.Stone.Hidden'")).rejects.toThrow(/not Public/)
      await expect(set('Skin:object', "Texture'Stairs.Wall1'")).rejects.toThrow(/none called "Stairs\.Wall1"/)
      await expect(set('Skin:object', "Texture'Map.Wall1'")).rejects.toThrow(/none called "Map\.Wall1"/)
    })

    it('leaves no import if the value is refused after all', async () => {
      const edit = await map(versions)
      const imports = new ImportAdder(edit)
      const before = edit.imports.length
      const value = "(Texture'Organic.Organic',Gone)"
      const entry = edit.export('Stairs.Wall0')
      await expect(setProperty(edit, entry, 'Skins:array(object)', value, { imports })).rejects.toThrow(/"Gone"/)
      expect(edit.imports.length).toBe(before)
      expect(imports.notes).toEqual([])
    })
  },
)
