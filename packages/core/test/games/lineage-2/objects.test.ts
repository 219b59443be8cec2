import { Archive, type FormatContext } from '@ukit/container'
import * as lineage2 from '@ukit/core/games/lineage-2'
import { ue2 } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { hexBytes, hexOf } from '../../../../../testing/bytes.js'
import { encode, symbols } from '../../../../../testing/objects.js'
import { checkMade, inGame, name, ONE, read, sizeOf, zeros } from '../../../../../testing/objects-ue2.js'

const lineage = (version: number, licensee: number) => inGame('lineage-2', version, licensee)

const size = (value: { serialize(ar: Archive): void }, context: FormatContext) =>
  sizeOf(value, Archive.measure(context))

it('textures contain shaders', () => {
  const create = () => new ue2.Texture()
  const empty = size(create(), lineage(123, 15))
  const at = (version: number, licensee: number) => {
    const made = create()
    const probe = new lineage2.LineageMaterial()
    probe.settings = new Uint8Array(licensee >= 33 && licensee <= 35 ? 7 : 6)
    probe.matrices = new Uint8Array(8 * (licensee <= 35 ? 128 : 127))
    probe.fadeColor = new Uint8Array(20)
    const shader = new lineage2.LineageShader()
    shader.info = new Uint8Array(2)
    shader.passes = new Uint8Array(version < 129 ? 14 : 70)
    shader.fadeColor = new Uint8Array(20)
    probe.shader = shader
    made.added = probe
    checkMade(create, made, lineage(version, licensee))
    return size(made, lineage(version, licensee)) - empty
  }
  expect(at(123, 16)).toBe(4)
  expect(at(123, 29)).toBe(4)
  // Settings 6, blending 12, matrices 1,024, fade 20, sixteen empty texts and one other text.
  expect(at(123, 30)).toBe(4 + 6 + 12 + 1024 + 20 + 17)
  expect(at(123, 31)).toBe(at(123, 30) + 4)
  expect(at(123, 33)).toBe(at(123, 31) + 1)
  expect(at(123, 36)).toBe(at(123, 31) - 8)
  expect(at(123, 37)).toBe(2 + 14 + 20 + 1 + 1 + 4)
  expect(at(129, 37)).toBe(at(123, 37) + 56)
})

it('light maps of models are bytes if they are not in the common form', () => {
  const context = lineage(123, 25)
  const head = `00 ${zeros(41)} 00 00 00 00 00 00000000 00000000 00 00 00 00 00 01000000 01000000`
  const common = read(() => new ue2.Model(), `${head} 00 00 00`, context)
  expect(common.hasLightMaps).toBe(true)

  const grouped = hexBytes(`${head} 00 00 01 00 00 00 07`)
  const load = Archive.load(grouped, context, { symbols })
  const model = new ue2.Model()
  model.serialize(load)
  expect(load.opaqueBytes).toBe(7)
  expect(model.opaqueLight).toHaveLength(7)
  expect(hexOf(encode(model, context))).toBe(hexOf(grouped))
})

it('static meshes have bytes of this game after the collision data, found from the end of the object', () => {
  const head = `00 ${zeros(41)} 00 ${zeros(25)} 00 00000000 00 00000000 00 00000000 00 00 00000000 00 00000000 00 00 00`
  const fields = `${zeros(18)} ${ONE} ${ONE}`
  const begin = hexBytes(`${head} ${fields}`).length
  const end = (begin + 5).toString(16).padStart(2, '0')
  const hex = `${head} ${fields} ${end}000000 00 08000000 00 00000000`
  const found = read(() => new ue2.StaticMesh(), hex, lineage(123, 12))
  expect(found.gameFields).toHaveLength(26)
  expect(found.internalVersion).toBe(8)
})

describe('animations', () => {
  const create = () => new ue2.MeshAnimation()

  it('store where each motion ends since licensee version 25', () => {
    for (const licensee of [2, 24, 25, 26, 27, 40]) {
      const made = create()
      const sequence = new ue2.AnimationSequence(true)
      sequence.name = name('Walk')
      made.sequences = [sequence]
      made.motions = [new ue2.FlexMotionChunk()]
      checkMade(create, made, lineage(123, licensee), 10)
    }
  })

  it('have the common layout if only that ends where the object does', () => {
    for (const hasLineage of [true, false]) {
      const animation = new ue2.MeshAnimation()
      const vert = new ue2.VertMesh()
      const sequence = new ue2.AnimationSequence(!hasLineage)
      sequence.name = name('Walk')
      animation.sequences = [sequence]
      vert.sequences = [sequence]
      const postal = lineage(118, 2)
      const read = checkMade(() => new ue2.MeshAnimation(), animation, postal)
      expect(read.sequences[0]?.added !== undefined).toBe(hasLineage)
      expect(checkMade(() => new ue2.VertMesh(), vert, postal).sequences[0]?.added !== undefined).toBe(hasLineage)
    }
  })
})
