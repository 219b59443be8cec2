import { FormatContext, Name } from '@ukit/container'
import { CheckReport, common, Property, script, type UnrealObject, ue1, ue2, ue3 } from '@ukit/objects'
import { describe, expect, it } from 'vitest'

const UE1 = new FormatContext(69, 0, false)
const UE2 = new FormatContext(128, 29, false)
const UE3 = new FormatContext(868, 0, false)

/** The problems found in an object: severity and field. */
function found(object: UnrealObject, context: FormatContext): string[] {
  const report = new CheckReport(context)
  object.check(report)
  return report.found.map(({ severity, field }) => `${severity} ${field}`)
}

function name(text: string): Name {
  return new Name({ text, index: 0 })
}

function mip(size: number, bytes: number): ue1.Mip {
  const bits = Math.log2(size)
  return Object.assign(new ue1.Mip(), {
    data: new Uint8Array(bytes),
    width: size,
    height: size,
    widthBits: bits,
    heightBits: bits,
  })
}

function property(label: string, value: number | Name): Property {
  return Object.assign(new Property(name(label)), { value })
}

describe('textures', () => {
  it('need one byte per texel', () => {
    const texture = new ue1.Texture()
    texture.mips = [mip(4, 16), mip(2, 4), mip(1, 1)]
    expect(found(texture, UE1)).toEqual([])
    texture.mips = [mip(4, 15), mip(2, 5)]
    const report = new CheckReport(UE1)
    texture.check(report)
    expect(report.found).toEqual([
      { severity: 'error', field: 'mips[0].data', message: 'expected 16 bytes for 4 × 4 texels of p8, found 15' },
      { severity: 'warning', field: 'mips[1].data', message: 'expected 4 bytes for 2 × 2 texels of p8, found 5' },
    ])
  })

  it('have the size of their format, halve in size, and have matching exponents', () => {
    const texture = new ue2.Texture()
    // 3 is DXT1: 8 bytes for a block of 4 × 4.
    texture.properties.items = [property('Format', 3), property('USize', 16)]
    texture.mips = [mip(8, 32), mip(2, 8)]
    expect(found(texture, UE2)).toEqual(['warning mips[1]', 'warning USize'])
    texture.mips = [Object.assign(mip(8, 32), { widthBits: 4 })]
    texture.properties.items.pop()
    expect(found(texture, UE2)).toEqual(['warning mips[0]'])
    texture.mips = [Object.assign(mip(8, 32), { height: 0x7fff_ffff })]
    expect(found(texture, UE2)).toEqual(['error mips[0]'])
  })

  it('of UE3 have as many elements as their format needs', () => {
    const texture = new ue3.Texture2D()
    texture.properties.items = [property('Format', name('PF_DXT1'))]
    const level = new ue3.Texture2DMip()
    Object.assign(level, { width: 8, height: 8 })
    Object.assign(level.data, { count: 31, payload: new Uint8Array(31) })
    texture.mips = [level]
    expect(found(texture, UE3)).toEqual(['error mips[0].data'])
    Object.assign(level.data, { count: 32, payload: new Uint8Array(31) })
    expect(found(texture, UE3)).toEqual(['error mips[0].data.payload'])
  })

  it('have palettes of 256 colours', () => {
    expect(found(Object.assign(new ue1.Palette(), { colors: new Uint8Array(1024) }), UE1)).toEqual([])
    expect(found(Object.assign(new ue1.Palette(), { colors: new Uint8Array(1020) }), UE1)).toEqual(['warning colors'])
  })
})

describe('sounds', () => {
  const sound = (text: string, format = 'WAV') =>
    Object.assign(new ue1.Sound(), { format: name(format), data: Uint8Array.from(text, (char) => char.charCodeAt(0)) })

  it('begin like wave files, and have the length that these state', () => {
    expect(found(sound('RIFF\x04\0\0\0WAVE'), UE1)).toEqual([])
    expect(found(sound('RIFF\x08\0\0\0WAVE'), UE1)).toEqual(['warning data'])
    expect(found(sound('RIFF'), UE1)).toEqual(['error data'])
    expect(found(sound('OggS'), UE1)).toEqual([])
    expect(found(sound('\0\0\0\0RIFF'), UE1)).toEqual(['warning data'])
    // A different game's format.
    expect(found(sound('\0\0\0\0', 'XAC'), UE1)).toEqual([])
  })

  it('of UE2 have a plausible likelihood', () => {
    expect(found(Object.assign(new ue2.Sound(), { likelihood: 1e30 }), UE2)).toEqual(['warning likelihood'])
  })
})

describe('meshes', () => {
  it('have every vertex of every frame, and only refer to those', () => {
    const mesh = new ue1.Mesh()
    Object.assign(mesh, { verts: new Int32Array(6), frameVerts: 3, animFrames: 2 })
    const triangle = new ue1.MeshTriangle()
    triangle.vertices = Uint16Array.of(0, 1, 3)
    mesh.tris = [triangle]
    const sequence = Object.assign(new ue1.AnimSequence(), { startFrame: 1, numFrames: 2 })
    mesh.animSeqs = [sequence]
    expect(found(mesh, UE1)).toEqual(['error tris[0].vertices[2]', 'error animSeqs[0]'])
    triangle.vertices[2] = 2
    sequence.numFrames = 1
    expect(found(mesh, UE1)).toEqual([])
    mesh.animFrames = 3
    expect(found(mesh, UE1)).toEqual(['error verts'])
    // Without any frames, the sequences are runs of frames that are elsewhere.
    Object.assign(mesh, { verts: new Int32Array(), tris: [], frameVerts: 0, animFrames: 0 })
    expect(found(mesh, UE1)).toEqual([])
  })

  it('of UE2 and UE3 have indices of existing vertices', () => {
    const mesh = new ue2.StaticMesh()
    mesh.vertices.vertices = new Float32Array(18)
    mesh.indices.indices = Uint16Array.of(0, 1, 3)
    const section = new ue2.StaticMeshSection()
    section.numbers = Uint16Array.of(0, 0, 2, 2, 2)
    mesh.sections = [section]
    expect(found(mesh, UE2)).toEqual(['error sections[0]', 'error indices[2]'])
    const newer = new ue3.StaticMesh()
    const lod = new ue3.StaticMeshLodModel()
    lod.positions.positions = new Float32Array(9)
    lod.vertexCount = 4
    newer.lodModels = [lod]
    expect(found(newer, UE3)).toContain('error lodModels[0].positions')
  })

  it('have skeletons without cycles', () => {
    const bone = (parent: number) =>
      Object.assign(new common.MeshBone(), { parent, orientation: Float32Array.of(0, 0, 0, 1) })
    const mesh = new ue2.SkeletalMesh()
    mesh.bones = [bone(0), bone(0), bone(1)]
    expect(found(mesh, UE2)).toEqual([])
    mesh.bones = [bone(0), bone(2), bone(1), bone(7)]
    expect(found(mesh, UE2)).toEqual(['error bones[1]', 'error bones[3]'])
  })

  it('have as many keys as times', () => {
    const track = new common.AnalogTrack()
    Object.assign(track, { rotations: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1), times: Float32Array.of(0, 1, 0.5) })
    const animation = new ue1.Animation()
    animation.moves = [Object.assign(new common.MotionChunk(), { tracks: [track] })]
    expect(found(animation, UE1)).toEqual([
      'error moves',
      'error moves[0].tracks[0].rotations',
      'warning moves[0].tracks[0].times[2]',
    ])
  })
})

describe('levels', () => {
  it('have trees of planes without cycles, and only refer to what exists', () => {
    const node = (children: Partial<common.BspNode>) =>
      Object.assign(new common.BspNode(), { plane: Float32Array.of(1, 0, 0, 0), ...children })
    const model = new ue1.Model()
    Object.assign(model, { vectors: new Float32Array(3), points: new Float32Array(3) })
    model.surfs = [new ue1.BspSurf()]
    model.nodes = [node({ back: 1, front: 2 }), node({}), node({})]
    expect(found(model, UE1)).toEqual([])
    model.nodes = [node({ back: 1 }), node({ front: 0 }), node({ vertPool: 5, surf: 1 })]
    expect(found(model, UE1)).toEqual(['error nodes[1].front', 'error nodes[2].surf', 'error nodes[2].vertPool'])
    model.surfs = [Object.assign(new ue1.BspSurf(), { textureU: 1 })]
    model.nodes = []
    expect(found(model, UE1)).toEqual(['error surfs[0].textureU'])
  })

  it('have brushes with sides of three corners or more', () => {
    const poly = (corners: number) =>
      Object.assign(new ue1.Poly(), { vertices: new Float32Array(3 * corners), normal: Float32Array.of(0, 0, 1) })
    expect(found(Object.assign(new ue1.Polys(), { polys: [poly(4), poly(2), poly(17)] }), UE1)).toEqual([
      'warning polys[1].vertices',
      'warning polys[2].vertices',
    ])
  })

  it('begin with a LevelInfo, and have a model of class Model', () => {
    const object = (className: string) => ({ reference: 1, path: className, className })
    const level = new ue1.Level()
    level.actors = [object('LevelInfo'), object('Brush')]
    level.model = object('Model')
    expect(found(level, UE1)).toEqual([])
    level.actors = [object('Light'), object('Brush')]
    level.model = object('Polys')
    expect(found(level, UE1)).toEqual(['warning actors[0]', 'warning model'])
    level.actors = []
    expect(found(level, UE1)).toEqual(['error actors', 'warning model'])
  })

  it('have fonts whose characters are in a texture', () => {
    const page = Object.assign(new ue1.FontPage(), { characters: Int32Array.of(0, 0, 8, 8, -5, 0, 8, 8) })
    expect(found(Object.assign(new ue1.Font(), { pages: [page] }), UE1)).toEqual([
      'warning pages[0].texture',
      'error pages[0].characters[1]',
    ])
    const characters = Uint8Array.from({ length: 17 }, (_, i) => (i === 16 ? 2 : 0))
    expect(found(Object.assign(new ue2.Font(), { characters, textures: [null] }), UE2)).toEqual(['error characters[0]'])
  })
})

describe('scripts', () => {
  const nothing = () => new script.Token(0x0b)
  const jump = (offset: number) => new script.Token(0x06, [offset])
  const withTokens = (tokens: script.Token[]) => {
    const object = new script.FunctionField()
    object.script.tokens = tokens
    return object
  }

  it('jump to the beginnings of statements', () => {
    // A Jump takes 3 bytes of memory, Nothing 1.
    expect(found(withTokens([jump(3), nothing()]), UE1)).toEqual([])
    expect(found(withTokens([jump(1), nothing()]), UE1)).toEqual(['error script[0]'])
    expect(found(withTokens([nothing(), jump(4)]), UE1)).toEqual(['error script[1]'])
  })

  it('of states have their labels at the stated offset', () => {
    const table = new script.Token(0x0c, [[{ name: name('None'), offset: 0xffff }]])
    const state = new script.State()
    state.script.tokens = [new script.Token(0x08), table]
    expect(found(state, UE1)).toEqual(['warning labelTableOffset'])
    // The opcode is at 1.
    state.labelTableOffset = 2
    expect(found(state, UE1)).toEqual([])
    state.labelTableOffset = 1
    expect(found(state, UE1)).toEqual(['error labelTableOffset'])
  })
})

it('lists ten problems of an object, and counts the others', () => {
  const level = new ue1.Polys()
  level.polys = Array.from({ length: 30 }, () => new ue1.Poly())
  const report = new CheckReport(UE1)
  level.check(report)
  // Each has no corner and a normal of length 0.
  expect([report.found.length, report.more]).toEqual([10, 50])
})
