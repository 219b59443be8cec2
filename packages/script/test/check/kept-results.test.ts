import { Guid } from '@ukit/container'
import type { Package } from '@ukit/core'
import { buildPackage, createPackage, importAt } from '@ukit/edit'
import { KeptResults } from '@ukit/script/analysis'
import { loadWorld } from '@ukit/script/symbols'
import { parseSource } from '@ukit/script/syntax'
import { expect, test } from 'vitest'

const TOWER = 'class Tower extends Mill;\nfunction Turn() { Grind(); }\n'
const MILL = 'class Mill;\nvar int Sacks;\nfunction Grind() { Sacks = 3; }\ndefaultproperties\n{\n\tSacks=3\n}\n'

async function round(kept: KeptResults<string>, texts: readonly ReturnType<typeof parseSource>[], around: Package[]) {
  const sources = texts.map(({ file }) => ({ packageName: 'Town', file }))
  kept.begin(texts, await loadWorld(around, { sources }), undefined)
}

/** Whether the result kept for the tower remains when the mill has changed. */
async function isKept(after: string, before = MILL): Promise<boolean> {
  const kept = new KeptResults<string>()
  const tower = parseSource(TOWER)
  await round(kept, [parseSource(before), tower], [])
  kept.keep(tower, 'as it was')
  await round(kept, [parseSource(after), tower], [])
  return kept.of(tower) === 'as it was'
}

/** A package that refers to classes of other packages. */
async function packageWith(...imports: readonly string[]): Promise<Package> {
  const edit = await createPackage({ name: 'Core', version: 69, guid: new Guid(1, 2, 3, 4) })
  for (const path of imports) importAt(edit, path, 'Core.Class')
  return buildPackage(edit)
}

test.each([
  ['nothing', MILL],
  ['the body of a function', MILL.replace('Sacks = 3;', 'local int A; A = 4; Sacks = A;')],
  ['comments and blanks', `/* The mill. */ ${MILL.replace('var int', 'var  int // many\n')}`],
  ['default properties', MILL.replace('Sacks=3', 'Sacks=5')],
])('the results of other classes are kept when %s changes', async (_, after) => {
  expect(await isKept(after)).toBe(true)
})

test.each([
  ['a variable', MILL.replace('Sacks;', 'Sacks, Bags;')],
  ['a type', MILL.replace('var int', 'var byte')],
  ['a parameter', MILL.replace('Grind()', 'Grind(int A)')],
  ['a modifier', MILL.replace('function', 'final function')],
  ['the name of a class', MILL.replace('class Mill', 'class Wheel')],
  ['a constant in a body', MILL.replace('Sacks = 3;', 'const A = 3; Sacks = A;')],
  ['whether there is something in a body', MILL.replace('Sacks = 3;', '')],
  ['whether there is a body', MILL.replace('{ Sacks = 3; }', ';')],
  ['the code of a state', `${MILL.replace('function', 'state A { Begin: Stop; }\nfunction')}`],
])('no results are kept when %s changes', async (_, after) => {
  expect(await isKept(after)).toBe(false)
})

test('the value of a constant in a body matters', async () => {
  const before = MILL.replace('Sacks = 3;', 'const A = 3; Sacks = A;')
  expect(await isKept(before.replace('A = 3', 'A = 4'), before)).toBe(false)
})

test('functions of states have bodies too', async () => {
  const before = MILL.replace('defaultproperties', 'state A { function Stop() { Sacks = 1; } }\n$&')
  expect(await isKept(before.replace('Sacks = 1', 'Sacks = 2'), before)).toBe(true)
  expect(await isKept(before.replace('Stop()', 'Stop(int B)'), before)).toBe(false)
})

test('a changed text keeps no result; no text does if their order or another package changes', async () => {
  const kept = new KeptResults<string>()
  const [mill, tower] = [parseSource(MILL), parseSource(TOWER)]
  const around = [await packageWith()]
  await round(kept, [mill, tower], around)
  kept.keep(mill, 'first')
  await round(kept, [mill, tower], around)
  expect(kept.of(mill)).toBe('first')
  expect(kept.of(parseSource(MILL))).toBeUndefined()
  await round(kept, [tower, mill], around)
  expect(kept.of(mill)).toBeUndefined()
  kept.keep(mill, 'second')
  await round(kept, [tower, mill], [await packageWith()])
  expect(kept.of(mill)).toBeUndefined()
})

test.each([
  ['nothing that is missing', [], true],
  ['a missing class that no text names', ['Village.Barn'], true],
  ['a missing class that a text names', ['Village.Sacks'], true],
  ['a missing class with the name of one of these', ['Village.Tower'], false],
  ['two missing classes of a name', ['Village.Sacks', 'Hamlet.Sacks'], false],
])('with %s, a name is one class, or depends on what asks first', async (_, imports, isDecided) => {
  const kept = new KeptResults<string>()
  const texts = [parseSource(MILL), parseSource(TOWER)]
  const around = [await packageWith(...imports)]
  const [mill] = texts
  if (mill === undefined) throw new Error('there is a mill')
  await round(kept, texts, around)
  kept.keep(mill, 'as it was')
  await round(kept, texts, around)
  expect(kept.of(mill)).toBe(isDecided ? 'as it was' : undefined)
})
