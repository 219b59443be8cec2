export * from './ue3/index.js'
