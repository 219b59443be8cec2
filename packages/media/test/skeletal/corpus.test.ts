import { type ExportObject, ObjectReader } from '@ukit/core'
import { PackageError } from '@ukit/files'
import { animationOf, animationsOfMesh, MediaError, type Mesh, psaOf, pskOf, skeletalMeshOf } from '@ukit/media'
import { ue1 } from '@ukit/objects'
import { expect, it } from 'vitest'
import { CODE, describeCorpus, openCorpus, PACKAGES } from '../../../../testing/corpus.js'
import { SWEEPS } from '../../../../testing/sweep.js'

/**
 * What another program (UE Viewer) writes for each mesh: triangles, bones, minimum and maximum X, Y, Z of its
 * points; it mirrors Y, which is undone here. The box is missing if it cannot read the mesh.
 */
const MESHES: Readonly<Record<string, readonly [name: string, triangles: number, bones: number, box?: number[]][]>> = {
  'ue1/1337gamedev/C4.u': [
    ['C4', 404, 1, [-19.969, -31.519, -10.126, 19.969, 31.519, 10.226]],
    ['C4Pickup', 404, 1, [-19.969, -31.519, -10.126, 19.969, 31.519, 10.226]],
  ],
  // Only the streams of the renderer are left, for which UE Viewer writes nothing.
  'ue2/iceofwraith/ONSNewTank-A.ukx': [['HoverTank', 2267, 15]],
  'ue2/supersonic1999/CommandAndConquer.ukx': [
    ['Harvester', 628, 11, [-8.329, -10.379, -15.143, 8.329, 4.98, 26.602]],
    ['Truck', 538, 10, [-6.019, -8.146, -12.692, 5.981, 3.72, 12.692]],
    ['Turret', 82, 3, [-77.405, -47.719, -75.662, 85.159, 3.009, 176.933]],
  ],
  'corpus-2/ue2/t-maxwiese-t/FP_coltHG.ukx': [['1st_1911', 1166, 7]],
  'ue3/provokingastorm/PRO_Mawhonic.upk': [
    ['SK_Mawhonic', 6068, 3, [-640.029, -604.988, 85.224, 638.407, 604.988, 513.691]],
  ],
  'ue3/provokingastorm/PRO_Roose.upk': [
    ['SK_Roose', 10684, 3, [-456.175, -350.331, 87.637, 456.175, 350.331, 362.299]],
  ],
  'corpus-2/ue3/g3arshift/WEP_3P_SKULL9_MESH.upk': [
    ['Wep_3rdP_Skull9_Rig', 412, 17, [-5.304, -45.747, -40.943, 4.085, 51.559, 153.433]],
  ],
  'corpus-2/ue3/g3arshift/WEP_M84Bowie_MESH.upk': [
    ['Wep_1stP_M84Bowie_Rig', 1348, 60, [-1.054, -3.612, -11.469, 1.046, 3.665, 33.461]],
    ['Wep_3rdP_M84Bowie_Rig', 1348, 3, [-2.92, -1.07, -10.982, 4.36, 1.088, 33.949]],
  ],
  'corpus-2/ue3/martinii89/Body_Octane_SF_exported.upk': [
    ['Body_Octane_PremiumSkin_SK', 28478, 28, [-60.318, -36.212, -11.955, 79.562, 36.253, 43.496]],
  ],
  'corpus-2/ue3/me3tweaks/SFXHeavyWeapon_Blackstorm_Enemy.pcc': [
    ['WPN_HVY_MDL', 3218, 16, [-54.221, -11.904, -14.068, 21.61, 11.82, 22.224]],
    ['WPN_TRM_R_MDL', 4998, 13, [-45.479, -16.928, -14.701, 25.841, 16.933, 24.084]],
  ],
  // Big-endian packages of a PlayStation 3 and of a Wii U, which UE Viewer does not open.
  'ue3/me3tweaks/SFXWEAPON_SNIPERRIFLES.XXX': [
    ['WPN_SNPa_MDL', 2780, 12],
    ['WPN_SNPb_MDL', 2174, 11],
    ['WPN_SNPc_MDL', 2819, 13],
  ],
  'ue3/me3tweaks/BioD_CitHub_VolusPlot.xxx': [
    ['HMM_HAT_MTR_MDL', 836, 42],
    ['ST_citprs_kidnapped_d_mesh', 24, 17],
  ],
}

/** Keys as UE Viewer writes them: position and quaternion of one bone at one frame. */
const KEYS: readonly [path: string, set: string, sequence: string, frame: number, bone: number, key: number[]][] = [
  [
    'corpus-2/ue3/me3tweaks/SFXHeavyWeapon_Blackstorm_Enemy.pcc',
    'WPN_GRE_Main',
    'BasePose_Marketing',
    40,
    8,
    [30.8083, -3.9207, 0, 0, 0, 0, 1],
  ],
  [
    'corpus-2/ue3/me3tweaks/SFXHeavyWeapon_Blackstorm_Enemy.pcc',
    'WPN_GRE_Main',
    'WPN_Collapse_Marketing',
    30,
    8,
    [25.876, -3.9207, 0, 0, 0, 0, 1],
  ],
  [
    'corpus-2/ue3/me3tweaks/SFXHeavyWeapon_Blackstorm_Enemy.pcc',
    'WPN_TRM_Main',
    'WPN_Collapsed',
    0,
    6,
    [7.7906, -0.5073, 0, 0, 0, 0, 1],
  ],
  ['ue3/provokingastorm/PRO_Roose.upk', 'AS_Roose', 'Nothing', 5, 1, [600, -200, -30.6569, 0, 0, 0, 1]],
]

async function readerOf(path: string): Promise<ObjectReader> {
  return ObjectReader.open(await openCorpus(path))
}

function exportNamed(reader: ObjectReader, name: string, className: RegExp): ExportObject {
  const found = reader.package.exports.find((one) => one.name === name && className.test(one.className))
  if (found === undefined) throw new Error(`${name} is not in the package`)
  return found
}

/** What must be true of every mesh, so that any program finds valid numbers in it. */
function expectWhole(mesh: Mesh): void {
  const bones = mesh.skeleton?.bones ?? []
  for (const [i, { parent, rotation, position }] of bones.entries()) {
    expect(parent).toBeLessThan(i)
    expect(Math.hypot(...rotation)).toBeCloseTo(1, 5)
    expect(position.every(Number.isFinite)).toBe(true)
  }
  for (const lod of mesh.lods) {
    const vertices = lod.positions.length / 3
    expect(lod.points).toHaveLength(vertices)
    expect(lod.indices.every((vertex) => vertex < vertices)).toBe(true)
    expect(lod.sections.reduce((sum, { count }) => sum + count, 0)).toBe(lod.indices.length)
    expect(lod.sections.every(({ slot }) => slot < mesh.materials.length)).toBe(true)
    const { skin } = lod
    if (skin === undefined) throw new Error('a skeletal mesh has weights')
    expect(skin.bones.every((bone) => bone < bones.length)).toBe(true)
    let worst = 0
    for (let i = 0; i < vertices; i++) {
      let sum = 0
      for (const weight of skin.weights.subarray(i * skin.width, (i + 1) * skin.width)) sum += weight
      worst = Math.max(worst, Math.abs(sum - 1))
    }
    expect(worst).toBeLessThan(1e-4)
    // Triangles face the same way as their normals, except for a few at sharp edges; coarse levels have many
    // of those.
    const share = lod === mesh.lods[0] ? outwardShare(lod) : undefined
    if (share !== undefined) expect(share).toBeGreaterThan(0.94)
  }
}

function outwardShare({ positions, normals, indices }: Mesh['lods'][number]): number | undefined {
  if (normals === undefined) return undefined
  const at = (array: Float32Array, vertex = 0) => array.subarray(vertex * 3, vertex * 3 + 3)
  let outward = 0
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => at(positions, indices[i + k])) as [Float32Array, Float32Array, Float32Array]
    const [ux = 0, uy = 0, uz = 0] = b.map((value, k) => value - (a[k] ?? 0))
    const [vx = 0, vy = 0, vz = 0] = c.map((value, k) => value - (a[k] ?? 0))
    const [x = 0, y = 0, z = 0] = at(normals, indices[i])
    if ((uy * vz - uz * vy) * x + (uz * vx - ux * vz) * y + (ux * vy - uy * vx) * z >= 0) outward++
  }
  return outward / (indices.length / 3)
}

describeCorpus('real skeletal meshes', () => {
  it.each(Object.entries(MESHES))('%s: are as another program reads them', async (path, meshes) => {
    const reader = await readerOf(path)
    for (const [name, triangles, bones, box] of meshes) {
      const mesh = await skeletalMeshOf(reader, await reader.read(exportNamed(reader, name, /^SkeletalMesh$/)))
      const [lod] = mesh.lods
      expect([name, (lod?.indices.length ?? 0) / 3, mesh.skeleton?.bones.length]).toEqual([name, triangles, bones])
      expectWhole(mesh)
      const limits = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]
      for (const [i, value] of (lod?.positions ?? []).entries()) {
        limits[i % 3] = Math.min(limits[i % 3] ?? 0, value)
        limits[3 + (i % 3)] = Math.max(limits[3 + (i % 3)] ?? 0, value)
      }
      for (const [i, value] of (box ?? []).entries()) expect(limits[i]).toBeCloseTo(value, 2)
      expect(pskOf(mesh).length).toBeGreaterThan(triangles * 12)
    }
  })

  it('of UE1 are not mirrored: the clock of C4, seen from behind, shows 0:15', async () => {
    const reader = await readerOf('ue1/1337gamedev/C4.u')
    const mesh = await skeletalMeshOf(reader, await reader.read(exportNamed(reader, 'C4', /^SkeletalMesh$/)))
    const [lod] = mesh.lods
    // Seen along X, with Z up, Y is to the right.
    const digits = (lod?.sections ?? []).flatMap(({ slot, first, count }) => {
      const digit = /C4Timer_Digit(\d)$/.exec(mesh.materials[slot]?.path ?? '')?.[1]
      const vertices = lod?.indices.subarray(first, first + count) ?? []
      const y = [...vertices].reduce((sum, vertex) => sum + (lod?.positions[3 * vertex + 1] ?? 0), 0) / count
      return digit === undefined ? [] : [{ digit, y }]
    })
    expect(digits.sort((one, two) => one.y - two.y).map(({ digit }) => digit)).toEqual(['0', '1', '5'])
  })

  it.each(KEYS)('%s: %s, %s has the key of another program', async (path, set, sequence, frame, bone, key) => {
    const reader = await readerOf(path)
    const animation = await animationOf(reader, exportNamed(reader, set, /^AnimSet$/))
    const only = { ...animation, sequences: animation.sequences.filter((one) => one.name === sequence) }
    const count = animation.bones.length
    const keys = psaOf(only)
    const head = 4 * 32 + count * 120 + 168
    const view = new DataView(keys.buffer, keys.byteOffset + head + (frame * count + bone) * 32)
    for (const [i, value] of key.entries()) {
      const found = view.getFloat32(i * 4, true)
      expect(i < 6 ? found : Math.abs(found)).toBeCloseTo(value, 3)
    }
  })

  it('with rigid parts have each at its bone: 10 of 10 parts are on their wheels', async () => {
    const reader = await readerOf('ue2/iceofwraith/ONSNewTank-A.ukx')
    const mesh = await skeletalMeshOf(reader, await reader.read(exportNamed(reader, 'HoverTank', /^SkeletalMesh$/)))
    const [lod] = mesh.lods
    const bones = mesh.skeleton?.bones ?? []
    for (const [number, { name }] of bones.entries()) {
      if (!/^Rolle/.test(name)) continue
      const own = [...(lod?.points ?? [])].flatMap((_, i) => (lod?.skin?.bones[i * 4] === number ? [i] : []))
      const middle = [0, 1, 2].map(
        (k) => own.reduce((sum, i) => sum + (lod?.positions[i * 3 + k] ?? 0), 0) / own.length,
      )
      const nearest = bones
        .map((bone, i) => [i, Math.hypot(...bone.position.map((value, k) => value - (middle[k] ?? 0)))] as const)
        .filter(([i]) => /^Rolle/.test(bones[i]?.name ?? ''))
        .reduce((least, one) => (one[1] < least[1] ? one : least))
      expect([name, bones[nearest[0]]?.name]).toEqual([name, name])
    }
  })

  it('get the animations that they refer to, or those whose bones fit', async () => {
    const sets = async (path: string, name: string) => {
      const reader = await readerOf(path)
      const read = await reader.read(exportNamed(reader, name, /^SkeletalMesh$/))
      return (await animationsOfMesh(reader, read)).map((one) => one.path)
    }
    expect(await sets('corpus-2/ue2/t-maxwiese-t/FP_coltHG.ukx', '1st_1911')).toEqual(['1st_1911'])
    const rifles = 'ue3/me3tweaks/SFXWEAPON_SNIPERRIFLES.XXX'
    expect(await sets(rifles, 'WPN_SNPa_MDL')).toEqual(['BIOG_WPN_A.WPN_SNP_Main'])
    expect(await sets(rifles, 'WPN_SNPb_MDL')).toEqual(['BIOG_WPN_A.WPN_SNPb_Main'])
    expect(await sets(rifles, 'WPN_SNPc_MDL')).toEqual(['BIOG_WPN_A.WPN_SNPc_Main'])
  })

  it.each(SWEEPS ? [...PACKAGES, ...CODE] : [])(
    '$path: every mesh and animation is valid, or has a reason why not',
    async ({ path }) => {
      let reader: ObjectReader
      try {
        reader = await readerOf(path)
      } catch (error) {
        if (!(error instanceof PackageError) || !/Oodle/.test(error.message)) throw error
        return
      }
      for (const one of reader.package.exports) {
        if (one.entry.size === 0 || !/^(?:SkeletalMesh|Animation|MeshAnimation|AnimSet)$/.test(one.className)) continue
        const read = await reader.read(one)
        try {
          if (one.className === 'SkeletalMesh') {
            const mesh = await skeletalMeshOf(reader, read)
            expectWhole(mesh)
            if (read.object instanceof ue1.SkeletalMesh) expectLocalPoints(read.object, mesh)
            pskOf(mesh)
          } else {
            psaOf(await animationOf(reader, read))
          }
        } catch (error) {
          if (!(error instanceof MediaError)) throw error
          // Templates of classes, and animations that were stored without any sequence.
          expect([path, one.path, error.reason]).toEqual([path, one.path, 'no-data'])
        }
      }
    },
  )
})

/**
 * Points in the space of their bones match the mesh's points, which proves the direction of its quaternions.
 * Both are stored right-handed, with Y negated.
 */
function expectLocalPoints(object: ue1.SkeletalMesh, mesh: Mesh): void {
  const [bone] = mesh.skeleton?.bones ?? []
  if (object.refSkeleton.length !== 1 || bone === undefined) return
  const [x, y, z, w] = bone.rotation
  for (let i = 0; i * 2 < object.boneWeights.length; i++) {
    const [px = 0, storedY = 0, pz = 0] = object.localPoints.subarray(i * 3, i * 3 + 3)
    const py = -storedY
    const [tx, ty, tz] = [2 * (y * pz - z * py), 2 * (z * px - x * pz), 2 * (x * py - y * px)]
    const place = [px + w * tx + y * tz - z * ty, py + w * ty + z * tx - x * tz, pz + w * tz + x * ty - y * tx]
    const point = (object.boneWeights[i * 2] ?? 0) * 3
    for (const [k, value] of place.entries())
      expect(value + (bone.position[k] ?? 0)).toBeCloseTo((object.points[point + k] ?? 0) * (k === 1 ? -1 : 1), 2)
  }
}
