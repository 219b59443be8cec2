import { Archive, type FormatContext } from '@ukit/container'
import * as dukeNukemForever from '@ukit/core/games/duke-nukem-forever'
import * as unrealWarfare from '@ukit/core/games/unreal-warfare'
import { ue2 } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { hexBytes, hexOf } from '../../../../testing/bytes.js'
import { encode, symbols } from '../../../../testing/objects.js'
import { checkMade, duke, lineage, name, ONE, object, read, sizeOf, standard, ut, warfare, zeros } from './support.js'

const size = (value: { serialize(ar: Archive): void }, context: FormatContext) =>
  sizeOf(value, Archive.measure(context))

describe('a node of the BSP', () => {
  it('lost four floats in 122 of UT2004, and nowhere else', () => {
    const full = size(new ue2.BspNode(), ut(121))
    expect([119, 120, 121, 122, 123].map((version) => full - size(new ue2.BspNode(), ut(version)))).toEqual([
      0, 0, 0, 16, 16,
    ])
    expect([118, 122, 126, 129].map((version) => size(new ue2.BspNode(), standard(version)))).toEqual(
      Array(4).fill(full),
    )
  })

  it('lost bounds and light maps in 141 of Unreal Warfare', () => {
    // Plane 16, zone mask 8, flags 1, seven numbers, sphere 16, gap 16, two zones, count 1, leaves 8, three
    // numbers 12 bytes; numbers take a byte each.
    expect([140, 141, 142].map((version) => size(new ue2.BspNode(), warfare(version)))).toEqual([87, 42, 42])
  })
})

describe('Model', () => {
  const make = () => {
    const model = new ue2.Model()
    model.vectors = Float32Array.of(0, 0, 1)
    model.points = Float32Array.of(1, 2, 3, 4, 5, 6)
    model.nodes = [new ue2.BspNode(), new ue2.BspNode()]
    model.surfs = [new ue2.BspSurf()]
    model.verts = Int32Array.of(0, -1, 1, 300)
    model.zones = [new ue2.BspZone()]
    model.leaves = [new ue2.BspLeaf()]
    model.polys = object(3)
    model.boxes = []
    model.leafHulls = Int32Array.of(0, 0x40000001, -1)
    return model
  }

  it('is the same in every line, at every change', () => {
    for (const context of [ut(121), ut(122), ut(128), standard(118), standard(129)]) {
      const model = make()
      model.lights = [object(4), null]
      model.sections = [new ue2.BspSection()]
      model.lightMaps = [new ue2.LightMap()]
      model.lightMapTextures = [new ue2.LightMapTexture()]
      const made = checkMade(() => new ue2.Model(), model, context)
      expect([...made.verts]).toEqual([0, -1, 1, 300])
    }
    for (const version of [130, 131, 132, 140, 141, 142, 143, 144]) {
      const made = checkMade(() => new ue2.Model(), make(), warfare(version))
      expect(made.nodes).toHaveLength(2)
    }
  })

  it('starts with bounds of seven floats in 144 of Unreal Warfare, and further arrays since 132', () => {
    const empty = (version: number) => size(new ue2.Model(), warfare(version))
    expect(empty(132) - empty(131)).toBe(2)
    // One array less, then a box and a sphere of 41 bytes become 28.
    expect(empty(142) - empty(141)).toBe(-1)
    expect(empty(144) - empty(143)).toBe(28 - 41)
  })

  it('reads the light maps of Lineage II as bytes when they are not in the common form', () => {
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
})

describe('Poly', () => {
  const vectors = `${zeros(12)} 0000803f 00000000 00000000 ${zeros(24)}`
  const corners = '0000803f 00000000 00000000 00000040 00000000 00000000 00000040 00004040 00000000'
  const head = `01000000 01000000 03 ${vectors} ${corners} 20000000 05`

  it('has the material before the name to 129, behind it since 130', () => {
    const old = read(() => new ue2.Polys(), `00 ${head} 86 07 04 81 00000042`, standard(129))
    expect(old.polys[0]?.texture).toBe(object(-6))
    expect(old.polys[0]?.itemName).toBe(name('Outside'))
    expect(old.polys[0]?.lightMapScale).toBe(32)
    const later = read(() => new ue2.Polys(), `00 ${head} 07 86 04 81 00000042`, warfare(130))
    expect(later.polys[0]?.texture).toBe(object(-6))
    expect(later.polys[0]?.itemName).toBe(name('Outside'))
  })

  it('has its corners first in Duke Nukem Forever', () => {
    const polys = read(
      () => new dukeNukemForever.DukePolys(),
      `00 01000000 01000000 00000000 03 ${corners} ${vectors} 20000000 01000000 00000000 05 86 07 04 05 0100 ffff 00 ${zeros(6)} 00`,
      duke(),
    )
    expect([...(polys.polys[0]?.vertices ?? [])].slice(0, 4)).toEqual([1, 0, 0, 2])
    expect(polys.polys[0]?.panV).toBe(-1)
  })
})

describe('Level', () => {
  const url = '05 75746d7000 00 0a 496e6465782e75743200 00 00 611e0000 01000000'
  it('has text blocks, but not in Unreal Warfare, which has a component since 141', () => {
    const head = `00 02000000 02000000 01 00 ${url} 03 0000c03f 00`
    const level = read(() => new ue2.Level(), `${head} ${zeros(16)} 00`, ut(128))
    expect(level.url.port).toBe(7777)
    expect(level.url.map.text).toBe('Index.ut2')
    expect(level.timeSeconds).toBe(1.5)
    expect(read(() => new ue2.Level(), `${head} 00`, warfare(140)).modelComponent).toBe(null)
    expect(read(() => new ue2.Level(), `${head} 00 09`, warfare(141)).modelComponent).toBe(object(9))
  })
})

describe('components of Unreal Warfare', () => {
  it('hold light since 141', () => {
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

  it('of a terrain are squares of it', () => {
    const box = '00000000 00000000 000083c0 00008041 00008041 00809d40 01'
    const part = read(() => new unrealWarfare.TerrainComponent(), `00 10000000 20000000 ${box} 00`, warfare(144))
    expect([part.baseX, part.baseY, [...part.box.max].slice(0, 2)]).toEqual([16, 32, [16, 16]])
  })
})
