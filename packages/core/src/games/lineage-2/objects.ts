export { LineageMaterial, LineageShader, LineageStage } from './material.js'
export { LineageGroup, LineageSequence } from './sequence.js'
