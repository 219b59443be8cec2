// Class codecs are grouped by engine: one class name may have another layout in each.

export { standardClasses } from './classes.js'
export * as common from './common/index.js'
export { Property, PropertyList } from './property.js'
export type { PropertyScope } from './property-scope.js'
export { DelegateValue, MapValue, type PropertyValue, RawStruct, TaggedStruct } from './property-value.js'
export { type ClassCodec, ClassRegistry } from './registry.js'
export * as script from './script/index.js'
export { StateFrame, StateStackEntry } from './state-frame.js'
export * as ue1 from './ue1/index.js'
export * as ue2 from './ue2/index.js'
export * as ue3 from './ue3/index.js'
export { UnrealObject } from './unreal-object.js'
