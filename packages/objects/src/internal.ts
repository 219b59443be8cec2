// For the sister packages of ukit only: it changes without notice.

export { tagNameOf } from './property-tag.js'
export { serializeTagValue } from './property-value.js'
export { declaredMember, enumNames, membersOf, rawStruct } from './raw-structs.js'
export { loadStockClasses } from './schema/stock.js'
export type { StockClasses } from './schema/stock-classes.js'
export { isComponent } from './unreal-object.js'
