import { Guid } from '@ukit/container'
import { type Package, PackageSet } from '@ukit/core'
import { buildPackage, createPackage } from '@ukit/edit'
import { buildFromSources } from '@ukit/make'
import { expect, test } from 'vitest'

/** Builds a package; names and imports are those that its objects have, no others. */
async function made(
  name: string,
  version: number,
  classes: Readonly<Record<string, string>>,
  bases: readonly Package[] = [],
): Promise<Package> {
  const edit = await createPackage({ name, version, guid: new Guid(1, 2, 3, 4) })
  const sources = Object.entries(classes).map(([file, text]) => ({ file: `${file}.uc`, text }))
  const around = bases.length === 0 ? [edit.package] : bases
  const { problems } = await buildFromSources({ edit, sources, bases: around, packages: new PackageSet() })
  expect(problems).toEqual([])
  return buildPackage(edit)
}

// As in SWAT 4's GUI: the enum is looked for in Outer first, which every object has.
test('what is looked for in Outer, and not found there, leaves no import', async () => {
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
test('a loop over the objects that a function gives leaves no name of the function', async () => {
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
