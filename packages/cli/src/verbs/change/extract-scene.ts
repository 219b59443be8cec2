import { BAKE_DEFAULTS, type MediaOptions } from '@ukit/media'
import type { Options, OptionValues } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import { SUBLEVELS_OPTION, sublevelsIn } from '../level/sublevels-option.js'

/** Options of `ukit extract` for levels. */
export const SCENE_OPTIONS = {
  scene: {
    takes: 'nothing',
    does: 'The level of a map as one glTF scene: rooms with their light, meshes, movers, lights; only that by default',
  },
  bake: {
    takes: 'optional value',
    value: 'TEXELS',
    does:
      'Put the light of rooms and the layers of terrains into their textures, TEXELS pixels for each Unreal unit, ' +
      'so that the scene looks alike in every viewer',
    default: `no; ${BAKE_DEFAULTS.texels} without a value`,
    goesWith: ['scene'],
    read: between('pixels for each Unreal unit', 0.001, 16),
  },
  sublevels: { ...SUBLEVELS_OPTION.sublevels, goesWith: ['scene'] },
  obj: {
    takes: 'nothing',
    does: 'Write the scene as an .obj file as well, with an .mtl file; with --bake it has the light, too',
    goesWith: ['scene'],
  },
  gamma: {
    takes: 'value',
    value: 'NUMBER',
    does: "Brighten the light of the scene, as the games' own setting brightens the screen",
    default: '1, as it is stored',
    goesWith: ['scene'],
    read: between('a gamma', 0.2, 5),
  },
} as const satisfies Options

/** The values of these options, as the library takes them. */
export function sceneOptions(options: OptionValues<typeof SCENE_OPTIONS>): MediaOptions {
  const { scene, bake, gamma, obj, sublevels } = options
  return { scene, bake: bake ?? false, gamma, obj, sublevels: sublevelsIn(sublevels) }
}

function between(what: string, least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (text.trim() !== '' && value >= least && value <= most) return value
    throw new UsageError(`expected ${what}, from ${least} to ${most}; found ${text}`)
  }
}
