import { Guid, type Package, PackageSet } from '@ukit/core'
import { addObject, buildPackage, createPackage } from '@ukit/edit'
import { Class, FunctionField } from '@ukit/objects/script'
import { checkSources } from '@ukit/script/analysis'
import { type ClassSymbol, loadWorld } from '@ukit/script/symbols'
import { parseSource } from '@ukit/script/syntax'
import { expect, it } from 'vitest'

/** A Core of one class. */
async function core(): Promise<Package> {
  const edit = await createPackage({ name: 'Core', version: 69, guid: new Guid(1, 2, 3, 4) })
  addObject(edit, 'Object', 'Class', new Class())
  addObject(edit, 'Object.Old', 'Core.Function', new FunctionField())
  return buildPackage(edit)
}

const BASE = `class Base extends Object abstract;
const SIZE = 3;
enum EMode { M_Off, M_On };
struct Point { var() float X, Y; };
var() const EMode Mode;
var Point Points[SIZE];
var array<Derived> Others;
native(240) static final operator(20) int + (int A, int B);
native final preoperator bool ! (bool A);
function bool Find(optional out string Text, coerce name Tag) { local int I, J[2]; return False; }
delegate OnDone(int Count);
auto state Idle { function Tick() {} }
`
const DERIVED = `class Derived extends Base within Base;
var class<Base> Kind;
simulated event Point Where();
state Idle { function Tick() {} }
state Busy extends Idle {}
`

async function classes(...texts: string[]): Promise<(ClassSymbol | undefined)[]> {
  const sources = texts.map((text) => ({ packageName: 'Mod', file: parseSource(text).file }))
  const world = await loadWorld([await core()], { sources })
  return ['Base', 'Derived'].map((name) => world.class(name))
}

it('makes symbols of classes that refer to each other', async () => {
  for (const order of [
    [BASE, DERIVED],
    [DERIVED, BASE],
  ]) {
    const [base, derived] = await classes(...order)
    expect(base).toMatchObject({ path: 'Mod.Base', isSuperMissing: false, flags: 0x13 })
    expect(base?.super?.path).toBe('Core.Object')
    expect([derived?.super, derived?.within]).toEqual([base, base])
    expect(base?.variables.get('mode')).toMatchObject({ className: 'ByteProperty', flags: 3, dimension: 1 })
    expect(base?.enums.get('emode')?.tags).toEqual(['M_Off', 'M_On'])
    const points = base?.variables.get('points')
    expect([points?.dimension, points?.type]).toEqual([3, { kind: 'struct', struct: base?.structs.get('point') }])
    expect(base?.structs.get('point')?.members.map(({ name, flags }) => [name, flags])).toEqual([
      ['X', 1],
      ['Y', 1],
    ])
    expect(base?.variables.get('others')).toMatchObject({ className: 'ArrayProperty', flags: 0x40_0000 })
    const inner = base?.variables.get('others')?.type
    expect(inner?.kind === 'array' && inner.inner.kind === 'object' && inner.inner.class).toBe(derived)
    const [add] = base?.operators.get('+') ?? []
    expect(add).toMatchObject({ name: 'Add_IntInt', nativeIndex: 240, precedence: 20, flags: 0x3401 })
    expect(base?.operators.get('!')).toMatchObject([{ name: 'Not_PreBool', flags: 0x1411 }])
    const find = base?.functions.get('find')
    expect(find?.parameters.map(({ flags }) => flags)).toEqual([0x40_0190, 0x880])
    expect(find?.returnValue).toMatchObject({ type: { kind: 'bool' }, flags: 0x580 })
    expect(find?.locals.map(({ name, dimension }) => [name, dimension])).toEqual([
      ['I', 1],
      ['J', 2],
    ])
    const delegate = base?.variables.get('__ondone__delegate')
    expect(delegate?.type).toEqual({ kind: 'delegate', function: base?.functions.get('ondone') })
    expect(base?.states.get('idle')).toMatchObject({ flags: 2, super: null })
    expect(derived?.states.get('idle')?.super).toBe(base?.states.get('idle'))
    expect(derived?.states.get('busy')?.super).toBe(derived?.states.get('idle'))
    const tick = derived?.states.get('idle')?.functions.get('tick')
    expect(tick?.super).toBe(base?.states.get('idle')?.functions.get('tick'))
    expect(derived?.functions.get('where')).toMatchObject({ flags: 0x900 })
  }
})

it('prefers a class from source to a compiled one, and ends a cycle of supers', async () => {
  const file = parseSource('class Object; function Fresh();').file
  const world = await loadWorld([await core()], { sources: [{ packageName: 'Core', file }] })
  expect([...(world.class('Object')?.functions.keys() ?? [])]).toEqual(['fresh'])
  expect(world.byPath('Core.Object.Fresh')?.kind).toBe('function')
  const [base] = await classes('class Base extends Derived;', 'class Derived extends Base;')
  expect(base?.super?.super ?? null).toBeNull()
})

it('ends structs that contain themselves', async () => {
  const [base] = await classes('class Base; struct A { var B X, Y; }; struct B { var A X, Y; var B Z; }; var A One;')
  expect(base?.variables.get('one')).toMatchObject({ flags: 0, type: { struct: { name: 'A' } } })
  expect(base?.structs.get('a')?.members[0]?.type).toEqual({ kind: 'struct', struct: null })
})

it('reports what is wrong in texts, and where', async () => {
  const text = 'class Gun;\nvar int Ammo;\nfunction Fire()\n{\n\tAmno = 3;\n}\nfunction Load() { Ammo = 3; }\n'
  const [check] = await checkSources([{ packageName: 'Mod', path: 'Gun.uc', text }], [await core()])
  expect(check?.scripts).toBe(2)
  expect(check?.problems).toMatchObject([
    { level: 'error', message: "'Amno': Bad command or expression", suggestion: 'Ammo', start: text.indexOf('Amno') },
  ])
})

const MODEL = `class Model extends Object;
enum ESort { S_Big, S_Small };
struct Spot { var int X; };
var int Count, List[2];
var bool bOn;
var ESort Sort;
var Spot Place;
var array<int> Many;
var Object Other;
`

/** The problems reported for a subclass of Model: the text concerned, and the message. */
async function saidOf(body: string, packages?: PackageSet): Promise<[string, string, string | undefined][]> {
  const text = `class Thing extends Model;\n${body}`
  const sources = [
    { packageName: 'Mod', path: 'Classes/Model.uc', text: MODEL },
    { packageName: 'Mod', path: 'Classes/Thing.uc', text },
  ]
  const [model, thing] = await checkSources(sources, [await core()], packages === undefined ? {} : { packages })
  expect(model?.problems).toEqual([])
  return (thing?.problems ?? []).map(({ start, end, message, suggestion }) => [
    text.slice(start, end),
    message,
    suggestion,
  ])
}

it('checks default properties: names, indices, types', async () => {
  const good = 'Count=3\nList(1)=2\nbOn=True\nSort=S_Small\nPlace=(X=1)\nMany(7)=1\nOther=None\n'
  expect(await saidOf(`defaultproperties\n{\n${good}}`)).toEqual([])
  const wrong = 'Cuont=3\nList(2)=1\nbOn=3.5.x\nCount="3"\nSort=S_Smal\nPlace=(Y=1)\nOther=3\nMany(0)="a"\nbOn="no"\n'
  expect(await saidOf(`defaultproperties\n{\n${wrong}}`)).toEqual([
    ['Cuont=3', 'Unknown property in defaults: Cuont=3', 'Count'],
    ['List(2)=1', 'Out of bound array default property (2/2)', undefined],
    ['Count="3"', "Type mismatch in 'Count'", undefined],
    ['S_Smal', "Unknown value 'S_Smal' of enum 'ESort' for 'Sort'", 'S_Small'],
    ['Y=1', "Unknown member 'Y' in struct 'Spot'", undefined],
    ['Other=3', "Type mismatch in 'Other'", undefined],
    ['Many(0)="a"', "Type mismatch in 'Many'", undefined],
    ['bOn="no"', 'redundant data: bOn="no"', undefined],
    ['bOn="no"', "Type mismatch in 'bOn'", undefined],
  ])
})

it('checks what declarations refer to', async () => {
  expect(await saidOf('var Modle A;\nvar class<Thnig> B;\nfunction F(Spott P) { local ESort S; S = S_Big; }')).toEqual([
    ['Modle', "Unrecognized type 'Modle'", 'Model'],
    ['class<Thnig>', "'class': Limitor 'Thnig' is not a class name", 'Thing'],
    ['Spott', "Unrecognized type 'Spott'", 'Spot'],
  ])
  const text = 'class Gun extends Modell;'
  const [check] = await checkSources([{ packageName: 'Mod', path: 'Classes/Gnu.uc', text }], [await core()])
  expect(check?.problems.map(({ message }) => message)).toEqual([
    'Script vs. class name mismatch (Gnu/Gun)',
    'Superclass Modell of class Gun not found',
  ])
})

it('looks up objects in packages that are available', async () => {
  const edit = await createPackage({ name: 'Skins', version: 69, guid: new Guid(1, 2, 3, 4) })
  addObject(edit, 'Red', 'Class', new Class())
  const skins = await buildPackage(edit)
  const packages = new PackageSet(async (name) => (name.toLowerCase() === 'skins' ? skins : undefined))
  const saidOfOther = (path: string) => saidOf(`defaultproperties\n{\nOther=Texture'${path}'\n}`, packages)
  expect(await saidOfOther('Skins.Red')).toEqual([])
  expect(await saidOfOther('Skins.Rad')).toEqual([
    ["Texture'Skins.Rad'", "Can't find Texture 'Skins.Rad'", 'Skins.Red'],
  ])
  expect(await saidOfOther('Far.Away')).toEqual([])
  expect(await saidOf("defaultproperties\n{\nOther=Class'Modle'\n}")).toEqual([
    ["Class'Modle'", "Can't find Class 'Modle'", 'Model'],
  ])
})
