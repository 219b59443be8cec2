import { type UnrealObject, ue1, ue2, ue3 } from '@ukit/objects'
import { isDrawnMesh } from '@ukit/objects/common'

/** Whether `meshOf` takes an object. */
export function isMesh(object: UnrealObject): boolean {
  return isSkeletalMesh(object) || isVertexMesh(object) || isStaticMesh(object)
}

/** Whether `skeletalMeshOf` takes an object. */
export function isSkeletalMesh(object: UnrealObject): boolean {
  return object instanceof ue1.SkeletalMesh || object instanceof ue2.SkeletalMesh || object instanceof ue3.SkeletalMesh
}

/**
 * Whether an object is a mesh that moves by frames. In UE1, classes of meshes with bones inherit from those.
 */
export function isVertexMesh(object: UnrealObject): object is ue1.Mesh | ue2.VertMesh {
  return (object instanceof ue1.Mesh && !(object instanceof ue1.SkeletalMesh)) || object instanceof ue2.VertMesh
}

/** Whether `staticMeshOf` takes an object. */
export function isStaticMesh(object: UnrealObject): boolean {
  return object instanceof ue2.StaticMesh || object instanceof ue3.StaticMesh || isDrawnMesh(object)
}
