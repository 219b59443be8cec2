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
  instances: {
    takes: 'nothing',
    does:
      'Write actors with the same mesh as copies of one node (EXT_mesh_gpu_instancing), which has their names ' +
      'and properties in extras.instances',
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
  const { scene, bake, gamma, obj, instances, sublevels } = options
  return { scene, bake: bake ?? false, gamma, obj, instances, sublevels: sublevelsIn(sublevels) }
}

/** What a scene is beside: with `--used` the pictures and sounds of its map, unless classes are named. */
const BESIDE_SCENES = ['Texture', 'Font', 'Sound', 'Music', 'SoundNodeWave']

/** Classes of objects that are extracted because of a scene. */
export function sceneClasses(options: {
  readonly scene: boolean
  readonly used: readonly string[] | undefined
  readonly class: readonly string[] | undefined
  readonly only: readonly string[] | undefined
}): readonly string[] {
  if (!options.scene) return []
  const isAlone = options.used === undefined || (options.class ?? options.only) !== undefined
  return ['Level', ...(isAlone ? [] : BESIDE_SCENES)]
}

function between(what: string, least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (text.trim() !== '' && value >= least && value <= most) return value
    throw new UsageError(`expected ${what}, from ${least} to ${most}; found ${text}`)
  }
}
