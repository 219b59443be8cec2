import { ObjectReader, type Package } from '@ukit/core'
import { buildPackage, PackageEdit } from '@ukit/edit'
import { importAnimation, importSkeletalMesh, readPsa, readPsk } from '@ukit/import'
import { verifyPackage } from '@ukit/inspect'
import { animationOf, MediaError, psaOf, pskOf, skeletalMeshOf } from '@ukit/media'
import { ue1, ue2, ue3 } from '@ukit/objects'
import { expect, it } from 'vitest'
import { describeCorpus, openCorpus } from '../../../../testing/corpus.js'
import { SWEEPS } from '../../../../testing/sweep.js'

/** Every public package for PCs with skeletal meshes or animations; the first ones have each layout. */
const SAMPLE = [
  'ue1/1337gamedev/C4.u',
  'ue2/supersonic1999/CommandAndConquer.ukx',
  'corpus-2/ue2/t-maxwiese-t/FP_coltHG.ukx',
  'ue3/provokingastorm/PRO_Mawhonic.upk',
  'corpus-2/ue3/g3arshift/WEP_3P_SKULL9_MESH.upk',
]
const OTHERS = [
  'ue2/iceofwraith/ONSNewTank-A.ukx',
  'ue3/provokingastorm/PRO_Roose.upk',
  'corpus-2/ue3/g3arshift/WEP_M84Bowie_MESH.upk',
  'corpus-2/ue3/martinii89/Body_Octane_SF_exported.upk',
  'corpus-2/ue3/me3tweaks/SFXHeavyWeapon_Blackstorm_Enemy.pcc',
]

const ANIMATIONS = ['Animation', 'MeshAnimation', 'AnimSet']

/** The PSK and PSA files of a package, by class and path. */
async function filesOf(pkg: Package): Promise<Map<string, Uint8Array>> {
  const reader = await ObjectReader.open(pkg)
  const mirror = true
  const files = new Map<string, Uint8Array>()
  for (const one of pkg.exports) {
    if (one.entry.size === 0 || one.path.includes('Default__')) continue
    const key = `${one.className}'${one.path}'`
    try {
      if (one.className === 'SkeletalMesh')
        files.set(key, pskOf(await skeletalMeshOf(reader, await reader.read(one)), { mirror }))
      else if (ANIMATIONS.includes(one.className)) files.set(key, psaOf(await animationOf(reader, one), { mirror }))
    } catch (error) {
      // C4Anim has bones and no sequences.
      if (!(error instanceof MediaError) || error.reason !== 'no-data') throw error
    }
  }
  return files
}

/** The package with each of its meshes and animations imported from its own file. */
async function imported(pkg: Package, files: ReadonlyMap<string, Uint8Array>): Promise<Package> {
  const edit = await PackageEdit.open(pkg)
  const mirror = true
  for (const [key, bytes] of files) {
    const path = key.slice(key.indexOf("'") + 1, -1)
    if (key.startsWith('SkeletalMesh')) await importSkeletalMesh(edit, path, readPsk(bytes, { mirror }))
    else await importAnimation(edit, path, readPsa(bytes, { mirror }))
  }
  return buildPackage(edit)
}

/** Objects of a kind before and after, by path. */
async function pairsOf(before: Package, after: Package, className: string): Promise<[unknown, unknown][]> {
  const [one, other] = [await ObjectReader.open(before), await ObjectReader.open(after)]
  const pairs: [unknown, unknown][] = []
  for (const object of before.exports) {
    if (object.className !== className || object.entry.size === 0) continue
    const same = after.exports.find(({ path, className: own }) => path === object.path && own === className)
    if (same !== undefined) pairs.push([(await one.read(object)).object, (await other.read(same)).object])
  }
  return pairs
}

const names = (bones: readonly { name: unknown; numChildren: number; parent: number }[]) =>
  bones.map(({ name, numChildren, parent }) => [`${name}`, numChildren, parent])

/** Large arrays by their bytes: naming each element that differs takes minutes. */
function expectSame(found: ArrayBufferView, wanted: ArrayBufferView, what: string): void {
  const bytes = (view: ArrayBufferView) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
  expect(Buffer.compare(bytes(found), bytes(wanted)), what).toBe(0)
}

function expectNear(found: Float32Array, wanted: Float32Array): void {
  expect(found.length).toBe(wanted.length)
  const far = wanted.findIndex((value, i) => Math.abs((found[i] ?? 0) - value) > 1e-3 * Math.max(1, Math.abs(value)))
  expect([far, found[far], wanted[far]]).toEqual([-1, undefined, undefined])
}

describeCorpus('skeletal meshes and animations that are extracted and imported again', () => {
  it.each(SWEEPS ? [...SAMPLE, ...OTHERS] : SAMPLE)('give the same files bit for bit: %s', async (path) => {
    const pkg = await openCorpus(path)
    const files = await filesOf(pkg)
    expect(files.size).toBeGreaterThan(0)
    const after = await imported(pkg, files)
    const again = await filesOf(after)
    expect([...again.keys()]).toEqual([...files.keys()])
    for (const [key, bytes] of files) expect(Buffer.compare(again.get(key) ?? new Uint8Array(0), bytes), key).toBe(0)
    const known = (await verifyPackage(pkg)).problems
    expect((await verifyPackage(after)).problems.length).toBe(known.length)
  })

  it('has the fields of UE1 that the editor of UT 469 wrote, except its tables of faces to leave out', async () => {
    const pkg = await openCorpus('ue1/1337gamedev/C4.u')
    const pairs = await pairsOf(pkg, await imported(pkg, await filesOf(pkg)), 'SkeletalMesh')
    expect(pairs).toHaveLength(2)
    for (const [before, after] of pairs) {
      if (!(before instanceof ue1.SkeletalMesh && after instanceof ue1.SkeletalMesh)) throw new Error('not a mesh')
      expectSame(after.faces, before.faces, 'faces')
      expectSame(after.wedges, before.wedges, 'wedges')
      expectSame(after.points, before.points, 'points')
      expectSame(after.boneWeights, before.boneWeights, 'boneWeights')
      expectSame(after.boneWeightIndices, before.boneWeightIndices, 'boneWeightIndices')
      expectNear(after.localPoints, before.localPoints)
      expect(after.materials).toEqual(before.materials)
      expectNear(after.box.corners, before.box.corners)
      expectNear(after.sphere.numbers, before.sphere.numbers)
      expectNear(after.meshBox.corners, before.meshBox.corners)
      expect(after.rotOrigin).toEqual(before.rotOrigin)
      expect(after.textures.map((one) => one?.path)).toEqual(before.textures.map((one) => one?.path))
      expect(after.defaultAnimation?.path).toBe(before.defaultAnimation?.path)
      expect(names(after.refSkeleton)).toEqual(names(before.refSkeleton))
      const same = ['frameVerts', 'modelVerts', 'specialVerts', 'skeletalDepth', 'weaponBone', 'animFrames'] as const
      for (const field of same) expect(after[field], field).toBe(before[field])
    }
  })

  it.each([
    ['ue2/supersonic1999/CommandAndConquer.ukx', ['Truck', 'Harvester', 'Turret']],
    ['corpus-2/ue2/t-maxwiese-t/FP_coltHG.ukx', ['1st_1911']],
  ])('has the fields of UE2 that editors wrote: %s', async (path) => {
    const pkg = await openCorpus(path)
    for (const [before, after] of await pairsOf(pkg, await imported(pkg, await filesOf(pkg)), 'SkeletalMesh')) {
      if (!(before instanceof ue2.SkeletalMesh && after instanceof ue2.SkeletalMesh)) throw new Error('not a mesh')
      const [had, has] = [before.lods[0], after.lods[0]]
      if (had === undefined || has === undefined) throw new Error('no level of detail')
      for (const field of ['faces', 'wedges', 'points', 'influences'] as const)
        expectSame(has[field], had[field], field)
      expectSame(has.skinning, had.skinning, 'skinning')
      expect(has.numSoftWedges).toBe(had.numSoftWedges)
      expect(has.numSharedVertices).toBe(had.numSharedVertices)
      expectSame(has.rigidIndices.indices, had.rigidIndices.indices, 'rigidIndices')
      expectSame(has.softIndices.indices, had.softIndices.indices, 'softIndices')
      expect(has.rigidSections.map(({ numbers }) => [...numbers])).toEqual(
        had.rigidSections.map(({ numbers }) => [...numbers]),
      )
      // The meaning of two columns of soft sections is unknown; a third is a size in the renderer's memory.
      const certain = ({ numbers }: ue2.SkeletalSection) => [...numbers].filter((_, i) => ![1, 5, 6].includes(i))
      expect(has.softSections.map(certain)).toEqual(had.softSections.map(certain))
      for (const field of ['distanceFactor', 'hysteresis', 'maxInfluences'] as const)
        expect(has[field]).toBe(had[field])
      expect(names(after.bones)).toEqual(names(before.bones))
      const same = ['skeletalDepth', 'numVertices', 'authenticationKey', 'lodMinVertices'] as const
      for (const field of same) expect(after[field], field).toBe(before[field])
      for (const field of ['origin', 'scale', 'rotationOrigin', 'materials', 'socketCoords'] as const)
        expect(after[field], field).toEqual(before[field])
      // Turret had a different pose when it was imported; the pistol's box was set by hand.
      if (path.includes('CommandAndConquer') && before.bones.length !== 3) {
        expectNear(after.box.corners, before.box.corners)
        expectNear(after.sphere.numbers, before.sphere.numbers)
      }
    }
  })

  it.each(SWEEPS ? [...SAMPLE, ...OTHERS].filter((path) => path.includes('ue3/')) : SAMPLE.slice(3))(
    'has the fields of UE3 that editors wrote: %s',
    async (path) => {
      const pkg = await openCorpus(path)
      for (const [before, after] of await pairsOf(pkg, await imported(pkg, await filesOf(pkg)), 'SkeletalMesh')) {
        if (!(before instanceof ue3.SkeletalMesh && after instanceof ue3.SkeletalMesh)) throw new Error('not a mesh')
        expectNear(after.bounds.numbers, before.bounds.numbers)
        expect(names(after.bones)).toEqual(names(before.bones))
        expect(after.skeletalDepth).toBe(before.skeletalDepth)
        expect(after.boneIndices.map(({ name, index }) => [`${name}`, index])).toEqual(
          before.boneIndices.map(({ name, index }) => [`${name}`, index]),
        )
        expect(after.materials.map((one) => one?.path)).toEqual(before.materials.map((one) => one?.path))
        expect(after.clothingAssets).toHaveLength(before.clothingAssets.length)
        for (const [i, had] of before.lodModels.entries()) {
          const has = after.lodModels[i]
          if (has === undefined) continue
          expect(has.sections.map((one) => ({ ...one }))).toEqual(had.sections.map((one) => ({ ...one })))
          expectSame(has.indexBuffer.indices.data, had.indexBuffer.indices.data, 'indices')
          expect(has.requiredBones).toEqual(had.requiredBones)
          expect(has.rawPointIndices.count).toBe(had.rawPointIndices.count)
          expect(has.vertexBuffer.vertices.elementSize).toBe(had.vertexBuffer.vertices.elementSize)
          expect(has.vertexBuffer.useFullPrecisionUVs).toBe(had.vertexBuffer.useFullPrecisionUVs)
          expect(has.adjacencyBuffer.indices.count).toBe(had.adjacencyBuffer.indices.count)
          const chunk = (one: ue3.SkeletalMeshChunk) => ({
            first: one.firstVertex,
            rigid: [one.rigidVertexCount, one.rigidVertices.length],
            soft: [one.softVertexCount, one.softVertices.length],
            influences: one.maxInfluences,
            bones: [...one.boneMap].sort((a, b) => a - b),
          })
          expect(has.chunks.map(chunk)).toEqual(had.chunks.map(chunk))
        }
      }
    },
  )
})
