import { Archive, type FormatContext } from '@ukit/container'
import * as dukeNukemForever from '@ukit/core/games/duke-nukem-forever'
import * as lineage2 from '@ukit/core/games/lineage-2'
import { ue2 } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import {
  army,
  byNumbers,
  checkMade,
  duke,
  lineage,
  name,
  ONE,
  object,
  read,
  sizeOf,
  standard,
  unreal2,
  ut,
  vanguard,
  vengeance,
  zeros,
} from './support.js'

const size = (value: { serialize(ar: Archive): void }, context: FormatContext) =>
  sizeOf(value, Archive.measure(context))

describe('lines', () => {
  it('go by the numbers', () => {
    expect(byNumbers(128, 29)).toBe('ut2004')
    expect(byNumbers(119, 25)).toBe('ut2004')
    expect(byNumbers(126, 0)).toBe('unreal-engine')
    expect(byNumbers(129, 27)).toBe('vengeance')
    expect(byNumbers(129, 0)).toBe('unreal-engine')
    expect(byNumbers(130, 0)).toBe('unreal-warfare')
    expect(byNumbers(156, 36)).toBe('duke-nukem-forever')
  })
})

describe('Texture', () => {
  const create = () => new ue2.Texture()
  it('has levels with lazy arrays', () => {
    const texture = read(create, '00 01 0b010000 04 01020304 02000000 02000000 01 01', ut(128), 0x100)
    expect(texture.mips[0]?.width).toBe(2)
    expect([...(texture.mips[0]?.data ?? [])]).toEqual([1, 2, 3, 4])
  })

  it('has more in some games', () => {
    expect(read(create, '00 2b290000 00', army()).number).toBe(10539)
    expect(read(create, `00 ${zeros(142)} 00`, vanguard()).table).toHaveLength(142)
    expect(read(create, '00 07 00', unreal2()).byte).toBe(7)
    const v = read(
      create,
      '00000000 00000000 00 01 03000000 00000000 00000000 1b000000 00 01000000 01000000 00 00',
      vengeance(),
    )
    expect(v.mips).toHaveLength(1)
  })

  it('carries the shaders of Lineage II', () => {
    const empty = size(create(), lineage(123, 15))
    const at = (version: number, licensee: number) => {
      const made = create()
      const probe = new lineage2.LineageMaterial()
      probe.settings = new Uint8Array(licensee >= 33 && licensee <= 35 ? 7 : 6)
      probe.matrices = new Uint8Array(8 * (licensee <= 35 ? 128 : 127))
      probe.fadeColor = new Uint8Array(20)
      const shader = new lineage2.LineageShader()
      shader.info = new Uint8Array(2)
      shader.passes = new Uint8Array(version < 129 ? 14 : 70)
      shader.fadeColor = new Uint8Array(20)
      probe.shader = shader
      made.added = probe
      checkMade(create, made, lineage(version, licensee))
      return size(made, lineage(version, licensee)) - empty
    }
    expect(at(123, 16)).toBe(4)
    expect(at(123, 29)).toBe(4)
    // Settings 6, blending 12, matrices 1,024, fade 20, sixteen empty texts and one more.
    expect(at(123, 30)).toBe(4 + 6 + 12 + 1024 + 20 + 17)
    expect(at(123, 31)).toBe(at(123, 30) + 4)
    expect(at(123, 33)).toBe(at(123, 31) + 1)
    expect(at(123, 36)).toBe(at(123, 31) - 8)
    expect(at(123, 37)).toBe(2 + 14 + 20 + 1 + 1 + 4)
    expect(at(129, 37)).toBe(at(123, 37) + 56)
  })
})

describe('Font', () => {
  const create = () => new ue2.Font()
  it('has pages to 121, one list of characters since 122', () => {
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

  it('has codes at its characters in Duke Nukem Forever, and may be a file', () => {
    const font = read(() => new dukeNukemForever.DukeFont(), `00 01 86 01 41000000 ${zeros(16)} 00010000`, duke())
    expect(font.pages[0]?.characters[0]).toBe(0x41)
    const file = `00 00 00000000 20000000 06 612e74746600 0c000000 ffffffff 00008043 00008043 ${ONE}`
    expect(read(() => new dukeNukemForever.DukeFontTrueType(), file, duke()).file.text).toBe('a.ttf')
  })
})

describe('Sound', () => {
  const create = () => new ue2.Sound()
  it('has a likelihood in UT, a track for lips since 128 elsewhere', () => {
    expect(read(create, `00 01 0000003f 0b000000 00`, ut(128)).likelihood).toBe(0.5)
    expect(read(create, '00 01 07000000 00', standard(127)).format).toBe(name('WAV'))
    expect(read(create, '00 01 07000000 00 00000000', standard(128)).hasLipSync).toBe(0)
    expect([...read(create, '00 01 07000000 00 01000000 02 0509 ffffffff', standard(129)).lipSync]).toEqual([5, 9])
  })

  it('lies in a stream in Duke Nukem Forever', () => {
    const sound = read(
      () => new dukeNukemForever.DukeSound(),
      '00 01 07000000 00 78563412 0000c03f 03 01000000 00000000 ffffffff',
      duke(),
    )
    expect(sound.hash).toBe(0x12345678)
    expect(sound.seconds).toBe(1.5)
  })

  it('may be one of a group, or another one changed', () => {
    expect(read(() => new ue2.SoundGroup(), '00 02 01 86', ut(128)).sounds).toEqual([object(1), object(-6)])
    const changed = read(() => new ue2.ProceduralSound(), `00 ${ONE} 86 0000003f ${ONE} 00000000 00000000`, ut(128))
    expect(changed.pitchModification).toBe(0.5)
  })
})

describe('what is left', () => {
  it('is read and written back the same', () => {
    const made = new ue2.KMeshProps()
    made.spheres = [new ue2.KSphere()]
    made.boxes = [new ue2.KBox()]
    made.cylinders = [new ue2.KCylinder()]
    made.convexes = [new ue2.KConvex()]
    checkMade(() => new ue2.KMeshProps(), made, ut(128))

    const volume = new ue2.ConvexVolume()
    volume.faces = [new ue2.ConvexFace()]
    volume.edges = Int32Array.of(0, 1, 2, 3)
    checkMade(() => new ue2.ConvexVolume(), volume, ut(128))

    const instance = new ue2.StaticMeshInstance()
    instance.lights = [new ue2.StaticMeshLight()]
    instance.environmentLights = [new ue2.StaticMeshLight()]
    for (const context of [ut(128), standard(126), lineage(123, 3), lineage(123, 4), lineage(123, 12)]) {
      checkMade(() => new ue2.StaticMeshInstance(), instance, context)
    }

    const terrain = new ue2.TerrainInfo()
    terrain.vertices = Float32Array.of(1, 2, 3)
    checkMade(() => new ue2.TerrainInfo(), terrain, ut(128))
    const sector = new ue2.TerrainSector()
    sector.lights = [new ue2.LightBits()]
    checkMade(() => new ue2.TerrainSector(), sector, ut(128))
  })

  it('of Duke Nukem Forever ends with zeros behind actors', () => {
    expect(read(() => new dukeNukemForever.DukeObject(), `00 ${zeros(4)}`, duke()).tail).toHaveLength(4)
    expect(read(() => new dukeNukemForever.DukeObject(), `00 ${zeros(12)}`, duke()).tail).toHaveLength(12)
    expect(read(() => new dukeNukemForever.DukeObject(), '00', duke()).tail).toHaveLength(0)
    expect(read(() => new dukeNukemForever.PatchRenderData(), `00 40000000 ${zeros(64)}`, duke()).entries).toHaveLength(
      64,
    )
    expect(read(() => new dukeNukemForever.PatchData(), '00', duke()).entries).toHaveLength(0)
    expect(read(() => new dukeNukemForever.PatchData(), `00 ${'0100000000'.repeat(64)}`, duke()).entries).toHaveLength(
      320,
    )
    const shapes = new dukeNukemForever.DukeKMeshProps()
    shapes.boxes = [new ue2.KBox()]
    shapes.convexes = [new dukeNukemForever.DukeConvex()]
    checkMade(() => new dukeNukemForever.DukeKMeshProps(), shapes, duke())
    const model = new dukeNukemForever.DukeModel()
    model.nodes = [new dukeNukemForever.DukeBspNode()]
    model.surfs = [new dukeNukemForever.DukeBspSurf()]
    model.leaves = [new dukeNukemForever.DukeBspLeaf()]
    checkMade(() => new dukeNukemForever.DukeModel(), model, duke())
    checkMade(() => new dukeNukemForever.DukeLevel(), new dukeNukemForever.DukeLevel(), duke())
    checkMade(() => new dukeNukemForever.DukeStaticMesh(), new dukeNukemForever.DukeStaticMesh(), duke())
  })
})
