import { Guid, type Package, UString } from '@ukit/core'
import { addObject, buildPackage, createPackage } from '@ukit/edit'
import {
  BoolProperty,
  ByteProperty,
  Class,
  FunctionField,
  InterfaceProperty,
  IntProperty,
  State,
  StringProperty,
  StrProperty,
  Struct,
  StructProperty,
  TextBuffer,
} from '@ukit/objects/script'
import { proveDecompiled, provePackage } from '@ukit/script/analysis'
import { patchListing } from '@ukit/script/decompile'
import { expect, it } from 'vitest'

/** A package of one class with the function Fire; the code is a listing that was written by hand. */
async function gun(version: number, text: string, code: string): Promise<Package> {
  const edit = await createPackage({ name: 'Arms', version, guid: new Guid(1, 2, 3, 4) })
  const declared = new Class()
  addObject(edit, 'Gun', 'Class', declared)
  declared.scriptText = addObject(
    edit,
    'Gun.ScriptText',
    'Core.TextBuffer',
    Object.assign(new TextBuffer(), { text: UString.from(text) }),
  )
  for (const [path, object, className] of [
    ['Gun.Volume', new ByteProperty(), 'Core.ByteProperty'],
    ['Gun.two-words', new IntProperty(), 'Core.IntProperty'],
    ['Gun.Fire', Object.assign(new FunctionField(), { flags: 2 }), 'Core.Function'],
    ['Gun.Load', Object.assign(new FunctionField(), { flags: 0x400 }), 'Core.Function'],
    ['Gun.Load.Rounds', Object.assign(new IntProperty(), { flags: 0x90 }), 'Core.IntProperty'],
  ] as const)
    addObject(edit, path, className, object)
  await patchListing(edit, code)
  return buildPackage(edit)
}

const text = (body: string) => `class Gun;\nvar byte Volume;\nfunction Fire()\n{\n  ${body}\n}\n`
const code = (body: string) => `script Function'Gun.Fire'\n    ${body}\n    Return(Nothing)\n`

it('treats 255 as a byte if the compiler of the package did', async () => {
  const volume = "Let(InstanceVariable(ByteProperty'Gun.Volume'), "
  for (const value of ['ByteConst(255)', 'PrimitiveCast(IntToByte, IntConstByte(255))']) {
    const pkg = await gun(126, text('Volume = 255;'), code(`${volume}${value})`))
    for (const proof of [await provePackage(pkg), await proveDecompiled(pkg)])
      expect(proof).toMatchObject({ differences: [], identical: 1 })
  }
})

it('proves code with names that the language cannot write', async () => {
  const pkg = await gun(69, '', code("Let(InstanceVariable(IntProperty'Gun.two-words'), IntConst(300))"))
  expect(await proveDecompiled(pkg)).toMatchObject({ differences: [], scripts: 1, identical: 1 })
})

it('skips only what a missing package could explain', async () => {
  const stored = code("Let(InstanceVariable(ByteProperty'Gun.Volume'), IntZero)")
  const found = async (body: string) => {
    const { skipped, differences } = await provePackage(await gun(69, text(body), stored))
    return [...skipped.map((one) => one.package), ...differences.map(({ message }) => message)]
  }
  // Core has the struct, so its members are not known.
  expect(await found('Volume = vector("1").X;')).toEqual(['Core'])
  // The class has no super, so nothing else could declare the function.
  expect(await found('Lode();')).toEqual(["Unknown Function 'Lode' in 'Class Arms.Gun'"])
})

it('compiles for the first engines: sizes of parameters, results in a variable, texts that are cut', async () => {
  const edit = await createPackage({ name: 'Arms', version: 61, guid: new Guid(1, 2, 3, 4) })
  const declared = new Class()
  addObject(edit, 'Gun', 'Class', declared)
  declared.scriptText = addObject(
    edit,
    'Gun.ScriptText',
    'Core.TextBuffer',
    Object.assign(new TextBuffer(), {
      text: UString.from(
        `class Gun;
var string[8] Short;
function string[8] Title(int Rounds, out string[32] Long)
{
  Short = Long;
  if (Rounds > 0)
    return Long;
  Short = "as it is";
}
state Idle
{
Begin:
  Title(1, Short);
}
`.replace('Rounds > 0', 'bool(Rounds)'),
      ),
    }),
  )
  for (const [path, object, className] of [
    ['Gun.Short', Object.assign(new StringProperty(), { size: 8 }), 'Core.StringProperty'],
    ['Gun.Title', Object.assign(new FunctionField(), { flags: 2 }), 'Core.Function'],
    ['Gun.Title.Rounds', Object.assign(new IntProperty(), { flags: 0x80 }), 'Core.IntProperty'],
    ['Gun.Title.Long', Object.assign(new StringProperty(), { size: 32, flags: 0x180 }), 'Core.StringProperty'],
    ['Gun.Title.ReturnValue', Object.assign(new StringProperty(), { size: 8, flags: 0x580 }), 'Core.StringProperty'],
    ['Gun.Idle', new State(), 'Core.State'],
  ] as const)
    addObject(edit, path, className, object)
  await patchListing(
    edit,
    `script Function'Gun.Title'
    BeginFunction(4, 0, 32, 1)
    Let(InstanceVariable(StringProperty'Gun.Short'), ResizeString(8, LocalVariable(StringProperty'Gun.Title.Long')))
    JumpIfNot(Else, IntToBool(LocalVariable(IntProperty'Gun.Title.Rounds')))
    Let(LocalVariable(StringProperty'Gun.Title.ReturnValue'), ResizeString(8, LocalVariable(StringProperty'Gun.Title.Long')))
    Return
  Else:
    Let(InstanceVariable(StringProperty'Gun.Short'), StringConst("as it is"))
    Return
    EndOfScript

script State'Gun.Idle'
  Begin:
    VirtualFunction('Title', IntOne, InstanceVariable(StringProperty'Gun.Short'))
    EndOfScript
    Nothing
    Nothing
    LabelTable('Begin'=Begin)
`,
  )
  const pkg = await buildPackage(edit)
  for (const proof of [await provePackage(pkg), await proveDecompiled(pkg)])
    expect(proof).toMatchObject({ differences: [], identical: 2, dialect: 'ue1-first' })
})

it('converts to and from the 64 bits of Lineage II', async () => {
  const body = 'Wide = Narrow; Narrow = int(Wide); Title = string(Wide); Wide = INT64(Title);'
  const edit = await createPackage({ name: 'Core', version: 123, guid: new Guid(1, 2, 3, 4) })
  const declared = new Class()
  addObject(edit, 'Gun', 'Class', declared)
  declared.scriptText = addObject(
    edit,
    'Gun.ScriptText',
    'Core.TextBuffer',
    Object.assign(new TextBuffer(), { text: UString.from(`class Gun;\nfunction Fire()\n{\n  ${body}\n}\n`) }),
  )
  const struct = addObject(edit, 'Gun.INT64', 'Core.Struct', new Struct())
  for (const [path, object, className] of [
    ['Gun.Wide', Object.assign(new StructProperty(), { struct }), 'Core.StructProperty'],
    ['Gun.Narrow', new IntProperty(), 'Core.IntProperty'],
    ['Gun.Title', new StrProperty(), 'Core.StrProperty'],
    ['Gun.Fire', Object.assign(new FunctionField(), { flags: 2 }), 'Core.Function'],
  ] as const)
    addObject(edit, path, className, object)
  const [wide, narrow, title] = ['StructProperty', 'IntProperty', 'StrProperty'].map(
    (kind, i) => `InstanceVariable(${kind}'Gun.${['Wide', 'Narrow', 'Title'][i]}')`,
  )
  await patchListing(
    edit,
    `script Function'Gun.Fire'
    Let(${wide}, PrimitiveCast(91, ${narrow}))
    Let(${narrow}, PrimitiveCast(96, ${wide}))
    Let(${title}, PrimitiveCast(99, ${wide}))
    Let(${wide}, PrimitiveCast(94, ${title}))
    Return(Nothing)
`,
  )
  const pkg = await buildPackage(edit)
  for (const proof of [await provePackage(pkg), await proveDecompiled(pkg)])
    expect(proof).toMatchObject({ differences: [], identical: 1 })
})

it('returns None for an interface without a conversion, and skips debug notes in defaults of parameters', async () => {
  const edit = await createPackage({ name: 'Core', version: 845, guid: new Guid(1, 2, 3, 4) })
  const declared = new Class()
  addObject(edit, 'Gun', 'Class', declared)
  const owner = addObject(edit, 'Holder', 'Class', Object.assign(new Class(), { classFlags: 0x4000 }))
  for (const [path, object, className] of [
    ['Gun.Find', Object.assign(new FunctionField(), { flags: 2 }), 'Core.Function'],
    ['Gun.Find.bNow', Object.assign(new BoolProperty(), { flags: 0x90 }), 'Core.BoolProperty'],
    [
      'Gun.Find.ReturnValue',
      Object.assign(new InterfaceProperty(), { flags: 0x580, class: owner }),
      'Core.InterfaceProperty',
    ],
  ] as const)
    addObject(edit, path, className, object)
  await patchListing(
    edit,
    `script Function'Gun.Find'
    DefaultParmValue(DebugInfo(100, 2, 3, NewStack), True, DebugInfo(100, 2, 3, PreviousStack))
    Return(NoObject)
    Return(ReturnNothing(InterfaceProperty'Gun.Find.ReturnValue'))
    EndOfScript
`,
  )
  expect(await proveDecompiled(await buildPackage(edit))).toMatchObject({ differences: [], identical: 1 })
})
