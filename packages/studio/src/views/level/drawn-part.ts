import type { LevelPart, LevelZone } from '@ukit/media/level'

/** Whether a part of a level is drawn: backdrops are windows to the sky, whose room is somewhere else. */
export function isDrawn({ kind, zone }: Pick<LevelPart, 'kind' | 'zone'>, zones: readonly LevelZone[]): boolean {
  return kind === 'world' && zones[zone]?.isSky !== true
}
