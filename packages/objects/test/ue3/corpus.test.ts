import { Name, ObjectFlagLow } from '@ukit/container'
import { type ExportObject, ObjectReader, type Package } from '@ukit/core'
import type { PropertyValue, UnrealObject } from '@ukit/objects'
import { ue3 as classes } from '@ukit/objects'
import { beforeAll, describe, expect, it } from 'vitest'
import { firstDifference } from '../../../../testing/bytes.js'
import { describeCorpus, openCorpus, PACKAGES } from '../../../../testing/corpus.js'

/** An object of the corpus and where it is from. */
interface Found<T> {
  readonly object: T
  readonly export: ExportObject
  readonly package: Package
  readonly where: string
}

/**
 * Size in bytes of a picture, in blocks of 4 by 4 pixels or in pixels. Consoles store small pictures in
 * larger tiles, so those are skipped.
 */
function pictureSize(format: string, width: number, height: number): number | undefined {
  const blocks = Math.max(1, Math.ceil(width / 4)) * Math.max(1, Math.ceil(height / 4))
  const perBlock: Record<string, number> = { PF_DXT1: 8, PF_DXT3: 16, PF_DXT5: 16 }
  const perPixel: Record<string, number> = { PF_A8R8G8B8: 4, PF_G8: 1, PF_V8U8: 2 }
  const block = perBlock[format]
  if (block !== undefined) return blocks * block
  const pixel = perPixel[format]
  return pixel === undefined ? undefined : width * height * pixel
}

const text = (value: PropertyValue | undefined) => (value instanceof Name ? value.toString() : undefined)
const number = (value: PropertyValue | undefined) => (typeof value === 'number' ? value : 0)
const magic = (data: Uint8Array, length = 4) => String.fromCharCode(...data.subarray(0, length))

const NATIVE = new Set(classes.UE3_CLASSES.map((codec) => codec.name))

describeCorpus('the objects of UE3 in real packages', () => {
  const found: Found<UnrealObject>[] = []
  const problems: string[] = []
  let bytes = 0
  let rest = 0

  /** The objects of a class, including its subclasses, but without default objects, which contain nothing. */
  function all<T extends UnrealObject>(type: new () => T): Found<T>[] {
    return found.flatMap((one) => (one.object instanceof type ? [{ ...one, object: one.object }] : []))
  }

  beforeAll(async () => {
    for (const row of PACKAGES) {
      if (!row.path.startsWith('ue3/')) continue
      const pkg = await openCorpus(row.path, { permissive: true }).catch(() => undefined)
      if (pkg === undefined || pkg.context.engine !== 3) continue
      const reader = await ObjectReader.open(pkg)
      for (const exported of pkg.exports) {
        if (exported.entry.size === 0 || !NATIVE.has(exported.className)) continue
        const stored = await exported.bytes()
        const read = reader.decode(exported, stored)
        const where = `${row.path}: ${exported.path}`
        bytes += stored.length
        rest += read.rest.length
        if (read.error !== undefined) problems.push(`${where}: ${read.error.message}`)
        const difference = firstDifference(reader.encode(read), stored)
        if (difference >= 0) problems.push(`${where}: written otherwise from byte ${difference}`)
        if ((exported.entry.flags & ObjectFlagLow.ClassDefaultObject) === 0)
          found.push({ object: read.object, export: exported, package: pkg, where })
      }
    }
  })

  it('are read to the last byte and written back the same', () => {
    expect(problems).toEqual([])
    expect(found.length).toBeGreaterThan(1500)
    expect(bytes).toBeGreaterThan(5_000_000)
    expect(rest).toBe(0)
  })

  it('are traced into fields that cover each byte once', async () => {
    const seen = new Map<string, number>()
    const readers = new Map<Package, ObjectReader>()
    for (const one of found) {
      const kind = `${one.export.className} ${one.package.context.version}`
      const count = seen.get(kind) ?? 0
      seen.set(kind, count + 1)
      if (count >= 1) continue
      const reader = readers.get(one.package) ?? (await ObjectReader.open(one.package))
      readers.set(one.package, reader)
      const { fields } = await reader.trace(one.export)
      let at = one.export.entry.offset
      const gap = fields.find((field) => {
        const isGap = field.length > 0 && field.offset !== at
        at += field.length
        return isGap
      })
      expect(gap, one.where).toBeUndefined()
      expect(at, one.where).toBe(one.export.entry.offset + one.export.entry.size)
    }
    expect(seen.size).toBeGreaterThan(60)
  })

  describe('agree with figures from elsewhere:', () => {
    it('a picture is as large as its format and sizes require, each half as large as the one before', () => {
      const wrong: string[] = []
      let checked = 0
      for (const { object, package: pkg, where } of all(classes.Texture2D)) {
        const format = text(object.properties.get('Format')) ?? 'PF_Unknown'
        for (const [i, mip] of object.mips.entries()) {
          const above = object.mips[i - 1]
          if (above !== undefined && mip.width > 4 && mip.width * 2 !== above.width) wrong.push(`${where}: width ${i}`)
          const size = pictureSize(format, mip.width, mip.height)
          const { data } = mip
          if (size === undefined || data.place === 'unused' || pkg.context.bigEndian) continue
          checked++
          if (data.count !== size) wrong.push(`${where}: level ${i} has ${data.count} instead of ${size}`)
          if (data.place === 'inline' && data.compression === undefined && data.payload.length !== size)
            wrong.push(`${where}: payload ${i}`)
        }
        const [largest] = object.mips
        if (largest !== undefined && largest.width > number(object.properties.get('SizeX')))
          wrong.push(`${where}: SizeX`)
      }
      expect(wrong).toEqual([])
      expect(checked).toBeGreaterThan(100)
    })

    it('the picture as imported is a PNG file, or raw pixels', () => {
      let pictures = 0
      for (const { object, where } of all(classes.Texture)) {
        const { payload, compression } = object.sourceArt
        if (payload.length === 0 || compression !== undefined) continue
        if (object.properties.get('bIsSourceArtUncompressed') === true) {
          expect(payload.length % 4, where).toBe(0)
          continue
        }
        expect(magic(payload), where).toBe('\x89PNG')
        pictures++
      }
      expect(pictures).toBeGreaterThan(5)
    })

    it('sounds are RIFF, Ogg, or in their console’s format', () => {
      for (const { object, where } of all(classes.SoundNodeWave)) {
        if (object.rawData.payload.length > 0) expect(['RIFF', 'FFIR'], where).toContain(magic(object.rawData.payload))
        if (object.compressedPcData.payload.length > 0)
          expect(magic(object.compressedPcData.payload), where).toBe('OggS')
      }
      let streams = 0
      for (const { object, where } of all(classes.WwiseStream)) {
        if (object.data.payload.length === 0) continue
        expect(['RIFF', 'RIFX'], where).toContain(magic(object.data.payload))
        streams++
      }
      expect(streams).toBeGreaterThan(10)
    })

    it('a static mesh has the same number of vertices in all of its buffers, and three indices per triangle', () => {
      for (const { object, where } of all(classes.StaticMesh)) {
        for (const lod of object.lodModels) {
          expect(lod.positions.positions.length, where).toBe(3 * lod.vertexCount)
          expect([lod.positions.vertexCount, lod.vertices.vertexCount, lod.vertices.vertices.count], where).toEqual([
            lod.vertexCount,
            lod.vertexCount,
            lod.vertexCount,
          ])
          expect(lod.vertices.stride, where).toBe(lod.vertices.vertices.elementSize)
          const coordinates = lod.vertices.uvSets * (lod.vertices.useFullPrecisionUVs === 0 ? 4 : 8)
          expect([8 + coordinates, 12 + coordinates], where).toContain(lod.vertices.stride)
          const triangles = lod.elements.reduce((sum, element) => sum + element.triangleCount, 0)
          expect(lod.indices.length, where).toBe(3 * triangles)
          expect(
            lod.indices.every((index) => index < lod.vertexCount),
            where,
          ).toBe(true)
        }
        for (let i = 0; i < object.kDop.triangles.length; i++) {
          const vertices = object.lodModels[0]?.vertexCount ?? 0
          if (i % 4 < 3 && (object.kDop.triangles[i] ?? 0) >= vertices) expect.fail(`${where}: triangle ${i >> 2}`)
        }
      }
      expect(all(classes.StaticMesh).length).toBeGreaterThan(20)
    })

    it('a skeletal mesh has as many indices as its triangles need, and bones after their parents', () => {
      for (const { object, where } of all(classes.SkeletalMesh)) {
        for (const lod of object.lodModels) {
          const triangles = lod.sections.reduce((sum, section) => sum + section.triangleCount, 0)
          expect(lod.indexBuffer.indices.count, where).toBe(3 * triangles)
          expect(lod.vertexBuffer.vertices.count, where).toBe(lod.vertexCount)
          const chunked = lod.chunks.reduce((sum, chunk) => sum + chunk.rigidVertexCount + chunk.softVertexCount, 0)
          expect(chunked, where).toBe(lod.vertexCount)
          const { uvSets, useFullPrecisionUVs, vertices } = lod.vertexBuffer
          // Consoles pack a position into 4 bytes instead of 12.
          const size = 28 + uvSets * (useFullPrecisionUVs === 0 ? 4 : 8)
          if (vertices.count > 0) expect([size, size - 8], where).toContain(vertices.elementSize)
        }
        for (const [i, bone] of object.bones.entries()) {
          expect(i === 0 ? bone.parent === 0 : bone.parent < i, where).toBe(true)
          expect(Math.hypot(...bone.orientation), where).toBeCloseTo(1, 2)
        }
        expect(object.boneIndices.length, where).toBe(object.bones.length)
      }
      expect(all(classes.SkeletalMesh).length).toBeGreaterThan(3)
    })

    it('a level refers to itself, its model and its world', () => {
      for (const { object: level, package: pkg, export: exported, where } of all(classes.Level)) {
        expect(level.self?.reference, where).toBe(exported.index + 1)
        expect(pkg.objectAt(level.model?.reference ?? 0)?.className, where).toBe('Model')
        expect(level.url.protocol.text, where).toBe('unreal')
        // BioWare's games have a different port.
        expect([3659, 7777], where).toContain(level.url.port)
        expect(
          level.cachedPhysConvexMap.every((entry) => entry.index < level.cachedPhysConvexStore.length),
          where,
        ).toBe(true)
      }
      for (const { object: world, package: pkg, where } of all(classes.World))
        expect(pkg.objectAt(world.persistentLevel?.reference ?? 0)?.className, where).toBe('Level')
      expect(all(classes.World).length).toBeGreaterThan(2)
    })

    it('a tree of planes only refers to what exists', () => {
      for (const { object: model, where } of all(classes.Model)) {
        for (const surface of model.surfs) {
          expect(surface.base < model.points.length / 3, where).toBe(true)
          for (const vector of [surface.normal, surface.textureU, surface.textureV])
            expect(vector < model.vectors.length / 3, where).toBe(true)
        }
        expect([0, model.vertexCount], where).toContain(model.vertexBuffer.count)
      }
      for (const { object: polys, where } of all(classes.Polys)) {
        expect(polys.slack, where).toBe(0)
        for (const poly of polys.polys) expect(Math.hypot(...poly.normal), where).toBeCloseTo(1, 2)
      }
    })

    it('cooked physics begin like PhysX data', () => {
      let shapes = 0
      const cooked = [
        ...all(classes.RBBodySetup).flatMap(({ object }) => object.preCachedPhysData.flatMap((one) => one.elements)),
        ...all(classes.BrushComponent).flatMap(({ object }) => object.cachedPhysBrushData.elements),
        ...all(classes.Level).flatMap(({ object }) => object.cachedPhysPerTriangleStore),
      ]
      for (const { data } of cooked) {
        if (data.length === 0) continue
        expect(magic(data, 32)).toMatch(/NXS|CVXM|MESH/)
        shapes++
      }
      expect(shapes).toBeGreaterThan(2)
    })

    it('a compiled shader repeats its type and GUID', () => {
      let shaders = 0
      for (const { object, package: pkg, where } of all(classes.ShaderCache)) {
        for (const shader of object.shaders) {
          const { a, b, c, d } = shader.id
          const id = new Uint8Array(16)
          const view = new DataView(id.buffer)
          for (const [i, word] of [a, b, c, d].entries()) view.setUint32(4 * i, word, !pkg.context.bigEndian)
          if (indexOf(shader.body, id) < 0) expect.fail(`${where}: ${shader.type} ${shader.id}`)
          shaders++
        }
      }
      expect(shaders).toBeGreaterThan(100)
    })

    it('a navigation mesh refers to existing polygons and vertices', () => {
      for (const { object: mesh, where } of all(classes.NavigationMeshBase)) {
        for (const polygon of mesh.polygons) {
          expect(
            polygon.vertices.every((vertex) => vertex < mesh.vertices.length),
            where,
          ).toBe(true)
          expect(
            polygon.edges.every((edge) => edge < mesh.edgeEntries.length),
            where,
          ).toBe(true)
          expect(Math.hypot(...polygon.normal), where).toBeCloseTo(1, 2)
        }
        if (mesh.edgeEntries.every((entry) => entry.class.toString() === 'FNavMeshEdgeBase'))
          expect(mesh.edgeData.length, where).toBe(38 * mesh.edgeEntries.length)
      }
      expect(all(classes.NavigationMeshBase).length).toBeGreaterThan(0)
    })
  })
})

/** Position of some bytes in other bytes; −1 if they are not found. */
function indexOf(bytes: Uint8Array, part: Uint8Array): number {
  for (let at = bytes.indexOf(part[0] ?? 0); at >= 0; at = bytes.indexOf(part[0] ?? 0, at + 1)) {
    if (part.every((byte, i) => bytes[at + i] === byte)) return at
  }
  return -1
}
