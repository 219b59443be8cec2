import { addObject, createPackage, importAt, retargetImports, setProperty } from '@ukit/edit'
import { describe, expect, it } from 'vitest'
import {
  again,
  empty,
  GUID,
  map,
  PRIVATE,
  properties,
  saved,
  sound,
  source,
  type Versions,
} from './transfer-fixtures.js'

describe.each<Versions>([{ version: 69 }, { version: 128, licensee: 29 }, { version: 868 }])(
  'references of packages of version $version',
  (versions) => {
    /** A package that has the same objects in a group, but for `Second`, which is not Public. */
    const target = async () => {
      const edit = await createPackage({ name: 'Masonry', guid: GUID, ...versions })
      addObject(edit, 'Old.Group.Wall', 'Mod.Thing', empty(edit))
      addObject(edit, 'Old.Second', 'Mod.Thing', empty(edit), { flags: PRIVATE })
      addObject(edit, 'Shade', 'Mod.Shade', empty(edit))
      return again(edit)
    }

    it('to one object lead to another one', async () => {
      const user = await map(versions)
      const { changed, notes } = await retargetImports([user], await target(), {
        from: 'Source.Group.Wall',
        to: 'Masonry.Old.Group.Wall',
      })
      expect(changed).toEqual([user])
      expect(notes).toEqual(['Map imports 1 object from Masonry.Old.Group.Wall instead of Source.Group.Wall'])
      const pkg = await saved(user)
      await sound(pkg)
      expect(await properties(pkg, 'User')).toEqual({
        Skin: "Thing'Masonry.Old.Group.Wall'",
        Extra: "Thing'Source.Second'",
      })
      expect(pkg.imports.map(String)).not.toContain("Package'Source.Group'")
    })

    it('to an object may lead to one of another class, which is noted', async () => {
      const user = await map(versions)
      const rule = { from: "Thing'Source.Second'", to: 'Masonry.Shade' }
      const { notes } = await retargetImports([user], await target(), rule)
      expect(notes[0]).toBe("Thing'Source.Second' becomes Shade'Masonry.Shade'")
      const pkg = await saved(user)
      await sound(pkg)
      expect(await properties(pkg, 'User')).toMatchObject({ Extra: "Shade'Masonry.Shade'" })
      const wrong = { from: "Shade'Source.Second'", to: 'Masonry.Shade' }
      expect((await retargetImports([await map(versions)], await target(), wrong)).changed).toEqual([])
    })

    it('to a package are refused, left or changed where the new one lacks something', async () => {
      const rule = { from: 'Source', to: 'Masonry.Old' }
      await expect(retargetImports([await map(versions)], await target(), rule)).rejects.toThrow(
        /Masonry lacks Thing'Masonry\.Old\.Second' \(it is not Public\)/,
      )
      const left = await map(versions)
      const { notes } = await retargetImports([left], await target(), rule, { missing: 'leave' })
      expect(notes).toContain("Thing'Masonry.Old.Second' (it is not Public): left as it was")
      expect(await properties(await saved(left), 'User')).toEqual({
        Skin: "Thing'Masonry.Old.Group.Wall'",
        Extra: "Thing'Source.Second'",
      })
      const all = await map(versions)
      await retargetImports([all], await target(), { from: 'Source', to: 'Masonry' }, { missing: 'retarget' })
      const pkg = await saved(all)
      await sound(pkg)
      expect(await properties(pkg, 'User')).toEqual({
        Skin: "Thing'Masonry.Group.Wall'",
        Extra: "Thing'Masonry.Second'",
      })
      expect(pkg.imports.map(String)).not.toContain("Package'Source'")
    })

    it('to classes lead to those of the new package, also as classes of objects', async () => {
      const edit = await createPackage({ name: 'Map', guid: GUID, ...versions })
      addObject(edit, 'Own', 'Mod.Thing', empty(edit))
      importAt(edit, 'Things.Gold', 'Mod.Thing')
      await setProperty(edit, edit.export('Own'), 'Skin:object', "Thing'Things.Gold'")
      const user = await again(edit)
      const into = await createPackage({ name: 'Mod2', guid: GUID, ...versions })
      addObject(into, 'Thing', 'Class', new Uint8Array(0))
      await retargetImports([user], into, { from: 'Mod', to: 'Mod2' })
      const pkg = await saved(user)
      expect(pkg.imports.map((entry) => `${entry.classPackage}.${entry}`)).toEqual(
        expect.arrayContaining(["Core.Class'Mod2.Thing'", "Mod2.Thing'Things.Gold'"]),
      )
      expect(pkg.imports.map(String)).not.toContain("Package'Mod'")
    })

    it('are left alone in packages that have none', async () => {
      const other = await source(versions)
      const rule = { from: 'Nothing', to: 'Masonry' }
      expect(await retargetImports([other], await target(), rule)).toEqual({
        changed: [],
        notes: ['nothing refers to Nothing'],
      })
    })
  },
)
