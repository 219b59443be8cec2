/** The events that the engine checks for before it calls script, by their bit, from the first one on. */
const UE1 =
  'Spawned Destroyed GainedChild LostChild Probe4 Probe5 Trigger UnTrigger Timer HitWall Falling Landed ZoneChange ' +
  'Touch UnTouch Bump BeginState EndState BaseChange Attach Detach ActorEntered ActorLeaving KillCredit AnimEnd ' +
  'EndedRotation InterpolateEnd EncroachingOn EncroachedBy FootZoneChange HeadZoneChange PainTimer SpeechTimer ' +
  'MayFall Probe34 Die Tick PlayerTick Expired Probe39 SeePlayer EnemyNotVisible HearNoise UpdateEyeHeight ' +
  'SeeMonster SeeFriend SpecialHandling BotDesireability Probe48 Probe49 Probe50 Probe51 Probe52 Probe53 Probe54 ' +
  'Probe55 Probe56 Probe57 Probe58 Probe59 Probe60 Probe61 Probe62 All'

/**
 * Where UE2 has others. In the `ignores` of 334 states of UT2004, Lineage II and SWAT 4 each of these fits
 * all of its states; 49 and 51, and 52 and 53, always occur together there, so that which is which rests on
 * the order of the events in public sources.
 */
const UE2: Readonly<Record<number, string>> = {
  4: 'Created',
  12: 'PhysicsVolumeChange',
  30: 'HeadVolumeChange',
  31: 'PostTouch',
  32: 'PawnEnteredVolume',
  35: 'PawnLeavingVolume',
  48: 'NotifyBump',
  49: 'NotifyPhysicsVolumeChange',
  50: 'AIHearSound',
  51: 'NotifyHeadVolumeChange',
  52: 'NotifyLanded',
  53: 'NotifyHitWall',
  54: 'PostNetReceive',
  55: 'PreBeginPlay',
  56: 'BeginPlay',
  57: 'PostBeginPlay',
  59: 'PhysicsChangedFor',
}

/**
 * UE3 has the list of UE2 without timers and volumes. The bits of Destroyed, GainedChild, LostChild, Landed,
 * Touch, UnTouch, Bump, BeginState, EndState, Attach, Detach, EncroachingOn, EncroachedBy, Tick,
 * SpecialHandling and PostBeginPlay are set in each class of UDK that has such a function, and in no other;
 * the others are by their order.
 */
const UE3 =
  'Destroyed GainedChild LostChild HitWall Falling Landed Touch UnTouch Bump BeginState EndState BaseChange Attach ' +
  'Detach EncroachingOn EncroachedBy MayFall Tick SeePlayer EnemyNotVisible HearNoise UpdateEyeHeight SeeMonster ' +
  'SpecialHandling BotDesireability NotifyBump NotifyLanded NotifyHitWall PreBeginPlay PostBeginPlay'

const UE3_NAMES = UE3.split(' ')

const UE1_NAMES = UE1.split(' ')

/** *The event of a bit of a state's masks.* */
export function probeName(bit: number, engine: 1 | 2 | 3): string {
  if (engine === 3) return UE3_NAMES[bit] ?? `Probe${bit}`
  return (engine === 2 ? UE2[bit] : undefined) ?? UE1_NAMES[bit] ?? `Probe${bit}`
}
