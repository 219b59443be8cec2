import { Guid, type Package } from '@ukit/core'
import { addObject, buildPackage, createPackage } from '@ukit/edit'
import { Class, FunctionField } from '@ukit/objects/script'
import { type ClassSymbol, checkSources, loadWorld, parseSource } from '@ukit/script'
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

it('takes a class from source before a compiled one, and ends a circle of supers', async () => {
  const file = parseSource('class Object; function Fresh();').file
  const world = await loadWorld([await core()], { sources: [{ packageName: 'Core', file }] })
  expect([...(world.class('Object')?.functions.keys() ?? [])]).toEqual(['fresh'])
  expect(world.byPath('Core.Object.Fresh')?.kind).toBe('function')
  const [base] = await classes('class Base extends Derived;', 'class Derived extends Base;')
  expect(base?.super?.super ?? null).toBeNull()
})

it('ends structs that hold themselves', async () => {
  const [base] = await classes('class Base; struct A { var B X, Y; }; struct B { var A X, Y; var B Z; }; var A One;')
  expect(base?.variables.get('one')).toMatchObject({ flags: 0, type: { struct: { name: 'A' } } })
  expect(base?.structs.get('a')?.members[0]?.type).toEqual({ kind: 'struct', struct: null })
})

it('says what is wrong in texts, and where', async () => {
  const text = 'class Gun;\nvar int Ammo;\nfunction Fire()\n{\n\tAmno = 3;\n}\nfunction Load() { Ammo = 3; }\n'
  const [check] = await checkSources([{ packageName: 'Mod', path: 'Gun.uc', text }], [await core()])
  expect(check?.scripts).toBe(2)
  expect(check?.problems).toMatchObject([
    { level: 'error', message: "'Amno': Bad command or expression", suggestion: 'Ammo', start: text.indexOf('Amno') },
  ])
})
