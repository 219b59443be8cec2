import { ue3 as classes } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { check } from '../../../../testing/objects.js'
import { around, Made, ue3 } from '../../../../testing/objects-ue3.js'

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

  it('of cues have positions in the editor', () => {
    const context = ue3(868)
    const cue = check(() => new classes.SoundGraph(), new Made(context, BASE).u32(1, 4, 20, -30).bytes(), context, BASE)
    expect(cue.editorData[0]).toMatchObject({ x: 20, y: -30 })
  })
})
