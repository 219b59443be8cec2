import { Guid } from '@ukit/container'
import { ExportObject, ObjectReader, openPackage, type Package } from '@ukit/core'
import {
  buildPackage,
  checkBodies,
  embedPackages,
  emptyLike,
  moveBetween,
  PackageEdit,
  renamePackage,
  transferObjects,
} from '@ukit/edit'
import { memorySource } from '@ukit/files'
import { describeObject, verifyPackage } from '@ukit/inspect'
import { expect, it } from 'vitest'
import { bytesOf } from '../../../testing/bytes.js'
import { describeCorpus, openCorpus } from '../../../testing/corpus.js'

const GUID = new Guid(1, 2, 3, 4)

async function saved(edit: PackageEdit): Promise<Package> {
  const built = await buildPackage(edit)
  await checkBodies(built.image)
  const { game, name } = edit.package
  return openPackage(memorySource(await bytesOf(built.image)), { fileName: `${name}.u`, game: game.id })
}

const problems = async (pkg: Package) =>
  (await verifyPackage(pkg)).problems.map(({ kind, object }) => `${kind} ${object ?? ''}`).sort()

/**
 * The content of an object as JSON, in lower case, since tables keep the first case of a name, and without
 * its position.
 */
async function content(reader: ObjectReader, exported: ExportObject): Promise<string> {
  const { index, offset, size, ...facts } = describeObject(await reader.read(exported))
  return JSON.stringify(facts).toLowerCase()
}

/** The object of this class and path. */
function same(pkg: Package, { path, className }: { path: string; className: string }): ExportObject {
  const found = pkg.exports.find(
    (entry) => entry.path.toLowerCase() === path.toLowerCase() && entry.className === className,
  )
  if (found === undefined) throw new Error(`no ${className}'${path}' in ${pkg.name}`)
  return found
}

/** A file, the file that an object is transferred to, and the class of the object. */
const PAIRS = [
  // A texture with its palette, to a map; also to one of a different version.
  ['ue1/unreal-archive/Longestyard.utx', 'ue1/arhadthedev/DM-DuckingZone.unr', 'Texture', 2],
  ['ue1/unreal-archive/Longestyard.utx', 'ue1/adrak0/DM-Stalwart.unr', 'Texture', 2],
  ['ue1/oldunreal/Blood.utx', 'ue1/1337gamedev/1HH-TestBox-Large.unr', 'Texture', 2],
  // A class with its functions, variables and bytecode.
  ['ue1/1337gamedev/GuidedEnergyLance.u', 'ue1/1337gamedev/HeadHunter.u', 'Class', 20],
  ['ue1/arhadthedev/RMusicPlayer.u', 'ue1/arhadthedev/RotatedText.u', 'Class', 20],
  ['ue2/insultingpros/KFMutators.u', 'ue2/arhadthedev/LibHTTP2x3.u', 'Class', 5],
  // A static mesh of UE2, with materials.
  ['ue2/strikerthehedgefox/CDOM-GameMeshes.usx', 'ue2/aldehir/DM-Test.ut2', 'StaticMesh', 1],
  ['ue2/iceofwraith/PlungeMeshes.usx', 'ue2/iceofwraith/PC_NewFX.usx', 'StaticMesh', 1],
  // UE3.
  ['ue3/friskthefallenhuman/NodeBuddies.upk', 'ue3/friskthefallenhuman/MaterialTemplates.upk', undefined, 1],
  ['ue3/provokingastorm/PRO_Roose.upk', 'ue3/provokingastorm/PodRacerOnlineInterface.upk', undefined, 1],
  ['ue3/uudkdevs2013/BSF.u', 'ue3/eliotvu/TestUC3.u', 'Class', 2],
] as const

describeCorpus('an object of one file, copied to another file with everything it needs', () => {
  it.each(PAIRS)('%s → %s', async (source, target, className, least) => {
    const [a, b] = [await openCorpus(source), await openCorpus(target)]
    const [from, into] = [await PackageEdit.open(a), await PackageEdit.open(b)]
    const root = from.exports.find((entry) =>
      className === undefined ? entry.className !== 'Package' : entry.className === className,
    )
    if (root === undefined) throw new Error('nothing to take')
    const { placed } = await transferObjects(into, [{ from, objects: [root] }], { collisions: 'rename' })
    expect(placed.length).toBeGreaterThanOrEqual(least)
    const pkg = await saved(into)
    const [before, after] = [await ObjectReader.open(a), await ObjectReader.open(pkg)]
    const renamed = placed.some(({ how }) => how === 'renamed')
    for (const { source: entry } of placed) {
      if (renamed) break
      expect(await content(after, same(pkg, entry))).toBe(await content(before, same(a, entry)))
    }
    // Existing objects are unchanged, in the same rows and with the same bytes, except for positions; so they
    // are written for their old position.
    expect(into.isRenumbered).toBe(false)
    for (const [i, exported] of b.exports.entries()) {
      const now = pkg.exports[i]
      expect(now?.path).toBe(exported.path)
      if (now !== undefined)
        expect(after.encode(await after.read(now), exported.entry.offset)).toEqual(await exported.bytes())
    }
    expect(await problems(pkg)).toEqual(await problems(b))
  })
})

describeCorpus('a map and the textures it uses', () => {
  const MAP = 'ue1/unreal-archive/DM-Longestyard][.unr'
  const TEXTURES = 'ue1/unreal-archive/Longestyard.utx'

  /** The content of each object of the map, with the same name for the package of the textures. */
  const map = async (pkg: Package, name: string) => {
    const reader = await ObjectReader.open(pkg)
    const facts: string[] = []
    for (const exported of pkg.exports) facts.push(await content(reader, exported))
    return facts.join('\n').replaceAll(`'${name.toLowerCase()}.`, "'textures.")
  }

  it('have the same content after embedding and extracting them', async () => {
    const [pkg, tex] = [await openCorpus(MAP), await openCorpus(TEXTURES)]
    const into = await PackageEdit.open(pkg)
    const { placed } = await embedPackages(into, [await PackageEdit.open(tex)], { collisions: 'rename' })
    const embedded = await saved(into)
    expect(embedded.imports.filter(({ path }) => /^longestyard\b/i.test(path))).toEqual([])
    expect(await problems(embedded)).toEqual(await problems(pkg))
    const back = await PackageEdit.open(embedded)
    const out = await emptyLike(tex, 'Out', GUID)
    await moveBetween(out, [
      { from: back, objects: placed.map(({ object }) => back.export(`${object.className}'${object.path}'`)) },
    ])
    const [whole, textures] = [await saved(back), await saved(out)]
    expect(await map(whole, 'Out')).toBe(await map(pkg, 'Longestyard'))
    expect(await problems(whole)).toEqual(await problems(pkg))
    // Each import of the textures is the object with its previous path.
    const imported = (each: Package, name: string) =>
      each.imports
        .filter(({ path }) => path.toLowerCase().startsWith(`${name.toLowerCase()}.`))
        .map(({ path }) => path.slice(name.length).toLowerCase())
        .sort()
    expect(imported(whole, 'Out')).toEqual(imported(pkg, 'Longestyard'))
    const [before, after] = [await ObjectReader.open(tex), await ObjectReader.open(textures)]
    for (const { source, object } of placed) {
      if (source.className === 'Palette') continue
      const { path } = same(tex, source)
      const found = textures.find(object.path)
      expect(found).toBeInstanceOf(ExportObject)
      const plain = async (reader: ObjectReader, pkg: Package) =>
        (await content(reader, same(pkg, { path, className: source.className }))).replace(/palette1_2/g, 'palette1')
      expect(await plain(after, textures)).toBe(await plain(before, tex))
    }
  })

  it('find each other under a new name, with every body at its position', async () => {
    const [pkg, tex] = [await openCorpus(MAP), await openCorpus(TEXTURES)]
    const edit = await PackageEdit.open(pkg)
    expect(renamePackage([await PackageEdit.open(tex), edit], 'LONGESTYARD', 'Yard')).toEqual([edit])
    const renamed = await saved(edit)
    expect(await map(renamed, 'Yard')).toBe(await map(pkg, 'Longestyard'))
    for (const entry of renamed.imports) {
      const [root = '', ...path] = entry.path.split('.')
      if (root === 'Yard' && path.length > 0) expect(tex.find(path.join('.'))?.className).toBe(entry.className)
    }
    for (const [i, exported] of pkg.exports.entries())
      expect((await renamed.exports[i]?.bytes())?.length).toBe(exported.entry.size)
  })
})
