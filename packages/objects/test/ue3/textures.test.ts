import { ue3 as classes } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { check } from '../../../../testing/objects.js'
import { around, GAME, Made, ofKnownGames, ue3 } from '../../../../testing/objects-ue3.js'

const BASE = 0x1000

/** Two sizes of a picture: 8 by 4 and 4 by 2, with one byte per pixel. */
function mips(made: Made): Made {
  return made.u32(2).bulk(32).u32(8, 4).bulk(8).u32(4, 2)
}

/** A Texture2D as the table of the format document lists its fields. */
function texture2D(version: number, licensee = 0, bigEndian = false) {
  const context = ue3(version, licensee, bigEndian)
  const made = new Made(context, BASE)
  const is = (game: readonly [number, number]) => version === game[0] && licensee === game[1]
  const bioWare = [GAME.massEffect1, GAME.massEffect2, GAME.massEffect2Ps3, GAME.massEffect3].some(is)
  if (!is(GAME.massEffect3)) made.bulk(5)
  if (is(GAME.tera)) made.string('C:\\a.tga')
  mips(made)
  if (bioWare) made.u32(0)
  if (version >= 567 || is(GAME.massEffect2)) made.guid()
  if (bioWare) {
    if (version === 684) made.u32(0)
    return { context, made }
  }
  if (version >= 674) mips(made)
  if (version >= 857) {
    made.u32(512)
    mips(made).bulk(3)
  }
  if (version >= 864) made.u32(0)
  if (is(GAME.xcom2)) made.u32(1, 4).fill(4)
  return { context, made }
}

const SHAPES: readonly (readonly [number, number, boolean])[] = [
  ...around(567, 600, 674, 857, 864).map((version) => [version, 0, version % 2 === 0] as const),
  ...ofKnownGames<readonly [number, number, boolean]>([
    [...GAME.massEffect1, false],
    [...GAME.massEffect2, true],
    [...GAME.massEffect2Ps3, true],
    [...GAME.massEffect3, false],
    [...GAME.massEffect3, true],
    [...GAME.xcom2, false],
    [...GAME.tera, false],
  ]),
]

describe('textures', () => {
  it.each(SHAPES)('of version %i/%i, big-endian: %s', (version, licensee, bigEndian) => {
    const { context, made } = texture2D(version, licensee, bigEndian)
    const texture = check(() => new classes.Texture2D(), made.bytes(), context, BASE)
    expect(texture.mips.map((mip) => [mip.width, mip.height, mip.data.payload.length])).toEqual([
      [8, 4, 32],
      [4, 2, 8],
    ])
    expect(texture.sourceArt.payload).toHaveLength(version === 684 && licensee === 194 ? 0 : 5)
  })

  it.each(around(600))('of light have flags from version 600 on: %i', (version) => {
    const { context, made } = texture2D(version)
    if (version >= 600) made.u32(3)
    const texture = check(() => new classes.LightMapTexture2D(), made.bytes(), context, BASE)
    expect(texture.lightMapFlags).toBe(version >= 600 ? 3 : 0)
  })

  it('of films contain the film, those of other kinds only their sources', () => {
    const context = ue3(868)
    const film = check(() => new classes.TextureMovie(), new Made(context, BASE).bulk(2).bulk(6).bytes(), context, BASE)
    expect(film.movie.payload).toHaveLength(6)
    const cube = check(() => new classes.Texture(), new Made(context, BASE).bulk(2).bytes(), context, BASE)
    expect(cube.sourceArt.payload).toHaveLength(2)
  })
})
