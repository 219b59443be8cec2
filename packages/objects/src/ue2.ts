export * from './ue2/index.js'
