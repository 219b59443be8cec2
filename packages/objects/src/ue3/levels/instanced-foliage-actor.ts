import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { intArray, NO_INTS, recordArray } from '../../common/arrays.js'
import { UnrealObject } from '../../unreal-object.js'
import { BoxSphereBounds } from '../bounds.js'

/** *Plants near each other, drawn as one.* */
export class FoliageCluster implements Serializable {
  /** In world units. */
  bounds = new BoxSphereBounds()
  /** An InstancedStaticMeshComponent. */
  component: ObjectSource | null = null
  /** Indices into the mesh's `instances`. */
  instances: Int32Array = NO_INTS

  serialize(ar: Archive): void {
    ar.record(this.bounds, 'bounds')
    this.component = ar.object(this.component, 'component')
    this.instances = intArray(ar, this.instances, 'instances')
  }
}

/** *One plant.* */
export class FoliageInstance implements Serializable {
  /** What it builds on, where that is a component. */
  base: ObjectSource | null = null
  /** X, Y, Z in world units. */
  location: Float32Array = new Float32Array(3)
  /** Pitch, yaw, roll. */
  rotation: Int32Array = new Int32Array(3)
  /** X, Y, Z; 1 is the mesh's own size. */
  scale: Float32Array = new Float32Array(3)
  /** Its rotation before it was turned to the ground, distance to the ground, flags: zeros in all. */
  alignment: Int32Array = new Int32Array(5)

  serialize(ar: Archive): void {
    this.base = ar.object(this.base, 'base')
    this.location = ar.floats(this.location, 3, 'location')
    this.rotation = ar.ints(this.rotation, 3, 'rotation')
    this.scale = ar.floats(this.scale, 3, 'scale')
    this.alignment = ar.ints(this.alignment, 5, 'alignment')
  }
}

/** *All plants that use one mesh.* */
export class FoliageMesh implements Serializable {
  /** A StaticMesh. */
  mesh: ObjectSource | null = null
  /** The plants in the groups that are drawn together. */
  clusters: FoliageCluster[] = []
  /** One for each plant. */
  instances: FoliageInstance[] = []
  /** An InstancedFoliageSettings. */
  settings: ObjectSource | null = null

  serialize(ar: Archive): void {
    this.mesh = ar.object(this.mesh, 'mesh')
    this.clusters = recordArray(ar, this.clusters, () => new FoliageCluster(), 36, 'clusters')
    this.instances = recordArray(ar, this.instances, () => new FoliageInstance(), 60, 'instances')
    this.settings = ar.object(this.settings, 'settings')
  }
}

/** *InstancedFoliageActor: plants painted onto a level.* 3 of 3 in XCOM 2, 1 of UDK (without plants). */
export class InstancedFoliageActor extends UnrealObject {
  /** One for each mesh. */
  meshes: FoliageMesh[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.meshes = recordArray(ar, this.meshes, () => new FoliageMesh(), 16, 'meshes')
  }
}
