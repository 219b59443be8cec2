import type { ClassCodec } from '@ukit/objects'
import { SwfMovie } from './swf-movie.js'

/** *The classes of XCOM: Enemy Unknown that store something of their own.* */
export const CLASSES: readonly ClassCodec[] = [{ name: 'SwfMovie', create: () => new SwfMovie() }]
