import { Archive, DependsTable, Guid } from '@ukit/container'
import { ObjectReader } from '@ukit/core'
import { buildPackage, createPackage, PackageEdit } from '@ukit/edit'
import { orderTables } from '@ukit/make'
import { FunctionField } from '@ukit/objects/script'
import { classText } from '@ukit/script/analysis'
import { decompileDefaults, ReadableNames } from '@ukit/script/decompile'
import { loadWorld } from '@ukit/script/symbols'
import { describe, expect, it, test } from 'vitest'
import { describeCorpus, openCorpus, packagesBeside } from '../../../testing/corpus.js'
import { made } from './support/made.js'

const GUID = new Guid(1, 2, 3, 4)
/** The version of the first base. */
const LIKE_BASE = { format: undefined }

describe('a package of UE3', () => {
  // All of 12 packages of UDK 867 and 868 have both rows; both that are not cooked have the flag, and a
  // cooker version of 0.
  it('has its own name, the class of classes, and the flag of packages with script', async () => {
    const core = await made(
      'Core',
      { Object: 'class Object\n  native;\n', Class: 'class Class extends Object native;\n' },
      [],
      { format: { version: 868 } },
    )
    const pkg = await made('Mine', { Mill: 'class Mill extends Object;\n' }, [core], LIKE_BASE)
    expect(pkg.names).toContain('Mine')
    expect(pkg.imports.map(String)).toContain("Class'Core.Class'")
    expect([pkg.summary.flags & 0x20_0000, pkg.summary.cookerVersion]).toEqual([0x20_0000, 0])
  })

  // PrimitiveComponent.ReplacementPrimitive, 625 times in UDK's packages: stored with its value None.
  it('always writes variables that may refer to objects of other levels', async () => {
    const core = await made('Core', { Object: 'class Object\n  native;\n' }, [], { format: { version: 868 } })
    const texts = {
      Mill: 'class Mill extends Object;\nvar Object Wheel;\nvar crosslevelpassive Object Other;\n',
      Tower: 'class Tower extends Mill;\n',
    }
    const pkg = await made('Mine', texts, [core], LIKE_BASE)
    const reader = await ObjectReader.open(pkg)
    const listOf = async (path: string) =>
      (await reader.get(path))?.object.properties.items.map(({ name, value }) => [name.toString(), value])
    expect(await listOf('Default__Mill')).toEqual([['Other', null]])
    expect(await listOf('Default__Tower')).toEqual([['Other', null]])
  })

  // 8,222 of 8,222 objects of ten packages.
  it('says what objects need, without native classes and what they declare', async () => {
    const core = await made(
      'Core',
      {
        Object: 'class Object\n  native;\n',
        Wheel: 'class Wheel extends Object native;\nvar int Size;\n',
        Spring: 'class Spring extends Object;\nfinal function int Force();\n',
      },
      [],
      { format: { version: 868 } },
    )
    const texts = {
      Mill: "class Mill extends Object;\nvar Wheel W;\nvar class<Spring> S;\ndefaultproperties\n{\n  S=class'Spring'\n}\n",
      Clock: 'class Clock extends Spring native;\nfunction int Twice() { return Force(); }\n',
    }
    const pkg = await made('Mine', texts, [core], LIKE_BASE)
    const { dependsOffset, exportCount, headerSize } = pkg.summary
    const table = new DependsTable()
    const bytes = await pkg.image.slice(dependsOffset, headerSize)
    table.serialize(Archive.load(bytes, pkg.context, { base: dependsOffset }), exportCount)
    const needs = (path: string) =>
      table.lists[pkg.exports.findIndex((one) => one.path === path)]?.map((one) => pkg.objectAt(one)?.path)
    expect(needs('Default__Mill')).toEqual(['Core.Spring', 'Mill', 'Core.Default__Object'])
    expect(needs('Mill.W')).toEqual(['Mill.S'])
    expect(needs('Mill.S')).toEqual(['Core.Spring'])
    expect(needs('Clock')).toEqual(['Core.Spring', 'Default__Clock'])
    expect(needs('Clock.Twice')).toEqual(['Core.Spring.Force', 'Core.Spring'])
  })

  // 12 default objects of packages that were not cooked have no mark; all that were cooked have it.
  it('is not cooked when what it is based on is', async () => {
    const object = 'class Object\n  native;\nstruct immutablewhencooked Spot { var int X, Y; };\n'
    const core = await made('Core', { Object: object }, [], { format: { version: 868 } })
    const cooked = await PackageEdit.open(core)
    cooked.summary.flags |= 8
    const mill = `class Mill extends Object perobjectconfig config(Mills);
var localized string Title;
var Spot Place;
defaultproperties
{
  Place=(X=1,Y=2)
}
`
    const pkg = await made('Mine', { Mill: mill }, [await buildPackage(cooked)], LIKE_BASE)
    expect(pkg.summary.flags & 8).toBe(0)
    expect(pkg.find('Default__Mill')).toMatchObject({ flagsHigh: 0x7_0004 })
    const reader = await ObjectReader.open(pkg)
    const { properties } = (await reader.get('Default__Mill'))?.object ?? {}
    expect(JSON.stringify(properties?.items)).toContain('"Y"')
  })

  // Absent in packages of 491, 512 and 536 (28 functions), there in all since 684.
  it('marks functions with optional parameters since 684', async () => {
    const flags = async (version: number) => {
      const object = 'class Object\n  native;\nfunction Turn(optional int Times);\n'
      const reader = await ObjectReader.open(await made('Core', { Object: object }, [], { format: { version } }))
      const turn = (await reader.get('Object.Turn'))?.object
      return turn instanceof FunctionField ? turn.flags & 0x4000 : undefined
    }
    expect([await flags(683), await flags(684)]).toEqual([0, 0x4000])
  })

  it('writes names in the case of the first loaded package', async () => {
    const base = await createPackage({ name: 'Core', version: 868, guid: GUID })
    base.addName('SACKS')
    const edit = await createPackage({ name: 'Mine', version: 868, guid: GUID })
    edit.addName('Sacks')
    edit.addName('Doors')
    await orderTables(edit, { files: [], loaded: [await buildPackage(base)] })
    expect(edit.names).toEqual(['Doors', 'None', 'SACKS'])
  })
})

/** The name that the package was compiled with. */
const HOME = 'MyMod'

describeCorpus('TestUC3, which a user compiled', () => {
  it('is rebuilt to the last byte from its texts and decompiled defaults, except engine build and folder', async () => {
    const pkg = await openCorpus('ue3/eliotvu/TestUC3.u')
    const packages = packagesBeside('code/udk-868/Core.u')
    const bases = [await packages.package('Core'), await packages.package('Engine')].filter((one) => one !== undefined)
    const world = await loadWorld([pkg], { packages })
    const reader = await ObjectReader.open(pkg, { packages })
    const names = new ReadableNames(pkg)
    const classes: Record<string, string> = {}
    for (const symbol of world.classesOf(pkg)) {
      const [text, exported] = [await classText(symbol, world, reader), world.exportOf(symbol)]
      if (text === undefined || exported === undefined) continue
      classes[symbol.name] = text.replace(/\r\n/g, '\n') + (await decompileDefaults(reader, exported, { names }))
    }
    const edit = await PackageEdit.open(await made(HOME, classes, bases, { ...LIKE_BASE, guid: pkg.summary.guid }))
    const { engineVersion, packageSource } = pkg.summary
    Object.assign(edit.summary, { engineVersion, packageSource })
    const [found, expected] = [(await buildPackage(edit)).image, pkg.image]
    expect(
      Buffer.from(await found.slice(0, found.byteLength)).equals(await expected.slice(0, expected.byteLength)),
    ).toBe(true)
  })
})

test('a class of UE3 without default properties inherits components like one with an empty block', async () => {
  const core = await made(
    'Core',
    { Object: 'class Object\n  native;\n', Component: 'class Component extends Object;\n' },
    [],
    {
      format: { version: 868 },
    },
  )
  const mill = `class Mill extends Object;
var Component Stone;
defaultproperties
{
  Begin Object Class=Component Name=Heavy
  End Object
  Stone=Heavy
}
`
  const texts = {
    Mill: mill,
    Plain: 'class Plain extends Mill;\n',
    Empty: 'class Empty extends Mill;\ndefaultproperties\n{\n}\n',
  }
  const pkg = await made('Mine', texts, [core], LIKE_BASE)
  expect(pkg.find('Default__Empty.Heavy')?.className).toBe('Component')
  expect(pkg.find('Default__Plain.Heavy')?.className).toBe('Component')
})
