// For the sister packages of ukit only: it changes without notice.

export { concat } from './concat.js'
export { isRecord } from './is-record.js'
export { UkitError } from './ukit-error.js'
