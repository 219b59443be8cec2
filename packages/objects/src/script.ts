export * from './script/index.js'
