/** What the names of UnrealScript mean: classes and their members, from packages and sources. @module */

export type { ModifierRow, ModifierTables, ScriptDialect } from '@ukit/core'
export { dialectAmong, dialectOf } from './dialect/dialect-of.js'
export { countedVariable } from './symbols/counted-variable.js'
export { functionAt } from './symbols/function-at.js'
export type { WorldSource } from './symbols/loaded-world.js'
export { modifierTables } from './symbols/modifier-tables.js'
export { edits, needsLink } from './symbols/source-fields.js'
export type * from './symbols/symbol.js'
export { bitsOfInstanced, propertyClass } from './symbols/type-flags.js'
export { loadWorld, type WorldOptions } from './symbols/world.js'
export { isClassOf, typeName } from './types/types.js'
