import { detectGame } from '@ukit/core'
import { SwfMovie } from '@ukit/core/games/xcom-enemy-unknown'
import { ue3 as classes } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { check } from '../../../../../testing/objects.js'
import { Made, ue3 } from '../../../../../testing/objects-ue3.js'

const BASE = 0x1000
const TAG = 0x9e2a83c1

describe('the game', () => {
  it.each([
    [845, 59, []],
    [845, 64, []],
    [845, 0, ['core', 'engine', 'xcomgame']],
    [845, 0, ['core', 'engine', 'xcomgame', 'xcomstrategygame', 'udkbase']],
  ] as const)('%i/%i importing %j is recognised', (version, licensee, imports) => {
    expect(detectGame(TAG, version, licensee, imports)?.id).toBe('xcom-enemy-unknown')
  })

  it('is not taken for XCOM 2 or UDK', () => {
    expect(detectGame(TAG, 845, 0, ['core', 'engine'])?.id).toBe('udk')
    expect(detectGame(TAG, 845, 108, ['xcomgame'])?.id).toBe('xcom-2')
  })
})

describe('objects of Enemy Within', () => {
  const context = ue3(845, 64)

  it.each([
    [59, 0],
    [64, 42],
    [101, 44],
    [108, 46],
  ])('static mesh components of 845/%i end with %i bytes', (licensee, length) => {
    const made = new Made(ue3(845, licensee), BASE).u32(0).fill(length)
    const component = check(() => new classes.StaticMeshComponent(), made.bytes(), ue3(845, licensee), BASE)
    expect(component.unknown).toHaveLength(length)
  })

  it('a level of detail of a component has no further byte', () => {
    const made = new Made(context, BASE).u32(1, 0, 0, 0).u8(0).u32(0).fill(42)
    expect(check(() => new classes.StaticMeshComponent(), made.bytes(), context, BASE).lodData).toHaveLength(1)
  })

  it('textures say whether they keep a copy', () => {
    const made = new Made(context, BASE).bulk(0).u32(0).guid().u32(0).u32(1, 0)
    expect(check(() => new classes.Texture2D(), made.bytes(), context, BASE).hasSystemMemoryData).toBe(1)
  })

  it('materials have six numbers, and no two numbers in front of their texture lookups', () => {
    const made = new Made(context, BASE).zeros(2).u32(0).guid().u32(1).u32(1, 35).zeros(4).u32(1).zeros(6).u32(1)
    made.u32(1, 0, 0).ones(2).u32(0xffffffff)
    const [resource] = check(() => new classes.Material(), made.bytes(), context, BASE).resources
    expect([resource?.usedTransforms, resource?.textureLookups.length]).toEqual([1, 16])
  })

  it('animations may end before their compressed keys', () => {
    const long = new Made(context, BASE).u32(0).u32(3).fill(3)
    const short = new Made(context, BASE).u32(0)
    expect(check(() => new classes.AnimSequence(), long.bytes(), context, BASE).compressedData).toHaveLength(3)
    expect(check(() => new classes.AnimSequence(), short.bytes(), context, BASE).compressedData).toHaveLength(0)
    expect(() => check(() => new classes.AnimSequence(), short.bytes(), ue3(845, 0), BASE)).toThrow(/4 more bytes/)
  })

  it('movies are bytes after their properties', () => {
    const made = new Made(context, BASE).u32(5).fill(5)
    expect(check(() => new SwfMovie(), made.bytes(), context, BASE).data).toHaveLength(5)
  })
})
