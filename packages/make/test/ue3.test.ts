import { Guid } from '@ukit/container'
import { type ExportObject, ObjectReader, type Package, PackageSet } from '@ukit/core'
import { buildPackage, createPackage } from '@ukit/edit'
import { buildFromSources, verifyMake } from '@ukit/make'
import {
  Class,
  DelegateProperty,
  Enum,
  Field,
  FunctionField,
  ScriptStruct,
  State,
  Struct,
  VariableField,
} from '@ukit/objects/script'
import { describe, expect, test } from 'vitest'

const GUID = new Guid(1, 2, 3, 4)

const OBJECT = `class Object
  native
  noexport;

struct native Pointer { var native const int Dummy; };
struct Spot
{
  var float X, Y;
  var transient int Passing;
  structdefaultproperties
  {
    Y=2.5
  }
};
struct DeepSpot extends Spot { var int Depth; };

var int Id;
`

const COMPONENT = 'class Component extends Object;\nvar int Size;\n'

const LISTENER = `interface Listener;
delegate OnSound(int Volume);
function Listen();
`

const MILL = `class Mill extends Object
  config(Mills)
  hidecategories(Wind)
  hidecategories(Water, Stone);

enum ETurn { Turn_Left, Turn_Right };
enum EFull { Full_No, Full_MAX };

var int Sacks;
var bool bOpen;
var string Title;
var bool bShut;
var byte Small;
var(Deep, Down) const Component Stone;
var protected Component Parts[2];
var instanced array<Object> Owned;
var Spot Place;
var int Doors[ETurn];
var delegate<OnGrind> Listeners;

delegate OnGrind(int Bags);

function int Grind(int Bags, optional out float Flour)
{
  local Spot Here;

  Sacks = Bags;
  return Sacks;
}

function Rest() {}

reliable client function Tell(string Text);

auto state Turning
{
  ignores Grind;
Begin:
  Sleep();
}

#linenumber 100
final function Sleep()
{
  Sacks = 1;
}

defaultproperties
{
  Begin Object Class=Component Name=MainStone
    Size=4
  End Object
  Stone=MainStone
  Parts(1)=MainStone
  Sacks=3
  Place=(X=1)
}
`

const WINDMILL = `class Windmill extends Mill
  implements(Listener);
function Listen() { Sacks = 2; }
defaultproperties
{
  Begin Object Name=MainStone
    Size=5
  End Object
  bOpen=true
}
`

const SOURCES = {
  Object: OBJECT,
  Component: COMPONENT,
  Interface: 'class Interface extends Object;\n',
  Listener: LISTENER,
}

async function built(): Promise<Package> {
  const edit = await createPackage({ name: 'Core', version: 868, guid: GUID })
  const sources = Object.entries({ ...SOURCES, Mill: MILL, Windmill: WINDMILL }).map(([name, text]) => ({
    file: `${name}.uc`,
    text,
  }))
  const { problems } = await buildFromSources({ edit, sources, bases: [edit.package], packages: new PackageSet() })
  expect(problems).toEqual([])
  return buildPackage(edit)
}

const MADE = built()

async function read(path: string) {
  const found = await (await ObjectReader.open(await MADE)).get(path)
  expect(found?.error, path).toBeUndefined()
  if (found === undefined) throw new Error(`${path} is not there`)
  return found
}

async function object<T>(path: string, type: abstract new () => T): Promise<T> {
  const { object: found } = await read(path)
  if (!(found instanceof type)) throw new Error(`${path} is not there`)
  return found
}

/** Names of what an object declares, in the order of its list. */
async function declared(path: string): Promise<string[]> {
  const names: string[] = []
  const reader = await ObjectReader.open(await MADE)
  for (let at = (await object(path, Struct)).children; at !== null; ) {
    names.push(at.path.split('.').at(-1) ?? '')
    const { object: field } = await reader.read(at as ExportObject)
    if (!(field instanceof Field)) break
    at = field.next
  }
  return names
}

/** Labels and values of the properties of an object. */
async function values(path: string): Promise<Record<string, unknown>> {
  const { object: found } = await read(path)
  return Object.fromEntries(found.properties.items.map(({ label, value }) => [label, value]))
}

describe('classes of UE3', () => {
  test('keep bools together, and bytes; functions are listed in linking order', async () => {
    expect(await declared('Mill')).toEqual([
      'Sleep',
      'Turning',
      'Tell',
      'Rest',
      'Grind',
      'OnGrind',
      'Sacks',
      'bOpen',
      'bShut',
      'Title',
      'Small',
      'Stone',
      'Parts',
      'Owned',
      'Place',
      'Doors',
      'Listeners',
      '__OnGrind__Delegate',
      'EFull',
      'ETurn',
    ])
    const { functions } = await object('Mill', Class)
    expect(functions.map(({ name }) => name.toString())).toEqual(['Sleep', 'Tell', 'Rest', 'Grind', 'OnGrind'])
  })

  test('have flags for their variables and an initial state, and all arguments of repeated modifiers', async () => {
    const mill = await object('Mill', Class)
    // Compiled and parsed; instanced objects and components.
    expect(mill.classFlags).toBe(0xa0_0012)
    expect(mill.stateFlags).toBe(0)
    expect((await object('Component', Class)).stateFlags).toBe(2)
    expect(mill.hideCategories.map(String)).toEqual(['Wind', 'Water', 'Stone'])
    expect((await object('Object', Class)).classFlags & 0x180).toBe(0x180)
    expect((await object('Object', Class)).configName.toString()).toBe('None')
  })

  test('mark variables that hold components, are protected, or are counted by an enum', async () => {
    const stone = await object('Mill.Stone', VariableField)
    expect(stone.flags).toBe(0x408_000b)
    expect(stone.category.toString()).toBe('Deep,Down')
    const parts = (await read('Mill.Parts')).export.entry
    expect([parts.flags, parts.flagsHigh]).toEqual([0x100, 0x7_0004])
    expect((await object('Mill.Doors', VariableField)).arrayEnum?.path).toBe('Mill.ETurn')
    expect((await object('Mill.Owned', VariableField)).flags).toBe(0x440_0008)
  })

  test('functions have flags for optional parameters, structs and code', async () => {
    expect((await object('Mill.Grind', FunctionField)).flags).toBe(0xc2_4002)
    expect((await object('Mill.Rest', FunctionField)).flags).toBe(0x2_0000)
    const tell = await object('Mill.Tell', FunctionField)
    expect([tell.flags, tell.replicationOffset]).toEqual([0x102_01c0, 0xffff])
  })

  test('an ignored function returns an empty value of its type', async () => {
    const { script, flags, super: above } = await object('Mill.Turning.Grind', FunctionField)
    const [none, result] = script.tokens
    expect(none?.op).toBe(0x0b)
    expect(result?.op).toBe(0x04)
    expect(JSON.stringify(result?.operands.map((one) => (one as { op: number }).op))).toBe('[58]')
    expect(flags).toBe(0x2_4000)
    expect(above?.path).toBe('Mill.Grind')
    expect((await object('Mill.Turning', State)).ignoreMask).toBe(0xffff_ffff)
  })

  test('lines are counted from #linenumber', async () => {
    expect((await object('Mill.Sleep', FunctionField)).line).toBe(103)
  })

  test('an enum has a last tag, unless its text has it', async () => {
    expect((await object('Mill.ETurn', Enum)).names.map(String)).toEqual(['Turn_Left', 'Turn_Right', 'Turn_MAX'])
    expect((await object('Mill.EFull', Enum)).names.map(String)).toEqual(['Full_No', 'Full_MAX'])
  })

  test('a delegate has a variable, but not in an interface', async () => {
    expect((await object('Mill.Listeners', DelegateProperty)).source?.path).toBe('Mill.OnGrind')
    expect((await object('Mill.__OnGrind__Delegate', DelegateProperty)).source).toBeNull()
    expect(await declared('Listener')).toEqual(['Listen', 'OnSound'])
    expect((await object('Listener', Class)).classFlags).toBe(0x4013)
    expect((await object('Windmill', Class)).interfaces.map((row) => row.interface?.path)).toEqual(['Listener'])
  })
})

describe('defaults of UE3', () => {
  test('of structs have all members, but inherited ones only if they differ', async () => {
    const labels = async (path: string) =>
      (await object(path, ScriptStruct)).defaults.items.map(({ label, value }) => `${label}=${String(value)}`)
    expect(await labels('Object.Spot')).toEqual(['X=0', 'Y=2.5', 'Passing=0'])
    expect(await labels('Object.DeepSpot')).toEqual(['Y=0'])
    expect(await labels('Object.Pointer')).toEqual([])
  })

  test('are in a separate object, whose archetype is that of the super', async () => {
    const { export: row } = await read('Default__Mill')
    expect([row.className, row.archetype?.path]).toEqual(['Mill', 'Default__Object'])
    expect([row.entry.flags, row.entry.flagsHigh]).toEqual([0x200, 0x7_0004])
    expect((await object('Mill', Class)).defaultObject?.path).toBe('Default__Mill')
    const { Sacks, Place } = await values('Default__Mill')
    expect(Sacks).toBe(3)
    expect(JSON.stringify(Place)).toContain('"Y"')
  })

  test('components are copied into the defaults of a subclass, whose variables refer to the copies', async () => {
    const { export: row, object: component } = await read('Default__Windmill.MainStone')
    expect([row.className, row.archetype?.path]).toEqual(['Component', 'Default__Mill.MainStone'])
    expect(component.templateName.toString()).toBe('MainStone')
    expect(await values('Default__Windmill.MainStone')).toEqual({ Size: 5 })
    expect(await values('Default__Mill.MainStone')).toEqual({ Size: 4 })
    const windmill = await values('Default__Windmill')
    expect(Object.keys(windmill)).toEqual(['bOpen', 'Stone', 'Parts[1]'])
    expect((windmill['Stone'] as ExportObject).path).toBe('Default__Windmill.MainStone')
    const { components } = await object('Windmill', Class)
    expect(components.map(({ name, component: of }) => [name.toString(), of?.path])).toEqual([
      ['MainStone', 'Default__Windmill.MainStone'],
    ])
  })
})

test('a package of UE3 that was built verifies as the result of its own text', async () => {
  const verified = await verifyMake(await MADE, { defaults: 'decompiled' })
  // The depends table is only made for entire packages.
  expect(verified.differences.filter(({ field }) => field !== 'bytes')).toEqual([])
  expect([verified.identicalClasses, verified.classes]).toEqual([6, 6])
})

// BSFPlayerController.showTargetInfo of UDK: `ClientPlaySound(SoundCue'…')` is compiled to None, and nothing
// is imported.
test('a literal whose object the compiler did not find is None when a package is verified', async () => {
  const build = async (traits: { readonly missingObjectsAreNone?: boolean }) => {
    const edit = await createPackage({ name: 'Core', version: 867, guid: GUID })
    const bell = "class Bell extends Object;\n\nfunction Object Tone()\n{\n  return Object'Chimes.Tones.High';\n}\n"
    const sources = [
      { file: 'Object.uc', text: OBJECT },
      { file: 'Bell.uc', text: bell },
    ]
    const bases = [edit.package]
    return buildFromSources({ edit, sources, bases, packages: new PackageSet(), traits })
  }
  expect((await build({})).problems).toMatchObject([
    { severity: 'error', message: "Can't find Object 'Chimes.Tones.High'" },
  ])
  const { edit, problems } = await build({ missingObjectsAreNone: true })
  expect(problems).toEqual([])
  const pkg = await buildPackage(edit)
  const reader = await ObjectReader.open(pkg)
  const tone = (await reader.get('Bell.Tone'))?.object
  // 0x04 is Return, 0x2a is None.
  const [first] = tone instanceof FunctionField ? tone.script.tokens : []
  expect([first?.op, first?.operands]).toMatchObject([0x04, [{ op: 0x2a }]])
  expect(pkg.imports.map(({ name }) => name)).not.toContain('Chimes')
  expect(await verifyMake(pkg)).toMatchObject({ classes: 2, identicalClasses: 2, problems: [] })
})
