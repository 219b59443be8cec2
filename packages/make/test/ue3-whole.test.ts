import { Guid } from '@ukit/container'
import { ObjectReader } from '@ukit/core'
import { buildPackage, createPackage, PackageEdit } from '@ukit/edit'
import { orderTables } from '@ukit/make'
import { classText, decompileDefaults, loadWorld, ReadableNames } from '@ukit/script'
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
