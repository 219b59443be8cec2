import { ObjectReader } from '@ukit/core'
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
