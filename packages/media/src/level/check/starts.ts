import { plural } from '@ukit/text/internal'
import { isBuried, leafAt } from '../bsp-tree.js'
import type { CheckedLevel, Found } from './finding.js'
import { isA, ownValue } from './finding.js'

/** Unreal units: players who start nearer to each other are in each other. */
const TOO_NEAR = 24
/** Unreal units by which a game moves who starts beside open space. */
const PUSHED = 16
/** Starts that are compared with all others. */
const MOST_COMPARED = 1000

function starts({ actors }: CheckedLevel) {
  return actors.flatMap(({ actor, kind }) => (kind === 'start' ? [actor] : []))
}

/** No place to start at. */
export function* noPlayerStart(checked: CheckedLevel): Generator<Found> {
  // A level that is streamed into another one needs none, and one without anything to draw is such a part.
  if (starts(checked).length === 0 && checked.level.engine < 3) yield { message: 'there is no PlayerStart' }
}

/** Fewer places to start at than players. */
export function* fewPlayerStarts(checked: CheckedLevel): Generator<Found> {
  const count = starts(checked).length
  const players = Number(/(\d+)\D*$/.exec(checked.facts?.idealPlayers ?? '')?.[1] ?? 0)
  if (count > 0 && players > count && players <= 64)
    yield { message: `it is for up to ${players} players and has ${plural(count, 'player start')}` }
}

/** A team without a place to start at. */
export function* teamWithoutStart(checked: CheckedLevel): Generator<Found> {
  const flags = checked.actors.filter(({ actor }) => isA(actor, /^(?:flagbase|ctfflag|xredflagbase|xblueflagbase)$/i))
  if (flags.length < 2) return
  const teams = new Set(starts(checked).map((actor) => Number(ownValue(actor, 'TeamNumber') ?? 0)))
  for (const team of [0, 1])
    if (!teams.has(team)) yield { message: `team ${team} has no PlayerStart, but there are flags` }
}

/** Starts in solid ground. */
export function* startInWall(checked: CheckedLevel): Generator<Found> {
  const { tree } = checked.level
  if (tree === undefined) return
  for (const { name, location } of starts(checked)) {
    if (leafAt(tree, location) !== undefined) continue
    const isDeep = isBuried(tree, location, PUSHED)
    yield {
      message: isDeep ? 'players start in solid ground' : 'its middle is in solid ground: the game has to move players',
      actor: name,
      place: location,
      ...(isDeep ? {} : { severity: 'hint' }),
    }
  }
}

/** Starts in the same place. */
export function* startsTogether(checked: CheckedLevel): Generator<Found> {
  const all = starts(checked).slice(0, MOST_COMPARED)
  for (const [i, { name, location }] of all.entries()) {
    const other = all
      .slice(0, i)
      .find((one) => Math.hypot(...one.location.map((value, k) => value - (location[k] ?? 0))) < TOO_NEAR)
    if (other !== undefined)
      yield { message: `it is where ${other.name} is: players would start in each other`, actor: name, place: location }
  }
}
