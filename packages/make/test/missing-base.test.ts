import { ObjectReader } from '@ukit/core'
import { verifyMake } from '@ukit/make'
import { compareClassText, provePackage } from '@ukit/script/analysis'
import { environmentOf } from '@ukit/script/compile'
import { loadWorld } from '@ukit/script/symbols'
import { expect, it } from 'vitest'
import { made, make, setOf } from './support/made.js'

const CORE = { Object: 'class Object native;\n' }

/** Far is missing in the end: Near extends its class, and the classes of Mod extend that of Near. */
async function modWithout() {
  const core = await made('Core', CORE)
  const far = await made('Far', { Tree: 'class Tree extends Object;\nvar int Age;\n' }, [core])
  const near = await made('Near', { Oak: 'class Oak extends Tree;\n' }, [core, far])
  const mod = {
    Acorn: 'class Acorn extends Oak;\nvar Bark B;\nfunction F() { Age = Age + 1; G(); }\n',
    Leaf: 'class Leaf extends Oak;\nfunction F() { Age = "x"; }\ndefaultproperties\n{\n  Age=3\n}\n',
    Stone: 'class Stone extends Object;\nvar int Age;\nfunction F() { Age = "x"; }\n',
  }
  return { core, near, mod }
}

it('a missing base package is one error, and the code of the classes that inherit from it is not checked', async () => {
  const { core, near, mod } = await modWithout()
  const { package: pkg, problems } = await make('Mod', mod, [core, near])
  expect(pkg).toBeUndefined()
  expect(problems.map(({ file, line, column, message }) => [file, line, column, message])).toEqual([
    [
      'Acorn.uc',
      ...[1, 1],
      'the package Far, which Near needs, was not found: what Acorn and 1 other class inherit from it is not known',
    ],
    ['Stone.uc', 3, 22, "Type mismatch in '=': string is not int"],
  ])
})

it('anyone who accepts that it is missing gets a warning, and the errors of the code', async () => {
  const { core, near, mod } = await modWithout()
  const { problems } = await make('Mod', { Leaf: 'class Leaf extends Oak;\n' }, [core, near], { allowMissing: true })
  expect(problems.map(({ severity, message }) => [severity, message])).toEqual([
    ['warning', 'the package Far, which Near needs, was not found: what Leaf inherits from it is not known'],
  ])
  const { problems: errors } = await make('Mod', { Acorn: mod.Acorn }, [core, near], { allowMissing: true })
  expect(errors.some(({ severity }) => severity === 'error')).toBe(true)
})

// The wiki's page on issues of the compiler.
it.each([
  [868, [], "'{' is not in a line of its own: the compiler of UE3 ignores these 'defaultproperties'"],
  [128, ['Age'], undefined],
])('default properties whose brace is beside the word, in version %i', async (version, names, warning) => {
  const text = 'class Mill extends Object;\nvar int Age;\ndefaultproperties {\n  Age=3\n}\n'
  const { package: core, problems } = await make('Core', { ...CORE, Mill: text }, [], { format: { version } })
  expect(problems.map(({ message }) => message)).toEqual(warning === undefined ? [] : [warning])
  if (core === undefined) throw new Error('there is no package')
  const reader = await ObjectReader.open(core, { packages: setOf([core]) })
  const { object } = (await reader.get(version === 868 ? 'Default__Mill' : 'Mill')) ?? {}
  expect(object?.properties.items.map(({ name }) => String(name))).toEqual(names)
})

it('what lacks a base is skipped, with its package, by prove, verify and compare alike', async () => {
  const core = await made('Core', {
    Object: `class Object native;
native(154) static final operator(24) bool == (int A, int B);
`,
  })
  const far = await made(
    'Far',
    {
      Tree: 'class Tree extends Object;\nenum EBark { BA_Rough, BA_Smooth };\nconst Rings = 7;\nvar EBark Bark;\nvar int Age;\n',
    },
    [core],
  )
  const mod = {
    // What the names mean is in Far: its text says other things without it.
    Leaf: `class Leaf extends Tree;
function bool Old() { return Age == Rings; }
function Grow() { Age = 2; }
`,
    Axe: `class Axe extends Object;
var int Edge;
function bool Sharp() { return Edge == 7; }
function bool Cuts(Tree T) { return T.Bark == BA_Smooth; }
`,
    // A type that is an enum looks like an object of a class.
    Saw: 'class Saw extends Object;\nvar EBark Last;\n',
    Stone: 'class Stone extends Object;\nvar int Size;\nfunction bool Big() { return Size == 9; }\n',
  }
  const pkg = await made('Mod', mod, [core, far])
  const packages = setOf([core])

  const proof = await provePackage(pkg, { packages })
  const names = (skips: readonly { readonly object: string; readonly package: string }[]) =>
    skips.map((one) => `${one.object}: ${one.package}`).sort()
  expect(proof.differences).toEqual([])
  expect(names(proof.skipped)).toEqual(['Axe.Cuts: Far', 'Leaf.Grow: Far', 'Leaf.Old: Far'])

  const world = await loadWorld([pkg], { packages })
  const env = environmentOf(pkg, world)
  const compared = Object.entries(mod).map(([name, text]) => {
    const symbol = world.class(name, 'Mod')
    if (symbol === undefined) throw new Error(`there is no class ${name}`)
    return compareClassText(env, symbol, text)
  })
  expect(compared.flatMap(({ differences }) => differences)).toEqual([])
  expect(names(compared.flatMap(({ skipped }) => skipped))).toEqual(['Axe.Cuts: Far', 'Leaf.Old: Far'])

  const verified = await verifyMake(pkg, { packages })
  expect(verified.differences).toEqual([])
  expect(verified.skipped.map((one) => `${one.class}: ${one.package}`).sort()).toEqual([
    'Axe: Far',
    'Leaf: Far',
    'Saw: Far',
  ])
  expect([verified.classes, verified.identicalClasses]).toEqual([1, 1])
})

// R6Weapons of Raven Shield spawns objects of classes that the R6Engine beside it does not have.
it('what a base of another revision lacks is skipped by prove and verify, too', async () => {
  const core = await made('Core', CORE)
  const oak = { Oak: 'class Oak extends Object;\nfunction Take(class<Oak> Kind) {}\n' }
  const full = await made('Far', { ...oak, Ash: 'class Ash extends Oak;\nvar int Age;\n' }, [core])
  const other = await made('Far', oak, [core])
  const mod = await made(
    'Mod',
    {
      Leaf: "class Leaf extends Oak;\nvar Ash A;\nfunction F() { Take(class'Ash'); }\nfunction G() { A.Age = 1; }\n",
      Stone: 'class Stone extends Oak;\nfunction F() {}\n',
    },
    [core, full],
  )
  expect(await provePackage(mod, { packages: setOf([core, full]) })).toMatchObject({ scripts: 3, identical: 3 })
  const proof = await provePackage(mod, { packages: setOf([core, other]) })
  expect(proof).toMatchObject({ scripts: 1, identical: 1, differences: [] })
  expect(proof.skipped).toEqual([
    { object: 'Leaf.F', package: 'Far' },
    { object: 'Leaf.G', package: 'Far' },
  ])
  expect(await verifyMake(mod, { packages: setOf([core, other]) })).toMatchObject({
    identicalClasses: 1,
    differences: [],
    skipped: [{ class: 'Leaf', package: 'Far' }],
  })
})
