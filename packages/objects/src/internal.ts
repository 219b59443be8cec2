// What the sister packages of ukit need of this one and nobody else should build on: it changes without
// notice.

export { tagNameOf } from './property-tag.js'
export { serializeTagValue } from './property-value.js'
export { membersOf, rawStruct } from './raw-structs.js'
export { loadStockClasses, type StockClasses } from './schema/stock.js'
export { isComponent } from './unreal-object.js'
