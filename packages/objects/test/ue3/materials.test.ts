import { Archive, Name } from '@ukit/container'
import { ue3 as classes } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { check, decode, encode, symbols } from '../../../../testing/objects.js'
import { around, GAME, Made, ofKnownGames, ue3 } from '../../../../testing/objects-ue3.js'

const BASE = 0x1000

type Shape = readonly [version: number, licensee: number, bigEndian: boolean]

const GAMES = ofKnownGames<Shape>([
  [...GAME.massEffect1Xbox, true],
  [...GAME.massEffect1, false],
  [...GAME.massEffect2, false],
  [...GAME.massEffect2Ps3, true],
  [...GAME.massEffect3, false],
  [...GAME.xcom2, false],
  [...GAME.hatInTime, false],
  [...GAME.tera, false],
])

function gameOf(version: number, licensee: number): string {
  return Object.entries(GAME).find(([, pair]) => pair[0] === version && pair[1] === licensee)?.[0] ?? ''
}

/** The compiler's results, as the format document lists them. */
function resource(made: Made, version: number, game: string, overrides = true): Made {
  made.u32(1).string('broken').u32(1, 4, 2).u32(3).guid().u32(2)
  if (version >= 600) made.u32(2, 5, 6)
  else made.zeros(4)
  made.u32(0, 1)
  if (version >= 600) made.u32(0, 0, 1)
  if (game === 'xcom2') made.zeros(6)
  else if (game === 'hatInTime' || (game.startsWith('massEffect') && version === 684)) made.zeros(1)
  made.u32(1).u32(1, 0, 1).ones(2).u32(0)
  if (game === 'massEffect1') made.zeros(2)
  if (overrides && version >= 858) {
    made.u32(0, 0, 0)
    if (game === 'hatInTime') made.zeros(7)
  }
  return made
}

function resourceCount(version: number, game: string): number {
  if (version === 391) return 1
  return version < 600 || game.startsWith('massEffect') ? 2 : 1
}

describe('materials', () => {
  it.each<Shape>([...around(600, 858).map((version): Shape => [version, 0, version % 2 === 1]), ...GAMES])(
    'of version %i/%i, big-endian: %s',
    (version, licensee, bigEndian) => {
      const context = ue3(version, licensee, bigEndian)
      const game = gameOf(version, licensee)
      const made = new Made(context, BASE)
      const count = version >= 858 ? 2 : resourceCount(version, game)
      if (version >= 858) made.u32(3)
      for (let i = 0; i < count; i++) resource(made, version, game)
      const material = check(() => new classes.Material(), made.bytes(), context, BASE)
      expect(material.resources.map((one) => one.compileErrors.map(String))).toEqual(
        new Array<string[]>(count).fill(['broken']),
      )
    },
  )

  it('keep expressions that the CPU computes, before version 600', () => {
    const context = ue3(512)
    const names = ['None', 'FoldedMath', 'Time', 'Constant', 'TextureParameter', 'Nonsense'].map(
      (text, index) => new Name({ text: index === 0 ? text : `FMaterialUniformExpression${text}`, index }),
    )
    const symbols = {
      nameAt: (index: number) => names[index],
      objectAt: (reference: number) => ({ reference, path: '' }),
    }
    const load = (made: Made) => {
      const bytes = made.bytes().subarray(12)
      const ar = Archive.load(bytes, context, { symbols })
      const expression = new classes.UniformExpression()
      expression.serialize(ar)
      expect(ar.remaining).toBe(0)
      const save = Archive.save(context)
      expression.serialize(save)
      expect(save.written()).toEqual(bytes)
      return expression
    }
    // Time multiplied by a constant.
    const product = load(new Made(context, 0).name(1).name(2).name(3).ones(4).u8(15).u8(2))
    expect(product.operands.map((one) => one.type.entry.index)).toEqual([2, 3])
    expect([product.byte, product.operands[1]?.byte]).toEqual([2, 15])
    expect(load(new Made(context, 0).name(4).name(3).u32(9)).texture?.reference).toBe(9)
    expect(() => load(new Made(context, 0).name(5))).toThrow(/a known type of expression/)
    const deep = new Made(context, 0)
    for (let i = 0; i < 200; i++) deep.name(1)
    expect(() => load(deep)).toThrow(/nested up to 64 deep/)
  })

  it('of instances only have additional data if a property says so', () => {
    const context = ue3(868)
    const instance = check(() => new classes.MaterialInstance(), new Made(context, BASE).bytes(), context, BASE)
    expect(instance.permutations).toHaveLength(0)
  })

  it.each<Shape>([...around(600, 759).map((version): Shape => [version, 0, false]), ...GAMES])(
    'have choices, in version %i/%i, big-endian: %s',
    (version, licensee, bigEndian) => {
      const context = ue3(version, licensee, bigEndian)
      const game = gameOf(version, licensee)
      const made = new Made(context, 0)
      const start = made.length
      made.guid()
      if (version > 391) {
        made.u32(1).name(2).u32(1, 1).guid()
        made.u32(1).name(2).u32(1, 0, 0, 1, 1).guid()
        if (version >= 600) made.u32(1).name(2).u8(1).u32(1).guid()
        if (version >= 759 && !game.startsWith('massEffect')) made.u32(1).name(2).u32(0, 1).guid()
        if (game === 'hatInTime') made.u32(0)
      }
      const bytes = made.bytes().subarray(start)
      const ar = Archive.load(bytes, context, { symbols })
      const set = new classes.StaticParameterSet()
      set.serialize(ar)
      expect(ar.remaining).toBe(0)
      const save = Archive.save(context)
      set.serialize(save)
      expect(save.written()).toEqual(bytes)
    },
  )
})

describe('shader caches', () => {
  /** A cache of one shader and one map, at a given position. */
  function cache([version, licensee, bigEndian]: Shape, base: number) {
    const context = ue3(version, licensee, bigEndian)
    const game = gameOf(version, licensee)
    const bioWare = game.startsWith('massEffect')
    const made = new Made(context, base)
    if (version >= 820) made.u32(1)
    if (version === 391) made.u32(4)
    else {
      made.u8(2)
      if (version < 800) made.u32(1).name(2).u32(0xcafe)
      if (version >= 684) made.u32(1).name(2).u32(1).fill(24).u32(1, 100, 3).fill(3)
    }
    made.u32(1).name(2).guid()
    if (version >= 820 && !bioWare) made.fill(20)
    made.u32(base + made.length + 4 + 5).fill(5)
    if (version > 391 && version < 800) made.u32(1).name(2).u32(0xbeef)
    made.u32(1).guid()
    if (version > 391) made.u32(0, 0)
    if (version >= 600) made.u32(0)
    if (version >= 759 && !bioWare) made.u32(0)
    if (game === 'hatInTime') made.u32(0)
    if (version >= 600) made.u32(version, licensee)
    made.u32(base + made.length + 4 + 6).fill(6)
    if (version === 391) made.u32(1).name(2).guid().name(2)
    if (game === 'massEffect3') made.u32(1, 5)
    return { context, bytes: made.bytes() }
  }

  it.each<Shape>([
    ...around(600, 684, 759, 800, 820).map((version): Shape => [version, 0, version % 2 === 1]),
    ...GAMES,
  ])('of version %i/%i, big-endian: %s, have the positions where their shaders end, at any position', (...shape) => {
    const { context, bytes } = cache(shape, BASE)
    const read = check(() => new classes.ShaderCache(), bytes, context, BASE)
    expect(read.shaders[0]?.body).toHaveLength(5)
    expect(read.materialShaderMaps[0]?.body).toHaveLength(6)
    expect(encode(read, context, 0x77770)).toEqual(cache(shape, 0x77770).bytes)
  })

  it('are refused if an end is before its shader', () => {
    const { context, bytes } = cache([868, 0, false], BASE)
    expect(() => decode(() => new classes.ShaderCache(), bytes, context, BASE + 0x10000)).toThrow(/length of 0 or more/)
  })
})
