import type { Guid } from '@ukit/container'
import { openPackage, type Package } from '@ukit/core'
import { buildPackage, PackageEdit } from '@ukit/edit'
import { memorySource } from '@ukit/files'
import { diffPackages, unsatisfiedImports } from '@ukit/inspect'
import { describe, expect, it, vi } from 'vitest'
import { HandMade } from '../../../testing/bytes.js'
import { corpusFile, describeCorpus, openCorpus } from '../../../testing/corpus.js'
import { type ExportSpec, fileOf, type ImportSpec, planOf } from '../../../testing/packages.js'

/** Flags of objects that other packages may import, and of those that they may not. */
const PUBLIC = 0x0007_0004
const PRIVATE = 0x0007_0000

const NAMES = ['None', 'Core', 'Engine', 'Mass', 'Count', 'bSolid', 'Tag', 'Red']

const IMPORTS: readonly ImportSpec[] = [
  ['Core', 'Package', 0, 'Engine'],
  ['Core', 'Class', -1, 'Light'],
  ['Core', 'Class', -1, 'Trigger'],
  ['Core', 'Package', 0, 'Core'],
  ['Core', 'Class', -4, 'Package'],
  ['Core', 'Class', -4, 'Function'],
  ['Core', 'Class', -4, 'IntProperty'],
  ['Core', 'Class', -4, 'ByteProperty'],
  ['Core', 'Class', -4, 'Enum'],
]
const LIGHT = -2
const TRIGGER = -3
const GROUP = -5
const FUNCTION = -6
const INT = -7
const BYTE = -8
const ENUM = -9

async function open(
  exports: readonly ExportSpec[],
  { names = NAMES, guid }: { names?: readonly string[]; guid?: Guid } = {},
): Promise<Package> {
  const plan = planOf(
    { version: 69 },
    { names, imports: IMPORTS, exports, summary: guid === undefined ? {} : { guid } },
  )
  return openPackage(memorySource(await fileOf(plan)), { fileName: 'Mine.u' })
}

/** An int property of UE1: name, type 2 with size code 2 (four bytes), value. */
const int = (name: number, value: number) => new HandMade().u8(name, 0x22).u32(value).bytes()
const body = (...parts: readonly Uint8Array[]) => Uint8Array.from([...parts.flatMap((part) => [...part]), 0])

const light = (objectName: string, ...parts: readonly Uint8Array[]): ExportSpec => ({
  objectName,
  class: LIGHT,
  flags: PUBLIC,
  body: body(...parts),
})

describe('what changed in values', () => {
  it('reports added, removed and changed properties with both values', async () => {
    const before = await open([light('Light0', int(3, 5), int(4, 1))])
    const after = await open([light('Light0', int(3, 7), int(6, 9))])
    const { objects, equal, exports } = await diffPackages(before, after)
    expect(equal).toBe(false)
    expect(objects).toEqual([
      {
        path: 'Light0',
        class: 'Light',
        properties: [
          { field: 'Mass', change: 'changed', before: 5, after: 7 },
          { field: 'Count', change: 'removed', before: 1, after: null },
          { field: 'Tag', change: 'added', before: null, after: 9 },
        ],
        fields: [],
        more: 0,
        bookkeeping: false,
        undecoded: false,
      },
    ])
    expect(exports).toMatchObject({ added: [], removed: [], moved: [], renumbered: 0 })
  })

  it('is not misled by other indices: names and exports in a different order have the same values', async () => {
    const before = await open([light('Light0', int(3, 5)), light('Light1', int(4, 6))])
    const names = ['None', 'Count', 'Mass', 'Engine', 'Core', 'Tag', 'Red', 'bSolid']
    const after = await open([light('Light1', int(1, 6)), light('Light0', int(2, 5))], { names })
    const found = await diffPackages(before, after)
    expect(found.objects).toEqual([])
    expect(found.names).toEqual({ added: [], removed: [], recased: [], reordered: true })
    expect(found.exports).toMatchObject({ added: [], removed: [], changed: [], renumbered: 2 })
    expect(found.equal).toBe(false)
  })

  it('reports exactly the same file as identical, for any content', async () => {
    const exports = [{ objectName: 'Broken', class: LIGHT, flags: PUBLIC, body: Uint8Array.of(0x7f, 0xff, 0xff) }]
    expect(await diffPackages(await open(exports), await open(exports))).toMatchObject({
      identical: true,
      equal: true,
      objects: [],
      breaks: [],
    })
  })

  it('limits what it lists for one object, and counts the rest', async () => {
    const names = ['None', ...Array.from({ length: 50 }, (_, i) => `P${i}`)]
    const all = (value: number) => names.slice(1).map((_, i) => int(i + 1, value))
    const before = await open([light('Light0', ...all(1))], { names })
    const after = await open([light('Light0', ...all(2))], { names })
    const { objects } = await diffPackages(before, after, { changeLimit: 10 })
    expect(objects[0]?.properties).toHaveLength(10)
    expect(objects[0]?.more).toBe(40)
  })
})

describe('what changed in tables, and what that breaks', () => {
  it('reports removed, added, moved, retyped and hidden exports', async () => {
    const group = (objectName: string): ExportSpec => ({ objectName, class: GROUP, flags: PUBLIC, body: body() })
    const before = await open([
      group('Old'),
      { ...light('Inside'), outer: 1 },
      group('Stays'),
      light('Wanders'),
      light('Retyped'),
      light('Hidden'),
      { ...light('Mine'), flags: PRIVATE },
    ])
    const after = await open([
      group('Stays'),
      { ...light('Wanders'), outer: 1 },
      { ...light('Retyped'), class: TRIGGER },
      { ...light('Hidden'), flags: PRIVATE },
      light('Fresh'),
    ])
    const { exports, breaks } = await diffPackages(before, after)
    expect(exports.removed.map(({ path }) => path)).toEqual(['Old', 'Old.Inside', 'Mine'])
    expect(exports.added).toEqual([{ path: 'Fresh', class: 'Light', public: true }])
    expect(exports.moved).toEqual([{ class: 'Light', before: 'Wanders', after: 'Stays.Wanders' }])
    expect(exports.changed).toContainEqual({
      path: 'Retyped',
      class: 'Trigger',
      changes: [{ field: 'class', before: 'Engine.Light', after: 'Engine.Trigger' }],
    })
    expect(breaks.map(({ kind, object, message }) => [kind, object, message])).toEqual([
      ['removed', 'Old', 'is gone with 1 object inside'],
      ['removed', 'Wanders', 'is Stays.Wanders now'],
      ['private', 'Hidden', 'is no longer public'],
      ['retyped', 'Retyped', 'was a Light, is a Trigger'],
    ])
  })

  it('counts what is inside many removed objects in one pass', async () => {
    const folded = async (count: number) => {
      const groups = Array.from({ length: count }, (_, i) => [
        { objectName: `Group${i}`, class: GROUP, flags: PUBLIC, body: body() },
        { ...light('Inside'), outer: 2 * i + 1 },
      ]).flat()
      const [before, after] = [await open(groups), await open([])]
      const folding = vi.spyOn(String.prototype, 'toLowerCase')
      try {
        const { breaks } = await diffPackages(before, after)
        expect(breaks.filter(({ message }) => message === 'is gone with 1 object inside')).toHaveLength(count)
        return folding.mock.calls.length
      } finally {
        folding.mockRestore()
      }
    }
    // Four times the objects, about four times the work.
    expect((await folded(160)) / (await folded(40))).toBeLessThan(5)
  })

  it('names what importing packages would not find', async () => {
    const before = await open([light('A'), light('B'), light('C'), light('Gone')])
    const after = await open([light('A'), { ...light('B'), class: TRIGGER }, { ...light('C'), flags: PRIVATE }])
    const plan = planOf(
      { version: 69 },
      {
        imports: [
          ['Core', 'Package', 0, 'mine'],
          ['Engine', 'Light', -1, 'A'],
          ['Engine', 'Light', -1, 'B'],
          ['Engine', 'Light', -1, 'C'],
          ['Engine', 'Light', -1, 'Gone'],
          ['Engine', 'Light', -1, 'NeverWasThere'],
          ['Core', 'Package', 0, 'Other'],
          ['Engine', 'Light', -7, 'Gone'],
        ],
      },
    )
    const user = await openPackage(memorySource(await fileOf(plan)))
    expect(unsatisfiedImports(user, before, after)).toEqual([
      { path: 'B', class: 'Light', reason: 'retyped', found: 'Trigger' },
      { path: 'C', class: 'Light', reason: 'private', found: null },
      { path: 'Gone', class: 'Light', reason: 'missing', found: null },
    ])
    expect(unsatisfiedImports(user, before, before)).toEqual([])
  })
})

// Bodies of script objects of version 69, written by hand. Each begins with its (empty) properties: the name
// None.

/** A variable: super, next; dimension, flags, category. */
const variable = (next: number, flags: number, dim = 1) => new HandMade().u8(0, 0, next).u32(dim, flags).u8(0)

/**
 * The part of a function that structs have too: super, next, text, children, friendly name, line, position,
 * script.
 */
const functionBody = (children: number, flags: number, script: readonly number[] = [0x0b]) =>
  new HandMade()
    .u8(0, 0, 0, 0, children, 0)
    .u32(1, 1, script.length)
    .u8(...script)
    .u8(0, 0, 0)
    .u32(flags)
    .bytes()

const PARAMETER = 0x80
const OPTIONAL = 0x10
const RESULT = 0x480

describe('what changed in functions', () => {
  const make = (parameters: readonly { name: string; flags: number }[], flags: number, script: readonly number[]) =>
    open([
      {
        objectName: 'Foo',
        class: FUNCTION,
        flags: PUBLIC,
        body: functionBody(parameters.length > 0 ? 2 : 0, flags, script),
      },
      ...parameters.map(({ name, flags: bits }, i) => ({
        objectName: name,
        class: INT,
        outer: 1,
        flags: PUBLIC,
        body: variable(i + 1 < parameters.length ? i + 3 : 0, bits).bytes(),
      })),
    ])
  // 0x04 0x0B: return nothing; 0x0B: nothing.
  const a = { name: 'A', flags: PARAMETER }

  it('reports the signature as callers know it', async () => {
    const before = await make([a, { name: 'ReturnValue', flags: PARAMETER | RESULT }], 0x2, [0x0b])
    const after = await make(
      [a, { name: 'B', flags: PARAMETER | OPTIONAL }, { name: 'ReturnValue', flags: PARAMETER | RESULT }],
      0x2002,
      [0x0b],
    )
    const { functions, breaks } = await diffPackages(before, after)
    expect(functions).toEqual([
      {
        path: 'Foo',
        signature: { before: 'int Foo(int A)', after: 'static int Foo(int A, optional int B)' },
        flags: { before: 'Defined', after: 'Defined Static' },
        bytecode: false,
        fields: [],
      },
    ])
    expect(breaks).toEqual([
      {
        kind: 'signature',
        object: 'Foo',
        class: 'Function',
        message: 'was int Foo(int A), is static int Foo(int A, optional int B)',
      },
    ])
  })

  it('reports changed bytecode, which breaks nothing', async () => {
    const { functions, breaks } = await diffPackages(await make([a], 2, [0x0b]), await make([a], 2, [0x04, 0x0b]))
    expect(functions).toEqual([{ path: 'Foo', signature: null, flags: null, bytecode: true, fields: [] }])
    expect(breaks).toEqual([])
  })
})

describe('what changed in classes', () => {
  /** A class without script: the fields of a struct, then of a state and a class, and defaults. */
  const classBody = (children: number) =>
    new HandMade()
      .u8(0, 0, 0, children, 0)
      .u32(-1, -1, 0)
      // Probe and ignore mask, labels, state flags.
      .u32(0, 0, -1, -1)
      .u8(0xff, 0xff)
      .u32(0)
      // Class flags, GUID, dependencies, package imports, within, config name, end of defaults.
      .u32(0, 0, 0, 0, 0)
      .u8(0, 0, 0, 0, 0)
      .bytes()
  const make = (variables: readonly (readonly [name: string, type: number, dim?: number])[]) =>
    open([
      { objectName: 'Actor', class: 0, flags: PUBLIC, body: classBody(2) },
      ...variables.map(([objectName, type, dim], i) => {
        const made = variable(i + 1 < variables.length ? i + 3 : 0, 0, dim)
        return { objectName, class: type, outer: 1, flags: PUBLIC, body: (type === BYTE ? made.u8(0) : made).bytes() }
      }),
    ])

  it.each([
    [
      [
        ['A', INT],
        ['B', INT],
      ],
      'they are in a different order',
      [
        ['B', INT],
        ['A', INT],
      ],
    ],
    [
      [['A', INT]],
      'added at the end byte B',
      [
        ['A', INT],
        ['B', BYTE],
      ],
    ],
    [
      [['A', INT]],
      'added byte B',
      [
        ['B', BYTE],
        ['A', INT],
      ],
    ],
    [[['A', INT]], 'int A is int A[4]', [['A', INT, 4]]],
    [
      [
        ['A', INT],
        ['B', INT],
      ],
      'removed int A',
      [['B', INT]],
    ],
    [[['A', INT]], 'int A is byte A', [['A', BYTE]]],
  ] as const)('%j: %s', async (old, message, now) => {
    const { breaks } = await diffPackages(await make(old), await make(now))
    expect(breaks.filter(({ kind }) => kind === 'layout')).toEqual([
      { kind: 'layout', object: 'Actor', class: 'Class', message },
    ])
  })

  it('reports which value of an enum has changed', async () => {
    const make = (values: readonly number[]) =>
      open([
        {
          objectName: 'EColor',
          class: ENUM,
          flags: PUBLIC,
          body: new HandMade().u8(0, 0, 0, values.length, ...values).bytes(),
        },
      ])
    const { breaks } = await diffPackages(await make([7, 6]), await make([7, 3, 6]))
    expect(breaks).toEqual([{ kind: 'enum', object: 'EColor', class: 'Enum', message: 'value 1 was Tag, is Mass' }])
    expect((await diffPackages(await make([7, 6]), await make([7, 6, 3]))).breaks).toEqual([])
  })
})

describeCorpus('two releases of a package', () => {
  it('reports the lines of script in the two files', async () => {
    const has = (which: string, text: string) =>
      new TextDecoder('latin1').decode(corpusFile(`conform/${which}/UWeb.u`)).includes(text)
    const [gone, come] = ['ReceivedData = ReceivedData $ Text;', 'ReceivedData $= Text;']
    expect([has('older', gone), has('older', come), has('newer', gone), has('newer', come)]).toEqual([
      true,
      false,
      false,
      true,
    ])
    const found = await diffPackages(await openCorpus('conform/older/UWeb.u'), await openCorpus('conform/newer/UWeb.u'))
    const text = found.texts.find(({ path }) => path === 'WebConnection.ScriptText')
    expect(text).toMatchObject({ added: 1, removed: 1, more: 0 })
    expect(text?.hunks.flatMap(({ lines }) => lines.filter((line) => !line.startsWith(' ')))).toEqual([
      `-\t${gone}`,
      `+\t${come}`,
    ])
    expect(found.functions).toEqual(
      ['WebConnection.ReceivedText', 'WebServer.BeginPlay'].map((path) => ({
        path,
        signature: null,
        flags: null,
        bytecode: true,
        fields: [],
      })),
    )
    expect(found.breaks).toEqual([])
    expect(found.summary.map(({ field }) => field)).toEqual(['generations'])
  })

  it('does not mistake a placeholder of a conformed package for an object', async () => {
    const found = await diffPackages(await openCorpus('conform/newer/Core.u'), await openCorpus('conform/older/Core.u'))
    expect(found.exports.removed.concat(found.exports.added).every(({ path }) => path !== 'None')).toBe(true)
    expect(found.breaks.find(({ object }) => object === 'Registry')?.message).toMatch(
      /^is gone with \d+ objects inside$/,
    )
  })
})

describeCorpus('the same content at other places', () => {
  // An additional name moves every body, and with it every position that is stored in one.
  it.each([
    'ue1/adrak0/DM-Stalwart.unr',
    'ue1/cacofff/NewNetWeaponsv0_9.u',
    'ue2/shrimpza/UWRM-Torpedo.ut2',
    'ue2/insultingpros/KFMutators.u',
    'ue3/friskthefallenhuman/NodeBuddies.upk',
    'ue3/me3tweaks/GFxUI.pcc',
  ])('%s: positions do not count as differences', async (path) => {
    const pkg = await openCorpus(path)
    const edit = await PackageEdit.open(pkg)
    edit.nameEntry('AddedForTheTest')
    const found = await diffPackages(pkg, await buildPackage(edit))
    expect(found.identical).toBe(false)
    expect(found.names).toMatchObject({ added: ['AddedForTheTest'], removed: [], recased: [], reordered: false })
    const { objects, functions, texts, breaks, exports } = found
    expect({ objects, functions, texts, breaks }).toEqual({ objects: [], functions: [], texts: [], breaks: [] })
    expect(exports).toEqual({ added: [], removed: [], moved: [], changed: [], renumbered: 0 })
  })
})
