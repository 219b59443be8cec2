import { Guid } from '@ukit/container'
import type { Package } from '@ukit/core'
import { addObject, buildPackage, createPackage, PackageEdit, setProperty } from '@ukit/edit'
import type { MadePackage } from '@ukit/make'
import { UnrealObject } from '@ukit/objects'
import { describe, expect, test } from 'vitest'
import { made, make, setOf } from './support/made.js'

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

describe('names without their package', () => {
  const CLANK = "class Mill extends Object;\nfunction Object Get() { return Noise'Clank'; }\n"

  /** A package `Pack` with sounds, and an older Mod that was compiled with it. */
  async function olderAndPack(core: Package, ...paths: string[]) {
    const edit = await createPackage({ name: 'Pack', version: 69, guid: new Guid(5, 6, 7, 8) })
    for (const path of paths) addObject(edit, path, 'Core.Noise', new UnrealObject())
    const pack = await buildPackage(edit)
    const returns = paths.map((path, index) => `function Object Get${index}() { return Noise'Pack.${path}'; }\n`)
    const older = await made('Mod', { Mill: `class Mill extends Object;\n${returns.join('')}` }, [core, pack])
    return { older, pack }
  }

  const messages = ({ problems }: MadePackage) => problems.map(({ severity, message }) => `${severity}: ${message}`)
  const imports = (result: MadePackage) => result.package?.imports.map(({ className, path }) => `${className} ${path}`)

  test('are completed by what the older package imports', async () => {
    const core = await made('Core', CORE)
    const { older } = await olderAndPack(core, 'Deep.Clank')
    expect(messages(await make('Mod', { Mill: CLANK }, [core]))).toEqual(["error: Can't find Noise 'Clank'"])
    for (const options of [{ assets: [older] }, { allowMissing: true, older }, { allowMissing: true, old: older }]) {
      const result = await make('Mod', { Mill: CLANK }, [core], options)
      expect(messages(result)).toEqual([
        "warning: Noise'Clank' is taken to be Noise'Pack.Deep.Clank', as in the imports of the older Mod; " +
          'the package Pack was not found',
      ])
      expect(imports(result)).toEqual(expect.arrayContaining(['Noise Pack.Deep.Clank', 'Package Pack.Deep']))
    }
    // Without its consent an older package that happens to be there decides nothing.
    expect(messages(await make('Mod', { Mill: CLANK }, [core], { older }))).toEqual(["error: Can't find Noise 'Clank'"])
  })

  test('and those without their group, whose class is the one of the import', async () => {
    const core = await made('Core', CORE)
    const { older } = await olderAndPack(core, 'Deep.Clank')
    const text = CLANK.replace("Noise'Clank'", "Object'Pack.Clank'")
    const result = await make('Mod', { Mill: text }, [core], { allowMissing: true, older })
    expect(messages(result)).toEqual([
      "warning: Object'Pack.Clank' is taken to be Noise'Pack.Deep.Clank', as in the imports of the older Mod; " +
        'the package Pack was not found',
    ])
    expect(imports(result)).toContain('Noise Pack.Deep.Clank')
    // A package that is not available has to be allowed.
    expect(messages(await make('Mod', { Mill: text }, [core], { assets: [older] }))).toEqual([
      "error: Can't find Object 'Pack.Clank'",
    ])
  })

  test('are looked up where the package is available', async () => {
    const core = await made('Core', CORE)
    const { older, pack } = await olderAndPack(core, 'Deep.Clank')
    const other = await createPackage({ name: 'Pack', version: 69, guid: new Guid(5, 6, 7, 9) })
    const taken = "warning: Noise'Clank' is taken to be Noise'Pack.Deep.Clank', as in the imports of the older Mod"
    for (const [found, more] of [
      [pack, ''],
      [await buildPackage(other), '; the Pack here lacks it'],
    ] as const) {
      const packages = setOf([core, found])
      expect(messages(await make('Mod', { Mill: CLANK }, [core], { assets: [older], packages }))).toEqual([
        taken + more,
      ])
    }
  })

  test('are not guessed: two objects of the name, or one of a class that does not fit', async () => {
    const core = await made('Core', CORE)
    const two = await olderAndPack(core, 'Deep.Clank', 'High.Clank')
    expect(messages(await make('Mod', { Mill: CLANK }, [core], { assets: [two.older] }))).toEqual([
      "error: Can't find Noise 'Clank'",
    ])
    const { older } = await olderAndPack(core, 'Clank')
    const texts = { Tin: TIN, Mill: CLANK.replace("Noise'Clank'", "Tin'Clank'") }
    expect(messages(await make('Mod', texts, [core], { assets: [older] }))).toEqual(["error: Can't find Tin 'Clank'"])
  })

  test('in default properties too', async () => {
    const core = await made('Core', CORE)
    const { older } = await olderAndPack(core, 'Deep.Clank')
    const text = "class Mill extends Object;\nvar Noise Sound;\ndefaultproperties\n{\n  Sound=Noise'Clank'\n}\n"
    const result = await make('Mod', { Mill: text }, [core], { assets: [older] })
    expect(messages(result)).toHaveLength(1)
    expect(imports(result)).toContain('Noise Pack.Deep.Clank')
  })
})
