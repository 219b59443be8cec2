import { Feature } from '@ukit/container'
import { byContent, type Game, range } from '../game.js'
import { movedTo, perBuild } from '../hooks.js'

/** *Unreal Warfare on its way to UE3*: 130 to 144. Its container is the engine's. */
const layout = perBuild((version) =>
  version < 130
    ? {}
    : {
        line: 'unreal-warfare',
        moved: movedTo([
          [Feature.NoTextBlocks, true],
          [Feature.NoModelLightMaps, true],
          [Feature.PolyItemFirst, 130],
          [Feature.ModelArrays, 132],
          [Feature.LightComponents, 141],
          [Feature.OneModelArray, 142],
          [Feature.BoundsByExtent, 144],
        ]),
      },
)

const classes = async () => (await import('./classes.js')).CLASSES

const DEVIATIONS = [{ what: 'objects: levels, BSP, bounds, components', version: [130] }]

/** *Unreal Warfare, and two games with the same versions* whose objects have not been examined. */
export const unrealWarfareGames: readonly Game[] = [
  {
    id: 'unreal-warfare',
    name: 'Unreal Warfare',
    engine: 2,
    evidence: 'files',
    builds: [range(130, 135, 0), range(138, 144, 0), byContent(115, 137, 0)],
    imports: ['warfaregame'],
    layout,
    classes,
    deviations: DEVIATIONS,
  },
  {
    id: 'the-regiment',
    name: 'The Regiment',
    engine: 2,
    builds: [byContent(136, 136, 0)],
    layout,
    classes,
    deviations: DEVIATIONS,
  },
  {
    id: 'men-of-valor',
    name: 'Men of Valor',
    engine: 2,
    builds: [byContent(137, 137, 0)],
    layout,
    classes,
    deviations: DEVIATIONS,
  },
]
