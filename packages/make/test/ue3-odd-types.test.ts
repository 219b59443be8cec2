import { ObjectReader } from '@ukit/core'
import {
  ArrayProperty,
  Class,
  DelegateProperty,
  FunctionField,
  ScriptStruct,
  VariableField,
} from '@ukit/objects/script'
import { decompileClass } from '@ukit/script/decompile'
import { expect, it } from 'vitest'
import { built, read } from './support/made.js'

const OBJECT = `class Object native noexport;
struct native Pointer { var native const int Dummy; };
`

/** Builds a package of UE3 with these classes in addition to Object and Component. */
async function town(classes: Readonly<Record<string, string>>) {
  const core = { Object: OBJECT, Component: 'class Component extends Object;\nenum EFall { F_Fast, F_Slow };\n' }
  const { pkg, problems } = await built('Core', { version: 868 }, { ...core, ...classes })
  expect(problems).toEqual([])
  return pkg
}

const COMPONENT = 0x8_0000
const EXPORT = 8
const EDIT = 1

// ForceFalloff of RB_RadialForceActor, ParamModes of DistributionVectorParameterBase, InstanceParameters of
// SeqAct_SetParticleSysParam (UDK 868): 8 of 8 classes.
it('a type qualified with a component class marks its variable as holding components', async () => {
  const pkg = await town({
    Mill: 'class Mill extends Object;\nvar() Component.EFall Fall;\nvar array<Component.EFall> Falls;\nvar EFall Plain;\n',
  })
  expect((await read(pkg, 'Mill.Fall', VariableField)).flags).toBe(COMPONENT | EXPORT | EDIT)
  expect((await read(pkg, 'Mill.Falls', VariableField)).flags & (COMPONENT | EXPORT)).toBe(COMPONENT | EXPORT)
  expect((await read(pkg, 'Mill.Plain', VariableField)).flags).toBe(0)
  // HasComponents.
  expect((await read(pkg, 'Mill', Class)).classFlags & 0x80_0000).not.toBe(0)
})

// NxForceField.ConvexMeshes: 9 of 9.
it('modifiers inside array<…> apply to the array, except those about ownership of elements', async () => {
  const pkg = await town({
    Mill: 'class Mill extends Object;\nvar array<const native transient pointer> Meshes;\nvar array<editinline export Mill> Mills;\n',
  })
  const inner = async (name: string) => {
    const { flags, inner: of } = await read(pkg, `Mill.${name}`, ArrayProperty)
    const element = await (await ObjectReader.open(pkg)).get(`Mill.${name}.${name}`)
    expect(of).not.toBeNull()
    return [flags, element?.object instanceof VariableField ? element.object.flags : undefined]
  }
  expect(await inner('Meshes')).toEqual([0x3002, 0])
  expect((await inner('Mills'))[0]).toBe(0x40_0000)
})

// FogVolumeLinearHalfspaceDensityComponent.HalfspacePlane; UIDataStoreInputAlias.PlatformInputKeys.
it('interp shows variables in the editor, and an enum’s last tag as size makes it the index', async () => {
  const pkg = await town({
    Mill: 'class Mill extends Object;\nenum EWind { W_North, W_South };\nvar interp float Speed;\nvar() int Shown;\nvar int Hidden;\nvar int Days[EWind.W_MAX], Hours[2];\n',
  })
  const speed = await read(pkg, 'Mill.Speed', VariableField)
  expect([speed.flags & EDIT, speed.category.toString()]).toEqual([EDIT, 'Mill'])
  const reader = await ObjectReader.open(pkg)
  const mill = pkg.exports.find(({ path }) => path === 'Mill')
  const text = mill && (await decompileClass(reader, mill)).text
  expect(text).toMatch(/var\(\) interp float Speed;\s+var\(\) int Shown;\s+var int Hidden;/)
  expect(String((await read(pkg, 'Mill.Days', VariableField)).arrayEnum)).toBe("Enum'Mill.EWind'")
  expect((await read(pkg, 'Mill.Hours', VariableField)).arrayEnum).toBeNull()
})

// CoverSlot.TurnTargetPackedProperties, LensFlareElement.
it('defaults of structs: a number beyond 32 bits is -1, and objects in them are ignored', async () => {
  const pkg = await town({
    Mill: `class Mill extends Object;
struct Slot
{
  var int Packed, Plain;
  structdefaultproperties
  {
    Packed=4294967296
    Plain=4294967295
  }
};
struct Ray
{
  var int Length;
  var Object Part;
  structdefaultproperties
  {
    Length=7
    Begin Object Class=Component Name=Part0
    End Object
    Part=Part0
  }
};
`,
  })
  const listOf = async (path: string) =>
    (await read(pkg, path, ScriptStruct)).defaults.items.map(({ label, value }) => [label, value])
  expect(await listOf('Mill.Slot')).toEqual([
    ['Packed', -1],
    ['Plain', -1],
  ])
  expect(await listOf('Mill.Ray')).toEqual([
    ['Length', 0],
    ['Part', null],
  ])
})

// AddGameInviteAcceptedDelegate of OnlineGameInterfaceSteamworks: 2 of 2.
it('a parameter has the super’s delegate if the class’s own one comes later in the text', async () => {
  const add = 'function Add(delegate<OnFall> Called) {}\n'
  const pkg = await town({
    Mill: 'class Mill extends Object;\ndelegate OnFall();\n',
    Later: `class Later extends Mill;\n${add}delegate OnFall();\n`,
    Before: `class Before extends Mill;\ndelegate OnFall();\n${add}`,
    Alone: `class Alone extends Object;\n${add}delegate OnFall();\n`,
  })
  const of = async (name: string) => String((await read(pkg, `${name}.Add.Called`, DelegateProperty)).function)
  expect(await Promise.all(['Later', 'Before', 'Alone'].map(of))).toEqual([
    "Function'Mill.OnFall'",
    "Function'Before.OnFall'",
    "Function'Alone.OnFall'",
  ])
})

// Object of Mass Effect's Core: GetStringInfo, EqualEqual_StringRefInt and five operators like it.
it('stringref is the number of a text, unless something else has that name', async () => {
  const pkg = await town({
    Mill: `class Mill extends Object;
var stringref Title;
native(1000) static final operator(24) bool == (stringref A, stringref B);
native(1001) static final operator(24) bool == (stringref A, int B);
native(154) static final operator(24) bool == (int A, int B);
function bool Is(int Id)
{
  return Title == Id;
}
`,
  })
  const classes = new Map(pkg.exports.map(({ path, className }) => [path, className]))
  expect(classes.get('Mill.Title')).toBe('StringRefProperty')
  expect(classes.get('Mill.EqualEqual_StringRefStringRef.B')).toBe('StringRefProperty')
  expect(classes.get('Mill.EqualEqual_StringRefInt.B')).toBe('IntProperty')
  const { script } = await read(pkg, 'Mill.Is', FunctionField)
  // The call of native 1001: 0x60 + 3, 0xE9.
  expect(JSON.stringify(script)).toContain('"op":99,"operands":[233,')
})
