import type { ClassCodec, UnrealObject } from '@ukit/objects'
import { CollisionMesh } from './collision-mesh.js'
import { DeviceMesh } from './device-mesh.js'
import { MobileForcesSkeletalMesh } from './skeletal-mesh.js'
import { MobileForcesStaticMesh } from './static-mesh.js'
import { IndexBuffer, VertexNCBuffer, VertexStreamColour } from './streams.js'

const codec = (name: string, create: () => UnrealObject): ClassCodec => ({ name, create })

/** *Classes that only Mobile Forces has, and engine classes that it changed.* */
export const CLASSES: readonly ClassCodec[] = [
  codec('StaticMesh', () => new MobileForcesStaticMesh()),
  codec('SkeletalMesh', () => new MobileForcesSkeletalMesh()),
  codec('IndexBuffer', () => new IndexBuffer()),
  codec('VertexNCBuffer', () => new VertexNCBuffer()),
  codec('VertexStreamCOLOR', () => new VertexStreamColour()),
  codec('DeviceMesh', () => new DeviceMesh()),
  codec('CollisionMesh', () => new CollisionMesh()),
]
