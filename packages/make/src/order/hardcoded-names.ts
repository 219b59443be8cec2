/**
 * The names that UE1 numbers itself, by number: the first of each run, then those that follow it.
 *
 * Source: `UnNames.h` of UT 432's public headers; `Coords`, which later builds have too, is where the order
 * of names in TestUC1.u puts it.
 */
const RUNS: readonly (readonly [number, string])[] = [
  [
    0,
    'None ByteProperty IntProperty BoolProperty FloatProperty ObjectProperty NameProperty ' +
      'StringProperty ClassProperty ArrayProperty StructProperty VectorProperty RotatorProperty ' +
      'StrProperty MapProperty FixedArrayProperty',
  ],
  [20, 'Core Engine Editor UnrealI UnrealShare'],
  [80, 'Byte Int Bool Float Name String Struct Vector Rotator'],
  [90, 'Color Plane Coords'],
  [100, 'Begin'],
  [102, 'State Function Self True False Transient'],
  [117, 'Enum'],
  [119, 'Replication Reliable Unreliable Always'],
  [
    150,
    'Field Object TextBuffer Linker LinkerLoad LinkerSave Subsystem Factory TextBufferFactory Exporter ' +
      'StackNode Property Camera',
  ],
  [
    300,
    'Spawned Destroyed GainedChild LostChild Probe4 Probe5 Trigger UnTrigger Timer HitWall Falling ' +
      'Landed ZoneChange Touch UnTouch Bump BeginState EndState BaseChange Attach Detach ActorEntered ' +
      'ActorLeaving KillCredit AnimEnd EndedRotation InterpolateEnd EncroachingOn EncroachedBy ' +
      'FootZoneChange HeadZoneChange PainTimer SpeechTimer MayFall Probe34 Die Tick PlayerTick Expired ' +
      'Probe39 SeePlayer EnemyNotVisible HearNoise UpdateEyeHeight SeeMonster SeeFriend SpecialHandling ' +
      'BotDesireability Probe48 Probe49 Probe50 Probe51 Probe52 Probe53 Probe54 Probe55 Probe56 Probe57 ' +
      'Probe58 Probe59 Probe60 Probe61 Probe62 All',
  ],
  [600, 'Vect Rot'],
  [605, 'ArrayCount EnumCount'],
  [620, 'Else If Goto Stop'],
  [625, 'Until While Do Break For ForEach Assert Switch Case Default Continue'],
  [640, 'Private Const Out Export'],
  [646, 'Skip Coerce Optional Input Config'],
  [652, 'Travel EditConst Localized GlobalConfig SafeReplace New'],
  [
    660,
    'Expands Intrinsic Within Abstract Package Guid Parent Class Extends NoExport NoUserCreate ' +
      'PerObjectConfig NativeReplication',
  ],
  [675, 'Auto Ignores'],
  [680, 'Global Super Outer'],
  [
    690,
    'Operator PreOperator PostOperator Final Iterator Latent Return Singular Simulated Exec Event ' +
      'Static Native Invariant',
  ],
  [710, 'Var Local Import From'],
  [720, 'Spawn Array Map'],
  [740, 'Tag'],
  [742, 'Role RemoteRole System User'],
  [
    760,
    'Log Critical Init Exit Cmd Play Console Warning ExecWarning ScriptWarning ScriptLog Dev DevNet ' +
      'DevPath DevNetTraffic DevAudio DevLoad DevSave DevGarbage DevKill DevReplace DevMusic DevSound ' +
      'DevCompile DevBind Localization Compatibility NetComeGo Title Error Heading SubHeading ' +
      'FriendlyError Progress UserPrompt',
  ],
  [800, 'White Black Red Green Blue Cyan Magenta Yellow DefaultColor'],
  [
    820,
    'KeyType KeyEvent Write Message InitialState Texture Sound FireTexture IceTexture WaterTexture ' +
      'WaveTexture WetTexture Main NotifyLevelChange VideoChange SendText SendBinary ConnectFailure',
  ],
]

/**
 * The names that its Engine package asks for by name when it starts, in that order; those that have a number
 * too are left out. A process has them after the names of Engine's native classes. Source: `EngineClasses.h`
 * of UT 432's public headers; their place is where the names of TF2, WRI and ServerCrashFix put it.
 */
export const ENGINE_NAMES: readonly string[] = (
  'Generate PlayerCalcView PlayerInput PlayerTimeout Possess UnPossess PreTeleport PostTeleport Login ' +
  'AcceptInventory ClientHearSound ClientMessage LongFall BeginEvent EndEvent KilledBy TakeDamage ' +
  'BeginPlay PreBeginPlay PostBeginPlay TravelPreAccept TravelPostAccept PreRender PostRender ' +
  'ForceGenerate InitGame Accept GetBeaconText SetInitialState PreLogin DetailChange ClientTravel ' +
  'ShowUpgradeMenu TeamMessage FellOutOfWorld SpecialCost RenderOverlays RenderTexture GameEnding ' +
  'WalkTexture BroadcastMessage ServerTravel PostLogin DemoPlaySound PreClientTravel ' +
  'BroadcastLocalizedMessage ReceiveLocalizedMessage LogGameSpecial PostTouch Update AlterDestination ' +
  'SpawnNotification UpdateTactics LogGameSpecial2 PostNetBeginPlay'
).split(' ')

/** The names that the engine numbers: what a process has before all others. */
export const NUMBERED_NAMES: readonly string[] = RUNS.flatMap(([, names]) => names.split(' '))

/** Names that the editor's script window shows as words of the language. Source: as the numbers. */
const WORDS = new Set(
  (
    'None Byte Int Bool Float Name String Struct Vector Rotator Color Plane Coords State Function Self ' +
    'True False Transient Enum Replication Reliable Unreliable Always Vect Rot ArrayCount EnumCount Else ' +
    'If Goto Stop Until While Do Break For ForEach Assert Switch Case Default Continue Private Const Out ' +
    'Export Skip Coerce Optional Input Config Travel EditConst Localized GlobalConfig SafeReplace New ' +
    'Expands Intrinsic Within Abstract Package Guid Parent Class Extends NoExport NoUserCreate ' +
    'PerObjectConfig NativeReplication Auto Ignores Global Super Outer Operator PreOperator PostOperator ' +
    'Final Iterator Latent Return Singular Simulated Exec Event Static Native Invariant Var Local Import ' +
    'From Spawn Array Map'
  )
    .toLowerCase()
    .split(' '),
)

/** Every name is loaded for clients, servers and the editor, and was tagged when it was saved. */
const PLAIN = 0x7_0010
const NATIVE = 0x400_0000
const HIGHLIGHTED = 0x400

const HARDCODED = new Set([...NUMBERED_NAMES, ...ENGINE_NAMES].map((name) => name.toLowerCase()))

/** Tells whether a name is numbered, or asked for by Engine. */
export function isHardcoded(name: string): boolean {
  return HARDCODED.has(name.toLowerCase())
}

/** The flags that UE1 saves a name with: 7,928 of 7,937 names of 45 packages; some of
 * the others are hardcoded by another DLL. */
export function usualFlagsOf(name: string): number {
  const key = name.toLowerCase()
  if (!HARDCODED.has(key)) return PLAIN
  return PLAIN | NATIVE | (WORDS.has(key) ? HIGHLIGHTED : 0)
}
