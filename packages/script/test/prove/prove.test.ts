import { Guid, type Package, PackageSet, UString } from '@ukit/core'
import { addObject, buildPackage, createPackage } from '@ukit/edit'
import { BoolProperty, Class, FunctionField, IntProperty, State, TextBuffer } from '@ukit/objects/script'
import { proveDecompiled, provePackage } from '@ukit/script/analysis'
import { patchListing } from '@ukit/script/decompile'
import { expect, it } from 'vitest'

/** A package of one class with its text; the code is a listing that was written by hand. */
async function gun(text: string, listing: string): Promise<Package> {
  const edit = await createPackage({ name: 'Arms', version: 69, guid: new Guid(1, 2, 3, 4) })
  const declared = new Class()
  addObject(edit, 'Gun', 'Class', declared)
  const buffer = Object.assign(new TextBuffer(), { text: UString.from(text) })
  declared.scriptText = addObject(edit, 'Gun.ScriptText', 'Core.TextBuffer', buffer)
  for (const [path, object, className] of [
    ['Gun.Ammo', new IntProperty(), 'Core.IntProperty'],
    ['Gun.bLoaded', new BoolProperty(), 'Core.BoolProperty'],
    ['Gun.Fire', Object.assign(new FunctionField(), { flags: 2 }), 'Core.Function'],
    ['Gun.Reload', new FunctionField(), 'Core.Function'],
    ['Gun.Idle', new State(), 'Core.State'],
  ] as const)
    addObject(edit, path, className, object)
  await patchListing(edit, listing)
  return buildPackage(edit)
}

const TEXT = `class Gun;
var int Ammo;
var bool bLoaded;
function Fire()
{
  local int Unused;
  if (bLoaded)
    Ammo = 300;
  else
    Reload();
  switch (Ammo)
  {
    case 1:
      return;
    case -2:
      break;
  }
  while (bLoaded)
  {
    bLoaded = False;
    continue;
  }
}
function Reload();
state Idle
{
Begin:
  Fire();
  goto 'Begin';
}
`

const CODE = `
script Function'Gun.Fire'
    JumpIfNot(Else, BoolVariable(InstanceVariable(BoolProperty'Gun.bLoaded')))
    Let(InstanceVariable(IntProperty'Gun.Ammo'), IntConst(300))
    Jump(Choose)
  Else:
    VirtualFunction('Reload')
  Choose:
    Switch(4, InstanceVariable(IntProperty'Gun.Ammo'))
    Case(Two, IntOne)
    Return(Nothing)
  Two:
    Case(Default, IntConst(-2))
    Jump(Loop)
  Default:
    Case(default)
  Loop:
    JumpIfNot(End, BoolVariable(InstanceVariable(BoolProperty'Gun.bLoaded')))
    LetBool(BoolVariable(InstanceVariable(BoolProperty'Gun.bLoaded')), False)
    Jump(Next)
  Next:
    Jump(Loop)
  End:
    Return(Nothing)

script Function'Gun.Reload'
    Return(Nothing)

script State'Gun.Idle'
  Begin:
    VirtualFunction('Fire')
    GotoLabel(NameConst('Begin'))
    Stop
    Nothing
    Nothing
    LabelTable('Begin'=Begin)
`

it('compiles the text of a package to its code', async () => {
  const { scripts, identical, differences, dialect } = await provePackage(await gun(TEXT, CODE))
  expect(differences.map(({ object, message }) => `${object}: ${message}`)).toEqual([])
  expect([scripts, identical, dialect]).toEqual([3, 3, 'ue1-436'])
})

it('recreates bytecode by way of source', async () => {
  const { scripts, identical } = await proveDecompiled(await gun('', CODE))
  expect([scripts, identical]).toEqual([3, 3])
})

it('reports where code and text differ', async () => {
  const { differences } = await provePackage(await gun(TEXT.replace('Ammo = 300', 'Ammo = 301'), CODE))
  expect(differences).toMatchObject([
    { object: 'Gun.Fire', at: 9, statement: 1, message: 'IntConst value: stored 300, compiled 301' },
  ])
})

it('reports what does not compile, and suggests what may be meant', async () => {
  const core = await buildPackage(await createPackage({ name: 'Core', version: 69, guid: new Guid(5, 6, 7, 8) }))
  const packages = new PackageSet((name) => (name === 'Core' ? core : undefined))
  const { differences } = await provePackage(await gun(TEXT.replace('Ammo = 300', 'Amno = 300'), CODE), { packages })
  expect(differences).toMatchObject([
    { object: 'Gun.Fire', at: -1, compiled: null, message: "'Amno': Bad command or expression; did you mean 'Ammo'?" },
  ])
})

it('skips code that may refer to a missing package', async () => {
  const { scripts, skipped } = await provePackage(await gun(TEXT.replace('Ammo = 300', 'Amno = 300'), CODE))
  expect([scripts, skipped]).toEqual([2, [{ object: 'Gun.Fire', package: 'Core' }]])
})

it('survives nonsensical source', async () => {
  const deep = `${'('.repeat(20_000)}1${')'.repeat(20_000)}`
  const run = Array.from({ length: 20_000 }, () => '1').join(' + ')
  for (const wrong of [deep, run, 'Fire', 'Fire(,,,', '"', 'Ammo.Ammo', 'super.Fire', 'class', 'default.x', 'new'])
    expect((await provePackage(await gun(TEXT.replace('300', wrong), CODE))).scripts).toBeGreaterThan(0)
})
