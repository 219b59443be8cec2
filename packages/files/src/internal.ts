// For the sister packages of ukit only: it changes without notice.

export { addTo } from './add-to.js'
export { isInstaller, kindOfOther } from './containers/file-kind.js'
export { equalBytes } from './equal-bytes.js'
export { NO_BYTES } from './no-bytes.js'
export { PieceMemory, reusedPiecesOf } from './source/pieces.js'
export { checkRange } from './source/range.js'
export { readAhead } from './source/read-ahead.js'
export { readInto } from './source/source.js'
export { reasonOf } from './source/source-error.js'
export { systemWords } from './source/system-words.js'
export { UniqueNames } from './unique-names.js'
export { fromWindows1252, toWindows1252 } from './windows-1252.js'
