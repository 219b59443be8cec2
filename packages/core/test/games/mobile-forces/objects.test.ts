import { layOut, ObjectReader, type OpenOptions, openPackage } from '@ukit/core'
import * as classes from '@ukit/core/games/mobile-forces'
import { memorySource } from '@ukit/files'
import { CheckReport, ue1 as engine } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { bytesOf, HandMade } from '../../../../../testing/bytes.js'
import { check, encode, ue1 } from '../../../../../testing/objects.js'
import { planOf } from '../../../../../testing/packages.js'

const BASE = 0x400
const ONE = 0x3f800000

/** An object without properties: the name None. */
function made(): Made {
  return new Made().u8(0)
}

class Made extends HandMade {
  ones(count: number): this {
    for (let i = 0; i < count; i++) this.u32(ONE)
    return this
  }

  u16s(...values: number[]): this {
    for (const value of values) this.u8(value & 255, value >>> 8)
    return this
  }

  box(): this {
    return this.ones(6).u8(1)
  }

  /** An empty lazy array: the position where it ends, no elements. */
  noLazy(): this {
    return this.u32(BASE + this.length + 5).u8(0)
  }

  /** What a Mesh without frames stores, as the format document lists it (version 66 on). */
  mesh(): this {
    this.box().ones(4).noLazy().noLazy().u8(0).noLazy().box().ones(4).noLazy()
    return this.u8(1, 5).u8(0).u8(0).u32(0, 1, 0xffffffff, 0).ones(6).u32(0, 0, 0).u32(0, 0).u8(0)
  }

  /** A tree of two triangles: the root and two leaves. */
  tree(): this {
    this.u8(3).u8(2).u32(1, 2).box()
    for (let leaf = 0; leaf < 2; leaf++) this.u8(0).box().ones(4).ones(9).u8(5).u32(7)
    return this
  }
}

// Versions 81 to 83; the layouts were confirmed on 203 static meshes from four maps, which another program
// read to the last byte.
describe.each([81, 83])('Mobile Forces, version %i', (version) => {
  const context = ue1(version)

  it('static meshes refer to their buffers and contain a collision tree and the imported triangles', () => {
    const file = made().box().ones(4).u8(2, 3)
    file.u8(1).u32(0).u8(5).u32(0).u16s(0, 1, 0, 2)
    file.box().u8(1).u8(6, 7).ones(12).tree().u32(0).u8(4)
    file.u8(1).ones(24).ones(3).u8(5).u32(0, 0).u32(5)
    const mesh = check(() => new classes.MobileForcesStaticMesh(), file.bytes(), context, BASE)
    expect([mesh.vertexBuffer?.reference, mesh.indexBuffer?.reference, mesh.wireframe?.reference]).toEqual([2, 3, 4])
    expect([...(mesh.sections[0]?.range ?? [])]).toEqual([0, 1, 0, 2])
    expect(mesh.collisionTree.map((node) => [...node.children])).toEqual([[1, 2], [], []])
    expect(mesh.instances[0]?.colours?.reference).toBe(7)
    expect([mesh.rawTriangles.length, mesh.internalVersion]).toEqual([1, 5])
  })

  it('their streams are arrays of numbers', () => {
    const indices = check(() => new classes.IndexBuffer(), made().u32(1).u8(3).u16s(0, 1, 2).bytes(), context, BASE)
    expect([...indices.indices]).toEqual([0, 1, 2])
    const vertices = made().u32(1, 32, 0, 4).u8(2).ones(16)
    expect(check(() => new classes.VertexNCBuffer(), vertices.bytes(), context, BASE).vertices).toHaveLength(16)
    const colours = made().u32(4, 4, 0, 2).u8(1).u8(1, 2, 3, 4)
    expect([...check(() => new classes.VertexStreamColour(), colours.bytes(), context, BASE).colours]).toEqual([
      1, 2, 3, 4,
    ])
  })

  it('collision meshes and device meshes have more fields than a mesh', () => {
    const collision = check(() => new classes.CollisionMesh(), made().mesh().tree().bytes(), context, BASE)
    expect(collision.collisionTree).toHaveLength(3)
    const device = made().mesh().u32(2).u8(1).u8(5).u32(0, 0, 1, 0, 0, 2).u8(3).u16s(0, 1, 2).u8(3)
    for (let i = 0; i < 3; i++) device.ones(11)
    const mesh = check(() => new classes.DeviceMesh(), device.bytes(), context, BASE)
    expect([mesh.sections[0]?.triangleCount, mesh.indices.length, mesh.vertices.length]).toEqual([1, 3, 132])
  })

  // 4C 01 is 76 as a compact index. As the second field, flags of 4 bytes before it, as was believed when all
  // materials took one byte, everything after it was read a byte too early.
  it('a section of a device mesh begins with its material, of one byte or more', async () => {
    const device = made().mesh().u32(2).u8(2)
    device.u8(0x4c, 1).u32(0, 0, 1, 0, 0, 2)
    device.u8(5).u32(0, 3, 4, 1, 0, 3)
    device.u8(9).u16s(0, 1, 2).u16s(0, 0, 1, 2, 2, 3).u8(4)
    for (let i = 0; i < 4; i++) device.ones(11)
    const mesh = check(() => new classes.DeviceMesh(), device.bytes(), context, BASE)
    expect(mesh.sections.map(({ material }) => material?.reference)).toEqual([76, 5])
    const drawn = await mesh.drawn()
    expect(drawn.sections.map(({ first, count }) => [first, count])).toEqual([
      [0, 3],
      [3, 3],
    ])
    // A strip: 0 0 1, 0 1 2 reversed, 1 2 2, 2 2 3; only the second has an area.
    expect(Array.from(drawn.indices)).toEqual([0, 1, 2, 1, 0, 2])
  })

  it('a section of a device mesh is within the indices, and these within the vertices', () => {
    const mesh = new classes.DeviceMesh()
    mesh.indices = Uint16Array.of(0, 1, 2)
    mesh.sections = [Object.assign(new classes.DeviceMeshSection(), { triangleCount: 2 })]
    const report = new CheckReport(context)
    mesh.check(report)
    expect(report.found.map(({ field }) => field)).toEqual(['indices[0]', 'sections[0]'])
  })
})

it('skeletal meshes have an adjustment for a second bone', () => {
  const context = ue1(83)
  const plain = encode(new engine.SkeletalMesh(), context, BASE)
  const second = new Made().u32(7).ones(12).bytes()
  const mesh = check(() => new classes.MobileForcesSkeletalMesh(), Uint8Array.of(...plain, ...second), context, BASE)
  expect([mesh.weaponBone, mesh.secondBone, [...mesh.secondAdjust.origin]]).toEqual([-1, 7, [1, 1, 1]])
})

describe('the codec of an IndexBuffer', () => {
  /** A package with an object of the class IndexBuffer, which the engine of UE1 does not have. */
  const opened = async (version: number, imported: string, options: OpenOptions = {}) => {
    const file = layOut(
      planOf(
        { version },
        {
          imports: [
            ['Core', 'Package', 0, 'Engine'],
            ['Core', 'Class', -1, 'IndexBuffer'],
            ['Core', 'Package', 0, imported],
          ],
          exports: [{ objectName: 'Rock', class: -2, body: Uint8Array.of(0, 1, 0, 0, 0, 0) }],
        },
      ),
    )
    const pkg = await openPackage(memorySource(await bytesOf(file)), options)
    const [rock] = pkg.exports
    if (rock === undefined) throw new Error('no export')
    return (await (await ObjectReader.open(pkg)).read(rock)).object
  }

  it('is chosen by versions, or by imports if several games share the versions', async () => {
    expect(await opened(83, 'Core')).toBeInstanceOf(classes.IndexBuffer)
    expect(await opened(80, 'RageGame')).toBeInstanceOf(classes.IndexBuffer)
    expect(await opened(80, 'Core')).not.toBeInstanceOf(classes.IndexBuffer)
    expect(await opened(69, 'Botpack')).not.toBeInstanceOf(classes.IndexBuffer)
  })

  it('is that of the game that the caller chose', async () => {
    expect(await opened(69, 'Core', { game: 'mobile-forces' })).toBeInstanceOf(classes.IndexBuffer)
    const engines = await opened(80, 'RageGame', { game: 'unreal-engine' })
    expect(engines).not.toBeInstanceOf(classes.IndexBuffer)
  })
})
