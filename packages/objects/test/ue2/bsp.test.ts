import { common, ue2 } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { checkMade, name, object, read, standard, ut, zeros } from '../../../../testing/objects-ue2.js'

describe('Model', () => {
  const make = () => {
    const model = new ue2.Model()
    model.vectors = Float32Array.of(0, 0, 1)
    model.points = Float32Array.of(1, 2, 3, 4, 5, 6)
    model.nodes = [new ue2.BspNode(), new ue2.BspNode()]
    model.surfs = [new ue2.BspSurf()]
    model.verts = Int32Array.of(0, -1, 1, 300)
    model.zones = [new common.ZoneProperties(0)]
    model.leaves = [new common.Leaf()]
    model.polys = object(3)
    model.boxes = []
    model.leafHulls = Int32Array.of(0, 0x40000001, -1)
    return model
  }

  it('is written back the same in every line of the engine, at every change', () => {
    for (const context of [...[121, 122, 128].flatMap((version) => ut(version)), standard(118), standard(129)]) {
      const model = make()
      model.lights = [object(4), null]
      model.sections = [new ue2.BspSection()]
      model.lightMaps = [new ue2.LightMap()]
      model.lightMapTextures = [new ue2.LightMapTexture()]
      const made = checkMade(() => new ue2.Model(), model, context)
      expect([...made.verts]).toEqual([0, -1, 1, 300])
    }
  })
})

describe('Poly', () => {
  const vectors = `${zeros(12)} 0000803f 00000000 00000000 ${zeros(24)}`
  const corners = '0000803f 00000000 00000000 00000040 00000000 00000000 00000040 00004040 00000000'
  const head = `01000000 01000000 03 ${vectors} ${corners} 20000000 05`

  it('has the material before the name up to 129', () => {
    const old = read(() => new ue2.Polys(), `00 ${head} 86 07 04 81 00000042`, standard(129))
    expect(old.polys[0]?.texture).toBe(object(-6))
    expect(old.polys[0]?.itemName).toBe(name('Outside'))
    expect(old.polys[0]?.lightMapScale).toBe(32)
  })
})

describe('Level', () => {
  const url = '05 75746d7000 00 0a 496e6465782e75743200 00 00 611e0000 01000000'
  it('has text blocks', () => {
    const head = `00 02000000 02000000 01 00 ${url} 03 0000c03f 00`
    const level = read(() => new ue2.Level(), `${head} ${zeros(16)} 00`, standard(128))
    expect(level.url.port).toBe(7777)
    expect(level.url.map.text).toBe('Index.ut2')
    expect(level.timeSeconds).toBe(1.5)
  })
})
