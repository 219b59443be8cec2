import { Guid, Name, UString } from '@ukit/container'
import { ObjectReader, type Package, type PackageObject, PackageSet } from '@ukit/core'
import { buildPackage, createPackage } from '@ukit/edit'
import { type BuildOptions, buildFromSources, verifyMake } from '@ukit/make'
import { DelegateValue, type PropertyValue, RawStruct, TaggedStruct } from '@ukit/objects'
import { describe, expect, test } from 'vitest'
import { make } from './support/made.js'

const GUID = new Guid(1, 2, 3, 4)

const OBJECT = `class Object native;

enum ETurn { T_Left, T_Right, T_Back };
struct Vector { var float X, Y, Z; };
struct Spot { var int Depth; var Vector At; var string Label; };

var const native int Secret;
var transient int Passing;
var byte Small;
var ETurn Turn;
var int Count, Sizes[3];
var float Rate;
var bool bOpen, bShut;
var name Tag;
var string Title;
var Object Other;
var class<Object> Kind;
var Vector Place;
var Spot Spots[2];
`

/** Builds Core from Object and the given classes. */
async function build(
  classes: Readonly<Record<string, string>>,
  more: Partial<BuildOptions> & { version?: number } = {},
) {
  const { version = 69, ...options } = more
  const edit = await createPackage({ name: 'Core', version, guid: GUID })
  const sources = Object.entries({ Object: OBJECT, ...classes }).map(([name, text]) => ({ file: `${name}.uc`, text }))
  const packages = new PackageSet()
  const { problems } = await buildFromSources({ edit, sources, bases: [edit.package], packages, ...options })
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  const pkg = await buildPackage(edit)
  const warnings = problems.map(({ file, line, message }) => `${file}(${line}): ${message}`)
  return { pkg, warnings, list: (name: string) => listOf(pkg, name) }
}

/** The class Mill, with a body for its default properties. */
async function mill(body: string, more: Partial<BuildOptions> & { version?: number } = {}, variables = '') {
  const text = `class Mill extends Object;\n${variables}\ndefaultproperties\n{\n${body}\n}\n`
  const { warnings, list } = await build({ Mill: text }, more)
  return { warnings, list: await list('Mill') }
}

async function listOf(pkg: Package, name: string): Promise<[string, unknown][]> {
  const read = await (await ObjectReader.open(pkg)).get(name)
  expect(read?.error).toBeUndefined()
  return read?.object.properties.items.map(({ label, value }) => [label, plain(value)]) ?? []
}

function plain(value: PropertyValue): unknown {
  if (value instanceof Name || value instanceof UString) return value.toString()
  if (Array.isArray(value)) return value.map(plain)
  if (value instanceof RawStruct) return value.values.map(plain)
  if (value instanceof TaggedStruct) return value.properties.items.map((item) => [item.label, plain(item.value)])
  if (value instanceof DelegateValue) return [plain(value.object as PropertyValue), value.function.toString()]
  return typeof value === 'object' && value !== null && 'path' in value ? String(value as PackageObject) : value
}

describe('values', () => {
  test('are stored by type, in the order in which the class links its variables', async () => {
    const { warnings, list } = await mill(`
      Spots(1)=(At=(Y=2),Label="end",Depth=-3)
      Place=(X=1,Z=+0.5)
      Kind=Class'Core.Mill'
      Title="say \\"hi\\""
      Tag=Corner
      bOpen=True
      Rate=00064.000000
      Sizes(2)=7
      Count=-12
      Turn=T_Right
      Small=200`)
    expect(warnings).toEqual([])
    expect(list).toEqual([
      ['Small', 200],
      ['Turn', 1],
      ['Count', -12],
      ['Sizes[2]', 7],
      ['Rate', 64],
      ['bOpen', true],
      ['Tag', 'Corner'],
      ['Title', 'say "hi"'],
      ['Kind', "Class'Mill'"],
      ['Place', [1, 0, 0.5]],
      ['Spots[1]', [-3, [0, 2, 0], 'end']],
    ])
  })

  test('are in tags that the engine reads, followed by the name None', async () => {
    const text = 'class Mill extends Object;\ndefaultproperties\n{\nSizes(1)=258\nbShut=True\nPlace=(Y=1)\n}\n'
    const { pkg } = await build({ Mill: text })
    const mine = pkg.find('Mill')
    if (mine === undefined || !('bytes' in mine)) throw new Error('Mill is not there')
    const bytes = await mine.bytes()
    const name = (of: string) => {
      const index = pkg.names.findIndex((one) => one.toString().toLowerCase() === of.toLowerCase())
      return index < 0x40 ? [index] : [0x40 | (index & 0x3f), index >> 6]
    }
    const tail = [
      // Sizes: int (2), four bytes (size code 2), an element, whose number follows.
      ...[...name('Sizes'), 0xa2, 1, 2, 1, 0, 0],
      // bShut: bool (3), true in the upper bit, of a size that follows (size code 5): 0.
      ...[...name('bShut'), 0xd3, 0],
      // Place: struct (10), twelve bytes (size code 3).
      ...[...name('Place'), 0x3a, ...name('Vector'), 0, 0, 0, 0, 0, 0, 0x80, 0x3f, 0, 0, 0, 0],
      ...name('None'),
    ]
    expect([...bytes.subarray(bytes.length - tail.length)]).toEqual(tail)
  })

  test('start from those of the superclass, and only differences are stored', async () => {
    const { list } = await build({
      Mill: 'class Mill extends Object;\nvar int Own;\ndefaultproperties\n{\nCount=3\nSpots(0)=(Depth=1,Label="a")\nOwn=2\n}',
      Sawmill:
        'class Sawmill extends Mill;\ndefaultproperties\n{\nCount=3\nOwn=0\nSpots(0)=(Depth=5)\nPlace=(X=0)\nRate=2\n}',
    })
    expect(await list('Mill')).toEqual([
      ['Own', 2],
      ['Count', 3],
      ['Spots', [1, [0, 0, 0], 'a']],
    ])
    // Members that are not named have the same value as in the superclass.
    expect(await list('Sawmill')).toEqual([
      ['Own', 0],
      ['Rate', 2],
      ['Spots', [5, [0, 0, 0], 'a']],
    ])
  })

  test('that are zero are only stored by compilers of patch 469, for variables of the class itself', async () => {
    const variables = 'var int A; var string B; var transient int C; var int D[2];'
    expect((await mill('A=0', {}, variables)).list).toEqual([])
    const { list } = await mill('D(1)=4', { traits: { keepsZeroes: () => true } }, variables)
    expect(list).toEqual([
      ['A', 0],
      ['B', ''],
      ['D', 0],
      ['D[1]', 4],
    ])
  })

  test('of native and transient variables are never stored', async () => {
    expect((await mill('Secret=1\nPassing=2\nCount=3')).list).toEqual([['Count', 3]])
  })

  test('that are assigned twice have the last value', async () => {
    expect((await mill('Count=1\nCount=2')).list).toEqual([['Count', 2]])
  })
})

describe('what the compiler accepts', () => {
  test.each([
    [
      'brackets of both kinds',
      'Sizes(1)=4\nSizes[2]=5',
      [
        ['Sizes[1]', 4],
        ['Sizes[2]', 5],
      ],
    ],
    ['an enum by tag, ignoring case', 'Turn=t_back', [['Turn', 2]]],
    ['a byte that is too large, cut to eight bits', 'Small=258', [['Small', 2]]],
    ['1 and 0 for True and False', 'bOpen=1\nbShut=0', [['bOpen', true]]],
    ['a name in double quotes', 'Tag="Corner"', [['Tag', 'Corner']]],
    ['a name in single quotes, which is the quote itself', "Tag='Corner'", [['Tag', "'"]]],
    ['a single word without quotes as a text', 'Title=the', [['Title', 'the']]],
    ['a backslash in front of any character', 'Title="a\\\\b\\n"', [['Title', 'a\\bn']]],
    ['None for an object', 'Other=None\nCount=1', [['Count', 1]]],
    ['an object by its name alone', 'Kind=Mill', [['Kind', "Class'Mill'"]]],
    ['a float as an int, cut', 'Count=2.75', [['Count', 2]]],
    [
      'several entries on lines that nothing ends',
      'Count=1 // one\nRate=2',
      [
        ['Count', 1],
        ['Rate', 2],
      ],
    ],
  ])('is %s', async (_, body, expected) => {
    const { warnings, list } = await mill(body)
    expect(warnings).toEqual([])
    expect(list).toEqual(expected)
  })
})

describe('what the compiler skips with a warning', () => {
  test.each([
    ['a variable that the class does not have', 'Cuont=1', 'Unknown property in defaults: Cuont=1'],
    ['an element beyond the array', 'Sizes(3)=1', 'Out of bound array default property (3/3)'],
    ['an object that is not there', "Kind=Class'Core.Nothing'", "Can't find Class 'Core.Nothing'"],
    ['a member that the struct does not have', 'Place=(W=1)', "Unknown member 'W' in struct 'Vector'"],
    ['a word for a number', 'Count=many', "Type mismatch in 'Count'"],
    ['a number for a struct', 'Place=1', "Type mismatch in 'Place'"],
  ])('is %s: the rest is used', async (_, body, message) => {
    const { warnings, list } = await mill(`${body}\nRate=1`)
    // With the line in the file.
    expect(warnings).toEqual([`Mill.uc(5): ${message}`])
    expect(list).toEqual([['Rate', 1]])
  })
})

test.each([69, 128, 868])('a tag that an enum does not have is one warning (version %i)', async (version) => {
  const mill =
    'class Mill extends Object;\nenum EMode { M_Off, M_On };\nvar EMode Mode;\ndefaultproperties\n{\n  Mode=M_Ofn\n}\n'
  const { problems } = await make('Core', { Object: 'class Object native;\n', Mill: mill }, [], { format: { version } })
  expect(problems.map(({ severity, line, column, message }) => [severity, line, column, message])).toEqual([
    ['warning', 6, 8, "Unknown value 'M_Ofn' of enum 'EMode' for 'Mode'; did you mean 'M_Off'?"],
  ])
})

test('decompiled default properties result in the same values', async () => {
  const { pkg } = await build({
    Mill: 'class Mill extends Object;\nvar string Own;\ndefaultproperties\n{\nOwn="a\\\\b"\nTag=\'x\'\nSpots(1)=(At=(Z=-1))\nKind=Mill\n}',
  })
  const verified = await verifyMake(pkg, { defaults: 'decompiled' })
  expect(verified.differences).toEqual([])
  expect(verified).toMatchObject({ classes: 2, identicalClasses: 2, problems: [] })
})

describe('since UE2', () => {
  const UE2 = { version: 128 }

  test('structs have all of their members, zero or not, each with a tag', async () => {
    const { list } = await mill('Spots(1)=(At=(Y=2))', UE2)
    expect(list).toEqual([
      [
        'Spots[1]',
        [
          ['Depth', 0],
          ['At', [0, 2, 0]],
          ['Label', ''],
        ],
      ],
    ])
  })

  test('dynamic arrays are assigned by element or entirely, and stored entirely', async () => {
    const variables = 'var array<int> Rows; var array<string> Words; var array<Spot> More;'
    const { list } = await mill('Rows(2)=3\nWords=("a","b")\nMore[0]=(Depth=1)', UE2, variables)
    expect(list).toEqual([
      ['Rows', [0, 0, 3]],
      ['Words', ['a', 'b']],
      [
        'More',
        [
          [
            ['Depth', 1],
            ['At', [0, 0, 0]],
            ['Label', ''],
          ],
        ],
      ],
    ])
  })

  test('delegates are assigned a function of the class by its name', async () => {
    expect((await mill('OnTurn=Stop', UE2, 'delegate OnTurn();\nfunction Stop();')).list).toEqual([
      ['__OnTurn__Delegate', ["Class'Mill'", 'Stop']],
    ])
  })

  test('nothing is the name None, and a text ends at its second quote, as in public mods of UT2004', async () => {
    const wheel = 'class Wheel extends Object;\ndefaultproperties\n{\nTag=Turning\nTitle="old"\n}'
    const { list, warnings } = await build(
      {
        Wheel: wheel,
        Mill: 'class Mill extends Wheel;\ndefaultproperties\n{\nTag=\nTitle="The "Old" mill"\nCount=1\n}',
      },
      UE2,
    )
    expect(await list('Mill')).toEqual([
      ['Count', 1],
      ['Tag', 'None'],
      ['Title', 'The '],
    ])
    expect(warnings).toEqual(['Mill.uc(5): The text ends at its second quote: Title="The "Old" mill"'])
  })

  test('a delegate of no function is not stored, nor what is neither a list nor a value of an array', async () => {
    const { list, warnings } = await build(
      {
        Wheel: 'class Wheel extends Object;\nvar array<int> Rows;\ndefaultproperties\n{\nRows=(1,2)\n}',
        Mill: `class Mill extends Wheel;
delegate OnTurn();
function Stop();
defaultproperties
{
  OnTurn=Stpo
  Rows=/*3*/
}`,
      },
      UE2,
    )
    expect(await list('Mill')).toEqual([])
    expect(warnings).toEqual([
      "Mill.uc(6): Can't find Function 'Stpo' in 'Core.Mill': nothing is stored",
      "Mill.uc(7): Type mismatch in 'Rows'",
    ])
  })

  test("an object's own name in it is not the variable that emitters have, another text is", async () => {
    const emitter = 'class Emitter extends Object;\nvar string Name;\n'
    const text = `class Mill extends Object;
defaultproperties
{
  Begin Object Class=Emitter Name=Dust
    Name="Dust"
  End Object
  Begin Object Class=Emitter Name=Smoke
    Name="Thick"
  End Object
}`
    const { list } = await build({ Emitter: emitter, Mill: text }, UE2)
    expect(await list('Mill.Dust')).toEqual([])
    expect(await list('Mill.Smoke')).toEqual([['Name', 'Thick']])
  })

  test('delegates of objects call the object, or the class if it is named, as in 256 objects of UT2004', async () => {
    const { list } = await build(
      {
        Wheel: `class Wheel extends Object;
delegate OnTurn();
delegate OnStop();
function Say();
defaultproperties
{
  OnTurn=Say
}`,
        Mill: `class Mill extends Object;
function Halt();
defaultproperties
{
  Begin Object Class=Wheel Name=Big
    OnStop=Mill.Halt
  End Object
}`,
      },
      UE2,
    )
    expect(await list('Wheel')).toEqual([['__OnTurn__Delegate', ["Class'Wheel'", 'Say']]])
    expect(await list('Mill.Big')).toEqual([
      ['__OnTurn__Delegate', ["Wheel'Mill.Big'", 'Say']],
      ['__OnStop__Delegate', ["Class'Mill'", 'Halt']],
    ])
  })

  test('objects are created inside the class, with values that differ from those of their class', async () => {
    const text = `class Mill extends Object;
defaultproperties
{
  Begin Object Class=Wheel Name=Big
    Count=9
    Rate=2
  End Object
  Other=Wheel'Big'
}
`
    // The class of the object comes after the class that contains it.
    const { pkg, warnings, list } = await build(
      { Mill: text, Wheel: 'class Wheel extends Object;\nvar localized string Say;\ndefaultproperties\n{\nRate=2\n}' },
      UE2,
    )
    expect(warnings).toEqual([])
    expect(await list('Mill')).toEqual([['Other', "Wheel'Mill.Big'"]])
    expect(await list('Mill.Big')).toEqual([['Count', 9]])
    // Public, for clients, servers and the editor; localized per object, since its class is localized.
    expect(pkg.find('Mill.Big')).toMatchObject({ className: 'Wheel', entry: { flags: 0x7_0104 } })
  })
})
