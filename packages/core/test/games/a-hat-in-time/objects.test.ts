import { ue3 as classes } from '@ukit/objects'
import { expect, it } from 'vitest'
import { check } from '../../../../../testing/objects.js'
import { Made, ue3 } from '../../../../../testing/objects-ue3.js'

const BASE = 0x1000

it.each([888, 893])('tracks of animations of %i/5 have scales, those of other games have none', (version) => {
  for (const licensee of [5, 0]) {
    const context = ue3(version, licensee)
    const made = new Made(context, BASE).u32(1).bulkArray(2, 12).bulkArray(1, 16)
    if (licensee === 5) made.u32(12, 1).ones(3)
    made.u32(2).fill(2)
    const { rawTracks } = check(() => new classes.AnimSequence(), made.bytes(), context, BASE)
    expect([...(rawTracks[0]?.scales ?? [])]).toEqual(licensee === 5 ? [1, 1, 1] : [])
  }
})
