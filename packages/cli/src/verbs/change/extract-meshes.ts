import { EXTRACTED_ANIMATIONS, type MediaOptions, UNITS } from '@ukit/media'
import type { Options, OptionValues } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'

/** Options of `ukit extract` for meshes. */
export const MESH_OPTIONS = {
  unit: {
    takes: 'value',
    value: 'METRES',
    does: 'Metres per unit of the engine in .glb files, which record it in asset.extras',
    default: `${UNITS[1]} for UE1, ${UNITS[2]} for UE2 and UE3`,
    read: metres,
  },
  embed: { takes: 'nothing', does: 'Put textures into the .glb files that use them, not only beside them' },
  psk: { takes: 'nothing', does: 'Write skeletal meshes as .psk files as well' },
  '3d': { takes: 'nothing', does: 'Write vertex meshes of UE1 as pairs of _a.3d and _d.3d files as well' },
  animations: {
    takes: 'value',
    value: 'WHICH',
    choices: EXTRACTED_ANIMATIONS,
    does:
      'Which animations the file of a skeletal mesh has: its own, or else those of its package whose bones fit ' +
      'best, each with one mesh only (once) or with several (fitting); only its own (own); also all others whose ' +
      'bones fit (all); none',
    default: 'once',
  },
  frames: {
    takes: 'value',
    value: 'HOW',
    choices: ['mesh', 'sequence'],
    does: 'The sequences of a vertex mesh: all in one .glb file (mesh), or a file for each (sequence)',
    default: 'mesh',
  },
  'no-morph-normals': {
    takes: 'nothing',
    does: 'Leave the normals of each frame of vertex meshes out: half the size, shaded as the first frame',
  },
} as const satisfies Options

/** The values of these options, as the library takes them. */
export function meshOptions(options: OptionValues<typeof MESH_OPTIONS>): MediaOptions {
  return {
    unit: options.unit,
    embed: options.embed,
    psk: options.psk,
    threeD: options['3d'],
    animations: options.animations,
    frames: options.frames === 'sequence' ? 'sequence' : 'mesh',
    morphNormals: !options['no-morph-normals'],
  }
}

function metres(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && value > 0 && value <= 1000) return value
  throw new UsageError(`expected metres per unit, above 0 and up to 1000, such as 0.02; found ${text}`)
}
