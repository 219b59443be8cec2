import { Archive } from '@ukit/container'
import * as unrealWarfare from '@ukit/core/games/unreal-warfare'
import { common, ue2 } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { checkMade, inGame, name, ONE, object, read, sizeOf, zeros } from '../../../../../testing/objects-ue2.js'

const warfare = (version: number) => inGame('unreal-warfare', version)

const size = (value: { serialize(ar: Archive): void }, version: number) =>
  sizeOf(value, Archive.measure(warfare(version)))

describe('a node of the BSP', () => {
  it('has no bounds and light maps since 141', () => {
    // Plane 16, zone mask 8, flags 1, seven numbers, sphere 16, gap 16, two zones, count 1, leaves 8, three
    // numbers 12 bytes; numbers take one byte each.
    expect([140, 141, 142].map((version) => size(new ue2.BspNode(), version))).toEqual([87, 42, 42])
  })
})

describe('Model', () => {
  it('is the same at every change', () => {
    for (const version of [130, 131, 132, 140, 141, 142, 143, 144]) {
      const model = new ue2.Model()
      model.points = Float32Array.of(1, 2, 3, 4, 5, 6)
      model.nodes = [new ue2.BspNode(), new ue2.BspNode()]
      model.surfs = [new ue2.BspSurf()]
      model.verts = Int32Array.of(0, -1, 1, 300)
      model.zones = [new common.ZoneProperties(0)]
      model.leaves = [new common.Leaf()]
      model.polys = object(3)
      const made = checkMade(() => new ue2.Model(), model, warfare(version))
      expect(made.nodes).toHaveLength(2)
    }
  })

  it('starts with bounds of seven floats in 144, and has further arrays since 132', () => {
    const empty = (version: number) => size(new ue2.Model(), version)
    expect(empty(132) - empty(131)).toBe(2)
    // First there is one array fewer, then a box and a sphere of 41 bytes take 28.
    expect(empty(142) - empty(141)).toBe(-1)
    expect(empty(144) - empty(143)).toBe(28 - 41)
  })
})

describe('Poly', () => {
  const vectors = `${zeros(12)} 0000803f 00000000 00000000 ${zeros(24)}`
  const corners = '0000803f 00000000 00000000 00000040 00000000 00000000 00000040 00004040 00000000'

  it('has the material after the name since 130', () => {
    const head = `01000000 01000000 03 ${vectors} ${corners} 20000000 05`
    const later = read(() => new ue2.Polys(), `00 ${head} 07 86 04 81 00000042`, warfare(130))
    expect(later.polys[0]?.texture).toBe(object(-6))
    expect(later.polys[0]?.itemName).toBe(name('Outside'))
  })
})

describe('Level', () => {
  it('has no text blocks, and a component since 141', () => {
    const url = '05 75746d7000 00 0a 496e6465782e75743200 00 00 611e0000 01000000'
    const head = `00 02000000 02000000 01 00 ${url} 03 0000c03f 00`
    expect(read(() => new ue2.Level(), `${head} 00`, warfare(140)).modelComponent).toBe(null)
    expect(read(() => new ue2.Level(), `${head} 00 09`, warfare(141)).modelComponent).toBe(object(9))
  })
})

describe('components', () => {
  it('contain light since 141', () => {
    expect(read(() => new unrealWarfare.StaticMeshComponent(), '00', warfare(140)).lights).toEqual([])
    const mesh = read(
      () => new unrealWarfare.StaticMeshComponent(),
      `00 01 01 02 02 ${ONE} ${ONE} 08000000`,
      warfare(141),
    )
    expect([...(mesh.lights[0]?.values ?? [])]).toEqual([1, 1])
    const model = read(
      () => new unrealWarfare.ModelComponent(),
      `00 03 01 01 02 01 00020000 00020000 01 01 13000000 02 f5e0 ${zeros(60)} 08000000 08000000 19000000 e0010000`,
      warfare(144),
    )
    expect(model.lights[0]?.textures[0]?.sizeX).toBe(512)
    expect([...(model.lights[0]?.textures[0]?.maps[0]?.nodes ?? [])]).toEqual([19])
  })

  it('of a terrain are square parts of it', () => {
    const box = '00000000 00000000 000083c0 00008041 00008041 00809d40 01'
    const part = read(() => new unrealWarfare.TerrainComponent(), `00 10000000 20000000 ${box} 00`, warfare(144))
    expect([part.baseX, part.baseY, [...part.box.max].slice(0, 2)]).toEqual([16, 32, [16, 16]])
  })
})
