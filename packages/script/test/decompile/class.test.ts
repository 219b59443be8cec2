import { Guid, Name, UString } from '@ukit/container'
import { gameById, ObjectReader, type Package } from '@ukit/core'
import { addObject, buildPackage, createPackage, PackageEdit } from '@ukit/edit'
import { DelegateValue, Property, PropertyList, UnrealObject } from '@ukit/objects'
import {
  ArrayProperty,
  BoolProperty,
  ByteProperty,
  Class,
  ComponentProperty,
  Const,
  Enum,
  type Field,
  FloatProperty,
  FunctionField,
  IntProperty,
  ObjectProperty,
  State,
  StrProperty,
  Struct,
  StructProperty,
} from '@ukit/objects/script'
import { decompileClass, ReadableNames } from '@ukit/script/decompile'
import { parseSource } from '@ukit/script/syntax'
import { describe, expect, it } from 'vitest'

/** A declaration: its name, its class in the engine, its object, and its content. */
type Declared = readonly [name: string, className: string, object: Field, inside?: readonly Declared[], flags?: number]

const name = (text: string) => new Name({ text, index: -1 })

/** A package `Arms` with the class `Gun` of these declarations, in the order of the list in the package. */
async function armsWith(
  list: readonly Declared[],
  gun = new Class(),
  { version = 69, licensee = 0, flags = 0x000f_0004 } = {},
): Promise<Package> {
  const edit = await createPackage({ name: 'Arms', version, licensee, guid: new Guid(1, 2, 3, 4) })
  addObject(edit, 'Gun', 'Class', gun, { flags })
  await addAll(edit, 'Gun', list)
  return buildPackage(edit)
}

async function addAll(edit: PackageEdit, owner: string, list: readonly Declared[]): Promise<void> {
  let next: Field['next'] = null
  for (const [own, className, object, , flags] of [...list].reverse()) {
    object.next = next
    next = addObject(edit, `${owner}.${own}`, `Core.${className}`, object, flags === undefined ? {} : { flags })
  }
  const first = next
  await edit.change(edit.export(owner), (object) => {
    if (object instanceof Struct) object.children = first
  })
  for (const [own, , object, inside] of list) {
    if (inside !== undefined && object instanceof Struct) await addAll(edit, `${owner}.${own}`, inside)
  }
}

async function textOf(pkg: Package): Promise<string> {
  const reader = await ObjectReader.open(pkg)
  const { text, problems } = await decompileClass(reader, pkg.export('Gun'), { print: { indent: '  ' } })
  expect(problems).toEqual([])
  expect(parseSource(text).problems).toEqual([])
  return text
}

const variable = <T extends Field>(object: T, fields: Partial<T>): T => Object.assign(object, fields)

it('writes the within class of a class without parentheses, as in the language', async () => {
  const edit = await createPackage({ name: 'Arms', version: 69, licensee: 0, guid: new Guid(1, 2, 3, 4) })
  const gun = addObject(edit, 'Gun', 'Class', new Class(), { flags: 0x000f_0004 })
  await edit.change(edit.export('Gun'), (object) => {
    if (object instanceof Class) object.within = gun
  })
  expect(await textOf(await buildPackage(edit))).toMatch(/^class Gun [^;]*\bwithin Gun\b/)
})

describe('the declarations of a class', () => {
  it('are in the order of the text: variables as listed, others from the end', async () => {
    const text = await textOf(
      await armsWith([
        ['Aim', 'Function', variable(new FunctionField(), { flags: 0x102 })],
        ['Kind', 'Enum', variable(new Enum(), { names: [name('K_Short'), name('K_Long')] })],
        ['Shots', 'IntProperty', variable(new IntProperty(), { arrayDim: 3, flags: 1, category: name('Gun') })],
        ['Speed', 'FloatProperty', variable(new FloatProperty(), { flags: 0x4_4000 | 2 })],
        ['MOST', 'Const', variable(new Const(), { value: UString.from(' 0x10') })],
      ]),
    )
    expect(text.trimEnd().split('\n')).toEqual([
      'class Gun;',
      '',
      'const MOST = 0x10;',
      '',
      'var() int Shots[3];',
      'var globalconfig const float Speed;',
      '',
      'enum Kind',
      '{',
      '  K_Short,',
      '  K_Long',
      '};',
      '',
      'simulated function Aim()',
      '{',
      '}',
      '',
      'defaultproperties',
      '{',
      '}',
    ])
  })

  it('have types before the first variable that needs them', async () => {
    const place = new Struct()
    const pkg = await armsWith([
      ['Place', 'Struct', place, [['Zone', 'IntProperty', new IntProperty()]]],
      ['First', 'IntProperty', new IntProperty()],
      ['Where', 'StructProperty', new StructProperty()],
      ['Last', 'IntProperty', new IntProperty()],
    ])
    const edit = await PackageEdit.open(pkg)
    await edit.change(edit.export('Gun.Where'), (object) => {
      if (object instanceof StructProperty) object.struct = edit.export('Gun.Place')
    })
    const text = await textOf(await buildPackage(edit))
    expect(text).toContain(
      'var int First;\n\nstruct Place\n{\n  var int Zone;\n};\n\nvar Place Where;\nvar int Last;\n',
    )
  })

  it('include operators, natives and events with their numbers', async () => {
    const operator = variable(new FunctionField(), {
      flags: 0x3401,
      nativeIndex: 145,
      precedence: 20,
      friendlyName: name('+'),
    })
    const int = (flags: number) => variable(new IntProperty(), { flags })
    const text = await textOf(
      await armsWith([
        [
          'Add_IntInt',
          'Function',
          operator,
          [
            ['A', 'IntProperty', int(0x80)],
            ['B', 'IntProperty', int(0x880)],
            ['ReturnValue', 'IntProperty', int(0x580)],
          ],
        ],
        ['Fired', 'Function', variable(new FunctionField(), { flags: 0x900, friendlyName: name('Fired') })],
      ]),
    )
    expect(text).toContain('simulated event Fired();')
    expect(text).toContain('native(145) static final operator(20) int + (int A, coerce int B);')
  })

  it('include states with the functions that they ignore', async () => {
    const state = variable(new State(), { stateFlags: 3, ignoreMask: ~(1 << 8) >>> 0 })
    const stub = variable(new FunctionField(), { flags: 0x200, friendlyName: name('Fire') })
    const tick = variable(new FunctionField(), { flags: 2, friendlyName: name('Tick') })
    const text = await textOf(
      await armsWith([
        [
          'Idle',
          'State',
          state,
          [
            ['Tick', 'Function', tick],
            ['Fire', 'Function', stub],
          ],
        ],
      ]),
    )
    // Fire is declared: stubs for `ignores` have the ignored function as their super, and are tested with
    // `make`.
    expect(text).toContain('auto state() Idle\n{\n  ignores Timer;\n\n')
    expect(text).toContain('exec function Fire();')
  })

  // With the words of UT2004's compiler, whose record may have been removed (scripts/without-game.mjs).
  it.skipIf(gameById('ut2004') === undefined)(
    'of UE2 are private and protected by the flags of their objects',
    async () => {
      const pkg = await armsWith(
        [
          ['Hidden', 'IntProperty', new IntProperty(), [], 0x0007_0080],
          ['Shared', 'IntProperty', new IntProperty(), [], 0x0007_0804],
          ['Button', 'IntProperty', variable(new IntProperty(), { flags: 0xc440_0009, category: name('Gun') })],
          ['Part', 'ObjectProperty', variable(new ObjectProperty(), { flags: 0x400_0008 })],
          ['Brush', 'ObjectProperty', variable(new ObjectProperty(), { flags: 8 })],
          ['Effect', 'ObjectProperty', variable(new ObjectProperty(), { flags: 0x400_0000 })],
        ],
        variable(new Class(), { classFlags: 0x212, hideCategories: [name('Karma'), name('Force')] }),
        { version: 128, licensee: 29, flags: 0x040f_0004 },
      )
      const text = await textOf(pkg)
      expect(text).toMatch(/^class Gun\n {2}native\n {2}placeable\n {2}hidecategories\(Karma,Force\);\n/)
      expect(text).toContain(
        'var private int Hidden;\nvar protected int Shared;\nvar automated int Button;\nvar Object Part;\n',
      )
    },
  )
})

describe('default properties', () => {
  it('have names of enums, texts with escapes, elements and structs, without zeros of own variables', async () => {
    const list = new PropertyList()
    const add = (key: string, fields: Partial<Property>) =>
      list.items.push(Object.assign(new Property(name(key)), fields))
    add('Title', { type: 'str', value: UString.from('a "b" \\c'), valueType: { kind: 'str' } })
    add('Shots', { type: 'int', index: 1, value: 7, valueType: { kind: 'int' } })
    add('Kind', { type: 'byte', value: 1, valueType: { kind: 'byte' } })
    add('bLoud', { type: 'bool', value: true })
    add('Speed', { type: 'float', value: 0, valueType: { kind: 'float' } })
    const gun = variable(new Class(), { properties: list })
    const pkg = await armsWith(
      [
        ['EKind', 'Enum', variable(new Enum(), { names: [name('K_Short'), name('K_Long')] })],
        ['Title', 'StrProperty', new StrProperty()],
        ['Shots', 'IntProperty', variable(new IntProperty(), { arrayDim: 3 })],
        ['Kind', 'ByteProperty', new ByteProperty()],
        ['bLoud', 'BoolProperty', new BoolProperty()],
        ['Speed', 'FloatProperty', new FloatProperty()],
      ],
      gun,
    )
    const edit = await PackageEdit.open(pkg)
    await edit.change(edit.export('Gun.Kind'), (object) => {
      if (object instanceof ByteProperty) object.enum = edit.export('Gun.EKind')
    })
    const text = await textOf(await buildPackage(edit))
    expect(text.slice(text.indexOf('defaultproperties'))).toBe(
      'defaultproperties\n{\n  Title="a \\"b\\" \\\\c"\n  Shots(1)=7\n  Kind=K_Long\n  bLoud=True\n}\n',
    )
  })
})

it('omit in UE3 what the type of a variable, or the struct that it is in, implies', async () => {
  const pkg = await armsWith(
    [
      ['Light', 'ComponentProperty', variable(new ComponentProperty(), { flags: 0x408_0008 })],
      ['Part', 'ObjectProperty', variable(new ObjectProperty(), { flags: 0x400_0008 })],
    ],
    new Class(),
    { version: 868, licensee: 0, flags: 0 },
  )
  const text = await textOf(pkg)
  expect(text).toContain('var Object Light;\nvar editinline export Object Part;\n')
})

describe('default properties of UE3', () => {
  it('are in a separate object, with the objects that are created in it', async () => {
    const edit = await createPackage({ name: 'Arms', version: 868, guid: new Guid(1, 2, 3, 4) })
    const gun = addObject(edit, 'Gun', 'Class', new Class())
    const holder = addObject(edit, 'Default__Gun', 'Gun', new UnrealObject())
    holder.flags = 0x200
    const light = new UnrealObject()
    light.isComponent = true
    light.templateName = name('Flash')
    light.properties.items.push(
      Object.assign(new Property(name('Radius')), { type: 'float', tag: name('FloatProperty'), value: 0.5 }),
    )
    const flash = addObject(edit, 'Default__Gun.Flash', 'Engine.PointLightComponent', light)
    await edit.change(gun, (object) => {
      if (object instanceof Class) object.defaultObject = holder
    })
    await edit.change(holder, (object) => {
      object.properties.items.push(
        Object.assign(new Property(edit.addName('Light')), {
          type: 'object',
          tag: edit.addName('ObjectProperty'),
          value: flash,
        }),
        Object.assign(new Property(edit.addName('__OnFire__Delegate')), {
          type: 'delegate',
          tag: edit.addName('DelegateProperty'),
          value: Object.assign(new DelegateValue(), { function: edit.addName('Bang') }),
        }),
      )
    })
    const text = await textOf(await buildPackage(edit))
    expect(text.slice(text.indexOf('defaultproperties'))).toBe(
      [
        'defaultproperties',
        '{',
        '  Begin Object Class=PointLightComponent Name=Flash',
        '    Radius=0.5',
        '  End Object',
        '  Light=Flash',
        '  OnFire=Bang',
        '}',
        '',
      ].join('\n'),
    )
  })
})

it('has an object of default properties in front of what refers to it', async () => {
  const edit = await createPackage({ name: 'Arms', version: 128, licensee: 29, guid: new Guid(1, 2, 3, 4) })
  const gun = addObject(edit, 'Gun', 'Class', new Class())
  const first = addObject(edit, 'Gun.First', 'Engine.Widget', new UnrealObject())
  const inner = addObject(edit, 'Gun.First.Inner', 'Engine.Widget', new UnrealObject())
  const second = addObject(edit, 'Gun.Second', 'Engine.Widget', new UnrealObject())
  const refer = (to: typeof gun) => (object: UnrealObject) => {
    const property = Object.assign(new Property(edit.addName('Other')), { type: 'object', value: to })
    object.properties.items.push(property)
  }
  await edit.change(inner, refer(second))
  await edit.change(second, refer(first))
  const text = await textOf(await buildPackage(edit))
  expect(text.match(/Name=\w+/g)).toEqual(['Name=Second', 'Name=First', 'Name=Inner'])
  await edit.change(inner, (object) => object.properties.items.splice(0))
  const other = await textOf(await buildPackage(edit))
  expect(other.match(/Name=\w+/g)).toEqual(['Name=First', 'Name=Inner', 'Name=Second'])
})

describe('names that the language cannot write', () => {
  it('become the same readable ones everywhere', async () => {
    const pkg = await armsWith([
      ['if', 'IntProperty', new IntProperty()],
      ['a-b', 'ArrayProperty', new ArrayProperty()],
      ['3D', 'IntProperty', new IntProperty()],
    ])
    const names = new ReadableNames(pkg)
    expect(names.isNeeded).toBe(true)
    const { text } = await decompileClass(await ObjectReader.open(pkg), pkg.export('Gun'), { names })
    expect(parseSource(text).problems).toEqual([])
    expect([...names.mapping]).toEqual([
      ['3D', 'n_3D'],
      ['a-b', 'a_x2db'],
      ['if', 'if_'],
    ])
  })
})
