import { Archive } from '@ukit/container'
import { CheckReport, ue2 } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { hexBytes } from '../../../../testing/bytes.js'
import { encode, symbols } from '../../../../testing/objects.js'
import { checkMade, ifKnown, name, ONE, object, read, standard, ut, zeros } from '../../../../testing/objects-ue2.js'

describe('Texture', () => {
  const create = () => new ue2.Texture()
  it('has levels with lazy arrays', () => {
    const texture = read(create, '00 01 0b010000 04 01020304 02000000 02000000 01 01', standard(128), 0x100)
    expect(texture.mips[0]?.width).toBe(2)
    expect([...(texture.mips[0]?.data ?? [])]).toEqual([1, 2, 3, 4])
  })
})

describe('Font', () => {
  const create = () => new ue2.Font()
  it('has pages up to 121, and one list of characters since 122', () => {
    const page = '01 86 01 01000000 02000000 08000000 09000000'
    const old = read(create, `00 ${page} 00010000 00 00000000`, standard(118))
    expect([...(old.pages[0]?.characters ?? [])]).toEqual([1, 2, 8, 9])
    expect(read(create, `00 ${page} 00010000 03000000 00 00000000`, standard(119)).kerning).toBe(3)
    expect(read(create, '00 00 00000000 03 486900 0c000000 00000000 00 00000000', standard(121)).systemFont.text).toBe(
      'Hi',
    )
    const font = read(
      create,
      `00 01 ${zeros(8)} 08000000 09000000 02 01 86 ffffffff 01 4100 6100 01000000`,
      standard(122),
    )
    expect(font.characters).toHaveLength(17)
    expect(font.kerning).toBe(-1)
    expect([...font.remap]).toEqual([0x41, 0x61])
  })

  const CHARACTERS = `01 ${zeros(8)} 08000000 09000000 00 01 86`

  it('may end in the form of other versions, if that takes all of its bytes', () => {
    const without = read(create, `00 ${CHARACTERS} 02 4100 6100 4200 6200 01000000`, standard(122))
    expect([without.hasKerning, without.kerning, [...without.remap]]).toEqual([false, 0, [0x41, 0x61, 0x42, 0x62]])
    const page = '01 86 01 01000000 02000000 08000000 09000000 00010000'
    const has = read(create, `00 ${page} fdffffff 00 00000000`, standard(118))
    expect([has.hasKerning, has.kerning]).toEqual([true, -3])
  })

  it('is read up to its textures if what follows is not understood, and a warning says so', () => {
    const bytes = hexBytes(`00 ${CHARACTERS} 05000000 7f 7f 7f 4100 6100`)
    const ar = Archive.load(bytes, standard(122), { symbols })
    const font = create()
    font.serialize(ar)
    expect([font.characters.length, font.textures.length, font.kerning, ar.opaqueBytes]).toEqual([17, 1, 0, 11])
    expect(encode(font, standard(122))).toEqual(bytes)
    const report = new CheckReport(standard(122))
    font.check(report)
    expect(report.found).toMatchObject([{ severity: 'warning', field: 'tail' }])
  })

  it('is broken if it ends at its textures', () => {
    expect(() => read(create, `00 ${CHARACTERS}`, standard(122))).toThrow(/kerning/)
  })
})

describe('Sound', () => {
  const create = () => new ue2.Sound()
  it('has a track of lip movements since 128', () => {
    expect(read(create, '00 01 07000000 00', standard(127)).format).toBe(name('WAV'))
    expect(read(create, '00 01 07000000 00 00000000', standard(128)).hasLipSync).toBe(0)
    expect([...read(create, '00 01 07000000 00 01000000 02 0509 ffffffff', standard(129)).lipSync]).toEqual([5, 9])
  })

  it('may be a group, or a modified form of another sound', () => {
    expect(read(() => new ue2.SoundGroup(), '00 02 01 86', standard(128)).sounds).toEqual([object(1), object(-6)])
    const changed = read(
      () => new ue2.ProceduralSound(),
      `00 ${ONE} 86 0000003f ${ONE} 00000000 00000000`,
      standard(128),
    )
    expect(changed.pitchModification).toBe(0.5)
  })
})

describe('all other classes', () => {
  it('are read and written back the same', () => {
    const made = new ue2.KMeshProps()
    made.spheres = [new ue2.KSphere()]
    made.boxes = [new ue2.KBox()]
    made.cylinders = [new ue2.KCylinder()]
    made.convexes = [new ue2.KConvex()]
    checkMade(() => new ue2.KMeshProps(), made, standard(128))

    const volume = new ue2.ConvexVolume()
    volume.faces = [new ue2.ConvexFace()]
    volume.edges = Int32Array.of(0, 1, 2, 3)
    checkMade(() => new ue2.ConvexVolume(), volume, standard(128))

    const instance = new ue2.StaticMeshInstance()
    instance.lights = [new ue2.StaticMeshLight()]
    instance.environmentLights = [new ue2.StaticMeshLight()]
    for (const context of [...ut(128), standard(126), ...[3, 4, 12].flatMap((n) => ifKnown('lineage-2', 123, n))]) {
      checkMade(() => new ue2.StaticMeshInstance(), instance, context)
    }

    const terrain = new ue2.TerrainInfo()
    terrain.vertices = Float32Array.of(1, 2, 3)
    checkMade(() => new ue2.TerrainInfo(), terrain, standard(128))
    const sector = new ue2.TerrainSector()
    sector.lights = [new ue2.LightBits()]
    checkMade(() => new ue2.TerrainSector(), sector, standard(128))
  })
})
