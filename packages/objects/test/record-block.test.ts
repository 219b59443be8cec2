import { ObjectReader } from '@ukit/core'
import { common, ue2, ue3 } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { hexBytes } from '../../../testing/bytes.js'
import { describeCorpus, openCorpus, PACKAGES } from '../../../testing/corpus.js'

describe('a block of records', () => {
  it('gives its fields by name, in both byte orders', () => {
    const little = common.recordsOf(hexBytes('0201 0000803f 000000c0 ffff 00000000 00000000'), common.LOD_WEDGE)
    expect([little.length, little.size]).toEqual([2, 10])
    expect(little.at(0)).toEqual({ vertex: 0x0102, u: 1, v: -2 })
    expect(little.at(1)).toEqual({ vertex: 0xffff, u: 0, v: 0 })
    expect([little.at(2), little.at(-1), little.at(0.5)]).toEqual([undefined, undefined, undefined])
    const big = common.recordsOf(hexBytes('0102 3f800000 c0000000'), common.LOD_WEDGE, true)
    expect([...big]).toEqual([{ vertex: 0x0102, u: 1, v: -2 }])
  })

  it('gives several numbers as a list, and half floats as numbers', () => {
    expect(common.recordSize(common.MODEL_NODE)).toBe(64)
    expect(common.recordSize(common.MODEL_VERT)).toBe(24)
    expect(common.recordSize(common.MODEL_VERTEX)).toBe(36)
    expect(common.recordSize(common.KDOP_NODE)).toBe(32)
    expect(common.recordSize(common.FONT_CHARACTER)).toBe(17)
    const layout = common.staticMeshVertex(1, false)
    // 0x3c00 is 1, 0xc000 is −2 in half precision; 0x0001 the smallest, 0x7c00 infinity.
    expect(common.recordsOf(hexBytes('80ff0080 00000000 003c 00c0'), layout).at(0)).toEqual({
      tangentX: [0x80, 0xff, 0, 0x80],
      tangentZ: [0, 0, 0, 0],
      coordinates: [1, -2],
    })
    expect([0x0001, 0x7c00, 0x8000].map(common.halfToNumber)).toEqual([2 ** -24, Number.POSITIVE_INFINITY, -0])
  })

  it('refuses what is not a whole number of records', () => {
    expect(() => common.recordsOf(new Uint8Array(11), common.LOD_WEDGE)).toThrow('expected records of 10 bytes')
  })
})

describeCorpus('the blocks of real meshes and models', () => {
  it('refer to what exists', async () => {
    const counts = { wedges: 0, influences: 0, nodes: 0, vertices: 0, odd: 0 }
    for (const { path } of PACKAGES) {
      const pkg = await openCorpus(path).catch(() => undefined)
      if (pkg === undefined || pkg.context.engine === 1) continue
      const reader = await ObjectReader.open(pkg)
      const { bigEndian } = pkg.context
      for await (const { object } of reader.objects(ue2.SkeletalMesh)) {
        for (const lod of object.lods) {
          const points = lod.points.length / 3
          for (const { vertex } of common.recordsOf(lod.wedges, common.LOD_WEDGE)) {
            expect(vertex).toBeLessThan(points)
            counts.wedges++
          }
          for (const { weight, point, bone } of common.recordsOf(lod.influences, common.INFLUENCE)) {
            expect(weight > 0 && weight <= 1.001 && point < points && bone < object.bones.length).toBe(true)
            counts.influences++
          }
        }
      }
      for await (const { object } of reader.objects(ue3.Model)) {
        if (object.nodes.elementSize !== 64) continue
        const nodes = common.recordsOf(object.nodes.data, common.MODEL_NODE, bigEndian)
        for (const { plane, surface, back, front, coplanar } of nodes) {
          expect(Math.hypot(...plane.slice(0, 3))).toBeCloseTo(1, 2)
          expect(surface).toBeLessThan(object.surfs.length)
          for (const child of [back, front, coplanar]) expect(child >= -1 && child < nodes.length).toBe(true)
          counts.nodes++
        }
      }
      for await (const { object } of reader.objects(ue3.StaticMesh)) {
        for (const { vertices } of object.lodModels) {
          const layout = common.staticMeshVertex(vertices.uvSets, vertices.useFullPrecisionUVs !== 0)
          if (vertices.vertices.elementSize !== common.recordSize(layout)) continue
          for (const { tangentX, tangentZ } of common.recordsOf(vertices.vertices.data, layout, bigEndian)) {
            const length = Math.hypot(...tangentZ.slice(0, 3).map((byte) => byte / 127.5 - 1))
            // Faces without an area on the texture have no tangents: the tool that imported them stored null
            // vectors (127 is 0), and meaningless normals.
            const isUnit = Math.abs(length - 1) < 0.05
            if (!bigEndian && !isUnit) {
              expect(tangentX.slice(0, 3)).toEqual([127, 127, 127])
              counts.odd++
            }
            counts.vertices++
          }
        }
      }
    }
    // One mesh of 36 vertices in UDK's Engine.u, which only its editor shows; misreading would affect far
    // more.
    expect(counts.odd).toBeLessThanOrEqual(36)
    expect(
      Object.values(counts).every((count) => count > 10),
      JSON.stringify(counts),
    ).toBe(true)
  })
})
