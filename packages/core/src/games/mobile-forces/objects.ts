export { CollisionMesh, CollisionNode } from './collision-mesh.js'
export { DeviceMesh, DeviceMeshSection } from './device-mesh.js'
export { MobileForcesSkeletalMesh } from './skeletal-mesh.js'
export {
  MobileForcesStaticMesh,
  RawTriangle,
  StaticMeshInstanceColours,
  StaticMeshSection,
} from './static-mesh.js'
export { IndexBuffer, VertexNCBuffer, VertexStreamColour } from './streams.js'
