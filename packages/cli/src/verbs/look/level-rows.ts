import type { LevelFacts } from '@ukit/media/level'
import { plural } from '../../terminal/text.js'

/** The rows of a map for a card. */
export function* levelRows(facts: LevelFacts): Generator<[label: string, values: string[]]> {
  const { title, author, description, idealPlayers, gameType, music, screenshot, hasSummary, counts } = facts
  if (title !== null) yield ['Title', [title]]
  if (author !== null) yield ['Author', [author]]
  if (description !== null) yield ['Text', [description]]
  if (idealPlayers !== null) yield ['Players', [idealPlayers]]
  if (gameType !== null) yield ['Game type', [gameType]]
  if (music !== null) yield ['Music', [music]]
  const picture = screenshot ?? 'no screenshot'
  yield ['Screenshot', [facts.engine < 3 && !hasSummary ? `${picture}, no LevelSummary` : picture]]
  const listed = (...parts: (readonly [number, string])[]) =>
    parts.flatMap(([count, noun]) => (count === 0 ? [] : [plural(count, noun)])).join(', ')
  const lines = [
    listed(
      [counts.playerStarts, 'player start'],
      [counts.weapons, 'weapon'],
      [counts.ammo, 'ammo pickup'],
      [counts.items, 'item'],
      [counts.objectives, 'objective'],
    ),
    listed(
      [counts.lights, 'light'],
      [counts.zones, 'zone'],
      [counts.movers, 'mover'],
      [counts.teleporters, 'teleporter'],
      [counts.triggers, 'trigger'],
    ),
    listed([counts.staticMeshes, 'static mesh actor'], [counts.terrains, 'terrain']),
    counts.paths === 0
      ? 'no paths: bots know no ways'
      : listed([counts.pathNodes, 'path node'], [counts.paths, 'path']),
    `${plural(counts.actors, 'actor')} in all`,
  ]
  yield ['Contents', lines.filter((line) => line !== '')]
}
