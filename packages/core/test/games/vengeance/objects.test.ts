import type { Archive } from '@ukit/container'
import * as classes from '@ukit/core/games/vengeance'
import { StateFrame, UnrealObject, ue2 } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { inGame, ONE, read, zeros } from '../../../../../testing/objects-ue2.js'

const SWAT = inGame('swat-4', 129, 27)

/** The numbers in front of each object, and no properties. */
const HEAD = '03000000 00000000 01000000 00'

/** A header of a part, with the minor version. */
const header = (minor: number, version = 0) => `03000000 0${version}000000 0${minor}000000`

const BOX = `${ONE.repeat(6)} 01`

it('textures have additional fields', () => {
  const texture = (hex: string) => read(() => new ue2.Texture(), hex, SWAT)
  const hex = '00000000 00000000 00 01 03000000 00000000 00000000 1b000000 00 01000000 01000000 00 00'
  expect(texture(hex).mips).toHaveLength(1)
})

// As in all objects of a level that the editor of 129/27 saved: 52 frames, 31 objects with light, a model.
describe('in levels', () => {
  it('state frames have a header, and nodes after the probes', () => {
    class Framed extends UnrealObject {
      override frame = new StateFrame()
      override serialize(ar: Archive): void {
        ar.record(this.frame, 'frame')
      }
    }
    const nodes = '82 82 19 0000000000 81 00000000'
    const hex = `${header(1)} ${zeros(8)} 5f006600 ffffffffffffffff ${zeros(5)} ${nodes}`
    const { frame } = read(() => new Framed(), hex, SWAT)
    expect([frame.node?.reference, frame.stateNode?.reference, frame.object?.reference]).toEqual([-2, -2, 25])
    expect([frame.latentAction, frame.probeMask, frame.probeMaskHigh]).toEqual([0x66005f, 0xffffffff, 0xffffffff])
    expect(frame.offset).toBe(-1)
  })

  it('light on static mesh actors has headers, and a direction for each vertex', () => {
    const light = `${header(2, 1)} 06 01 03 01000000 0000`
    const directions = `${header(2)} 02 ${`62626200 ${ONE.repeat(3)} 00000000`.repeat(2)} 02000000`
    const hex = `${HEAD} ${header(5, 2)} 02 606060ff 7a7a7aff 02000000 01 ${light} 0000 ${directions}`
    const instance = read(() => new ue2.StaticMeshInstance(), hex, SWAT)
    expect(instance.lights.map(({ light, bits }) => [light?.reference, [...bits]])).toEqual([[6, [3]]])
    expect([instance.directions.vertices.length, instance.directions.revision]).toEqual([40, 2])
  })

  it('a level has its actor groups', () => {
    const url = '05 7377617400 00 00 00 00 f0280000 01000000'
    const hex = `${HEAD} 01000000 01000000 01 ${url} ${header(6, 4)} 0a ${ONE} 00 ${zeros(16)} 00 0b`
    const level = read(() => new ue2.Level(), hex, SWAT)
    expect([level.model?.reference, level.timeSeconds, level.actorGroups?.reference]).toEqual([10, 1, 11])
    const title = '0d 4163746f722047726f75707300'
    const group = read(() => new classes.ActorGroup(), `${HEAD} ${header(3, 3)} ${title} ${zeros(30)}`, SWAT)
    expect(`${group.title}`).toBe('Actor Groups')
  })

  it('a model has tangents of its sections, light for bumps, and the nodes of its leaves', () => {
    const head = `${HEAD} ${BOX} ${ONE.repeat(4)} ${header(5)} ${zeros(5)} 04000000 00000000 07 ${zeros(4)} ${zeros(8)}`
    const tangents = `${header(1)} 0a 01000000 00000000 ${header(1)} 01 7f007f597f7f0059 07000000`
    const section = `${header(2)} 01 ${ONE.repeat(10)} 07000000 00 01000000 00000000 ffffffff ${tangents}`
    const model = (end: string) => read(() => new ue2.Model(), `${head} 01 ${section} 00 00 ${end}`, SWAT)
    expect(model('00 00000000 00 00').sections[0]?.tangents.vertices).toHaveLength(8)
    const { end } = model(`00 01000000 00 01 02 01000000 05000000 ${BOX}`)
    expect(end.leaves.map(({ nodes }) => [...nodes])).toEqual([[1, 5]])
  })

  it('light for bumps has two textures for each of light', () => {
    const end = new ue2.ModelEnd()
    end.bumpLight = [new ue2.BumpLight()]
    class Ended extends UnrealObject {
      readonly end = end
      override serialize(ar: Archive): void {
        ar.record(this.end, 'end')
      }
    }
    // Header, level, two empty levels that end where they begin, format, sizes, two zeros, cache, revision.
    const texture = (at: number, which: number) =>
      `${header(1)} 07 ${word(at + 18)} 00 ${word(at + 23)} 00 ff 0a000000 ffffffff ${zeros(8)} ${zeros(8)} ` +
      `01000000 0${which}000000`
    const hex = `00 02000000 01 ${header(1)} ${texture(18, 1)} ${texture(74, 2)} 00`
    const { bumpLight } = read(() => new Ended(), hex, SWAT).end
    expect(bumpLight[0]?.textures.map(({ which, width }) => [which, width])).toEqual([
      [1, 10],
      [2, 10],
    ])
  })
})

/** A word of one byte, as hex digits. */
function word(value: number): string {
  return `${value.toString(16).padStart(2, '0')}000000`
}
