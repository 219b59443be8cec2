import { ExportObject, type ObjectReader, type ObjectView } from '@ukit/core'
import type { common } from '@ukit/objects'
import { finite } from '../mesh/model/vectors.js'
import type { LevelFog, LevelZone } from './level.js'
import { colorOf } from './light-values.js'

/** *The zones of a level*, with what their ZoneInfo says; zone 0 has the LevelInfo's values. */
export async function zonesOf(
  reader: ObjectReader,
  zones: readonly common.ZoneProperties[],
  levelInfo: ExportObject | undefined,
): Promise<LevelZone[]> {
  return Promise.all(zones.map(({ actor }) => zoneOf(reader, actor instanceof ExportObject ? actor : levelInfo)))
}

async function zoneOf(reader: ObjectReader, actor: ExportObject | undefined): Promise<LevelZone> {
  if (actor === undefined) return NO_ZONE
  const view = await reader.view(actor)
  const fog = fogOf(view)
  const pan = [finite(view.number('TexUPanSpeed', 1)), finite(view.number('TexVPanSpeed', 1))] as const
  return {
    name: actor.name,
    isSky: view.isA('SkyZoneInfo'),
    isFluid: view.flag('bWaterZone'),
    ambient: colorOf(
      view.number('AmbientHue'),
      view.number('AmbientSaturation', view.missing === null ? 0 : 255),
      view.number('AmbientBrightness'),
    ),
    ...(fog === undefined ? {} : { fog }),
    ...(pan[0] === 1 && pan[1] === 1 ? {} : { pan }),
  }
}

/** What a zone of UE2 says by default; those of UE1 have no fog without saying how much. */
const FOG = { color: [128, 128, 128], start: 3000, end: 8000 } as const

/** The fog of a zone: UE2 has its own names for it, and so has UE1 in its last versions. */
function fogOf(view: ObjectView): LevelFog | undefined {
  if (!view.flag('bDistanceFog')) return undefined
  const [red, green, blue] = view.color('DistanceFogColor') ?? view.color('FogColor') ?? FOG.color
  return {
    color: [red / 255, green / 255, blue / 255],
    start: finite(view.number('DistanceFogStart', view.number('FogDistanceStart', FOG.start))),
    end: finite(view.number('DistanceFogEnd', view.number('FogDistance', FOG.end))),
  }
}

const NO_ZONE: LevelZone = { isSky: false, isFluid: false, ambient: [0, 0, 0] }
