import { Guid } from '@ukit/container'
import { ObjectReader, openPackage, PackageSet } from '@ukit/core'
import { buildPackage, createPackage, PackageEdit, removeObjects } from '@ukit/edit'
import { memorySource } from '@ukit/files'
import { buildFromSources, scriptTextOf, textChecksum, verifyMake } from '@ukit/make'
import { Class, type Field, FunctionField, State, Struct, StructProperty, VariableField } from '@ukit/objects/script'
import { describe, expect, test } from 'vitest'

const GUID = new Guid(1, 2, 3, 4)

const OBJECT = `class Object
  native;

const Sails = 4;
enum ETurn { T_Left, T_Right };
struct Spot { var() float X, Y; };

var const name Name;
var() ETurn Turn;
var(Place) private Spot At;
var array<string> Words;

native(129) static final preoperator bool ! (bool A);
native(150) static final operator(24) bool < (int A, int B);

function int Grind(int Sacks, optional out float Flour)
{
  local int Left;

  Left = Sacks;
  return Left;
}

state() Turning
{
  ignores Grind;

  function Stop() {}
Begin:
  Stop();
}

function Stop();

defaultproperties
{
}
`

const MILL = `class Mill extends Object
  abstract
  config(Mills);
var config int Age;
function Stop()
{
  Super.Stop();
  Age = Grind(Age);
}
`

async function built() {
  const edit = await createPackage({ name: 'Core', version: 69, guid: GUID })
  const sources = [
    { file: 'Mill.uc', text: MILL },
    { file: 'Object.uc', text: OBJECT },
  ]
  const { problems } = await buildFromSources({ edit, sources, bases: [edit.package], packages: new PackageSet() })
  expect(problems).toEqual([])
  return buildPackage(edit)
}

async function object<T>(path: string, type: abstract new () => T): Promise<T> {
  const pkg = await built()
  const read = await (await ObjectReader.open(pkg)).get(path)
  expect(read?.error).toBeUndefined()
  if (!(read?.object instanceof type)) throw new Error(`${path} is not there`)
  return read.object
}

/** Names of what an object declares, in the order of its list. */
async function declared(path: string): Promise<string[]> {
  const pkg = await built()
  const reader = await ObjectReader.open(pkg)
  const found = await reader.get(path)
  const names: string[] = []
  let next = found?.object instanceof Struct ? found.object.children : null
  while (next !== null) {
    const at = pkg.exports.find((one) => one === next)
    if (at === undefined) throw new Error('not an export')
    names.push(at.name)
    next = ((await reader.read(at)).object as Field).next
  }
  return names
}

test('functions are in reverse order of the text, then variables with types in between', async () => {
  expect(await declared('Object')).toEqual([
    'Stop',
    'Turning',
    'Grind',
    'Less_IntInt',
    'Not_PreBool',
    'Name',
    'Turn',
    'At',
    'Words',
    'Spot',
    'ETurn',
    'Sails',
  ])
  expect(await declared('Object.Grind')).toEqual(['Sacks', 'Flour', 'ReturnValue', 'Left'])
})

describe('the objects of a class', () => {
  test('have the flags of its modifiers, its package and its ini file', async () => {
    const mill = await object('Mill', Class)
    // Abstract, compiled, config, parsed.
    expect(mill.classFlags).toBe(0x17)
    expect(`${mill.configName}`).toBe('Mills')
    expect(mill.packageImports.map(String)).toEqual(['Core'])
    expect(mill.dependencies.map(({ scriptTextCrc }) => scriptTextCrc)).toEqual([
      textChecksum(scriptTextOf(MILL)),
      textChecksum(scriptTextOf(OBJECT)),
    ])
    expect([mill.line, mill.textPosition, mill.labelTableOffset]).toEqual([-1, -1, 0xffff])
  })

  test('variables have a category, and private ones are not public', async () => {
    expect(`${(await object('Object.Turn', VariableField)).category}`).toBe('Object')
    expect(`${(await object('Object.At', VariableField)).category}`).toBe('Place')
    expect(`${(await object('Object.Name', VariableField)).category}`).toBe('None')
    const pkg = await built()
    expect(pkg.find('Object.At')).toMatchObject({ entry: { flags: 0x7_0000 } })
    expect(pkg.find('Object.Turn')).toMatchObject({ entry: { flags: 0x7_0004 } })
  })

  test('functions have the position where their code begins, and operators their precedence', async () => {
    const grind = await object('Object.Grind', FunctionField)
    const text = scriptTextOf(OBJECT)
    expect(grind.textPosition).toBe(text.indexOf('Left = Sacks'))
    expect(grind.line).toBe(20)
    const less = await object('Object.Less_IntInt', FunctionField)
    expect([less.nativeIndex, less.precedence, less.flags, `${less.friendlyName}`]).toEqual([150, 24, 0x3401, '<'])
  })

  test('a state has stubs for the functions that it ignores, and its table of labels', async () => {
    const state = await object('Object.Turning', State)
    expect(state.stateFlags).toBe(1)
    expect(state.labelTableOffset % 4).toBe(0)
    const stub = await object('Object.Turning.Grind', FunctionField)
    expect(stub.script.tokens.length).toBe(1)
    expect(await declared('Object.Turning.Grind')).toEqual(['Sacks', 'Flour', 'ReturnValue'])
  })
})

test('a package that was built verifies as the result of its own text', async () => {
  const verified = await verifyMake(await built())
  expect(verified.differences).toEqual([])
  expect(verified).toMatchObject({ classes: 2, identicalClasses: 2, problems: [] })
})

describe('additions of patch 469 of UT99', () => {
  const HOPPER = `class Hopper extends Object;
struct Link { var Link Next; };
var Mill Wind[2];
var array<Hopper,4> Near;
function Pour()
{
  local string Sails[ArrayCount(Wind[0].Arms)];
  Near[0].Pour();
}
`
  const sourcesOf = (objects: string) => [
    { file: 'Hopper.uc', text: HOPPER },
    { file: 'Mill.uc', text: 'class Mill extends Object;\nvar string Arms[7];\n' },
    { file: 'Object.uc', text: objects },
  ]

  async function hopper() {
    const edit = await createPackage({ name: 'Core', version: 69, guid: GUID })
    const bases = { bases: [edit.package], packages: new PackageSet() }
    expect((await buildFromSources({ edit, sources: sourcesOf(OBJECT), ...bases })).problems).toEqual([])
    return ObjectReader.open(await buildPackage(edit))
  }

  test('the length of an array is a constant of a different class, on which the class then depends', async () => {
    const reader = await hopper()
    expect((await reader.get('Hopper.Pour.Sails'))?.object).toMatchObject({ arrayDim: 7 })
    const of = (await reader.get('Hopper'))?.object
    if (!(of instanceof Class)) throw new Error('Hopper is not there')
    const names = of.dependencies.map(({ class: one }) => `${one}`)
    expect(names).toEqual(["Class'Hopper'", "Class'Object'", "Class'Mill'", "Class'Hopper'"])
  })

  test('a list may have a size, which it keeps as a property', async () => {
    const near = await (await hopper()).get('Hopper.Near')
    if (!(near?.object instanceof VariableField)) throw new Error('Near is not there')
    expect(near.object.properties.items.map(({ label, value }) => [label, value])).toEqual([['0', 4]])
  })

  test('a struct may contain itself', async () => {
    const next = await (await hopper()).get('Hopper.Link.Next')
    expect(`${next?.object instanceof StructProperty ? next.object.struct : ''}`).toBe("Struct'Hopper.Link'")
  })
})

describe('special cases of verification', () => {
  test('a package under a different file name is verified under the name that it was compiled with', async () => {
    const image = await (await built()).image.slice(0, (await built()).image.byteLength)
    const renamed = await openPackage(memorySource(image), { fileName: '0123456789ABCDEF.uxx' })
    const verified = await verifyMake(renamed)
    expect(verified).toMatchObject({ classes: 2, identicalClasses: 2, differences: [] })
  })

  test('packages without classes, and classes without text, are reported', async () => {
    const empty = await createPackage({ name: 'Empty', version: 69, guid: GUID })
    const nothing = { classes: 0, identicalClasses: 0, identical: false }
    expect(await verifyMake(await buildPackage(empty))).toMatchObject({ ...nothing, unverified: 'no classes' })
    const edit = await PackageEdit.open(await built())
    const texts = edit.exports.filter(({ className }) => className === 'TextBuffer')
    await removeObjects(edit, texts, { clearReferences: true })
    expect(await verifyMake(await buildPackage(edit))).toMatchObject({ ...nothing, unverified: 'no text' })
  })
})

test('a text that does not compile is reported with its file and line, and the rest is built', async () => {
  const edit = await createPackage({ name: 'Core', version: 69, guid: GUID })
  const sources = [
    { file: 'Object.uc', text: OBJECT },
    { file: 'Mill.uc', text: MILL.replace('Grind(Age)', 'Grnd(Age)') },
  ]
  const { problems } = await buildFromSources({ edit, sources, bases: [edit.package], packages: new PackageSet() })
  expect(problems).toMatchObject([
    { severity: 'error', file: 'Mill.uc', line: 8, message: expect.stringContaining("'Grnd'") },
  ])
})

describe('the text that a package keeps', () => {
  test('ends before the default properties, and each line ends with CR LF', () => {
    expect(scriptTextOf('class A;\n\r\nvar int B;\ndefaultproperties\n{\n}\n')).toBe('class A;\r\n\r\nvar int B;\r\n')
    expect(scriptTextOf('class A;')).toBe('class A;\r\n')
    const commented = 'class A;\r\n/* "\r\ndefaultproperties\r\n*/ // /*\r\nvar int B;\r\n'
    const nested = 'class A;\r\n/*\r\n/* */\r\ndefaultproperties\r\n*/\r\n'
    expect(scriptTextOf(`${nested}defaultproperties\r\n{\r\n}`)).toBe(nested)
    expect(scriptTextOf(`${commented}DefaultProperties\r\n{\r\n}`)).toBe(commented)
  })

  // CRC-32/BZIP2 of the UTF-16 text, computed bit by bit by a different program.
  test.each([
    ['class Mill extends Actor;\r\n', 0x2d0c_5de5],
    ['é€\r\n', 0x8982_9962],
  ])('has the checksum of CRC-32/BZIP2 over its 16-bit characters: %j', (text, checksum) => {
    expect(textChecksum(text)).toBe(checksum)
  })
})
