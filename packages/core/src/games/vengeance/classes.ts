import type { ClassCodec } from '@ukit/objects'
import { ActorGroup } from './actor-group.js'
import { HkMeshProxy } from './hk-mesh-proxy.js'

/** *Classes that only SWAT 4 has.* */
export const CLASSES: readonly ClassCodec[] = [
  { name: 'HkMeshProxy', create: () => new HkMeshProxy() },
  { name: 'ActorGroup', create: () => new ActorGroup() },
]
