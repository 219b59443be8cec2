import { type ClassCodec, ue3 } from '@ukit/objects'
import { XComDestructionInstData, XComVisGroupData, XComWorldData } from './level-data.js'

/** *Classes that only XCOM 2 has*; only their names are known if their package is missing. */
export const CLASSES: readonly ClassCodec[] = [
  { name: 'XComTileFracMeshComponent', create: () => new ue3.StaticMeshComponent() },
  { name: 'XComDestructionInstData', create: () => new XComDestructionInstData() },
  { name: 'XComVisGroupData', create: () => new XComVisGroupData() },
  { name: 'XComWorldData', create: () => new XComWorldData() },
]
