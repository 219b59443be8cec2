import { ObjectReader, openPackage, type Package } from '@ukit/core'
import { buildImage, PackageEdit } from '@ukit/edit'
import { memorySource } from '@ukit/files'
import { diffPackages } from '@ukit/inspect'
import { replaceClass } from '@ukit/make'
import { Class, FunctionField, TextBuffer, Token } from '@ukit/objects/script'
import { MetaData } from '@ukit/objects/ue3'
import { definedMacros } from '@ukit/script/syntax'
import { describe, expect, test } from 'vitest'
import { describeCorpus, openCorpus, packagesBeside } from '../../../testing/corpus.js'
import { made, read, setOf } from './support/made.js'
import { classTextWithDefaults } from './support/text-with-defaults.js'

const CORE = {
  Object: 'class Object native;\nnative(146) static final operator(20) int + (int A, int B);\n',
  Component: 'class Component extends Object;\nvar float Radius;\n',
  Interface: 'class Interface extends Object;\n',
}

const MILL = `class Mill extends Object;

struct Sack
{
  var int Weight;
};

/** How old it is. */
var() int Age;
/** What it carries. */
var() array<Sack> Load;
var array<Component> Parts;

function int Grind(int Weight)
{
  return Weight + Age;
}
`

const VALUES = `defaultproperties
{
  Begin Object Class=Component Name=Wheel
    Radius=3
  End Object
  Begin Object Class=Component Name=Door
  End Object
  Begin Object Class=Object Name=Lamp
  End Object
  Age=70
  Load(0)=(Weight=5)
  Parts(0)=Wheel
  Parts(1)=Door
}
`

const TOWER = 'class Tower extends Mill;\nvar Mill Next;\ndefaultproperties\n{\n  Age=100\n}\n'

/** A package of UE3 whose Tower extends its Mill. */
async function mills(): Promise<{ pkg: Package; packages: ReturnType<typeof setOf> }> {
  const core = await made('Core', CORE, [], { format: { version: 868 } })
  const pkg = await made('Town', { Mill: MILL + VALUES, Tower: TOWER }, [core], { format: undefined })
  return { pkg: await inMemory(await PackageEdit.open(pkg)), packages: setOf([core]) }
}

async function inMemory(edit: PackageEdit): Promise<Package> {
  const image = await buildImage(edit)
  const source = memorySource(await image.slice(0, image.byteLength))
  return openPackage(source, { fileName: `${edit.name}.u`, game: edit.package.game.id })
}

/** The package with a class replaced, and the results. */
async function replaced(text: string) {
  const { pkg, packages } = await mills()
  const edit = await PackageEdit.open(pkg, { packages })
  const { added, removed } = await replaceClass(edit, text, { packages })
  return { pkg, after: await inMemory(edit), added, removed }
}

async function changedPaths(before: Package, after: Package): Promise<string[]> {
  const { objects, functions, texts, exports } = await diffPackages(before, after)
  const paths = [...objects, ...functions, ...texts, ...exports.added, ...exports.removed].map(({ path }) => path)
  return [...new Set(paths)].sort()
}

async function propertiesOf(pkg: Package, path: string): Promise<unknown[]> {
  const found = await (await ObjectReader.open(pkg)).get(path)
  return found?.object.properties.items.map(({ label, value }) => [label, typeof value === 'object' ? '' : value]) ?? []
}

/** The remarks for the editor: `Mill.Age ToolTip=…`. */
async function remarksOf(pkg: Package): Promise<string[]> {
  const { entries } = await read(pkg, 'MetaData', MetaData)
  return entries.flatMap(({ owner, values }) => {
    const path = pkg.exports.find((one) => one === owner)?.path
    return values.map(({ key, value }) => `${path} ${key}=${value.text}`)
  })
}

describe('a class of UE3 that is replaced', () => {
  test.each([
    ['its own text', MILL],
    ['its own text with its default properties', MILL + VALUES],
  ])('by %s is unchanged, to the last byte of the package', async (_, text) => {
    const { pkg, after, added, removed } = await replaced(text)
    expect([added, removed]).toEqual([[], []])
    const [was, is] = await Promise.all([pkg, after].map(({ image }) => image.slice(0, image.byteLength)))
    expect(Buffer.compare(Buffer.from(was ?? []), Buffer.from(is ?? []))).toBe(0)
  })

  test('keeps its default properties if its text has none', async () => {
    const { pkg, after } = await replaced(MILL.replace('Weight + Age', 'Age + Weight'))
    expect(await changedPaths(pkg, after)).toEqual(['Mill.Grind', 'Mill.ScriptText'])
    const { defaultObject } = await read(after, 'Mill', Class)
    expect(String(defaultObject)).toBe("Mill'Default__Mill'")
    expect(after.exports.filter(({ name }) => name === 'Default__Mill')).toHaveLength(1)
  })

  test('has the values and objects of its text, and loses the others', async () => {
    const values = `
defaultproperties
{
  Begin Object Class=Component Name=Wheel
    Radius=4
  End Object
  Begin Object Class=Component Name=Roof
  End Object
  Age=70
  Parts(0)=Wheel
  Parts(1)=Roof
}
`
    const { after, added, removed } = await replaced(MILL + values)
    // Tower, which is not compiled again, derives its Door from that of Mill.
    expect([added, removed]).toEqual([['Default__Mill.Roof'], ['Default__Mill.Lamp']])
    expect(await propertiesOf(after, 'Default__Mill')).toEqual([
      ['Age', 70],
      ['Parts', ''],
    ])
    expect(await propertiesOf(after, 'Default__Mill.Wheel')).toEqual([['Radius', 4]])
    expect((await read(after, 'Mill', Class)).components.map((row) => row.name.toString())).toEqual(['Wheel', 'Roof'])
    expect(await propertiesOf(after, 'Default__Tower')).toEqual([
      ['Age', 100],
      ['Parts', ''],
    ])
  })

  test('has remarks for new variables and changed comments, and none for what was removed', async () => {
    const text = MILL.replace('old it is', 'many years it has').replace('/** What', 'var int Height;\n/** What')
    expect(await remarksOf((await replaced(text)).after)).toEqual([
      'Mill.Sack.Weight OrderIndex=16580608',
      'Mill.Age ToolTip=How many years it has.',
      'Mill.Age OrderIndex=16580609',
      'Mill.Height OrderIndex=16580610',
      'Mill.Load ToolTip=What it carries.',
      'Mill.Load OrderIndex=16580611',
      'Mill.Parts OrderIndex=16580612',
      'Tower.Next OrderIndex=16515072',
    ])
    const less = MILL.replace('/** What it carries. */\nvar() array<Sack> Load;\n', '')
    expect((await remarksOf((await replaced(less)).after)).filter((one) => one.startsWith('Mill.Load'))).toEqual([])
  })

  test('has a default object with the components of its super if it is new', async () => {
    const { pkg, after, added } = await replaced('class Barn extends Mill;\nvar int Cows;\n')
    expect([...added].sort()).toEqual([
      'Barn',
      'Barn.Cows',
      'Barn.ScriptText',
      'Default__Barn',
      'Default__Barn.Door',
      'Default__Barn.Wheel',
    ])
    expect(after.exports.find(({ path }) => path === 'Default__Barn')?.archetype?.path).toBe('Default__Mill')
    expect((await changedPaths(pkg, after)).filter((path) => !/Barn/.test(path))).toEqual(['MetaData'])
    expect(after.imports.map(String)).toEqual(pkg.imports.map(String))
  })
})

describe('the macros of a text', () => {
  const WITH = MILL.replace('return Weight + Age', '`Grinding(Weight)')

  /** The codes of a token and of those in it. */
  function codesOf({ op, operands }: Token): unknown[] {
    return [op, ...operands.map((one) => (one instanceof Token ? codesOf(one) : typeof one))]
  }

  async function textOf(pkg: Package): Promise<string> {
    return String((await read(pkg, 'Mill.ScriptText', TextBuffer)).text)
  }

  test('are replaced as make replaces them: its own, and those that are given', async () => {
    const { pkg, packages } = await mills()
    const own = await PackageEdit.open(pkg, { packages })
    await replaceClass(own, `\`define Grinding(w) return \`w + Age\n${WITH}`, { packages })
    const around = await PackageEdit.open(pkg, { packages })
    const defined = definedMacros(['`define Grinding(w) return `w + Age\n'])
    await replaceClass(around, WITH, { packages, macros: () => ({ defined }) })
    for (const edit of [own, around]) {
      const after = await inMemory(edit)
      expect(await textOf(after)).toMatch(/return Weight *\+ Age;/)
      const tokensOf = async (of: Package) => (await read(of, 'Mill.Grind', FunctionField)).script.tokens.map(codesOf)
      expect(await tokensOf(after)).toEqual(await tokensOf(pkg))
    }
  })

  test('do not move the place of a mistake', async () => {
    const { pkg, packages } = await mills()
    const edit = await PackageEdit.open(pkg, { packages })
    const text = `\`define Grinding(w) return \`w + \\\n  Age\n${WITH}function Stop()\n{\n  Ago = 3;\n}\n`
    const error: unknown = await replaceClass(edit, text, { packages }).catch((thrown: unknown) => thrown)
    const line = text.slice(0, text.indexOf('Ago')).split('\n').length
    expect(error).toMatchObject({ problems: [{ line, column: 3 }] })
  })
})

describeCorpus('a class of a package of UDK', () => {
  test.each([
    ['UDKBase', 'UDKVehicle'],
    ['IpDrv', 'OnlineTitleFileDownloadBase'],
    ['GFxUI', 'GFxMoviePlayer'],
  ])('%s: %s replaced by its text and decompiled default properties is unchanged', async (name, className) => {
    const pkg = await inMemory(await PackageEdit.open(await openCorpus(`code/udk-868/${name}.u`)))
    const packages = packagesBeside(`code/udk-868/${name}.u`)
    const text = await classTextWithDefaults(pkg, className, packages)
    const edit = await PackageEdit.open(pkg, { packages })
    await replaceClass(edit, text, { packages })
    const [was, is] = await Promise.all(
      [pkg, await inMemory(edit)].map(({ image }) => image.slice(0, image.byteLength)),
    )
    expect(Buffer.compare(Buffer.from(was ?? []), Buffer.from(is ?? []))).toBe(0)
  })
})
