import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { type UnrealObject, ue1 } from '@ukit/objects'
import { Box, Coords, type DrawnGeometry, type DrawnMesh, recordArray, vector } from '@ukit/objects/common'
import { COLLISION_NODE_SIZE, CollisionNode } from './collision-mesh.js'
import { IndexBuffer, VERTEX_WIDTH, VertexNCBuffer } from './streams.js'

/** *The triangles of one material.* */
export class StaticMeshSection implements Serializable {
  /** 0 in every file. */
  unknown: [number, number] = [0, 0]
  /** The material; null for the default one. */
  material: ObjectSource | null = null
  /** Position in the index buffer, number of triangles, smallest and largest vertex. */
  range: Uint16Array = new Uint16Array(4)

  serialize(ar: Archive): void {
    this.unknown[0] = ar.i32(this.unknown[0], 'unknown[0]')
    this.material = ar.object(this.material, 'material')
    this.unknown[1] = ar.i32(this.unknown[1], 'unknown[1]')
    this.range = ar.ushorts(this.range, 4, 'range')
  }
}

/** *The colours that the vertices of one instance in the level have.* */
export class StaticMeshInstanceColours implements Serializable {
  /** A StaticMeshActor. */
  actor: ObjectSource | null = null
  /** A VertexStreamCOLOR. */
  colours: ObjectSource | null = null

  serialize(ar: Archive): void {
    this.actor = ar.object(this.actor, 'actor')
    this.colours = ar.object(this.colours, 'colours')
  }
}

/** *A triangle as it was imported.* */
export class RawTriangle implements Serializable {
  /** Three corners: position and normal (three numbers each), U, V. */
  corners: Float32Array = new Float32Array(24)
  /** Normal: X, Y, Z, of length 1. */
  normal: Float32Array = new Float32Array(3)
  /** The material; null for the default one. */
  material: ObjectSource | null = null
  /** Apparently bits of `PolyFlag`. */
  flags = 0
  /** Meaning unknown. */
  unknown = 0

  serialize(ar: Archive): void {
    this.corners = ar.floats(this.corners, 24, 'corners')
    this.normal = vector(ar, this.normal, 'normal')
    this.material = ar.object(this.material, 'material')
    this.flags = ar.i32(this.flags, 'flags')
    this.unknown = ar.i32(this.unknown, 'unknown')
  }
}

/** Minimum sizes in bytes of the records. */
const SECTION_SIZE = 17
const TRIANGLE_SIZE = 117

/**
 * *StaticMesh of Mobile Forces* (81 to 83): the first static mesh of the engine, which has nothing in common
 * with those of Unreal 227 and UE2. Verified on 203 of 203 objects.
 */
export class MobileForcesStaticMesh extends ue1.Primitive implements DrawnMesh {
  /** The VertexNCBuffer. */
  vertexBuffer: ObjectSource | null = null
  /** An IndexBuffer: three indices per triangle. */
  indexBuffer: ObjectSource | null = null
  /** One for each material. */
  sections: StaticMeshSection[] = []
  /** The bounds again. */
  meshBox = new Box()
  /** Colours of the vertices for each instance in the level. */
  instances: StaticMeshInstanceColours[] = []
  /** Zeros in 199 of 203 objects. */
  coords = new Coords()
  /** The first is the root. */
  collisionTree: CollisionNode[] = []
  /** 0 in 201 objects, 1 in 2. */
  unknown = 0
  /** An IndexBuffer: two indices per edge. */
  wireframe: ObjectSource | null = null
  /** What the mesh was made from. */
  rawTriangles: RawTriangle[] = []
  /** Version of the mesh format: 5 in every object. */
  internalVersion = 5

  /** Reads or writes the fields after the properties, in file order. */
  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.vertexBuffer = ar.object(this.vertexBuffer, 'vertexBuffer')
    this.indexBuffer = ar.object(this.indexBuffer, 'indexBuffer')
    this.sections = recordArray(ar, this.sections, () => new StaticMeshSection(), SECTION_SIZE, 'sections')
    ar.record(this.meshBox, 'meshBox')
    this.instances = recordArray(ar, this.instances, () => new StaticMeshInstanceColours(), 2, 'instances')
    ar.record(this.coords, 'coords')
    this.collisionTree = recordArray(
      ar,
      this.collisionTree,
      () => new CollisionNode(),
      COLLISION_NODE_SIZE,
      'collisionTree',
    )
    this.unknown = ar.i32(this.unknown, 'unknown')
    this.wireframe = ar.object(this.wireframe, 'wireframe')
    this.rawTriangles = recordArray(ar, this.rawTriangles, () => new RawTriangle(), TRIANGLE_SIZE, 'rawTriangles')
    this.internalVersion = ar.i32(this.internalVersion, 'internalVersion')
  }

  /** The sections of its two buffers, and the triangles of its collision tree. */
  async drawn(read: (reference: ObjectSource | null) => Promise<UnrealObject | undefined>): Promise<DrawnGeometry> {
    const [vertices, indices] = [await read(this.vertexBuffer), await read(this.indexBuffer)]
    const numbers = vertices instanceof VertexNCBuffer ? vertices.vertices : new Float32Array()
    const column = (first: number, width: number) => {
      const values = new Float32Array((numbers.length / VERTEX_WIDTH) * width)
      for (let i = 0; i < values.length; i++)
        values[i] = numbers[Math.floor(i / width) * VERTEX_WIDTH + first + (i % width)] ?? 0
      return values
    }
    const triangles = this.collisionTree.filter(({ children }) => children.length === 0)
    return {
      positions: column(0, 3),
      normals: column(3, 3),
      uvs: [column(6, 2)],
      indices: indices instanceof IndexBuffer ? indices.indices : [],
      isInward: true,
      sections: this.sections.map(({ material, range: [first = 0, count = 0] }) => ({
        material,
        polyFlags: 0,
        first,
        count: 3 * count,
      })),
      collision: Float32Array.from(triangles.flatMap(({ corners }) => [...corners])),
    }
  }
}
