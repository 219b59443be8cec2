export { UndyingPalette } from './palette.js'
export { UndyingSound } from './sound.js'
export { HarryPotterSoundFields, UndyingSoundFields } from './sound-fields.js'
export { UndyingTextBuffer } from './text-buffer.js'
