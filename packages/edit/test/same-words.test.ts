import { AmbiguousPathError, Guid, openPackage, type PackageObject } from '@ukit/core'
import {
  addObject,
  buildPackage,
  createPackage,
  type EditImport,
  groupAt,
  importAt,
  moveObject,
  PackageEdit,
  removeObject,
  renameObject,
} from '@ukit/edit'
import { memorySource, PackageError } from '@ukit/files'
import { describe, expect, it } from 'vitest'
import { fileOf, planOf } from '../../../testing/packages.js'

const file = await fileOf(
  planOf(
    { version: 69 },
    {
      imports: [
        ['Core', 'Package', 0, 'Engine'],
        ['Core', 'Class', -1, 'Palette'],
        ['Core', 'Class', -1, 'Light'],
        ['Core', 'Package', 0, 'Core'],
        ['Core', 'Class', -4, 'Package'],
      ],
      exports: [
        { objectName: 'Group', class: -5, flags: 4, body: Uint8Array.of(0) },
        { objectName: 'Lamp', class: -3, outer: 1, flags: 0x70004, body: Uint8Array.of(0) },
        { objectName: 'Lamp', class: -2, outer: 1, flags: 4, body: Uint8Array.of(0, 0) },
        { objectName: 'Dotted.Name', class: -3, flags: 4, body: Uint8Array.of(0) },
      ],
    },
  ),
)
const open = () => openPackage(memorySource(file), { fileName: 'Mine.u' })

describe('a package and the same package opened for editing', () => {
  it('describe each object the same, in the same words', async () => {
    const pkg = await open()
    const edit = await PackageEdit.open(pkg)
    const told = (object: PackageObject | (typeof edit.exports)[number] | EditImport) => ({
      name: object.name,
      className: object.className,
      path: object.path,
      index: object.index,
      reference: object.reference,
      text: String(object),
      outer: object.outer?.path ?? null,
    })
    expect(edit.exports.map(told)).toEqual([
      {
        name: 'Group',
        className: 'Package',
        path: 'Group',
        index: 0,
        reference: 1,
        text: "Package'Group'",
        outer: null,
      },
      {
        name: 'Lamp',
        className: 'Light',
        path: 'Group.Lamp',
        index: 1,
        reference: 2,
        text: "Light'Group.Lamp'",
        outer: 'Group',
      },
      {
        name: 'Lamp',
        className: 'Palette',
        path: 'Group.Lamp',
        index: 2,
        reference: 3,
        text: "Palette'Group.Lamp'",
        outer: 'Group',
      },
      {
        name: 'Dotted.Name',
        className: 'Light',
        path: 'Dotted.Name',
        index: 3,
        reference: 4,
        text: "Light'Dotted.Name'",
        outer: null,
      },
    ])
    expect(pkg.exports.map(told)).toEqual(edit.exports.map(told))
    expect(pkg.imports.map(told)).toEqual(edit.imports.map(told))
    expect(edit.imports.map(({ classPackage }) => classPackage)).toEqual(['Core', 'Core', 'Core', 'Core', 'Core'])
    expect(pkg.imports.map(({ classPackage }) => classPackage)).toEqual(['Core', 'Core', 'Core', 'Core', 'Core'])
    expect([pkg.exports[1]?.flags, edit.exports[1]?.flags]).toEqual([0x70004, 0x70004])
    expect(edit.names).toEqual(pkg.names)
    expect(edit.nameTable.map(({ entry }) => entry)).toEqual(pkg.nameTable)
    expect([edit.name, pkg.name]).toEqual(['Mine', 'Mine'])
    expect(edit.children(edit.find('Group') ?? null).map(String)).toEqual(["Light'Group.Lamp'", "Palette'Group.Lamp'"])
    expect(pkg.children(pkg.find('Group') ?? null).map(String)).toEqual(["Light'Group.Lamp'", "Palette'Group.Lamp'"])
  })

  it('find the same objects', async () => {
    const pkg = await open()
    for (const document of [pkg, await PackageEdit.open(pkg)]) {
      expect(String(document.find('mine.group.LAMP'))).toBe("Light'Group.Lamp'")
      expect(String(document.find("Palette'Group.Lamp'"))).toBe("Palette'Group.Lamp'")
      expect(String(document.find('Dotted.Name'))).toBe("Light'Dotted.Name'")
      expect(String(document.find('Engine.Light'))).toBe("Class'Engine.Light'")
      expect(document.find('Group.Nobody')).toBeUndefined()
      expect(() => document.lookUp('Group.Lamp')).toThrow(AmbiguousPathError)
      expect(() => document.export('Group.Lamp')).toThrow(AmbiguousPathError)
      expect(String(document.lookUp('#2'))).toBe("Palette'Group.Lamp'")
      expect(String(document.export("Light'Group.Lamp'"))).toBe("Light'Group.Lamp'")
      expect(() => document.export('Engine.Light')).toThrow(PackageError)
      expect(() => document.export('Nobody')).toThrow(PackageError)
    }
  })

  it('find objects where they are after each change', async () => {
    const edit = await createPackage({ name: 'Mine', version: 69, guid: new Guid(1, 2, 3, 4) })
    const names = ['A', 'B', 'C', 'D.E']
    let seed = 7
    const random = (below: number) => {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
      return (seed >>> 8) % below
    }
    const pick = <T>(of: readonly T[]): T | undefined => of[random(of.length)]
    const attempts = { done: 0, refused: 0 }
    for (let step = 0; step < 600; step++) {
      const object = pick(edit.exports)
      try {
        const kind = random(12)
        if (kind < 4 || object === undefined)
          addObject(
            edit,
            `${random(2) === 0 ? '' : 'Group.'}${pick(names)?.[0]}${random(40)}`,
            'Engine.Light',
            Uint8Array.of(0),
          )
        else if (kind < 6) renameObject(edit, object, `N${random(40)}`)
        else if (kind < 9) moveObject(edit, object, random(3) === 0 ? null : groupAt(edit, `Group.Sub${random(3)}`))
        else if (kind < 11) importAt(edit, `Other.Group.${pick(names)?.[0]}${random(9)}`, 'Engine.Texture')
        else await removeObject(edit, object)
        attempts.done++
      } catch (error) {
        if (!(error instanceof PackageError)) throw error
        attempts.refused++
      }
      // What a linear search over all of them finds.
      const all = [...edit.exports, ...edit.imports]
      const path = pick(all)?.path ?? ''
      const first = all.find((entry) => entry.path.toLowerCase() === path.toLowerCase())
      expect(edit.find(path.toUpperCase())).toBe(first)
      const outer = pick(all) ?? null
      expect(edit.children(outer)).toEqual(all.filter((entry) => entry.outer === outer))
    }
    expect(attempts.done).toBeGreaterThan(300)
    const built = await buildPackage(edit)
    expect(built.exports.map(String)).toEqual(edit.exports.map(String))
  })
})
