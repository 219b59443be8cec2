import { Guid } from '@ukit/container'
import { ObjectReader, openPackage, type Package, PackageSet } from '@ukit/core'
import { folderPackages } from '@ukit/core/node'
import { buildImage, buildPackage, createPackage, PackageEdit, setProperty } from '@ukit/edit'
import { memorySource } from '@ukit/files'
import { diffPackages } from '@ukit/inspect'
import { BuildError, buildFromSources, replaceClass } from '@ukit/make'
import { classText } from '@ukit/script/analysis'
import { loadWorld } from '@ukit/script/symbols'
import { describe, expect, test } from 'vitest'
import { corpusPath, describeCorpus, openCorpus } from '../../../testing/corpus.js'

const OBJECT = `class Object native;
native(129) static final preoperator bool ! (bool A);
native(146) static final operator(20) int + (int A, int B);
`

const MILL = `class Mill extends Object;

var int Sacks;
var int Age;

function int Grind(int Weight)
{
  return Weight + Age;
}

function int Rest()
{
  return Sacks;
}
`

const WHEEL = `class Wheel extends Mill;

function Turn()
{
  Age = Grind(Sacks);
}
`

/** A package of three classes, as read from a file. */
async function mills(): Promise<Package> {
  const edit = await createPackage({ name: 'Core', version: 69, guid: new Guid(1, 2, 3, 4) })
  const sources = Object.entries({ Object: OBJECT, Mill: MILL, Wheel: WHEEL }).map(([name, text]) => ({
    file: `${name}.uc`,
    text,
  }))
  const { problems } = await buildFromSources({ edit, sources, bases: [edit.package], packages: new PackageSet() })
  expect(problems).toEqual([])
  return inMemory(edit)
}

async function inMemory(edit: PackageEdit): Promise<Package> {
  const image = await buildImage(edit)
  const source = memorySource(await image.slice(0, image.byteLength))
  return openPackage(source, { fileName: `${edit.name}.u`, game: edit.package.game.id })
}

/** Paths of the objects that differ. */
async function changedPaths(before: Package, after: Package): Promise<string[]> {
  const { objects, functions, texts, exports } = await diffPackages(before, after)
  const paths = [...objects, ...functions, ...texts, ...exports.added, ...exports.removed].map(({ path }) => path)
  return [...new Set(paths)].sort()
}

describe('a text that make refuses is refused too', () => {
  const refused = async (text: string, file = 'Mill.uc') => {
    const edit = await PackageEdit.open(await mills())
    const error = await replaceClass(edit, text, { file }).catch((one: unknown) => one)
    return error instanceof BuildError ? error.message : error
  }

  test.each([
    ['var confg int A;', "Mill.uc(3) : Error, Unrecognized type 'confg'; did you mean 'config'?"],
    ['var int A;\nvar int A;', "Mill.uc(4) : Error, Variable declaration: 'A' already defined"],
    ['native(99999) final function F();', "Mill.uc(3) : Error, Bad native function number '99999': expected 0 to 4095"],
    [
      'defaultproperties\n{\n}\nfunction F() {}',
      "Mill.uc(6) : Error, Unexpected 'function' after 'defaultproperties': nothing there is compiled",
    ],
    ['var const int A;\nfunction F() { A = 1; Sacks = Agee; }', "Mill.uc(4) : Error, Can't assign Const variables"],
  ])('%j', async (code, first) => {
    const message = await refused(`class Mill extends Object;\nvar int Sacks;\n${code}\n`)
    expect(String(message).split('\n')[0]).toBe(first)
  })

  test('with all that is wrong, in the file whatever it is called', async () => {
    const code = 'var int Sacks;\nvar Nobody A;\nfunction F() { Sacks = Agee; }\n'
    expect(await refused(`class Mill extends Object;\n${code}`, 'new.txt')).toBe(
      "new.txt(3) : Error, Unrecognized type 'Nobody'\nnew.txt(4) : Error, 'Agee': Bad command or expression",
    )
  })

  test('and what only looks wrong is said', async () => {
    const edit = await PackageEdit.open(await mills())
    const { warnings } = await replaceClass(edit, MILL.replace('return Sacks;', 'Sacks = 1;'))
    expect(warnings.map(({ line, message }) => [line, message])).toEqual([[11, 'Rest: Missing return value']])
  })
})

describe('a class that is replaced', () => {
  test('by its own text is unchanged, to the last byte of the package', async () => {
    const pkg = await mills()
    const edit = await PackageEdit.open(pkg)
    const replaced = await replaceClass(edit, MILL)
    expect(replaced).toEqual({ className: 'Mill', isNew: false, added: [], removed: [], warnings: [] })
    expect((await diffPackages(pkg, await inMemory(edit))).identical).toBe(true)
  })

  test('by one with a changed function differs in that function, and in its text', async () => {
    const pkg = await mills()
    const edit = await PackageEdit.open(pkg)
    await replaceClass(edit, MILL.replace('return Sacks;', 'return Age;'))
    const after = await inMemory(edit)
    expect(await changedPaths(pkg, after)).toEqual(['Mill', 'Mill.Rest', 'Mill.ScriptText'])
    expect(after.exports.map(({ path }) => path)).toEqual(pkg.exports.map(({ path }) => path))
  })

  test('keeps the indices of its members when some are added, since others use them', async () => {
    const pkg = await mills()
    const edit = await PackageEdit.open(pkg)
    const text = MILL.replace('var int Sacks;', 'var int Doors;\nvar int Sacks;').concat(
      'function int Open()\n{\n  return Doors + Grind(2);\n}\n',
    )
    const replaced = await replaceClass(edit, text)
    expect([...replaced.added].sort()).toEqual(['Mill.Doors', 'Mill.Open', 'Mill.Open.ReturnValue'])
    const after = await inMemory(edit)
    for (const [index, { path }] of pkg.exports.entries()) expect(after.exports[index]?.path).toBe(path)
    expect((await changedPaths(pkg, after)).filter((path) => path.startsWith('Wheel'))).toEqual([])
  })

  test('loses members that its text no longer declares', async () => {
    const edit = await PackageEdit.open(await mills())
    const text = MILL.slice(0, MILL.indexOf('function int Rest'))
    expect([...(await replaceClass(edit, text)).removed].sort()).toEqual(['Mill.Rest', 'Mill.Rest.ReturnValue'])
    const after = await buildPackage(edit)
    expect(after.find('Mill.Rest')).toBeUndefined()
    expect(after.find('Wheel.Turn')).toBeDefined()
  })

  test('must not lose members that another class uses: the message says which', async () => {
    const edit = await PackageEdit.open(await mills())
    const text = MILL.replaceAll('Sacks', 'Bags')
    await expect(replaceClass(edit, text)).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringMatching(/Mill\.Sacks: other objects refer to .*Function'Wheel\.Turn'/),
    })
  })

  test('may use results of an earlier edit in the same transaction', async () => {
    const edit = await PackageEdit.open(await mills())
    await setProperty(edit, edit.export('Mill'), 'Age:int', '80')
    await replaceClass(edit, 'class Door extends Mill;\nvar Mill House;\n')
    await replaceClass(edit, 'class Key extends Object;\nfunction int Fits(Door D)\n{\n  return D.House.Sacks;\n}\n')
    const after = await buildPackage(edit)
    expect(after.find('Door')).toMatchObject({ className: 'Class' })
    expect(after.find('Key.Fits.D')).toMatchObject({ className: 'ObjectProperty' })
  })

  test('keeps its default properties, unless its text has others', async () => {
    const pkg = await mills()
    const edit = await PackageEdit.open(pkg)
    await setProperty(edit, edit.export('Mill'), 'Age:int', '80')
    await replaceClass(edit, MILL.replace('Weight + Age', 'Age + Weight'))
    const defaults = async () => {
      const mill = await (await ObjectReader.open(await inMemory(edit))).get('Mill')
      return mill?.object.properties.items.map(({ name, value }) => [`${name}`, value])
    }
    expect(await defaults()).toEqual([['Age', 80]])
    await replaceClass(edit, `${MILL}\ndefaultproperties\n{\n  Sacks=7\n}\n`)
    expect(await defaults()).toEqual([['Sacks', 7]])
  })
})

describe('a text that cannot be compiled', () => {
  test('is refused with file and line of everything that is wrong', async () => {
    const edit = await PackageEdit.open(await mills())
    const text = MILL.replace('Weight + Age', 'Wight + Age').replace('return Sacks', 'return Saks')
    const error: unknown = await replaceClass(edit, text, { file: 'Mill.uc' }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(BuildError)
    const { message } = error instanceof BuildError ? error : { message: '' }
    expect(message).toMatch(/^Mill\.uc\(13\) : Error, .*'Saks'.*\nMill\.uc\(8\) : Error, .*'Wight'/)
  })

  test('is refused if it breaks off, or declares no class', async () => {
    const edit = await PackageEdit.open(await mills())
    await expect(replaceClass(edit, 'class Mill extends Object;\nfunction Rest( {')).rejects.toThrow(
      /^Mill\.uc\(2\) : Error/,
    )
    await expect(replaceClass(edit, '// nothing')).rejects.toThrow(/expected a class declaration, found none/)
  })
})

describeCorpus('a class of a real package', () => {
  const files = [
    ['code/ut99/UWeb.u', 'WebConnection'],
    ['code/ut2004/XPickups.u', 'ShieldPickup'],
  ] as const
  test.each(files)('%s: %s replaced by its own text is unchanged', async (path, name) => {
    const pkg = await openCorpus(path)
    const folder = path.slice(0, path.lastIndexOf('/'))
    const found = await folderPackages([corpusPath(folder)])
    const packages = new PackageSet((other) => found.package(other))
    const base = await loadWorld([pkg], { packages })
    const symbol = base.class(name, pkg.name)
    const text = symbol && (await classText(symbol, base, await ObjectReader.open(pkg)))
    if (text === undefined) throw new Error(`${name} has no text`)
    const edit = await PackageEdit.open(pkg)
    expect(await replaceClass(edit, text, { packages, base })).toMatchObject({ added: [], removed: [] })
    const after = await inMemory(edit)
    const same = await diffPackages(pkg, after)
    expect(same.identical).toBe(true)
    await found.close()
  })
})
