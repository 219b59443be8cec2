export { XComDestructionInstData, XComEmptyMaps, XComVisGroupData, XComWorldData } from './level-data.js'
