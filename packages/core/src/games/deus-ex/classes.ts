import type { ClassCodec } from '@ukit/objects'
import { ConAudioList, ConEventRandomLabel, ExtString } from './conversations.js'

/** *Classes that only Deus Ex has.* */
export const CLASSES: readonly ClassCodec[] = [
  { name: 'ConEventRandomLabel', create: () => new ConEventRandomLabel() },
  { name: 'ConAudioList', create: () => new ConAudioList() },
  { name: 'ExtString', create: () => new ExtString() },
]
