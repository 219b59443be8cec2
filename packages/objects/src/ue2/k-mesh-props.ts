import type { Archive, Serializable } from '@ukit/container'
import { NO_FLOATS, recordArray, vectorArray } from '../common/arrays.js'
import { UnrealObject } from '../unreal-object.js'

/** *A simple shape of Karma, in a place of its own*: `size` floats after a matrix. */
abstract class KShape implements Serializable {
  /** 4 × 4 floats, row by row. */
  matrix: Float32Array = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)

  serialize(ar: Archive): void {
    this.matrix = ar.floats(this.matrix, 16, 'matrix')
    this.serializeShape(ar)
  }

  /** Reads or writes its sizes, after the matrix. */
  protected abstract serializeShape(ar: Archive): void
}

/** *A ball.* No file has one: from readers. */
export class KSphere extends KShape {
  /** World units. */
  radius = 0

  /** Reads or writes the radius. */
  protected override serializeShape(ar: Archive): void {
    this.radius = ar.f32(this.radius, 'radius')
  }
}

/** *A box.* */
export class KBox extends KShape {
  /** Lengths of the edges. */
  size: Float32Array = new Float32Array(3)

  /** Reads or writes the lengths of the edges. */
  protected override serializeShape(ar: Archive): void {
    this.size = ar.floats(this.size, 3, 'size')
  }
}

/** *A cylinder.* */
export class KCylinder extends KShape {
  /** World units. */
  radius = 0
  /** World units from end to end. */
  height = 0

  /** Reads or writes radius and height. */
  protected override serializeShape(ar: Archive): void {
    this.radius = ar.f32(this.radius, 'radius')
    this.height = ar.f32(this.height, 'height')
  }
}

/** *A convex hull.* */
export class KConvex extends KShape {
  /** X, Y, Z each. */
  points = NO_FLOATS

  /** Reads or writes the points. */
  protected override serializeShape(ar: Archive): void {
    this.points = vectorArray(ar, this.points, 'points')
  }
}

/** *KMeshProps: how a mesh moves and collides in the Karma physics.* 70 of 70. */
export class KMeshProps extends UnrealObject {
  /** Upper triangle of the inertia tensor. */
  inertia: Float32Array = new Float32Array(6)
  /** X, Y, Z in the mesh's space. */
  centreOfMass: Float32Array = new Float32Array(3)
  /** Balls that the mesh collides as. */
  spheres: KSphere[] = []
  /** Boxes that the mesh collides as. */
  boxes: KBox[] = []
  /** Cylinders that the mesh collides as. */
  cylinders: KCylinder[] = []
  /** Convex bodies that the mesh collides as. */
  convexes: KConvex[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.inertia = ar.floats(this.inertia, 6, 'inertia')
    this.centreOfMass = ar.floats(this.centreOfMass, 3, 'centreOfMass')
    this.spheres = recordArray(ar, this.spheres, () => new KSphere(), 68, 'spheres')
    this.boxes = recordArray(ar, this.boxes, () => new KBox(), 76, 'boxes')
    this.cylinders = recordArray(ar, this.cylinders, () => new KCylinder(), 72, 'cylinders')
    this.convexes = recordArray(ar, this.convexes, () => new KConvex(), 65, 'convexes')
  }
}
