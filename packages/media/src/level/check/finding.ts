import type { Vector } from '../../mesh/model/mesh.js'
import type { Level, LevelActor } from '../level.js'
import type { LevelFacts } from '../level-facts.js'
import type { MarkKind } from '../plan/marks.js'

/** How much a finding matters: it does not work; it is likely a mistake; it may be meant. */
export type LevelSeverity = 'error' | 'warning' | 'hint'

/** *Something in a level that players or bots would stumble over.* */
export interface LevelFinding {
  /** Name of the rule: `start-in-wall`. */
  readonly rule: string
  readonly severity: LevelSeverity
  /** What was found. */
  readonly message: string
  /** What to do about it. */
  readonly advice: string
  /** Name of the actor; absent where it is about none. */
  readonly actor?: string
  /** Number of the surface of the built geometry. */
  readonly surface?: number
  /** Where it is, in Unreal units. */
  readonly place?: Vector
}

/** What a rule says of one thing; severity and advice are the rule's. */
export type Found = Pick<LevelFinding, 'message' | 'actor' | 'surface' | 'place'> & {
  readonly severity?: LevelSeverity
}

/** *Something of another package that a level uses and that is not there.* */
export interface MissingUse {
  /** Its full path: `Ancient.Walls.Brick1`. */
  readonly path: string
  /** Name of its class: `Texture`. */
  readonly class: string
  /** Whether its package was not found, or has no such object. */
  readonly missing: 'package' | 'object'
}

/** An actor with what it is. */
export interface CheckedActor {
  readonly actor: LevelActor
  /** Absent for what no plan marks. */
  readonly kind: MarkKind | undefined
  /** Whether bots know it as a place. */
  readonly isPlace: boolean
}

/** *What rules look at.* */
export interface CheckedLevel {
  readonly level: Level
  /** What the level says of itself; absent when nobody asked. */
  readonly facts: LevelFacts | undefined
  /** What it uses of other packages and what was not found; absent when nobody asked. */
  readonly missing: readonly MissingUse[] | undefined
  readonly actors: readonly CheckedActor[]
}

/** *A rule*: its name, how much it matters, what to do, and the function that looks. */
export interface LevelRule {
  readonly name: string
  readonly severity: LevelSeverity
  /** What it looks for, as a phrase. */
  readonly looksFor: string
  readonly advice: string
  /** What of a level it is about. */
  find(checked: CheckedLevel): Iterable<Found>
}

/** A value that an actor sets itself, by name. */
export function ownValue({ properties }: LevelActor, name: string): unknown {
  if (properties === null || typeof properties !== 'object' || Array.isArray(properties)) return undefined
  const key = name.toLowerCase()
  return Object.entries(properties).find(([own]) => own.toLowerCase() === key)?.[1]
}

/** Whether an actor is of a class, as far as that is known. */
export function isA({ ancestry }: LevelActor, pattern: RegExp): boolean {
  return ancestry.some((name) => pattern.test(name))
}
