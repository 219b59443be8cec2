import { type ClassCodec, ue3 } from '@ukit/objects'

/** *Classes that only XCOM 2 has*, of which nothing but the name is known where their package is missing. */
export const CLASSES: readonly ClassCodec[] = [
  { name: 'XComTileFracMeshComponent', create: () => new ue3.StaticMeshComponent() },
]
