/** UnrealScript of Unreal Engine 1, 2 and 3: text and bytecode, both ways. @module */
export type * from './symbols/symbol.js'
export { loadWorld, type WorldOptions } from './symbols/world.js'
export type * from './syntax/nodes.js'
