import type { LevelActor } from '../level.js'
import type { CheckedActor, CheckedLevel, Found } from './finding.js'
import { isA, ownValue } from './finding.js'

/** Classes of places that need no way: they are for scripts, cameras and flight. */
const NEEDS_NONE =
  /(?:scout|camera|patrol|homebase|spectator|dynamic|spawn|vehicle|turret|hover|fly|playerstart|cover|pylon|mantle|volume)/i

function keyOf({ sublevel, index }: Pick<LevelActor, 'sublevel' | 'index'>): string {
  return `${sublevel ?? ''}/${index}`
}

/** The places of bots, and those that they reach from each. */
function networkOf({ level, actors }: CheckedLevel) {
  const places = actors.filter(({ isPlace }) => isPlace)
  const onward = new Map<string, string[]>()
  const linked = new Set<string>()
  for (const { from, to, sublevel } of level.paths) {
    const [start, end] = [
      keyOf({ ...(sublevel === undefined ? {} : { sublevel }), index: from }),
      keyOf({ ...(sublevel === undefined ? {} : { sublevel }), index: to }),
    ]
    linked.add(start)
    linked.add(end)
    const list = onward.get(start)
    if (list === undefined) onward.set(start, [end])
    else list.push(end)
  }
  return { places, onward, linked }
}

/** Bots know no ways at all. */
export function* noPaths(checked: CheckedLevel): Generator<Found> {
  if (checked.level.paths.length > 0) return
  const { places } = networkOf(checked)
  const nodes = places.filter(({ actor }) => isA(actor, /^pathnode$/i)).length
  if (nodes > 0)
    yield {
      message: `there are ${nodes} path nodes, but no ways between them: paths were not built`,
      severity: 'warning',
    }
  else if (checked.actors.some(({ kind }) => kind === 'start'))
    yield { message: 'bots know no ways: there are no path nodes' }
}

/** Places without a way to or from them. */
export function* unlinkedPlaces(checked: CheckedLevel): Generator<Found> {
  const { places, linked } = networkOf(checked)
  if (linked.size === 0) return
  for (const { actor } of places) {
    // Of the mark of an item, `unreachable` speaks.
    if (linked.has(keyOf(actor)) || NEEDS_NONE.test(actor.class) || /^inventoryspot$/i.test(actor.class)) continue
    yield { message: `no way leads to this ${actor.class} or from it`, actor: actor.name, place: actor.location }
  }
}

/** Things to pick up that bots cannot get at. */
export function* unreachableItems(checked: CheckedLevel): Generator<Found> {
  const { places, onward, linked } = networkOf(checked)
  const starts = checked.actors.filter(({ kind, actor }) => kind === 'start' && linked.has(keyOf(actor)))
  if (linked.size === 0 || starts.length === 0) return
  const reached = new Set(starts.map(({ actor }) => keyOf(actor)))
  for (const key of reached) for (const next of onward.get(key) ?? []) reached.add(next)
  const byName = new Map(places.map(({ actor }) => [actor.name.toLowerCase(), actor]))
  for (const { actor, kind } of checked.actors) {
    if (kind !== 'weapon' && kind !== 'ammo' && kind !== 'item') continue
    const place = placeOf(actor, byName)
    // Without a marker, the editor found it where bots can go anyway, or did not look.
    if (place === undefined || reached.has(keyOf(place))) continue
    yield {
      message: `bots cannot get from a player start to this ${actor.class}`,
      ...(linked.has(keyOf(place)) ? { severity: 'hint' } : {}),
      actor: actor.name,
      place: actor.location,
    }
  }
}

/** The place that stands for an item: itself, or the marker that the editor put there. */
function placeOf(actor: LevelActor, byName: ReadonlyMap<string, LevelActor>): LevelActor | undefined {
  if (byName.get(actor.name.toLowerCase()) === actor) return actor
  const marker = ownValue(actor, 'myMarker')
  const name = typeof marker === 'string' ? /([^.']+)'?$/.exec(marker)?.[1] : undefined
  return name === undefined ? undefined : byName.get(name.toLowerCase())
}

/** Whether bots know an actor as a place. */
export function isPlace(actor: LevelActor): CheckedActor['isPlace'] {
  return (
    isA(actor, /^navigationpoint$/i) ||
    /^(?:pathnode|inventoryspot|playerstart|jumpspot|liftcenter|liftexit)$/i.test(actor.class)
  )
}
