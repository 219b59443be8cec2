import { Guid } from '@ukit/container'
import type { Package } from '@ukit/core'
import { addObject, buildPackage, createPackage, PackageEdit, setProperty } from '@ukit/edit'
import { UnrealObject } from '@ukit/objects'
import { expect, test } from 'vitest'
import { made, make } from './support/made.js'

const CORE = {
  Object: 'class Object native;\n',
  Noise: 'class Noise extends Object;\nvar Object Next;\nvar int Length;\n',
}
const TIN = 'class Tin extends Object;\nvar int Size;\n'
const MILL = `class Mill extends Object;
function Object Get() { return Noise'Mod.Noises.Creak'; }
function Object Hold() { return Tin'Mod.Box'; }
`

/** A package with sounds, one of which needs another, and an object of a class that the package declares. */
async function older(core: Package): Promise<Package> {
  const edit = await PackageEdit.open(await made('Mod', { Tin: TIN }, [core]))
  for (const path of ['Noises.Creak', 'Noises.Echo', 'Noises.Bang'])
    addObject(edit, path, 'Core.Noise', new UnrealObject())
  addObject(edit, 'Box', 'Tin', new UnrealObject())
  const pkg = await buildPackage(edit)
  const filled = await PackageEdit.open(pkg)
  await setProperty(filled, filled.export('Noises.Creak'), 'Next:object', filled.export('Noises.Echo'))
  await setProperty(filled, filled.export('Noises.Echo'), 'Length:int', 7)
  await setProperty(filled, filled.export('Box'), 'Size:int', 3)
  return buildPackage(filled)
}

const objectsOf = (pkg: Package | undefined) =>
  pkg?.exports.flatMap(({ className, path }) => (/^(?:Noise|Tin)$/.test(className) ? [`${className}'${path}'`] : []))

test('missing objects that sources refer to are taken from an older package, with those they need', async () => {
  const core = await made('Core', CORE)
  const texts = { Tin: TIN, Mill: MILL }
  expect((await make('Mod', texts, [core])).problems.map(({ message }) => message)).toEqual(
    expect.arrayContaining(["Can't find Noise 'Mod.Noises.Creak'", "Can't find Tin 'Mod.Box'"]),
  )
  const { package: pkg, problems } = await make('Mod', texts, [core], { assets: [await older(core)] })
  expect(problems.map(({ severity, message }) => `${severity}: ${message}`).sort()).toEqual([
    "warning: Noise'Noises.Creak' is taken from the older Mod, with 1 other object that it needs: " +
      'nothing in the sources creates it',
    "warning: Tin'Box' is taken from the older Mod: nothing in the sources creates it",
  ])
  expect(objectsOf(pkg)?.sort()).toEqual(["Noise'Noises.Creak'", "Noise'Noises.Echo'", "Tin'Box'"])
  if (pkg === undefined) throw new TypeError('nothing was made')
  // Its class is the one that the sources declare.
  expect(pkg.exports.find(({ path }) => path === 'Box')?.class).toBe(pkg.exports.find(({ path }) => path === 'Tin'))
  const values = await PackageEdit.open(pkg)
  const propertiesOf = async (path: string) =>
    (await values.read(values.export(path))).object.properties.items.map(({ name, value }) => `${name}=${value}`)
  expect(await propertiesOf('Noises.Creak')).toEqual(["Next=Noise'Noises.Echo'"])
  expect(await propertiesOf('Noises.Echo')).toEqual(['Length=7'])
  expect(await propertiesOf('Box')).toEqual(['Size=3'])
})

test('an object whose class the sources do not declare is not taken', async () => {
  const core = await made('Core', CORE)
  const { package: pkg, problems } = await make(
    'Mod',
    { Mill: MILL.replace("Tin'Mod.Box'", "Object'Mod.Box'") },
    [core],
    { assets: [await older(core)] },
  )
  expect(pkg).toBeUndefined()
  expect(problems.map(({ message }) => message)).toEqual(["Can't find Object 'Mod.Box'"])
})

test('an object that needs another one whose class the sources do not declare is refused', async () => {
  const core = await made('Core', CORE)
  const edit = await PackageEdit.open(await older(core))
  await setProperty(edit, edit.export('Noises.Creak'), 'Next:object', edit.export('Box'))
  const { problems } = await make('Mod', { Mill: MILL.replace(/.*Hold.*\n/, '') }, [core], {
    assets: [await buildPackage(edit)],
  })
  expect(problems.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
    "error: it cannot be taken from an older package: Noises.Creak: it needs Class'Tin', which " +
      'the sources do not declare',
  ])
})

test('objects of a package that is available are imported from it', async () => {
  const core = await made('Core', CORE)
  const noises = await createPackage({ name: 'Noises', version: 69, guid: new Guid(5, 6, 7, 8) })
  addObject(noises, 'Creak', 'Core.Noise', new UnrealObject())
  const bases = [core, await buildPackage(noises)]
  const text = MILL.replace("Noise'Mod.Noises.Creak'", "Noise'Noises.Creak'")
  const { package: pkg } = await make('Mod', { Tin: TIN, Mill: text }, bases, { assets: [await older(core)] })
  expect(objectsOf(pkg)).toEqual(["Tin'Box'"])
  expect(pkg?.imports.map(({ path }) => path)).toContain('Noises.Creak')
})
