import type { Package } from '@ukit/core'
import { expect, test } from 'vitest'
import { built } from './support/made.js'

/** Builds a package; it only has names and imports that its objects use. */
async function made(
  name: string,
  version: number,
  classes: Readonly<Record<string, string>>,
  bases: readonly Package[] = [],
): Promise<Package> {
  const { pkg, problems } = await built(name, { version }, classes, bases)
  expect(problems).toEqual([])
  return pkg
}

// As in SWAT 4's GUI: the enum is looked up in Outer first, which every object has.
test('a failed lookup in Outer leaves no import', async () => {
  const core = await made('Core', 128, {
    Object:
      'class Object\n  native;\nvar native const Object Outer;\nenum EWind { W_North, W_South };\nfunction Mark(Object E) {}\n',
  })
  const mill = 'class Mill extends Object;\nfunction Turn() { Mark(EWind); }\n'
  const imports = (await made('Town', 128, { Mill: mill }, [core])).imports.map(({ path }) => path)
  expect(imports).toContain('Core.Object.EWind')
  expect(imports).not.toContain('Core.Object.Outer')
})

// As in UDKBase: a native iterator is called by its number.
test('a loop over the objects of an iterator function leaves no name of the function', async () => {
  const core = await made('Core', 868, {
    Object: 'class Object\n  native;\nnative(310) final iterator function AllSails(out int Length);\n',
  })
  const mill = `class Mill extends Object;
var Mill Other;
function Turn() { local int Length; foreach Other.AllSails(Length) { Other = None; } }
`
  const names = (await made('Town', 868, { Mill: mill }, [core])).nameTable.map(({ text }) => text.text)
  expect(names).toContain('Turn')
  expect(names).not.toContain('AllSails')
})
