import { type ClassCodec, ue3 } from '@ukit/objects'

/** *Classes that only XCOM 2 has*; only their names are known if their package is missing. */
export const CLASSES: readonly ClassCodec[] = [
  { name: 'XComTileFracMeshComponent', create: () => new ue3.StaticMeshComponent() },
]
