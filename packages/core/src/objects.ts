// The classes that have a codec, for those who work with objects: `import { ue1, ue3 } from '@ukit/core/objects'`.
// One name may stand for a class in every engine, with another layout in each; hence a name space for each engine.

export * as common from './objects/common/index.js'
export * as script from './objects/script/index.js'
export * as ue1 from './objects/ue1/index.js'
export * as ue2 from './objects/ue2/index.js'
export * as ue3 from './objects/ue3/index.js'
