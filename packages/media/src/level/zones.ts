import { ExportObject, type ObjectReader } from '@ukit/core'
import type { common } from '@ukit/objects'
import type { LevelZone } from './level.js'
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
  return {
    name: actor.name,
    isSky: view.isA('SkyZoneInfo'),
    isFluid: view.flag('bWaterZone'),
    ambient: colorOf(
      view.number('AmbientHue'),
      view.number('AmbientSaturation', view.missing === null ? 0 : 255),
      view.number('AmbientBrightness'),
    ),
  }
}

const NO_ZONE: LevelZone = { isSky: false, isFluid: false, ambient: [0, 0, 0] }
