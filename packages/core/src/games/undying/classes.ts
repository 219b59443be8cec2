import type { ClassCodec } from '@ukit/objects'
import { UndyingPalette } from './palette.js'
import { UndyingSound } from './sound.js'
import { UndyingTextBuffer } from './text-buffer.js'

/** *Classes of the engine that Undying and Harry Potter changed.* */
export const CLASSES: readonly ClassCodec[] = [
  { name: 'Palette', create: () => new UndyingPalette() },
  { name: 'Sound', create: () => new UndyingSound() },
  { name: 'TextBuffer', create: () => new UndyingTextBuffer() },
]
