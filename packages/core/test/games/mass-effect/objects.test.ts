import { Archive, type FormatContext, Name } from '@ukit/container'
import { gameById } from '@ukit/core'
import * as massEffect from '@ukit/core/games/mass-effect'
import { ue3 as classes, UnrealObject } from '@ukit/objects'
import { isComponent } from '@ukit/objects/internal'
import { describe, expect, it } from 'vitest'
import { HandMade } from '../../../../../testing/bytes.js'
import { check } from '../../../../../testing/objects.js'
import { GAME, Made, ue3 } from '../../../../../testing/objects-ue3.js'

const BASE = 0x1000

it('tables, full and with gaps', () => {
  const context = ue3(...GAME.massEffect2)
  const full = new Made(context, BASE)
    .u32(4)
    .u8(0)
    .u32(-5)
    .u8(1)
    .name(2)
    .u8(2)
    .ones(1)
    .u8(3)
    .u32(0)
    .u32(1)
    .name(2)
    .u32(0)
  const table = check(() => new massEffect.Bio2DA(), full.bytes(), context, BASE)
  expect(table.cells.map((cell) => [cell.type, cell.int])).toEqual([
    [0, -5],
    [1, 0],
    [2, 0],
    [3, 0],
  ])
  const gaps = new Made(context, BASE).u32(0).u32(1).u32(7).u8(0).u32(9).u32(0)
  expect(check(() => new massEffect.Bio2DA(), gaps.bytes(), context, BASE).sparseCells[0]?.index).toBe(7)
  const wrong = new Made(context, BASE).u32(1).u8(4).u32(0, 0)
  expect(() => check(() => new massEffect.Bio2DA(), wrong.bytes(), context, BASE)).toThrow(
    /a cell of a type from 0 to 3/,
  )
})

it('texts: a Huffman tree and strings', () => {
  const context = ue3(...GAME.massEffect1)
  const made = new Made(context, BASE).u32(1, 42, 1, 0).u32(2).u8(0).u16(1, 0xffff).u8(1).u16(65).u32(1, 5, 2).fill(2)
  const texts = check(() => new massEffect.BioTlkFile(), made.bytes(), context, BASE)
  expect(texts.nodes.map((node) => [node.left, node.right, node.character])).toEqual([
    [1, -1, 0],
    [0, 0, 65],
  ])
})

it.each([GAME.massEffect1Xbox, GAME.massEffect1Ps3])('sounds of %i/%i have three additional numbers', (...game) => {
  const context = ue3(...game, true)
  const made = new Made(context, BASE).u32(0, 9).bulk(5).u32(0).bulk(0).bulk(0).bulk(0)
  const sound = check(() => new classes.SoundNodeWave(), made.bytes(), context, BASE)
  expect(sound.rawData.payload).toHaveLength(5)
})

describe("Wwise's banks, streams and events", () => {
  it('in Mass Effect 3', () => {
    const context = ue3(...GAME.massEffect3, true)
    check(() => new classes.WwiseBank(), new Made(context, BASE).bulk(8).bytes(), context, BASE)
    check(() => new classes.WwiseStream(), new Made(context, BASE).bulk(8).bytes(), context, BASE)
    const event = check(() => new classes.WwiseEvent(), new Made(context, BASE).u32(2, 5, 6).bytes(), context, BASE)
    expect(event.streams).toHaveLength(2)
  })

  it('in Mass Effect 2', () => {
    const context = ue3(...GAME.massEffect2)
    const made = () => new Made(context, BASE)
    check(() => new classes.WwiseBank(), made().u32(1, 2).bulk(8).bytes(), context, BASE)
    check(() => new classes.WwiseStream(), made().u32(1, 2).guid().u32(3, 4).bulk(8).bytes(), context, BASE)
    const none = check(() => new classes.WwiseStream(), made().u32(0, 0).bytes(), context, BASE)
    expect(none.data.payload).toHaveLength(0)
    const event = check(() => new classes.WwiseEvent(), made().u32(0xdeadbeef, 1, 1, 5, 2, 6, 7).bytes(), context, BASE)
    expect([event.eventId, event.relationships[0]?.streams.length]).toEqual([0xdeadbeef, 2])
  })

  it('in Mass Effect 2 on the PlayStation 3', () => {
    const context = ue3(...GAME.massEffect2Ps3, true)
    check(() => new classes.WwiseStream(), new Made(context, BASE).u32(1, 8).bulk(8).bytes(), context, BASE)
    check(() => new classes.WwiseEvent(), new Made(context, BASE).u32(7).bytes(), context, BASE)
  })
})

it('shaders of a cache that are stored as a separate object', () => {
  const context = ue3(...GAME.massEffect3)
  const made = new Made(context, BASE).u8(3).u32(1).name(2).u32(0x1234_5678).u32(0, 0, 0)
  const payload = check(() => new massEffect.ShaderCachePayload(), made.bytes(), context, BASE)
  expect([payload.platform, payload.shaderTypeCrcs.map(({ crc }) => crc)]).toEqual([3, [0x1234_5678]])
})

describe('faces', () => {
  it.each([GAME.massEffect1Xbox, GAME.massEffect2, GAME.massEffect3])(
    'FaceFX of %i/%i: two blocks of bytes, or nothing when they are properties',
    (version, licensee) => {
      const context = ue3(version, licensee, version === 391)
      const made = new Made(context, BASE).u32(4).fill(4).u32(1).u8(9)
      const face = check(() => new massEffect.FaceFXData(), made.bytes(), context, BASE)
      expect([face.data.length, face.sessionData.length]).toEqual([4, 1])
      const none = check(() => new massEffect.FaceFXData(), new Made(context, BASE).bytes(), context, BASE)
      expect(none.data).toHaveLength(0)
    },
  )

  it.each([GAME.massEffect2, GAME.massEffect3])(
    'heads of %i/%i: positions for each level of detail',
    (version, licensee) => {
      const context = ue3(version, licensee)
      const made = new Made(context, BASE).u32(3).u32(12, 2).ones(6).u32(12, 1).ones(3).u32(12, 0)
      const { lods } = check(() => new massEffect.BioMorphFace(), made.bytes(), context, BASE)
      expect(lods.map(({ positions }) => positions.length)).toEqual([6, 3, 0])
      const wrong = new Made(context, BASE).u32(1).u32(8, 1).ones(2)
      expect(() => check(() => new massEffect.BioMorphFace(), wrong.bytes(), context, BASE)).toThrow(/12 bytes/)
    },
  )
})

it.each([
  ['mass-effect-2', ...GAME.massEffect2],
  ['mass-effect-3', ...GAME.massEffect3],
] as const)('%s: maps of the plot end with a count for each of their lists', async (id, version, licensee) => {
  const context = ue3(version, licensee)
  const codecs = (await gameById(id)?.classes?.(context)) ?? []
  const lengths = { BioQuestMap: 4, BioCodexMap: 2, BioConsequenceMap: 1, BioOutcomeMap: 1, BioStateEventMap: 1 }
  for (const [name, length] of Object.entries(lengths)) {
    const codec = codecs.find((one) => one.name === name)
    if (codec === undefined) throw new Error(`${name} has no codec`)
    check(codec.create, new Made(context, BASE).zeros(length).bytes(), context, BASE)
  }
})

/** A list of one property of one byte, with this type in its tag. */
function byteOf(type: string, context: FormatContext) {
  const names = ['None', 'Mask', type].map((text, index) => new Name({ text, index }))
  const symbols = { nameAt: (index: number) => names[index], objectAt: () => undefined }
  const bytes = new HandMade().u32(7, 1, 0, 2, 0, 1, 0).u8(5).u32(0, 0).bytes()
  const ar = Archive.load(bytes, context, { symbols })
  const object = new UnrealObject()
  object.serialize(ar)
  const { type: kind, value } = object.properties.find('Mask') ?? {}
  const out = Archive.save(context)
  object.serialize(out)
  expect(out.written()).toEqual(bytes)
  return [ar.remaining, kind, value]
}

it('a mask of four bits has no enum name in its tag, and its type is unknown in other games', () => {
  expect(byteOf('BioMask4Property', ue3(...GAME.massEffect3))).toEqual([0, 'byte', 5])
  expect(byteOf('BioMask4Property', ue3(684))[1]).toBe('unknown')
})

it('components whose names do not say so, and non-components whose names do', () => {
  const ofGame = ue3(...GAME.massEffect2).dialect
  const ofEngine = ue3(684).dialect
  const answers = (...ancestry: string[]) => [isComponent(ancestry, ofGame), isComponent([...ancestry], ofEngine)]
  expect(answers('BioInventory', 'BioBaseComponent')).toEqual([false, true])
  expect(answers('BioFSMComponent')).toEqual([false, true])
  expect(answers('Bio_Appr_Character_Body_Settings')).toEqual([true, false])
  expect(answers('BioLookAtComponent')).toEqual([true, true])
  expect(answers('BioThing', 'Object')).toEqual([false, false])
})
