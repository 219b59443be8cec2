import type { ObjectReader, ReadObject } from '@ukit/core'
import { animationOf } from '../mesh/skeletal/animation.js'
import { psaOf } from '../psk/psa.js'
import type { MediaFile } from './exporter.js'

/** The file of an animation: see `animationExporter`. */
export async function psaFile(read: ReadObject, reader: ObjectReader): Promise<MediaFile> {
  const animation = await animationOf(reader, read)
  const file = { extension: 'psa', bytes: psaOf(animation, { mirror: true }) }
  const { notes } = animation
  return notes.length === 0 ? file : { ...file, note: notes.join('; ') }
}
