import type { ClassCodec } from '@ukit/objects'
import { SkelModel } from './skel-model.js'

/** *Classes that only Rune has.* */
export const CLASSES: readonly ClassCodec[] = [{ name: 'SkelModel', create: () => new SkelModel() }]
