import { ObjectReader, openPackage, PackageSet } from '@ukit/core'
import { embedPackages, fixupRedirectors, PackageEdit } from '@ukit/edit'
import { memorySource } from '@ukit/files'
import { describe, expect, it } from 'vitest'
import { type MadeObject, madePackage, UT3 } from '../../../testing/made-package.js'
import { saved, sound } from './transfer-fixtures.js'

const THING = 'Mod.Thing'

async function made(name: string, objects: readonly MadeObject[], imports: readonly string[] = []) {
  const file = await madePackage({ name, shape: UT3, imports, objects })
  return openPackage(memorySource(file), { fileName: `${name}.upk` })
}

const edit = async (...what: Parameters<typeof made>) => PackageEdit.open(await made(...what))

const redirector = (leadsTo: string, object = 'ObjectRedirector Old'): MadeObject => ({ object, leadsTo })
/** A package with an object that refers to `Walls.Old`. */
const user = (name = 'Map') => edit(name, [{ object: 'Actor User', uses: [`${THING} Walls.Old`] }])
/** `Walls.Old` leads to `Walls.Group.New`. */
const walls = (what: Partial<MadeObject> = {}) =>
  edit('Walls', [{ object: `${THING} Group.New`, ...what }, redirector(`${THING} Group.New`)])

/** What the object of a package refers to, as its written file says. */
async function skin(of: PackageEdit): Promise<string> {
  const pkg = await saved(of)
  await sound(pkg)
  const read = await (await ObjectReader.open(pkg)).get('User')
  return String(read?.object.properties.get('Skin'))
}

const imports = async (of: PackageEdit) => (await saved(of)).imports.map(String)

describe('references to a redirector', () => {
  it('become references to its object', async () => {
    const [map, tex] = [await user(), await walls()]
    const { changed, references, notes } = await fixupRedirectors([map, tex])
    expect(changed).toEqual([map])
    expect(references.map(({ from, to }) => [from, to])).toEqual([["Thing'Walls.Old'", "Thing'Walls.Group.New'"]])
    expect(notes).toContain("Map: Thing'Walls.Old' became Thing'Walls.Group.New'")
    expect(await skin(map)).toBe("Thing'Walls.Group.New'")
    expect(await imports(map)).not.toContain("Thing'Walls.Old'")
    expect(tex.exports.map(String)).toContain("ObjectRedirector'Old'")
  })

  it('are followed through several redirectors and packages that are only read', async () => {
    const found = new Map([
      ['walls', await made('Walls', [redirector('Core.ObjectRedirector Bricks.Older')])],
      [
        'bricks',
        await made('Bricks', [{ object: `${THING} Red` }, redirector(`${THING} Red`, 'ObjectRedirector Older')]),
      ],
    ])
    const map = await user()
    const { changed } = await fixupRedirectors([map], { find: (name) => found.get(name.toLowerCase()) })
    expect(changed).toEqual([map])
    expect(await skin(map)).toBe("Thing'Bricks.Red'")
    expect(await imports(map)).not.toContain("Package'Walls'")
  })

  it('become references to an own object if the redirector leads back', async () => {
    const map = await edit('Map', [{ object: `${THING} Own` }, { object: 'Actor User', uses: [`${THING} Walls.Old`] }])
    await fixupRedirectors([map, await edit('Walls', [redirector(`${THING} Map.Own`)])])
    expect(await skin(map)).toBe("Thing'Own'")
  })

  it.each([
    ['is missing', [redirector(`${THING} Walls2.Gone`)], /there is no package Walls2 here/],
    ['has another class', [{ object: 'Mod.Sound Beep' }, redirector('Mod.Sound Beep')], /not a Thing/],
    ['is not Public', [{ object: `${THING} New`, public: false }, redirector(`${THING} New`)], /not Public/],
    ['is a circle', [redirector('Core.ObjectRedirector Map.Back')], /in a circle/],
  ])('are left, with the reason, if what it leads to %s', async (_what, objects, reason) => {
    const map = await edit('Map', [
      { object: 'Actor User', uses: [`${THING} Walls.Old`] },
      redirector('Core.ObjectRedirector Walls.Old', 'ObjectRedirector Back'),
    ])
    const { notes, references, removed } = await fixupRedirectors([map, await edit('Walls', objects)], { remove: true })
    expect(references.find(({ from }) => from === "Thing'Walls.Old'")?.problem).toMatch(reason)
    expect(notes.join('\n')).toMatch(/Map: Thing'Walls\.Old' is left as it was: /)
    expect(removed).not.toContain('Walls.Old')
  })

  it('are refused if two packages of the name are given', async () => {
    await expect(fixupRedirectors([await walls(), await walls()])).rejects.toThrow(/two packages are called Walls/)
  })
})

describe('redirectors', () => {
  it('are removed when nothing uses them any more', async () => {
    const [map, tex] = [await user(), await walls()]
    const { changed, removed } = await fixupRedirectors([map, tex], { remove: true })
    expect([changed, removed]).toEqual([[map, tex], ['Walls.Old']])
    const pkg = await saved(tex)
    await sound(pkg)
    expect(pkg.exports.map(String)).toEqual(["Package'Group'", "Thing'Group.New'"])
  })

  it('to which own objects refer are removed once these refer to the object', async () => {
    const tex = await edit('Walls', [
      { object: `${THING} New` },
      redirector(`${THING} New`),
      redirector('Core.ObjectRedirector Old', 'ObjectRedirector Older'),
    ])
    const { removed } = await fixupRedirectors([tex], { remove: true })
    expect(removed).toEqual(['Walls.Old', 'Walls.Older'])
    const kept = await edit('Walls', [
      { object: `${THING} New` },
      redirector(`${THING} New`),
      redirector('Core.ObjectRedirector Old', 'ObjectRedirector Older'),
    ])
    expect((await fixupRedirectors([kept])).changed).toEqual([kept])
    const pkg = await saved(kept)
    await sound(pkg)
    const read = await (await ObjectReader.open(pkg)).get('Older')
    expect(read?.object).toMatchObject({ destination: { path: 'New' } })
  })

  it('are followed when their object is embedded', async () => {
    const [map, tex] = [await user(), await walls()]
    await embedPackages(map, [tex])
    expect(await skin(map)).toBe("Thing'Group.New'")
    expect((await saved(map)).exports.map(({ className }) => className)).not.toContain('ObjectRedirector')
  })

  it('of an earlier generation stay', async () => {
    const objects = [{ object: `${THING} Group.New` }, redirector(`${THING} Group.New`)]
    const file = await madePackage({ name: 'Walls', shape: UT3, objects, releases: [[3, 9]] })
    const tex = await PackageEdit.open(await openPackage(memorySource(file), { fileName: 'Walls.upk' }))
    const { removed, notes } = await fixupRedirectors([tex], { remove: true })
    expect(removed).toEqual([])
    expect(notes).toContain(
      'Walls: 1 redirector stays (Old): an earlier generation of the package has it; --new-guid makes it a new package',
    )
  })

  it('are followed by readers, a circle as far as it goes', async () => {
    const tex = await made('Walls', [{ object: `${THING} Group.New` }, redirector(`${THING} Group.New`)])
    const map = await made('Map', [], [`${THING} Walls.Old`])
    const follow = async (to: typeof tex) => {
      const reader = await ObjectReader.open(map, { packages: new PackageSet(() => to) })
      return reader.follow(map.find('Walls.Old'))
    }
    expect(String(await follow(tex))).toBe("Thing'Group.New'")
    expect(await follow(await made('Walls', [redirector('Core.ObjectRedirector Walls.Old')]))).toBeUndefined()
  })
})
