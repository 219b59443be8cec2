import { isBuried } from '../bsp-tree.js'
import type { CheckedLevel, Found } from './finding.js'
import { isA, ownValue } from './finding.js'

/** Kinds that players or bots have to get at. */
const REACHED: ReadonlySet<string> = new Set(['weapon', 'ammo', 'item', 'objective', 'teleporter', 'path'])

/** Unreal units: nearer to open space, an item can be touched. */
const DEEP = 16

/** What players pick up, and places of bots, in solid ground. */
export function* outsideWorld({ level, actors }: CheckedLevel): Generator<Found> {
  const { tree } = level
  if (tree === undefined) return
  for (const { actor, kind } of actors) {
    if (kind === undefined || !REACHED.has(kind) || !isBuried(tree, actor.location, DEEP)) continue
    yield { message: `this ${actor.class} is in solid ground`, actor: actor.name, place: actor.location }
  }
}

/** The engine's world ends here, in Unreal units, by engine. */
const END: Readonly<Record<1 | 2 | 3, number>> = { 1: 32_768, 2: 262_144, 3: 262_144 }

/** Actors beyond the end of the world. */
export function* beyondWorld({ level, actors }: CheckedLevel): Generator<Found> {
  for (const { actor } of actors) {
    if (isA(actor, /^(?:info|camera|brush)$/i)) continue
    if (actor.location.some((value) => Math.abs(value) > END[level.engine]))
      yield { message: 'it is beyond the end of the world', actor: actor.name, place: actor.location }
  }
}

/** Movers whose keys are all the same. */
export function* stillMovers({ actors }: CheckedLevel): Generator<Found> {
  for (const { actor } of actors) {
    const { motion, name, location } = actor
    if (actor.kind !== 'mover' || motion === undefined) continue
    const [first, ...others] = motion.keys
    const moves = others.some(
      (key) =>
        key.location.some((value, i) => Math.abs(value - (first?.location[i] ?? 0)) > 0.01) ||
        key.rotation.some((value, i) => Math.abs(value - (first?.rotation[i] ?? 0)) > 0.01),
    )
    // Some stand still on purpose: they turn, break, or are moved by something else.
    if (moves || isA(actor, /(?:rotating|breakable|attach|destroy|elevator|loop)/i)) continue
    if (ownValue(actor, 'AttachTag') !== undefined || ownValue(actor, 'Physics') !== undefined) continue
    yield { message: 'none of its keys is elsewhere: it does not move', actor: name, place: location }
  }
}

/** Sound is heard in this many units for each of its radius, in UE1; more than that nowhere. */
const UNITS = 25
/** `SoundRadius` of an actor that does not say so. */
const USUAL_RADIUS = 32
/** Players are not only at the places that bots know. */
const AROUND = 1024

/** Sounds that nobody is near enough to hear. */
export function* unheardSounds({ level, actors }: CheckedLevel): Generator<Found> {
  const places = actors.flatMap(({ actor, isPlace, kind }) =>
    isPlace || (kind !== undefined && REACHED.has(kind)) || kind === 'start' ? [actor.location] : [],
  )
  // With few places known, nobody can say where players come.
  if (level.engine > 2 || places.length < 10) return
  for (const { actor } of actors) {
    const sound = ownValue(actor, 'AmbientSound')
    if (typeof sound !== 'string' || sound === 'None' || actor.kind === 'mover') continue
    if (level.zones[actor.zone ?? -1]?.isSky === true) continue
    const own = ownValue(actor, 'SoundRadius')
    const radius = UNITS * ((typeof own === 'number' ? own : USUAL_RADIUS) + 1) + AROUND
    const [x, y, z] = actor.location
    if (places.some((place) => (place[0] - x) ** 2 + (place[1] - y) ** 2 + (place[2] - z) ** 2 <= radius ** 2)) continue
    yield { message: `nobody comes near enough to hear ${sound}`, actor: actor.name, place: actor.location }
  }
}
