// Loaded on demand: on its own, without the rest of its package.
export { suggest } from '@ukit/text/internal'
