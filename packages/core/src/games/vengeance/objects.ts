export { ActorGroup } from './actor-group.js'
export { HkMeshProxy } from './hk-mesh-proxy.js'
export { VengeanceClass, VengeanceStruct, VengeanceVariable } from './records.js'
