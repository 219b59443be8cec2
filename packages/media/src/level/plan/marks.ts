import type { Level, LevelActor } from '../level.js'

/** What a mark on a plan stands for. */
export type MarkKind = (typeof MARK_KINDS)[number]

/** All kinds, in the order of the legend. */
export const MARK_KINDS = [
  'start',
  'weapon',
  'ammo',
  'item',
  'objective',
  'teleporter',
  'trigger',
  'mover',
  'light',
  'path',
] as const

/** What a mark looks like. */
export type MarkShape = 'arrow' | 'diamond' | 'square' | 'disc' | 'star' | 'ring' | 'triangle' | 'box' | 'ray' | 'dot'

/** How each kind is drawn. */
export const MARKS: Readonly<
  Record<MarkKind, { readonly color: string; readonly label: string; readonly shape: MarkShape }>
> = {
  start: { color: '#4ade80', label: 'player start', shape: 'arrow' },
  weapon: { color: '#f87171', label: 'weapon', shape: 'diamond' },
  ammo: { color: '#fb923c', label: 'ammo pickup', shape: 'square' },
  item: { color: '#60a5fa', label: 'item', shape: 'disc' },
  objective: { color: '#f0abfc', label: 'objective', shape: 'star' },
  teleporter: { color: '#22d3ee', label: 'teleporter', shape: 'ring' },
  trigger: { color: '#a3a3a3', label: 'trigger', shape: 'triangle' },
  mover: { color: '#c4b5fd', label: 'mover', shape: 'box' },
  light: { color: '#fde68a', label: 'light', shape: 'ray' },
  path: { color: '#ffd166', label: 'path node', shape: 'dot' },
}

/** Classes by which an actor is known, itself or one that it extends; the first that fits counts. */
const CLASSES: readonly (readonly [MarkKind, RegExp])[] = [
  ['start', /^playerstart$/i],
  ['teleporter', /^teleporter$/i],
  ['objective', /^(?:gameobjective|flagbase|ctfflag|controlpoint|fortstandard|dominationpoint|xdompoint)$/i],
  ['ammo', /^(?:ammo|ammopickup)$/i],
  ['weapon', /^(?:weapon|weaponpickup|xweaponbase|utweaponpickupfactory)$/i],
  ['item', /^(?:inventory|pickup|xpickupbase|pickupfactory)$/i],
  ['trigger', /^triggers$/i],
  ['path', /^navigationpoint$/i],
]

/**
 * The classes of games that are not available: a map then has nothing but their names, and those end in what
 * they are.
 */
const NAMES: readonly (readonly [MarkKind, RegExp])[] = [
  ['start', /playerstart$/i],
  ['teleporter', /teleporter$/i],
  ['objective', /(?:flagbase|controlpoint|objective)$/i],
  [
    'ammo',
    /(?:ammo|ammopickup|clip|shells|rocketpack|bladehopper|bulletbox|shellbox|flakbox|rifleshell|rifleround|shockcore)$/i,
  ],
  [
    'weapon',
    /(?:weaponbase|rifle|(?:mini|pulse|shot|machine)gun2?|cannon|launcher|pistol|eightball|ripper|enforcer|automag|stinger|asmd|razorjack|chainsaw)$/i,
  ],
  ['item', /(?:pickup|healthpack|medbox|vial|shieldbelt|armor2?|thighpads|udamage|invisibility|jumpboots|suit)$/i],
  ['trigger', /trigger$/i],
  ['path', /(?:pathnode|inventoryspot|jumpspot|liftcenter|liftexit)$/i],
]

/** Kinds that are where players go. */
export const OF_PLAYERS: ReadonlySet<MarkKind> = new Set(['start', 'weapon', 'ammo', 'item', 'objective', 'path'])

/** *An actor that a plan shows.* */
export interface Mark {
  readonly kind: MarkKind
  readonly actor: LevelActor
}

/** The actors that a plan shows, those that many others hide at the end. */
export function actorMarks(level: Level): Mark[] {
  const found = level.actors.flatMap((actor) => {
    const kind = markOf(actor)
    return kind === undefined ? [] : [{ kind, actor }]
  })
  return found.sort((a, b) => MARK_KINDS.indexOf(b.kind) - MARK_KINDS.indexOf(a.kind))
}

/** What an actor is; nothing for what no plan marks. */
export function markOf({ kind, ancestry, class: className }: LevelActor): MarkKind | undefined {
  if (kind === 'mover') return 'mover'
  const known = markOfClasses(ancestry)
  return known ?? (kind === 'light' ? 'light' : markOfName(className))
}

/** What actors of a class are, by the class and those that it extends, nearest first. */
export function markOfClasses(ancestry: readonly string[]): MarkKind | undefined {
  for (const name of ancestry) for (const [mark, pattern] of CLASSES) if (pattern.test(name)) return mark
  return undefined
}

/** What actors of a class seem to be, by its name alone. */
export function markOfName(className: string): MarkKind | undefined {
  return NAMES.find(([, pattern]) => pattern.test(className))?.[0]
}
