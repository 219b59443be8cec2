import { ue1 as classes, common } from '@ukit/objects'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HandMade } from '../../../../testing/bytes.js'
import { check, checkMade, decode, name, object, ue1 } from '../../../../testing/objects.js'
import { sequence } from '../../../../testing/packages.js'

const BASE = 0x400
const ONE = 0x3f800000

/** An object without properties, a box, and a sphere, which has no radius before 62. */
function primitive(version: number): HandMade {
  const file = new HandMade()
    .u8(0)
    .u32(...new Array<number>(6).fill(ONE))
    .u8(1)
  return file.u32(...new Array<number>(version < 62 ? 3 : 4).fill(ONE))
}

/** Floats with arbitrary bits. */
function floats(count: number): fc.Arbitrary<Float32Array> {
  return fc
    .uint8Array({ minLength: 4 * count, maxLength: 4 * count })
    .map((bytes) => new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)))
}

const i32 = fc.integer({ min: -0x8000_0000, max: 0x7fff_ffff })
const index = fc.integer({ min: -0x7fff_ffff, max: 0x7fff_ffff })
const u64 = fc.bigInt({ min: 0n, max: 0xffff_ffff_ffff_ffffn })
const objects = fc.integer({ min: -1000, max: 1000 }).map(object)

describe('primitives', () => {
  it.each([
    [61, 12],
    [62, 16],
    [63, 16],
  ])('of version %i have a sphere of %i bytes', (version, size) => {
    const read = check(() => new classes.Primitive(), primitive(version).bytes(), ue1(version))
    expect(primitive(version).length).toBe(1 + 25 + size)
    expect([read.box.isValid, read.sphere.radius]).toEqual([1, size === 12 ? 0 : 1])
  })
})

describe('models', () => {
  it('before version 62 refer to their parts', () => {
    const file = primitive(61).u8(1, 2, 3, 4, 5, 6, 0, 0, 0, 0, 0, 0, 0x41, 1, 7).u32(1, 0).bytes()
    const model = check(() => new classes.Model(), file, ue1(61))
    expect(model.parts).toMatchObject({
      vectors: object(1),
      points: object(2),
      nodes: object(3),
      surfs: object(4),
      verts: object(5),
      leafZone: 65,
      leafLeaf: 7,
    })
    expect([model.polys, model.rootOutside, model.linked]).toEqual([object(6), 1, 0])
  })

  it.each([
    [62, 4],
    [63, 0],
    [64, 0],
    [69, 0],
  ])('of version %i contain everything, and %i bytes of time in each zone', (version, time) => {
    const file = primitive(version).u8(1).u32(ONE, 0, 0).u8(1).u32(0, ONE, 0)
    // A node: plane, zone mask, flags, vert pool, surf, back, front, coplanar, collision bound, render bound,
    // two zones, corners, two leaves.
    file.u8(1).u32(0, 0, ONE, 0).u64(0, 2).u8(4, 3, 0, 0x81, 1, 0x81, 0x81, 0, 5, 6, 4).u32(-1, 0)
    // A surf: texture, flags, base, normal, U, V, light map, side, pan, actor.
    file.u8(1, 0x82).u32(0x100).u8(0, 1, 2, 3, 0x81, 9, 0xfe, 0xff, 3, 0, 8)
    file.u8(1, 0, 0x81).u32(4, 1).u8(7).u64(0, 1).u64(1, 0)
    if (time > 0) file.u32(ONE)
    file.u8(6)
    // A light map, its bits, a box, a hull, a leaf, a run of lights, and two flags.
    file.u8(1).u32(0, ONE, ONE, ONE).u8(9, 2).u32(ONE, ONE, 0)
    file
      .u8(4, 1, 2, 3, 4)
      .u8(1)
      .u32(0, 0, 0, 0, 0, 0)
      .u8(1)
      .u8(2)
      .u32(3, -1)
      .u8(1, 1, 0x81, 0)
      .u64(0, 3)
      .u8(2, 7, 0)
      .u32(0, 1)
    const model = check(() => new classes.Model(), file.bytes(), ue1(version))
    expect(model.nodes[0]).toMatchObject({
      zoneMask: 2n,
      flags: 4,
      vertPool: 3,
      surf: 0,
      back: -1,
      front: 1,
      coplanar: -1,
      collisionBound: -1,
      renderBound: 0,
      zoneBack: 5,
      zoneFront: 6,
      numVertices: 4,
      leafBack: -1,
      leafFront: 0,
    })
    expect(model.surfs[0]).toMatchObject({ texture: object(-2), polyFlags: 256, lightMap: -1, panU: -2, panV: 3 })
    expect(model.zones[0]?.lastRenderTime).toBe(time > 0 ? 1 : undefined)
    expect(model.zones[0]).toMatchObject({ actor: object(7), connectivity: 1n, visibility: 1n << 32n })
    expect(model.lightMaps[0]).toMatchObject({ dataOffset: 0, width: 9, height: 2, lights: 0 })
    expect([...model.leafHulls]).toEqual([3, -1])
    expect(model.leaves[0]).toMatchObject({ zone: 1, permeating: -1, volumetric: 0, visibleZones: 3n })
    expect(model.lights).toEqual([object(7), null])
    expect([model.numSharedSides, model.linked]).toEqual([4, 1])
  })

  it('keep any values', () => {
    const node = fc.record({
      plane: floats(4),
      zoneMask: u64,
      flags: fc.nat(255),
      vertPool: index,
      back: index,
      zoneFront: index,
      numVertices: fc.nat(255),
      leafBack: i32,
    })
    const surf = fc.record({ texture: objects, normal: index, panU: fc.integer({ min: -0x8000, max: 0x7fff }) })
    const made = fc.record({
      vectors: floats(6),
      points: floats(0),
      nodes: fc.array(
        node.map((fields) => Object.assign(new common.BspNode(), fields)),
        { maxLength: 3 },
      ),
      surfs: fc.array(
        surf.map((fields) => Object.assign(new classes.BspSurf(), fields)),
        { maxLength: 3 },
      ),
      lights: fc.array(objects, { maxLength: 5 }),
      lightBits: fc.uint8Array({ maxLength: 100 }),
    })
    fc.assert(
      fc.property(made, fc.integer({ min: 62, max: 85 }), (fields, version) => {
        const model = Object.assign(new classes.Model(), fields)
        const read = checkMade(() => new classes.Model(), model, ue1(version))
        expect(read.lights).toEqual(fields.lights)
        expect(read.nodes.map((one) => one.zoneMask)).toEqual(fields.nodes.map((one) => one.zoneMask))
      }),
      { numRuns: 60 },
    )
  })
})

describe('the parts of old models', () => {
  it('are arrays with a count and a capacity', () => {
    const vectors = check(() => new classes.Vectors(), new HandMade().u8(0).u32(1, 1, ONE, 0, 0).bytes(), ue1(61))
    expect([...vectors.vectors]).toEqual([1, 0, 0])
    const verts = check(() => new classes.Verts(), new HandMade().u8(0).u32(1, 4).u8(7, 0x81, 12).bytes(), ue1(61))
    expect([...verts.verts, verts.numSharedSides, verts.slack]).toEqual([7, -1, 12, 3])
    const surf = [0, 0, 1, 0, 0, 0, 1, 2, 3, 0x81, 0x81, 0, 0, 0, 0, 0]
    const surfs = check(
      () => new classes.BspSurfs(),
      new HandMade()
        .u8(0)
        .u32(1, 1)
        .u8(...surf)
        .bytes(),
      ue1(61),
    )
    expect(surfs.surfs[0]).toMatchObject({ polyFlags: 256, normal: 1, textureV: 3, lightMap: -1 })
  })

  it('may or may not have the time when zones were drawn', () => {
    for (const time of [[], [ONE]]) {
      const file = new HandMade().u8(0).u32(0, 0).u8(2)
      for (let i = 0; i < 2; i++)
        file
          .u8(9)
          .u64(0, 1)
          .u64(0, 2)
          .u32(...time)
      const nodes = check(() => new classes.BspNodes(), file.bytes(), ue1(61))
      expect(nodes.zones.map((zone) => [zone.visibility, zone.lastRenderTime])).toEqual(
        new Array(2).fill([2n, time.length === 0 ? undefined : 1]),
      )
    }
  })
})

describe('polys', () => {
  const side = (pan: boolean) => {
    const file = new HandMade().u8(3).u32(...new Array<number>(12 + 9).fill(ONE))
    file.u32(0x20).u8(0, 0x83, 7, 0, 0x81)
    return pan ? file.u8(0xff, 0xff, 2, 0) : file
  }
  const polys = (pan: boolean) =>
    new HandMade()
      .u8(0)
      .u32(2, 2)
      .u8(...side(pan).bytes(), ...side(pan).bytes())
      .bytes()

  it('contain sides with their corners', () => {
    for (const version of [61, 69, 70, 83]) {
      const read = check(() => new classes.Polys(), polys(true), ue1(version))
      expect(read.polys[1]).toMatchObject({
        polyFlags: 32,
        actor: null,
        texture: object(-3),
        itemName: name('Outside'),
        link: 0,
        brushPoly: -1,
        panU: -1,
        panV: 2,
      })
      expect(read.polys[1]?.vertices).toHaveLength(9)
    }
  })

  it('may lack the texture offset after version 69', () => {
    expect(check(() => new classes.Polys(), polys(false), ue1(78)).polys[0]?.hasPan).toBe(false)
    expect(() => decode(() => new classes.Polys(), polys(false), ue1(69))).toThrow()
  })

  it('keep any values', () => {
    const poly = fc.integer({ min: 0, max: 16 }).chain((corners) =>
      fc.record({
        base: floats(3),
        normal: floats(3),
        textureU: floats(3),
        textureV: floats(3),
        vertices: floats(3 * corners),
        polyFlags: fc.nat(0xffffffff),
        actor: objects,
        texture: objects,
        itemName: fc.constant(name('Outside')),
        link: index,
        brushPoly: index,
      }),
    )
    fc.assert(
      fc.property(fc.array(poly, { maxLength: 5 }), fc.integer({ min: 35, max: 85 }), (sides, version) => {
        const made = new classes.Polys()
        made.polys = sides.map((fields) => Object.assign(new classes.Poly(), fields))
        const read = checkMade(() => new classes.Polys(), made, ue1(version))
        expect(read.polys.map((one) => [one.link, one.texture])).toEqual(sides.map((one) => [one.link, one.texture]))
      }),
      { numRuns: 60 },
    )
  })

  it('refuse more sides than fit into the bytes', () => {
    const file = new HandMade()
      .u8(0)
      .u32(0x7fffffff, 0x7fffffff)
      .u8(...sequence(200))
    expect(() => decode(() => new classes.Polys(), file.bytes(), ue1(69))).toThrow(/expected a count/)
  })
})

describe('levels', () => {
  it.each([
    [62, false],
    [63, true],
    [64, true],
    [69, true],
  ])('of version %i have actors, an address, paths and texts', (version, travels) => {
    const string = (file: HandMade, text: string) => (version < 64 ? file.chars(text) : file.shortString(text))
    const empty = (file: HandMade) => file.u8(0)
    const file = new HandMade().u8(0).u32(3, 3).u8(1, 2, 0)
    empty(string(empty(string(file, 'unreal')), 'Index.unr'))
    empty(file).u32(7777, 1).u8(4)
    file.u8(1).u32(500).u8(5, 6).u32(40, 80, 9).u8(1)
    file
      .u32(ONE)
      .u8(0)
      .u8(...new Array<number>(6).fill(0), 7, ...new Array<number>(9).fill(0))
    if (travels) string(string(file.u8(1), 'k'), 'v')
    const level = check(() => new classes.Level(), file.bytes(), ue1(version), BASE)
    expect(level.actors).toEqual([object(1), object(2), null])
    expect([`${level.url.protocol}`, `${level.url.map}`, level.url.port, level.url.isValid]).toEqual([
      'unreal',
      'Index.unr',
      7777,
      1,
    ])
    expect(level.model).toBe(object(4))
    expect(level.reachSpecs[0]).toMatchObject({
      distance: 500,
      start: object(5),
      end: object(6),
      collisionRadius: 40,
      collisionHeight: 80,
      reachFlags: 9,
      pruned: 1,
    })
    expect(level.timeSeconds).toBe(1)
    expect(level.textBlocks[6]).toBe(object(7))
    expect(level.travelInfo.map((pair) => pair.map(String))).toEqual(travels ? [['k', 'v']] : [])
  })

  it('can be created from scratch', () => {
    checkMade(() => new classes.Level(), new classes.Level(), ue1(69))
  })
})
