import type { Subject } from '@ukit/container'
import { Archive, EMPTY_SCHEMA } from '@ukit/container'
import type { UnrealObject } from '@ukit/objects'
import { ue3 as classes } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { hexOf } from '../../../../testing/bytes.js'
import { check, symbols } from '../../../../testing/objects.js'
import { around, GAME, Made, ofKnownGames, ue3 } from '../../../../testing/objects-ue3.js'

const BASE = 0x1000

type Shape = readonly [version: number, licensee: number, bigEndian: boolean]

/** A light map of a kind, as the format document lists it. */
function lightMap(made: Made, type: number, version: number): Made {
  made.u32(type)
  if (type === 0) return made
  made.u32(1).guid()
  if (type === 1)
    return made
      .u32(4)
      .bulk(2, version >= 600 ? 8 : 12)
      .ones(version >= 600 ? 9 : 12)
      .bulk(2, 4)
  if (type === 2) {
    for (let i = 0; i < (version >= 600 ? 3 : 4); i++) made.u32(i).ones(3)
    return made.ones(4)
  }
  if (type === 3) return made.u32(0).bulk(2, 8).ones(6)
  if (type === 5) return made.u32(0).bulk(2, 4).ones(3)
  for (let i = 0; i < 3; i++) made.u32(i).ones(8)
  return made.ones(4)
}

const VERSIONS: Shape[] = around(600, 615, 801, 813, 816).map((version) => [version, 0, version % 2 === 1])

describe('static meshes in the world', () => {
  it.each<Shape>([
    ...VERSIONS,
    ...ofKnownGames<Shape>([
      [...GAME.massEffect2, false],
      [...GAME.massEffect3, true],
      [...GAME.xcom2, false],
      [845, 101, false],
    ]),
  ])('of version %i/%i, big-endian: %s', (version, licensee, bigEndian) => {
    const context = ue3(version, licensee, bigEndian)
    for (const type of [0, 1, 2, 3, 4, 5, 6]) {
      const made = new Made(context, BASE).u32(1).u32(1, 5).u32(1, 6)
      lightMap(made, type, version)
      if (version >= 615) made.u8(1).u32(4, 2).bulkArray(2, 4)
      if (licensee === 101) made.fill(1)
      if (licensee === 107) made.fill(2)
      if (version >= 801) made.u32(1).fill(20)
      if (version >= 813 && version <= 815) made.u32(0)
      if (licensee === 101) made.fill(44)
      if (licensee === 107) made.fill(46)
      const component = check(() => new classes.StaticMeshComponent(), made.bytes(), context, BASE)
      expect(component.lodData[0]?.lightMap.type).toBe(type)
      expect(component.lodData[0]?.overrideColours.colours.length).toBe(version >= 615 ? 8 : 0)
    }
  })

  it('refuse a kind of light map that does not exist', () => {
    const context = ue3(868)
    const made = new Made(context, BASE).u32(1, 0, 0, 7).zeros(9)
    expect(() => check(() => new classes.StaticMeshComponent(), made.bytes(), context, BASE)).toThrow(
      /a kind of light map from 0 to 6, found 7/,
    )
  })
})

describe('components', () => {
  it('of models, brushes, decals, water and trees', () => {
    for (const version of around(600)) {
      const context = ue3(version, 0, version === 600)
      const made = () => new Made(context, BASE)
      const model = made().u32(2, 1).u32(1)
      lightMap(model, 2, version).u32(4, 5).u32(2).u16(7, 8).u32(1, 6).u32(1).guid().u16(3).u32(1).u16(9)
      expect(check(() => new classes.ModelComponent(), model.bytes(), context, BASE).componentIndex).toBe(3)

      const brush = made().u32(2).bulkArray(3, 1).bulkArray(4, 1)
      check(() => new classes.BrushComponent(), brush.bytes(), context, BASE)

      const decal = made().u32(1, 4).bulkArray(2, 40).u32(2, 3).u16(0, 1, 2).u32(1)
      lightMap(decal, 1, version)
      if (version >= 600) decal.u32(1, 5, 0, 2)
      check(() => new classes.DecalComponent(), decal.bytes(), context, BASE)

      const water = made()
      if (version >= 600) lightMap(water, 2, version)
      check(() => new classes.FluidSurfaceComponent(), water.bytes(), context, BASE)

      const tree = made()
      for (let i = 0; i < (version >= 600 ? 5 : 4); i++) lightMap(tree, 0, version)
      check(() => new classes.SpeedTreeComponent(), tree.bytes(), context, BASE)
      // A new component, as in the defaults of a class, has all of them, each with type 0, after its net
      // index and the name None (8 bytes).
      const none = 4 + 8 + (version >= 600 ? 5 * 4 : 4 * 4)
      expect(Archive.measure(context).sizeOf((ar) => new classes.SpeedTreeComponent().serialize(ar))).toBe(none)

      const shadow = made()
      // A plain array except in Mass Effect 3: 94 floats in UDK's AliTestlighting5.udk, then a GUID, then the
      // end of the object.
      shadow.u32(2).ones(2)
      check(() => new classes.ShadowMap1D(), shadow.guid().bytes(), context, BASE)
    }
  })

  it('of lights have volumes up to version 828', () => {
    for (const version of around(829)) {
      const context = ue3(version)
      const made = new Made(context, BASE)
      if (version < 829) made.u32(1).u32(1).ones(4).u32(1).ones(4).u32(0)
      const light = check(() => new classes.LightComponent(), made.bytes(), context, BASE)
      expect(light.inclusionVolumes).toHaveLength(version < 829 ? 1 : 0)
    }
  })

  const lights: [create: () => UnrealObject & { readonly dominantLightShadowMap: Uint16Array }, threshold: number][] = [
    [() => new classes.DominantDirectionalLightComponent(), 617],
    [() => new classes.DominantSpotLightComponent(), 682],
  ]
  it.each(lights)('of dominant lights begin with a shadow map: %#', (create, threshold) => {
    for (const version of around(threshold)) {
      const context = ue3(version, 0, version === threshold)
      // The map comes before the net index, so this object cannot be built like the others.
      const body = new Made(context, BASE).u32(0, 0).bytes()
      const front = new Made(context, BASE)
      const skip = front.length
      const map = front.u32(2).u16(0xffff, 0x1234).bytes().subarray(skip)
      const bytes = version < threshold ? body : Uint8Array.of(...map, ...body)
      const light = check(create, bytes, context, BASE)
      expect([...light.dominantLightShadowMap]).toEqual(version < threshold ? [] : [0xffff, 0x1234])
    }
  })

  it('of default objects contain nothing except their properties', () => {
    const subject: Subject = {
      path: 'Default__Light',
      ancestry: ['DominantDirectionalLightComponent'],
      flags: 0x200,
      flagsHigh: 0,
      isClass: false,
      isDefaultObject: true,
      isInDefaultObject: true,
      cooked: false,
      schema: EMPTY_SCHEMA,
    }
    const context = ue3(700)
    const bytes = new Made(context, BASE).bytes()
    const ar = Archive.load(bytes, context, { symbols, subject })
    const light = new classes.DominantDirectionalLightComponent()
    light.serialize(ar)
    expect(ar.remaining).toBe(0)
    const save = Archive.save(context, { subject })
    light.serialize(save)
    expect(hexOf(save.written())).toBe(hexOf(bytes))
  })
})

describe('other classes', () => {
  it('animations', () => {
    for (const [version, licensee] of [
      [576, 0],
      [577, 0],
      [578, 0],
      ...ofKnownGames([GAME.massEffect1, GAME.massEffect2, GAME.massEffect2Ps3, GAME.massEffect3]),
    ] as const) {
      const context = ue3(version, licensee)
      const made = new Made(context, BASE)
      if (licensee === 130 || licensee === 150) made.bulk(5)
      else if (licensee === 0 && version >= 577) made.u32(1).bulkArray(2, 12).bulkArray(1, 16)
      const animation = check(() => new classes.AnimSequence(), made.u32(3).fill(3).bytes(), context, BASE)
      expect(animation.compressedData).toHaveLength(3)
    }
  })

  it('bodies, ragdolls, fonts, redirections, remarks', () => {
    for (const version of around(600)) {
      const context = ue3(version, 0, version === 600)
      const made = () => new Made(context, BASE)
      check(() => new classes.RBBodySetup(), made().u32(1, 2).bulkArray(3, 1).bulkArray(0, 1).bytes(), context, BASE)
      check(() => new classes.PhysicsAssetInstance(), made().u32(1, 2, 3, 0).bytes(), context, BASE)
      check(() => new classes.ObjectRedirector(), made().u32(5).bytes(), context, BASE)
      const font = check(() => new classes.Font(), made().u32(2).u16(65, 1, 66, 2).bytes(), context, BASE)
      expect([...font.characterRemap]).toEqual([65, 1, 66, 2])
      const meta = made().u32(1)
      if (version >= 600) meta.u32(4)
      else meta.string('Core.Object:A')
      meta.u32(1).name(2).string('A tip')
      expect(`${check(() => new classes.MetaData(), meta.bytes(), context, BASE).entries[0]?.values[0]?.value}`).toBe(
        'A tip',
      )
      const shake = made()
      if (version < 600) shake.u32(1, 1).u8(1, 2, 3, 4).ones(1)
      check(() => new classes.ForceFeedbackWaveform(), shake.bytes(), context, BASE)
    }
  })
})
