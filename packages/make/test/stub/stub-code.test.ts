import { Guid } from '@ukit/container'
import { openPackage, type Package, PackageSet } from '@ukit/core'
import { buildImage, createPackage } from '@ukit/edit'
import { memorySource } from '@ukit/files'
import { buildFromSources, stubPackage, verifyMake } from '@ukit/make'
import { loadWorld, typeName } from '@ukit/script/symbols'
import { expect, test } from 'vitest'
import { CODE, describeCorpus, openCorpus } from '../../../../testing/corpus.js'

const GUID = new Guid(1, 2, 3, 4)

const CORE = {
  Object: `class Object native;
struct Vector { var float X, Y, Z; };
var native const name Name;
native(112) static final operator(40) string $ (coerce string A, coerce string B);
native(119) static final operator(26) bool != (Object A, Object B);
native(146) static final operator(20) int + (int A, int B);
`,
  Subsystem: 'class Subsystem extends Object;\nvar int Level;\nfunction Shut();\n',
}

/** The package that is missing later. */
const LIB = {
  Item: `class Item extends Object;
var Item Next;
var Panel Owner;
var int Sizes[4];
function int Count(optional bool bAll) { return 1; }
function Item Last() { return Next; }
`,
  Panel: `class Panel extends Subsystem;
var Panel Parent;
var Knob Chosen;
var string Title;
function bool Notify(Panel From, byte What) { return false; }
function Show(coerce string Text) {}
function Panel Add(class<Panel> Of, optional Object Data) { return None; }
function Subsystem Root() { return None; }
`,
  Knob: 'class Knob extends Panel;\nvar vector Place;\nfunction Press() {}\nfunction Paint(Item Of, float At) {}\n',
  Frame: 'class Frame extends Panel;\nfunction Close() {}\n',
}

const MOD = {
  Row: `class Row extends Item;
var int Marks;
function int Sum() { return Row(Next).Marks + Sizes[3] + Count(); }
`,
  Menu: `class Menu extends Frame;
var Row First;
var Knob Accept;
var Frame Around;
function bool Notify(Panel From, byte What)
{
  switch (From)
  {
    case Accept:
      Accept.Press();
      break;
    case Around:
      Around.Close();
      break;
  }
  return Super.Notify(From, What);
}
function int Rows()
{
  Show(First.Count(true));
  Show("rows" $ First.Last().Owner.Title);
  return First.Count() + First.Last().Count();
}
function Test(Menu Other)
{
  local vector V;
  Accept = Knob(Add(class'Knob', None));
  Around = Frame(Add(class'Menu', First));
  Add(class'Menu');
  V = Accept.Place;
  Accept.Paint(First, 1.5);
  Other.Chosen.Paint(None, 2);
  Other.Chosen.Press();
  Root().Shut();
  Root().Level = 1;
  if (Root() != None)
    Other.Parent.Parent.Show(V.X);
}
`,
}

async function compiled(name: string, texts: object, packages: Readonly<Record<string, Package>>): Promise<Package> {
  const edit = await createPackage({ name, version: 69, guid: GUID })
  const sources = Object.entries(texts).map(([of, text]) => ({ file: `${of}.uc`, text: String(text) }))
  const bases = Object.values(packages)
  const { problems } = await buildFromSources({
    edit,
    sources,
    bases: bases.length === 0 ? [edit.package] : bases,
    packages: new PackageSet((of) => packages[of]),
  })
  expect(problems).toEqual([])
  const image = await buildImage(edit)
  return openPackage(memorySource(await image.slice(0, image.byteLength)), { fileName: `${name}.u` })
}

/** Makes a stub from what users need, and compiles the text of one against it. */
async function against(user: Package, name: string, packages: (name: string) => Promise<Package | undefined>) {
  const others = new PackageSet((of) => (of.toLowerCase() === name.toLowerCase() ? undefined : packages(of)))
  const { edit } = await stubPackage([user], name, GUID, { packages: others })
  const image = await buildImage(edit)
  const bytes = await image.slice(0, image.byteLength)
  const { game } = edit.package
  const stub = await openPackage(memorySource(bytes), { fileName: `${name}.u`, game: game.id })
  const withStub = new PackageSet(async (of) => (of.toLowerCase() === name.toLowerCase() ? stub : packages(of)))
  const { problems, classes } = await verifyMake(user, { packages: withStub })
  const errors = problems.filter(({ severity }) => severity === 'error')
  return { stub, classes, errors: errors.map(({ className, line, message }) => `${className}(${line}) ${message}`) }
}

test('code compiles against a stub, whose classes and types are what the code shows', async () => {
  const Core = await compiled('Core', CORE, {})
  const Lib = await compiled('Lib', LIB, { Core })
  const mod = await compiled('Mod', MOD, { Core, Lib })
  const known: Record<string, Package> = { Core }
  const { stub, errors, classes } = await against(mod, 'Lib', async (name) => known[name])
  expect([errors, classes]).toEqual([[], 2])
  const world = await loadWorld([stub], { packages: new PackageSet((name) => known[name]) })
  const classOf = (name: string) => world.class(name, 'Lib')
  expect(['Knob', 'Frame'].map((name) => classOf(name)?.super?.name)).toEqual(['Panel', 'Panel'])
  const types = (name: string, of: string) =>
    classOf(name)
      ?.functions.get(of)
      ?.parameters.map(({ type }) => typeName(type))
  expect(types('Panel', 'notify')).toEqual(['Panel', 'byte'])
  expect(types('Panel', 'show')).toEqual(['string'])
  expect(classOf('Item')?.variables.get('sizes')).toMatchObject({ dimension: 4, type: { kind: 'int' } })
  // What shows nothing of its own: the class that has what is called on it.
  const root = classOf('Panel')?.functions.get('root') ?? classOf('Frame')?.functions.get('root')
  expect(root?.returnValue?.type).toMatchObject({ kind: 'object', class: { name: 'Subsystem' } })
})

describeCorpus('the text of a real package, compiled against a stub', () => {
  const beside = (folder: string) => async (name: string) => {
    const row = CODE.find(({ path }) => path.toLowerCase() === `code/${folder}/${name}.u`.toLowerCase())
    return row === undefined ? undefined : openCorpus(row.path)
  }

  test.each([
    ['code/ut99/relics.u', 'Botpack'],
    ['code/ut99/de.u', 'Botpack'],
    ['code/ut99/UTServerAdmin.u', 'Botpack'],
  ])('%s has no errors without %s', async (path, name) => {
    const { errors } = await against(await openCorpus(path), name, beside('ut99'))
    expect(errors).toEqual([])
  })

  test('UBrowser without UWindow only lacks the names of enum values', async () => {
    const { errors } = await against(await openCorpus('code/ut99/UBrowser.u'), 'UWindow', beside('ut99'))
    expect(errors.filter((error) => !/'(?:F|DE|TA|MR)_\w+': Bad command/.test(error))).toEqual([])
  })
})
