import type { ClassCodec } from '@ukit/objects'
import { StaticMesh227 } from './objects.js'

/** *Classes that only the 227 patch has.* */
export const CLASSES: readonly ClassCodec[] = [{ name: 'StaticMesh', create: () => new StaticMesh227() }]
