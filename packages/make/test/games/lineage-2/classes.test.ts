import { VariableField } from '@ukit/objects/script'
import { expect, test } from 'vitest'
import { builtCore, make, read } from '../../support/made.js'

// As Pawn.AnimData, NWindow's GFxValue.pValue, and L2SkillEffect.CastingAction of Lineage II.
test('Lineage II has its own class for pointers, and counts modifiers before array elements twice', async () => {
  const mill = `class Mill extends Object;
var transient private Ptr AnimData;
var native Ptr Plain;
var array<editinlinenotify Mill> Mills;
`
  const { pkg, problems } = await builtCore({ version: 123, licensee: 32 }, { Mill: mill })
  expect(problems).toEqual([])
  const flagsOf = async (path: string) => (await read(pkg, path, VariableField)).flags
  expect(pkg.find('Mill.AnimData')?.className).toBe('PtrProperty')
  expect([await flagsOf('Mill.AnimData'), await flagsOf('Mill.Plain')]).toEqual([0x2000, 0x1000])
  expect([await flagsOf('Mill.Mills'), await flagsOf('Mill.Mills.Mills')]).toEqual([0x4440_0000, 0x4400_0000])
})

// LineageDeco and LineageSceneInfo (123) have the flags of clients on all objects; Core (132) and NWindow
// (133) on none.
test('classes in packages before 132 have the flag that clients load them', async () => {
  const mill = 'class Mill extends Object;\nvar int Stones;\n'
  const flagsOf = async (version: number, licensee: number) => {
    const { pkg } = await builtCore({ version, licensee }, { Mill: mill })
    return ['Mill', 'Mill.ScriptText'].map((path) => pkg.exports.find((one) => one.path === path)?.entry.flags)
  }
  expect(await flagsOf(123, 37)).toEqual([0xf_0004, 0x34_0000])
  expect(await flagsOf(132, 40)).toEqual([0xe_0004, 0x24_0000])
})

// LineageFX (123/30) and LineageSceneInfo (123/37): 561 of 561.
test('objects in default properties are not public', async () => {
  const mill = `class Mill extends Object;
var Mill Other;
defaultproperties
{
  Begin Object Class=Mill Name=Stones
  End Object
  Other=Mill'Stones'
}
`
  const flagsIn = async (version: number, licensee: number) => {
    const texts = { Object: 'class Object native;\n', Mill: mill }
    const { package: pkg } = await make('Core', texts, [], { format: { version, licensee } })
    return pkg?.exports.find(({ name }) => name === 'Stones')?.flags
  }
  expect(await flagsIn(123, 37)).toBe(0x7_0000)
  expect(await flagsIn(132, 40)).toBe(0x6_0000)
  expect(await flagsIn(128, 29)).toBe(0x7_0004)
})

test('protected variables have no mark and are hidden since 132; private ones have one in 118 too', async () => {
  const mill = 'class Mill extends Object;\nvar protected int Stones;\nvar private int Doors;\n'
  const flagsIn = async (game: string, version: number, licensee: number) => {
    const texts = { Object: 'class Object native;\n', Mill: mill }
    const { package: pkg } = await make('Core', texts, [], { format: { version, licensee, game } })
    return ['Mill.Stones', 'Mill.Doors'].map((path) => pkg?.exports.find((one) => one.path === path)?.flags)
  }
  expect(await flagsIn('lineage-2', 123, 37)).toEqual([0x7_0004, 0x7_0080])
  expect(await flagsIn('lineage-2', 132, 40)).toEqual([0x6_0000, 0x6_0080])
  expect((await flagsIn('lineage-2', 118, 0))[1]).toBe(0x7_0080)
})
