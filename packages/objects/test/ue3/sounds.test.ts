import { ue3 as classes } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { check } from '../../../../testing/objects.js'
import { around, GAME, Made, ue3 } from './support.js'

const BASE = 0x1000

describe('sounds', () => {
  it.each(around(845, 851, 854))('of version %i have a block for each platform', (version) => {
    const context = ue3(version)
    const made = new Made(context, BASE).bulk(1).bulk(2).bulk(3).bulk(4)
    if (version >= 845) made.bulk(5)
    if (version >= 851) made.bulk(6)
    if (version >= 854) made.bulk(7)
    const sound = check(() => new classes.SoundNodeWave(), made.bytes(), context, BASE)
    expect(sound.compressedPcData.payload).toHaveLength(2)
    expect(sound.compressedFlashData.payload).toHaveLength(version >= 854 ? 7 : 0)
  })

  it.each([GAME.massEffect1Xbox, GAME.massEffect1Ps3])(
    'of Mass Effect 1 (%i/%i) have three numbers more',
    (...game) => {
      const context = ue3(...game, true)
      const made = new Made(context, BASE).u32(0, 9).bulk(5).u32(0).bulk(0).bulk(0).bulk(0)
      const sound = check(() => new classes.SoundNodeWave(), made.bytes(), context, BASE)
      expect(sound.rawData.payload).toHaveLength(5)
    },
  )

  it('of cues have places in the editor', () => {
    const context = ue3(868)
    const cue = check(() => new classes.SoundGraph(), new Made(context, BASE).u32(1, 4, 20, -30).bytes(), context, BASE)
    expect(cue.editorData[0]).toMatchObject({ x: 20, y: -30 })
  })
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
