import { type ExportObject, ObjectReader, type Package } from '@ukit/core'
import type { PropertyValue, UnrealObject } from '@ukit/objects'
import { ue1 as classes } from '@ukit/objects'
import { beforeAll, describe, expect, it } from 'vitest'
import { firstDifference } from '../../../../testing/bytes.js'
import { describeCorpus, openCorpus, PACKAGES } from '../../../../testing/corpus.js'

/** Size in bytes of a picture, by the number of its format: 8-bit indices, or blocks of 4 by 4 pixels. */
function pictureSize(format: number, width: number, height: number): number | undefined {
  if (format === 0) return width * height
  const blocks = Math.max(1, Math.ceil(width / 4)) * Math.max(1, Math.ceil(height / 4))
  return format === 3 ? 8 * blocks : format === 6 || format === 7 ? 16 * blocks : undefined
}

const PAINTED = /^(Fire|Fractal|Water|Wave|Wet|Ice|Scripted)Texture$/

/** The number of a property; 0 if it is absent. */
function number(value: PropertyValue | undefined): number {
  return typeof value === 'number' ? value : 0
}

function ascii(data: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...data.subarray(start, start + length))
}

/** An object of the corpus and where it is from. */
interface Found<T> {
  readonly object: T
  readonly export: ExportObject
  readonly package: Package
  readonly where: string
}

const NATIVE = new Set(classes.UE1_CLASSES.map((codec) => codec.name))

describeCorpus('the objects of UE1 in real packages', () => {
  const found: Found<UnrealObject>[] = []
  const problems: string[] = []
  let bytes = 0
  let opaque = 0

  /** The objects of a class, including its subclasses. */
  function all<T extends UnrealObject>(type: new () => T): Found<T>[] {
    return found.flatMap((one) => (one.object instanceof type ? [{ ...one, object: one.object }] : []))
  }

  beforeAll(async () => {
    for (const row of PACKAGES) {
      if ((row.version ?? 100) >= 90) continue
      const pkg = await openCorpus(row.path, { permissive: true })
      const reader = await ObjectReader.open(pkg)
      for (const exported of pkg.exports) {
        if (exported.entry.size === 0 || !NATIVE.has(exported.className)) continue
        const stored = await exported.bytes()
        const read = reader.decode(exported, stored)
        const where = `${row.path}: ${exported.path}`
        bytes += stored.length
        opaque += read.opaqueBytes
        if (read.error !== undefined) problems.push(`${where}: ${read.error.message}`)
        const difference = firstDifference(reader.encode(read), stored)
        if (difference >= 0) problems.push(`${where}: written otherwise from byte ${difference}`)
        found.push({ object: read.object, export: exported, package: pkg, where })
      }
    }
  })

  it('are read to the last byte and written back the same', () => {
    expect(problems).toEqual([])
    expect(found.length).toBeGreaterThan(3000)
    expect(opaque / bytes).toBeLessThan(0.001)
  })

  it('are traced into fields that cover each byte once', async () => {
    const seen = new Map<string, number>()
    const readers = new Map<Package, ObjectReader>()
    for (const one of found) {
      const count = seen.get(one.export.className) ?? 0
      seen.set(one.export.className, count + 1)
      if (count >= 3) continue
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
    expect(seen.size).toBeGreaterThan(10)
  })

  describe('agree with figures from elsewhere:', () => {
    it('the data of a level of a texture are as large as its format and sizes say', () => {
      const wrong: string[] = []
      for (const { object, export: exported, where } of all(classes.Texture)) {
        const painted = PAINTED.test(exported.className)
        for (const [list, format] of [
          [object.mips, number(object.properties.get('Format'))],
          [object.compressedMips, number(object.properties.get('CompFormat'))],
        ] as const) {
          for (const [i, mip] of list.entries()) {
            const size = painted ? 0 : pictureSize(format, mip.width, mip.height)
            if (size !== undefined && mip.data.length !== size) wrong.push(`${where}: level ${i}`)
            if (2 ** mip.widthBits !== mip.width || 2 ** mip.heightBits !== mip.height)
              wrong.push(`${where}: bits ${i}`)
            const above = list[i - 1]
            if (above !== undefined && mip.width !== Math.max(1, above.width >> 1)) wrong.push(`${where}: width ${i}`)
          }
        }
        const [largest] = object.mips
        if (largest?.width !== number(object.properties.get('USize'))) wrong.push(`${where}: USize`)
        if (largest?.height !== number(object.properties.get('VSize'))) wrong.push(`${where}: VSize`)
      }
      expect(wrong).toEqual([])
      expect(all(classes.Texture).length).toBeGreaterThan(100)
    })

    it('a fire has as many sparks as its property says', () => {
      for (const { object, where } of all(classes.FireTexture)) {
        expect(object.sparkCount, where).toBe(number(object.properties.get('NumSparks')))
      }
    })

    it('a palette has 256 colours', () => {
      for (const { object, where } of all(classes.Palette)) expect(object.colors.length, where).toBe(4 * 256)
    })

    it('a font has 256 characters', () => {
      for (const { object, where } of all(classes.Font)) {
        const count = object.pages.reduce((sum, page) => sum + page.characters.length / 4, 0)
        expect(count, where).toBe(256)
      }
    })

    it('a wave file states its own length, except for the decoys of one obfuscated package', () => {
      let waves = 0
      for (const { object, where } of all(classes.Sound)) {
        if (where.includes('.uxx')) continue
        expect(ascii(object.data, 0, 4), where).toBe('RIFF')
        expect(ascii(object.data, 8, 4), where).toBe('WAVE')
        const size = new DataView(object.data.buffer, object.data.byteOffset).getUint32(4, true)
        expect(object.data.length - 8, where).toBe(size)
        waves++
      }
      expect(waves).toBeGreaterThan(10)
    })

    it('music begins like files of its tracker', () => {
      for (const { object, where } of all(classes.Music)) {
        const { data } = object
        const known =
          ascii(data, 0, 4) === 'IMPM' || // Impulse Tracker
          ascii(data, 44, 4) === 'SCRM' || // Scream Tracker 3
          ascii(data, 0, 17) === 'Extended Module: ' || // FastTracker 2
          /^(M\.K\.|\d+CH.?|FLT4)$/.test(ascii(data, 1080, 4)) // ProTracker
        expect(known, where).toBe(true)
      }
      expect(all(classes.Music).length).toBeGreaterThan(0)
    })

    it('a tree of planes only refers to what exists, with children behind and in front', () => {
      let nodes = 0
      for (const { object: model, where } of all(classes.Model)) {
        const inRange = (value: number, length: number) => value >= 0 && value < length
        const optional = (value: number, length: number) => value === -1 || inRange(value, length)
        for (const node of model.nodes) {
          nodes++
          const end = node.vertPool + node.numVertices
          const good =
            inRange(node.surf, model.surfs.length) &&
            node.vertPool >= 0 &&
            end <= model.verts.length / 2 &&
            [node.back, node.front, node.coplanar].every((child) => optional(child, model.nodes.length)) &&
            optional(node.renderBound, model.bounds.length) &&
            optional(node.collisionBound, model.leafHulls.length) &&
            node.zoneBack < 64 &&
            node.zoneFront < 64
          if (!good) expect.fail(`${where}: a node refers beyond its model`)
          for (const [leaf, zone] of [
            [node.leafBack, node.zoneBack],
            [node.leafFront, node.zoneFront],
          ] as const) {
            const known = model.leaves[leaf]
            if (known !== undefined && known.zone !== zone) expect.fail(`${where}: a leaf of another zone`)
          }
          const plane = node.plane
          const distance = (child: number) => planeDistances(model, child, plane)
          // A quarter of a unit: polygons that span the plane were cut with some tolerance.
          if (node.back >= 0 && Math.min(...distance(node.back)) > 0.25) expect.fail(`${where}: a child not behind`)
          if (node.front >= 0 && Math.max(...distance(node.front)) < -0.25)
            expect.fail(`${where}: a child not in front`)
        }
        // Only the corners of polygons are checked: the pool has stale ones between them.
        for (const node of model.nodes) {
          for (let i = node.vertPool; i < node.vertPool + node.numVertices; i++) {
            const [point = -1, side = 0] = model.verts.subarray(2 * i)
            if (!inRange(point, model.points.length / 3)) expect.fail(`${where}: a corner of no point`)
            if (side >= model.numSharedSides) expect.fail(`${where}: a side that there is not`)
          }
        }
        for (const surf of model.surfs) {
          const vectors = [surf.normal, surf.textureU, surf.textureV]
          if (!vectors.every((vector) => inRange(vector, model.vectors.length / 3))) expect.fail(`${where}: a surface`)
        }
      }
      expect(nodes).toBeGreaterThan(1000)
    })

    it('the bits of a light map are within those of its model, one plane per light', () => {
      for (const { object: model, where } of all(classes.Model)) {
        for (const map of model.lightMaps) {
          if (map.lights < 0) continue
          const planes = model.lights.indexOf(null, map.lights) - map.lights
          const size = planes * Math.ceil(map.width / 8) * map.height
          if (planes < 0 || map.dataOffset + size > model.lightBits.length) expect.fail(`${where}: light map`)
        }
      }
    })

    it('the sides of a brush have 3 to 16 corners, and a plane at right angles to its normal', () => {
      let sides = 0
      for (const { object, where } of all(classes.Polys)) {
        expect(object.slack, where).toBe(0)
        for (const poly of object.polys) {
          sides++
          const corners = poly.vertices.length / 3
          if (corners < 3 || corners > 16) expect.fail(`${where}: ${corners} corners`)
          if (Math.abs(Math.hypot(...poly.normal) - 1) > 0.01)
            expect.fail(`${where}: a normal of another length than 1`)
        }
      }
      expect(sides).toBeGreaterThan(5000)
    })

    it('a level begins with its LevelInfo and its builder brush, and refers to its model', () => {
      for (const { object: level, package: pkg, where } of all(classes.Level)) {
        const classNames = level.actors.slice(0, 2).map((actor) => pkg.objectAt(actor?.reference ?? 0)?.className)
        expect(classNames, where).toEqual(['LevelInfo', 'Brush'])
        expect(pkg.objectAt(level.model?.reference ?? 0)?.className, where).toBe('Model')
        expect([`${level.url.protocol}`, level.url.port, level.url.isValid], where).toEqual(['unreal', 7777, 1])
        for (const spec of level.reachSpecs) expect(spec.pruned).toBeLessThanOrEqual(1)
      }
      expect(all(classes.Level).length).toBeGreaterThan(0)
    })

    it('a mesh has every vertex of every frame, and a LodMesh everything that its parts refer to', () => {
      for (const { object: mesh, where } of all(classes.Mesh)) {
        if (mesh instanceof classes.SkeletalMesh) expect(mesh.frameVerts, where).toBe(mesh.points.length / 3)
        else expect(mesh.verts.length / mesh.vertexWords, where).toBe(mesh.frameVerts * mesh.animFrames)
        expect([...mesh.meshBox.corners, mesh.meshSphere.radius], where).toEqual([
          ...mesh.box.corners,
          mesh.sphere.radius,
        ])
        if (!(mesh instanceof classes.LodMesh)) continue
        expect(mesh.modelVerts + mesh.specialVerts, where).toBe(mesh.frameVerts)
        expect(mesh.faceLevel.length, where).toBe(mesh.faces.length / 4)
        expect(mesh.collapseWedgeThus.length, where).toBe(mesh.wedges.length / 4)
        const wedges = new DataView(mesh.wedges.buffer, mesh.wedges.byteOffset, mesh.wedges.byteLength)
        for (let at = 0; at < wedges.byteLength; at += 4) {
          if (wedges.getUint16(at, true) >= mesh.modelVerts) expect.fail(`${where}: a wedge of no vertex`)
        }
        for (const [i, wedge] of mesh.faces.entries()) {
          const limit = i % 4 === 3 ? mesh.materials.length / 2 : mesh.wedges.length / 4
          if (wedge >= limit) expect.fail(`${where}: face ${i >> 2} refers beyond the mesh`)
        }
      }
      expect(all(classes.LodMesh).length).toBeGreaterThan(0)
    })
  })
})

/** Distances of a node's corners from a plane. */
function planeDistances(model: InstanceType<typeof classes.Model>, node: number, plane: Float32Array): number[] {
  const child = model.nodes[node]
  if (child === undefined) return []
  const [x = 0, y = 0, z = 0, w = 0] = plane
  return Array.from({ length: child.numVertices }, (_, i) => {
    const point = 3 * (model.verts[2 * (child.vertPool + i)] ?? 0)
    const [px = 0, py = 0, pz = 0] = model.points.subarray(point, point + 3)
    return x * px + y * py + z * pz - w
  })
}
