import { ClassFlag, Guid } from '@ukit/container'
import { ExportObject, type NewPackage, type Package, PackageSet } from '@ukit/core'
import { buildPackage, createPackage } from '@ukit/edit'
import { buildFromSources, verifyMake } from '@ukit/make'
import { Class, StrProperty } from '@ukit/objects/script'
import { expect, test } from 'vitest'

const OBJECT = 'class Object\n  native;\n'

async function made(format: Omit<NewPackage, 'name' | 'guid'>, text: string, change?: (object: Class) => void) {
  const edit = await createPackage({ name: 'Core', guid: new Guid(1, 2, 3, 4), ...format })
  const sources = [
    { file: 'Object.uc', text: OBJECT },
    { file: 'Mill.uc', text },
  ]
  const { problems } = await buildFromSources({ edit, sources, bases: [edit.package], packages: new PackageSet() })
  expect(problems).toEqual([])
  for (const { body, name } of edit.exports)
    if (name === 'Mill' && body.kind === 'changed' && body.object instanceof Class) change?.(body.object)
  return buildPackage(edit)
}

function flagsOf(pkg: Package, path: string): number | undefined {
  const found = pkg.find(path)
  return found instanceof ExportObject ? found.entry.flags : undefined
}

// HttpSock.HttpLink of LibHTTP2x3, and the 19 others with the word.
test('protected variables of UT2003 are not public', async () => {
  const pkg = await made({ version: 121 }, 'class Mill extends Object;\nvar protected int Stones;\nvar int Doors;\n')
  expect([flagsOf(pkg, 'Mill.Stones'), flagsOf(pkg, 'Mill.Doors')]).toEqual([0x7_0000, 0x7_0004])
})

// Unflect of Killing Floor: `struct Object extends Pointer { var Object Object; }`.
test('in a struct with the name of a class, the name refers to the class', async () => {
  const pkg = await made({ version: 128 }, 'class Mill extends Object;\nstruct Object\n{\n  var Object Object;\n};\n')
  expect(pkg.find('Mill.Object.Object')?.className).toBe('ObjectProperty')
})

// Public packages of UT2004's patch 3374.
test('local strings are not marked in a package that does not mark any', async () => {
  const text = `class Mill extends Object;
var string Title;
function F()
{
  local string A, B;
}
`
  const edit = await createPackage({ name: 'Core', guid: new Guid(1, 2, 3, 4), version: 128, licensee: 29 })
  const sources = [
    { file: 'Object.uc', text: OBJECT },
    { file: 'Mill.uc', text },
  ]
  await buildFromSources({ edit, sources, bases: [edit.package], packages: new PackageSet() })
  const locals: number[] = []
  for (const { body, path } of edit.exports) {
    if (body.kind !== 'changed' || !(body.object instanceof StrProperty) || !path.startsWith('Mill.F.')) continue
    locals.push(body.object.flags)
    body.object.flags &= ~0x40_0000
  }
  expect(locals).toEqual([0x40_0000, 0x40_0000])
  expect(await verifyMake(await buildPackage(edit))).toMatchObject({ identicalClasses: 2, differences: [] })
})

test("'pointer<…>' is a pointer; what a native of any class returns is cast, or assigned as it is", async () => {
  const text = `class Mill extends Object;
var pointer<FResolveInfo*> Info;
native function Object Allocate(class Kind);
function F()
{
  local Mill M;
  M = Mill(Allocate(class'Mill'));
  M = Allocate(class'Mill');
}
`
  const pkg = await made({ version: 128 }, text)
  expect(pkg.find('Mill.Info')?.className).toBe('PointerProperty')
})

// SwatEffects of SWAT 4: the editor derives a class from an object, and its text names a different super.
test('classes that the editor made are not compared with their text', async () => {
  const pkg = await made({ version: 128 }, 'class Mill extends Object;\n', (object) => {
    object.classFlags &= ~ClassFlag.Compiled
  })
  expect(await verifyMake(pkg)).toMatchObject({ classes: 1, identicalClasses: 1, uncompiled: ['Mill'] })
})
