import { type ExportObject, ObjectReader, type Package } from '@ukit/core'
import type { PropertyValue, UnrealObject } from '@ukit/objects'
import { ue2 } from '@ukit/objects'
import { beforeAll, expect, it } from 'vitest'
import { firstDifference } from '../../../../testing/bytes.js'
import { describeCorpus, openCorpus, PACKAGES } from '../../../../testing/corpus.js'

interface Found<T> {
  readonly object: T
  readonly export: ExportObject
  readonly package: Package
  readonly where: string
}

const NATIVE = new Set(ue2.UE2_CLASSES.map((codec) => codec.name))

/** Size in bytes of a picture, by the number of its format. */
const PICTURE: Record<number, (width: number, height: number) => number> = {
  0: (width, height) => width * height,
  3: (width, height) => 8 * Math.ceil(width / 4) * Math.ceil(height / 4),
  5: (width, height) => 4 * width * height,
  7: (width, height) => 16 * Math.ceil(width / 4) * Math.ceil(height / 4),
  8: (width, height) => 16 * Math.ceil(width / 4) * Math.ceil(height / 4),
  10: (width, height) => 2 * width * height,
}

/** The number of a property; 0 if it is absent. */
function number(value: PropertyValue | undefined): number {
  return typeof value === 'number' ? value : 0
}

describeCorpus('the objects of UE2 in real packages', () => {
  const found: Found<UnrealObject>[] = []
  const problems: string[] = []
  const rest: string[] = []

  /** The objects of a class, including its subclasses. */
  function all<T extends UnrealObject>(type: new () => T): Found<T>[] {
    const of = found.flatMap((one) => (one.object instanceof type ? [{ ...one, object: one.object }] : []))
    expect(of.length, `objects of ${type.name}`).toBeGreaterThan(0)
    return of
  }

  beforeAll(async () => {
    for (const row of PACKAGES) {
      if (!row.path.startsWith('ue2/')) continue
      const pkg = await openCorpus(row.path, { permissive: true })
      const reader = await ObjectReader.open(pkg)
      for (const exported of pkg.exports) {
        if (exported.entry.size === 0 || !NATIVE.has(exported.className)) continue
        const stored = await exported.bytes()
        const read = reader.decode(exported, stored)
        const where = `${row.path}: ${exported.path}`
        if (read.error !== undefined) problems.push(`${where}: ${read.error.message}`)
        const difference = firstDifference(reader.encode(read), stored)
        if (difference >= 0) problems.push(`${where}: written otherwise from byte ${difference}`)
        if (read.rest.length > 0) rest.push(where)
        found.push({ object: read.object, export: exported, package: pkg, where })
      }
    }
  }, 60_000)

  it('are read to the last byte and written back the same', () => {
    expect(problems).toEqual([])
    expect(rest).toEqual([])
    expect(found.length).toBeGreaterThan(500)
  })

  it('are traced into fields that cover each byte once', async () => {
    const seen = new Set<string>()
    for (const one of found) {
      if (seen.has(one.export.className)) continue
      seen.add(one.export.className)
      const { fields } = await (await ObjectReader.open(one.package)).trace(one.export)
      let at = one.export.entry.offset
      for (const field of fields) {
        expect(field.offset, `${one.where} ${field.path}`).toBe(at)
        at += field.length
      }
      expect(at).toBe(one.export.entry.offset + one.export.entry.size)
    }
    expect(seen.size).toBeGreaterThanOrEqual(15)
  })

  it('textures have as many bytes as their formats require', () => {
    let levels = 0
    for (const { object, where } of all(ue2.Texture)) {
      const size = PICTURE[number(object.properties.get('Format'))]
      for (const mip of object.mips) {
        expect(mip.width, where).toBe(2 ** mip.widthBits)
        expect(mip.height, where).toBe(2 ** mip.heightBits)
        if (mip.data.length === 0) continue
        levels++
        expect(mip.data.length, where).toBe(size?.(mip.width, mip.height))
      }
    }
    expect(levels).toBeGreaterThan(100)
  })

  it('palettes have 256 colours', () => {
    for (const { object, export: exported, where } of found) {
      if (exported.className === 'Palette' && 'colors' in object && object.colors instanceof Uint8Array) {
        expect(object.colors.length, where).toBe(1024)
      }
    }
  })

  it('sounds are RIFF files of the size that they state', () => {
    for (const { object, where } of all(ue2.Sound)) {
      expect(String.fromCharCode(...object.data.subarray(0, 4)), where).toBe('RIFF')
      const { buffer, byteOffset } = object.data
      const riff = new DataView(buffer, byteOffset).getUint32(4, true)
      expect(object.data.length - 8 - riff, where).toBeGreaterThanOrEqual(0)
      expect(object.data.length - 8 - riff, where).toBeLessThan(2)
      expect(object.likelihood, where).toBeGreaterThan(0)
    }
  })

  it('static meshes have three indices per triangle, all of existing vertices', () => {
    for (const { object, where } of all(ue2.StaticMesh)) {
      const triangles = object.sections.reduce((sum, section) => sum + section.numTriangles, 0)
      expect(object.indices.indices.length, where).toBe(3 * triangles)
      expect(
        object.indices.indices.every((index) => index < object.vertices.count),
        where,
      ).toBe(true)
      expect(object.colors.colors.length, where).toBe(4 * object.vertices.count)
      for (const stream of object.uvStreams) expect(stream.coordinates.length, where).toBe(2 * object.vertices.count)
      expect([...object.rawTriangles].length, where).toBe(object.rawTriangles.count)
      expect(object.internalVersion, where).toBeGreaterThanOrEqual(10)
      for (const [i, byte] of object.meshBox.min.entries())
        expect(byte, where).toBeLessThanOrEqual(object.meshBox.max[i] ?? 0)
    }
  })

  it('light on a mesh has a colour and a bit for each of its vertices', () => {
    for (const { object, where } of all(ue2.StaticMeshInstance)) {
      const vertices = object.colors.length / 4
      for (const light of object.lights) expect(light.bits.length, where).toBe(Math.ceil(vertices / 8))
    }
  })

  it('terrain has heights for its sectors, and sectors have bits for their vertices', () => {
    for (const { object, where } of all(ue2.TerrainInfo)) {
      expect(object.vertices.length, where).toBe(3 * object.heightmapX * object.heightmapY)
      expect(object.sectors.length, where).toBe(object.sectorsX * object.sectorsY)
    }
    for (const { object, where } of all(ue2.TerrainSector)) {
      const vertices = (object.quadsX + 1) * (object.quadsY + 1)
      for (const light of object.lights) expect(light.bits.length, where).toBe(Math.ceil(vertices / 8))
    }
  })

  it('nodes of a BSP refer to what exists', () => {
    let nodes = 0
    for (const { object, where } of all(ue2.Model)) {
      const { length } = object.nodes
      nodes += length
      for (const node of object.nodes) {
        expect(Math.max(node.front, node.back, node.coplanar), where).toBeLessThan(length)
        expect(node.surf, where).toBeLessThan(object.surfs.length)
        expect(node.vertPool + node.numVertices, where).toBeLessThanOrEqual(object.verts.length / 2)
        expect(Math.max(node.leafBack, node.leafFront), where).toBeLessThan(object.leaves.length)
        expect(Math.hypot(...node.plane.subarray(0, 3)), where).toBeCloseTo(1, 3)
      }
      for (const surf of object.surfs) expect(surf.base, where).toBeLessThan(object.points.length / 3)
      for (const map of object.lightMaps) {
        for (const bitmap of map.bitmaps) expect(bitmap.bits.length, where).toBe(bitmap.stride * bitmap.sizeY)
      }
      for (const texture of object.lightMapTextures) {
        const size = PICTURE[texture.format]
        expect(texture.mips[0].length, where).toBe(size?.(texture.width, texture.height))
        expect(texture.mips[1].length, where).toBe(size?.(texture.width / 2, texture.height / 2))
      }
    }
    expect(nodes).toBeGreaterThan(700)
  })

  it('sides of brushes are planes of three corners or more', () => {
    for (const { object, where } of all(ue2.Polys)) {
      for (const poly of object.polys) {
        expect(poly.vertices.length / 3, where).toBeGreaterThanOrEqual(3)
        expect(Math.hypot(...poly.normal), where).toBeCloseTo(1, 2)
      }
    }
  })

  it('levels begin with their LevelInfo and refer to a model of the package', () => {
    for (const { object, where } of all(ue2.Level)) {
      expect(object.actors[0]?.path, where).toMatch(/LevelInfo/)
      expect(object.model?.path, where).toMatch(/Model/)
      expect(object.url.port, where).toBe(7777)
    }
  })

  it('bones come after their parents, and rotate by unit quaternions', () => {
    for (const { object, where } of all(ue2.SkeletalMesh)) {
      object.bones.forEach((bone, i) => {
        expect(bone.parent, where).toBeLessThanOrEqual(Math.max(0, i - 1))
        expect(Math.hypot(...bone.orientation), where).toBeCloseTo(1, 2)
      })
      expect(object.collapse.length === 0 || object.collapse.length === object.importedWedges.length / 10, where).toBe(
        true,
      )
    }
  })
})
