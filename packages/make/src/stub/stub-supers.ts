import { ancestryOf, memberOf, type Schema } from '@ukit/container'
import type { ClassFacts } from './stub-facts.js'

/** A superclass, and why it was chosen. */
export interface StubSuper {
  readonly name: string
  /** The package that declares it. */
  readonly packageName: string
  readonly why: string
}

/**
 * *What a missing class extends, as far as it shows*: what the stock tables say, what variables hold it, what
 * its objects set, what its name ends in; otherwise Actor for objects in levels, and Object.
 *
 * @param packageOf the package of a class that users import; `undefined` for others.
 * @param isPossible whether a class of a package can be the superclass.
 */
export function superOf(
  facts: ClassFacts,
  schema: Schema,
  packageOf: (className: string) => string | undefined,
  isPossible: (className: string, packageName: string) => boolean,
): StubSuper {
  const placed = (name: string, why: string): StubSuper | undefined => {
    for (const each of ancestryOf(schema, name)) {
      const packageName = packageOf(each) ?? packageOfStock(each)
      if (packageName !== undefined && isPossible(each, packageName)) return { name: each, packageName, why }
    }
    return undefined
  }
  const stock = schema.class(facts.name)?.super
  const known = stock === undefined ? undefined : placed(stock, 'as in the game it is from')
  if (known !== undefined) return known
  const ending = STOCK_CLASSES.find(
    (name) =>
      name.length > 2 && facts.name.length > name.length && facts.name.toLowerCase().endsWith(name.toLowerCase()),
  )
  const named = ending === undefined ? undefined : placed(ending, 'by its name')
  const setting = bestBySettings(facts, schema)
  const set = setting === undefined ? undefined : placed(setting, 'by the variables that its objects set')
  const [bound] = [...facts.bounds].sort((a, b) => ancestryOf(schema, b).length - ancestryOf(schema, a).length)
  const held = bound === undefined ? undefined : placed(bound, `users use it as ${bound}`)
  const isBelow = (each: StubSuper | undefined) =>
    each !== undefined && (held === undefined || ancestryOf(schema, each.name).includes(held.name))
  const chosen = [named, set, held].find(isBelow)
  if (chosen !== undefined) return chosen
  // The stub may be of Engine itself, and lack Actor.
  return facts.isActor && isPossible('Actor', 'Engine')
    ? { name: 'Actor', packageName: 'Engine', why: 'its objects are in levels' }
    : { name: 'Object', packageName: 'Core', why: 'nothing shows more' }
}

/** The class that declares most of what objects set; of several the first, which is the more general. */
function bestBySettings({ settings, isActor }: ClassFacts, schema: Schema): string | undefined {
  let best: { name: string; count: number } | undefined
  const base = isActor ? 'Actor' : 'Object'
  const count = (name: string) => {
    const ancestry = ancestryOf(schema, name)
    return [...settings.values()].filter((setting) => memberOf(schema, ancestry, setting.name) !== undefined).length
  }
  const least = count(base)
  for (const name of GENERAL_FIRST) {
    const found = count(name)
    if (found > least && found > (best?.count ?? 0)) best = { name, count: found }
  }
  return best?.name
}

/** Classes of Engine that mods extend, in all engines, the more particular before what they end in. */
const STOCK_CLASSES = `
  PlayerReplicationInfo GameReplicationInfo TeamInfo GameInfo Mutator PlayerPawn PlayerController AIController
  Controller Weapon WeaponAttachment Ammunition Ammo Pickup Inventory Projectile DamageType Decoration Carcass
  Fragment Effects Emitter Light Mover NavigationPoint PathNode PlayerStart ZoneInfo LevelInfo PhysicsVolume
  Volume Brush Trigger Triggers Keypoint Scoreboard HUD Canvas Console Interaction SpawnNotify Pawn Vehicle
  Info Actor ActorComponent SequenceAction SequenceCondition SequenceEvent AnimNode SoundNode
  MaterialExpression ParticleModule Texture Material Commandlet Subsystem Object`
  .trim()
  .split(/\s+/)

/** The same, from the general to the particular. */
const GENERAL_FIRST = `
  Actor Info Keypoint Triggers Decoration Light Brush Mover Volume NavigationPoint Inventory Pickup Weapon
  Ammo Projectile Pawn PlayerPawn Controller ZoneInfo LevelInfo GameInfo Mutator Emitter`
  .trim()
  .split(/\s+/)

const CORE = new Set(['object', 'subsystem', 'commandlet', 'component'])
const ENGINE = new Set(STOCK_CLASSES.map((name) => name.toLowerCase()))

function packageOfStock(name: string): string | undefined {
  const key = name.toLowerCase()
  if (CORE.has(key)) return 'Core'
  return ENGINE.has(key) ? 'Engine' : undefined
}
