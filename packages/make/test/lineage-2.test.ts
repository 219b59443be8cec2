import { Guid } from '@ukit/container'
import { ObjectReader, PackageSet } from '@ukit/core'
import { buildPackage, createPackage } from '@ukit/edit'
import { buildFromSources } from '@ukit/make'
import { VariableField } from '@ukit/objects/script'
import { expect, test } from 'vitest'

// As Pawn.AnimData, NWindow's GFxValue.pValue, and L2SkillEffect.CastingAction of Lineage II.
test('Lineage II has pointers of a class of their own, and words in front of the elements of arrays count twice', async () => {
  const edit = await createPackage({ name: 'Core', version: 123, licensee: 32, guid: new Guid(1, 2, 3, 4) })
  const mill = `class Mill extends Object;
var transient private Ptr AnimData;
var native Ptr Plain;
var array<editinlinenotify Mill> Mills;
`
  const sources = Object.entries({ Object: 'class Object\n  native;\n', Mill: mill }).map(([name, text]) => ({
    file: `${name}.uc`,
    text,
  }))
  const { problems } = await buildFromSources({ edit, sources, bases: [edit.package], packages: new PackageSet() })
  expect(problems).toEqual([])
  const pkg = await buildPackage(edit)
  const reader = await ObjectReader.open(pkg)
  const flagsOf = async (path: string) => {
    const found = (await reader.get(path))?.object
    return found instanceof VariableField ? found.flags : undefined
  }
  expect(pkg.find('Mill.AnimData')?.className).toBe('PtrProperty')
  expect([await flagsOf('Mill.AnimData'), await flagsOf('Mill.Plain')]).toEqual([0x2000, 0x1000])
  expect([await flagsOf('Mill.Mills'), await flagsOf('Mill.Mills.Mills')]).toEqual([0x4440_0000, 0x4400_0000])
})
