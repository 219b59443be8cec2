import { VariableField } from '@ukit/objects/script'
import { expect, test } from 'vitest'
import { builtCore, read } from '../../support/made.js'

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
