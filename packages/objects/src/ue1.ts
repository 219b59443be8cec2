export * from './ue1/index.js'
