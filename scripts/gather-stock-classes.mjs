#!/usr/bin/env node
// Gathers the stock classes of an engine from compiled packages, and writes
// packages/objects/data/stock/<TABLE>.txt, then the module that is generated from it. For maintainers.
//
//   npx tsc -b packages/core && node scripts/gather-stock-classes.mjs TABLE PACKAGE.u...
//   … scripts/gather-stock-classes.mjs TABLE --variables PACKAGE.u...
//
//   … scripts/gather-stock-classes.mjs TABLE --typed PACKAGE.u...
//
//   … scripts/gather-stock-classes.mjs TABLE --insert [PACKAGE.u...]
//
// With --insert, classes that the table lacks are added to it, from the packages and from the lists below,
// and nothing that it contains is changed: the packages that it was made from need not be available. With
// --variables, the classes of these packages that are already in the table get all their variables and enums,
// so that variables can be set that an object does not have yet; with --typed only those variables whose type
// shows which values are valid: objects, classes, enums.
//
// TABLE is ue1, ue2, ue3, or the table of a line of the engine, which takes precedence over the engine's:
// vengeance, duke (UE2), bioware (UE3). The first package that declares a class wins; packages of other
// engines are skipped. Only facts are taken: names of classes, of their supers and variables, and the types
// of those variables that decide how values are read (arrays, maps, members of structs). Classes that exist
// in C++ are only in INTRINSIC below, with their sources.

import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const built = process.env.UKIT_BUILD ?? join(root, 'packages/core/build')
const { openFile } = await import(pathToFileURL(join(built, 'node.js')).href)
const { packageSchema } = await import(pathToFileURL(join(built, 'index.js')).href)

/**
 * Class and super of classes that exist in C++ only, with the evidence for the supers. "Data": a class's own
 * data starts with its super's, and objects of the class are read to their last byte that way (docs/format).
 */
const INTRINSIC = {
  1: [
    {
      evidence: 'data; public class references',
      classes: `Field Object, Property Field, Const Field, Enum Field, Struct Field, Function Struct, State Struct, Class State, TextBuffer Object, Package Object,
        Level LevelBase, LevelBase Object, Model Primitive, Polys Object, Primitive Object, Mesh Primitive, LodMesh Mesh, SkeletalMesh LodMesh, Animation Object,
        Font Object, Palette Object, Sound Object, Music Object, Bitmap Object, Texture Bitmap, LevelSummary Object, Client Object, NetDriver Object,
        FadeColor Object, Viewport Player, BoolProperty Property, ByteProperty Property, ClassProperty ObjectProperty, FloatProperty Property, IntProperty Property,
        NameProperty Property, ObjectProperty Property, StrProperty Property, StringProperty Property, StructProperty Property, ArrayProperty Property,
        FixedArrayProperty Property, MapProperty Property, PointerProperty Property`,
    },
    {
      evidence: 'SWAT 4 declares them so in its Engine.u; public reimplementations of UE1 (RenderBase, Language)',
      classes:
        'NetConnection Player, AudioSubsystem Subsystem, RenderDevice Subsystem, RenderBase Subsystem, Language Object',
    },
    {
      evidence: 'data, of 1,218, 20 and 3 objects of Mobile Forces',
      classes: 'StaticMesh Primitive, DeviceMesh Mesh, CollisionMesh Mesh',
    },
  ],
  2: [
    {
      evidence: 'data; public class references',
      classes: `Field Object, Property Field, Const Field, Enum Field, Struct Field, Function Struct, State Struct, Class State, TextBuffer Object, Package Object,
        Level LevelBase, LevelBase Object, Model Primitive, Polys Object, Primitive Object, Mesh Primitive, LodMesh Mesh, SkeletalMesh LodMesh, VertMesh LodMesh,
        MeshAnimation Object, StaticMesh Primitive, StaticMeshInstance Object, ConvexVolume Primitive, Font Object, Palette Object, Sound Object, Music Object,
        Texture BitmapMaterial, KMeshProps Object, TerrainSector Object, TerrainPrimitive Primitive, ReachSpec Object, BoolProperty Property, ByteProperty Property,
        ClassProperty ObjectProperty, FloatProperty Property, IntProperty Property, NameProperty Property, ObjectProperty Property, StrProperty Property,
        StringProperty Property, StructProperty Property, ArrayProperty Property, FixedArrayProperty Property, MapProperty Property, PointerProperty Property,
        DelegateProperty Property, ComponentProperty ObjectProperty`,
    },
    {
      evidence: 'data: Lineage II’s name for pointers, an ordinary property without more',
      classes: 'PtrProperty PointerProperty',
    },
    { evidence: 'as in UE1; nothing of it is stored', classes: 'Language Object' },
  ],
  3: [
    {
      evidence: 'data; public class references',
      classes: `Field Object, Property Field, Const Field, Enum Field, Struct Field, ScriptStruct Struct, Function Struct, State Struct, Class State, TextBuffer Object,
        Package Object, MetaData Object, ObjectRedirector Object, Level LevelBase, LevelBase Object, World Object, Model Object, Polys Object, StaticMesh Object,
        PersistentCookerData Object, ShaderCache Object, ModelComponent PrimitiveComponent, BoolProperty Property, ByteProperty Property,
        ClassProperty ObjectProperty, FloatProperty Property, IntProperty Property, NameProperty Property, ObjectProperty Property, StrProperty Property,
        StructProperty Property, ArrayProperty Property, MapProperty Property, DelegateProperty Property, ComponentProperty ObjectProperty,
        InterfaceProperty Property, StringRefProperty Property, BioMask4Property ByteProperty`,
    },
    {
      evidence: 'data; Legendary Explorer’s list of native classes has the first two',
      classes:
        'LightMapTexture2D Texture2D, FracturedStaticMesh StaticMesh, ShadowMap1D Object, NavigationMeshBase Object, ShaderCachePayload Object',
    },
    {
      evidence: 'as in UE2, where SWAT 4 declares the first two; nothing of them is stored',
      classes: 'Client Object, NetConnection Player, ChildConnection NetConnection',
    },
  ],
}

/**
 * Classes that another table has from packages, and that the engine has too, though the packages with them
 * are not available. SWAT 4's `Engine.u` alone declares native classes. UE3's own interface was removed from
 * the engine between Mass Effect 3 (684), whose `Engine` has it, and UDK's (867); packages of UT3 and of UDK
 * up to 740 have 2,000 of its objects.
 */
const SHARED = {
  ue2: {
    from: 'vengeance',
    classes:
      `AudioSubsystem Client FluidSurfacePrimitive IndexBuffer MeshInstance NetConnection NetDriver PendingLevel ProxyBitmapMaterial
      RenderDevice RenderResource VertexBuffer VertexStreamBase Viewport`
        .trim()
        .split(/\s+/)
        .map((name) => new RegExp(`^${name}$`, 'i')),
  },
  ue3: { from: 'bioware', classes: [/^UI/i, /^SceneDataStore$/i] },
}

/**
 * Classes of games whose packages are not available, in the form of the table. A class whose super is not
 * known has none.
 *
 * - Lineage II: 3,257 arrays of references to effects that are inside the object; `CustomMaterials` and
 *   `SpawnSound` as `Engine` 132/40 declares them, and in six objects of 123/30.
 * - Deus Ex: members are in the order of its class reference, and 676 values in two packages take exactly
 *   these bytes; a pawn generator's struct as its public script source has it, one value.
 * - Tactical Ops: members as in its public script source, 3 values.
 * - Mobile Forces: `W` and `H` are imported by these names; the others, the first two and the texture, follow
 *   from one value (128, 128, 64, 64, a texture), and their names are not known.
 * - Harry Potter 3: 8 references to `AnimNotify_KWSound`.
 * - A Hat in Time: pairs of offset and number of keys, as in the variable for the other tracks, in 4
 *   animations; 82 references to components inside the object, and to nodes and links of the conversation.
 * - XCOM: Enemy Within: 60 and 6 references, all to classes; meshes by its public class reference. XCOM 2: 7
 *   references, all to actors or to projectile elements inside the object.
 * - UI of UT3 and UDK up to 737: 90 arrays, all of them of objects inside the object.
 * - Killing Floor 2: its public script source; 41 arrays.
 * - Rocket League: 8 references to objects inside the object or the level.
 * - Mass Effect: 80 references to meshes and materials, 2 to objects inside the level; two numbers by its
 *   public class reference, 12 bytes in an array of 12 elements.
 */
const FURTHER = {
  ue3: `AnimSequence Object
 CompressedScaleOffsets a:i
Checkpoint_StrategyGame Object
 ActorClassesToRecord a:k
 ActorClassesToDestroy a:k
UIScreenObject UIRoot
 InactiveStates a:o
Hat_Collectible_EnergyBit
 RotationComponents a:c g
Hat_Collectible_HealthBit
 RotationComponents a:c g
Hat_Collectible_VaultCode
 RotationComponents a:c g
Hat_ConversationTree
 TreeNodes a:o g
 RootLinks a:o g
X2UnifiedProjectile
 ProjectileElements a:o g
XComHackReplacor
 ReplacementActors a:o g
XComSpawnRestrictor
 Volumes a:o g
XComGameInfo
 JetWeaponMeshes a:o=StaticMesh g
KFWeapon Weapon
 FireModeIconPaths a:o=Texture2D g
 PenetrationPower a:f g
 NumPellets a:b g
 bLoopingFireAnim a:B g
 bLoopingFireSnd a:B g
 WeaponDryFireSnd a:o g
 AssociatedPerkClasses a:k g
KFWeap_DualBase KFWeap_PistolBase
KFWeap_GrenadeLauncher_Base KFWeapon
KFWeap_PistolBase KFWeapon
KFWeap_RifleBase KFWeapon
KFWeap_ShotgunBase KFWeapon
KFWeap_SMGBase KFWeapon
KFWeaponDefinition Object
 UpgradePrice a:i g
 UpgradeSellPrice a:i g
CameraAttachmentComponent_X
 Attachments a:o g
Pylon_Soccar_TA
 Goals a:o g
StaticEmitterCollectionActor
 ParticleSystemComponents a:c g
ProductAsset_Body_TA
 Attributes a:o g
ProductAttribute_PaintSettings_TA
 PaintsToOverride a:S=PaintToOverride g
 .PaintToOverride -
  Overrides a:o g`,
  bioware: `AnimTree AnimNodeBlendBase
 PriorityList a:b
DecalManager Actor
 LifetimePolicies a:o
ParticleModuleTypeDataMesh ParticleModuleTypeDataBase
 m_Meshes a:o=StaticMesh
 m_MaterialOverrides a:o=MaterialInterface
SFXWeapon
 ResearchUpgradeIds a:i
SFXWeapon_SniperRifle_Base SFXWeapon`,
  ue2: `L2SkillEffect
 CastingAction a:o
 ShotAction a:o
 ExplosionAction a:o
 PreshotAction a:o
 ChannelingAction a:o
 UnionTargetAction a:o
Emitter Actor
 SpawnSound a:o=Sound g
ParticleEmitter Object
 CustomMaterials a:o=Material g
VertMeshEmitter ParticleEmitter
Harry
 AnimNotifys a:o g`,
  ue1: `ScriptedPawn Pawn
 .InventoryItem -
  Inventory k
  Count i
 .InitialAllianceInfo -
  AllianceName n
  AllianceLevel f
  bPermanent B
MenuUIMenuWindow MenuUIWindow
 .S_MenuButton -
  y i
  action b
  invoke k
  key s
MenuUIWindow
 .S_ActionButtonDefault -
  align b
  action b
  text s
  key s
  btn o
PawnGenerator Effects
 .PawnTypes -
  Count i
  CurCount i
  PawnClass k
 .PawnData -
  bValid B
  Pawn o
  PawnClass k
TO_ScenarioInfo TacticalOpsMapActors
 .s_ObjectivePub -
  ObjectivePriority b
  ObjectiveType b
  Target n
  EventAccomplished n
  bWinRound B
  bToggle B
  bToggleTo B
RageHUD
 .TexRect -
  X i
  Y i
  W i
  H i
  Texture o`,
}

/** Flags of UE3's structs whose values are raw, always or when cooked: all their members matter. */
const RAW = 0x20 | 0x80

const LETTERS = {
  int: 'i',
  bool: 'B',
  float: 'f',
  object: 'o',
  component: 'c',
  class: 'k',
  interface: 'I',
  name: 'n',
  str: 's',
  delegate: 'd',
  pointer: 'p',
  string: 't',
}

const table = process.argv[2] ?? ''
const engine = { ue1: 1, ue2: 2, vengeance: 2, duke: 2, ue3: 3, bioware: 3 }[table] ?? 0
const typedOnly = process.argv[3] === '--typed'
const further = process.argv[3] === '--variables' || typedOnly
const insert = process.argv[3] === '--insert'
const files = process.argv.slice(further || insert ? 4 : 3)
if (!(engine in INTRINSIC) || (files.length === 0 && !insert)) {
  console.error(
    'usage: node scripts/gather-stock-classes.mjs ue1|ue2|vengeance|duke|ue3|bioware ' +
      '[--variables|--typed|--insert] PACKAGE.u...',
  )
  process.exit(2)
}
const path = join(root, `packages/objects/data/stock/${table}.txt`)

if (further) {
  await addVariables()
  makeModule()
  process.exit(0)
}
const old = insert ? readTable(table) : { heading: [], blocks: new Map() }
const classes = old.blocks
const used = []
for (const file of files) {
  const pkg = await openFile(file)
  if (pkg.context.engine === engine) {
    const before = classes.size
    const schema = await packageSchema(pkg)
    for (const exported of pkg.exports) {
      if (exported.entry.class !== 0 || exported.entry.size === 0) continue
      const block = describe(schema.class(exported.name))
      add(insert ? ofOneGame(block) : block)
    }
    if (!insert || classes.size > before)
      used.push(`- ${pkg.name} ${pkg.version}/${pkg.licensee} (${classes.size - before})`)
  }
  await pkg.file.close()
}
if (table === `ue${engine}`) {
  for (const list of INTRINSIC[engine]) for (const pair of list.classes.split(',')) add(pair.trim())
}
addShared()
for (const block of (FURTHER[table] ?? '').split(/\n(?=\S)/)) if (block !== '') addFurther(block)
const text = [...classes.values()].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)).join('\n')
const FROM_LISTS = '- classes that exist in C++ only: the list in the script'
const heading = [
  `Made by scripts/gather-stock-classes.mjs; do not edit. ${classes.size} classes; README.md tells the format. From:`,
  ...old.heading.slice(1),
  ...used.filter((line) => !old.heading.includes(line)),
  ...(old.heading.includes(FROM_LISTS) ? [] : [FROM_LISTS]),
]
writeFileSync(path, `${heading.map((line) => `# ${line}`).join('\n')}\n\n${text}\n`)
makeModule()
console.log(`${path}: ${classes.size} classes, ${text.length} characters\n${used.join('\n')}`)

/** Adds a class in the form of the table, unless there is one of its name. */
function add(block) {
  const key = keyOf(block)
  if (!classes.has(key)) classes.set(key, block)
}

/** Adds the classes that another table has from packages. */
function addShared() {
  const shared = SHARED[table]
  if (shared === undefined) return
  for (const block of readTable(shared.from).blocks.values())
    if (shared.classes.some((pattern) => pattern.test(keyOf(block)))) add(ofOneGame(block))
}

/** A class whose arrays say nothing of arrays of the same names elsewhere. */
function ofOneGame(block) {
  return block.replace(/^ +[^ .=]\S* a:.*(?<! g)$/gm, '$& g')
}

/** Adds a class of a game, or what a game added to an engine's class, after the engine's own variables. */
function addFurther(block) {
  const key = keyOf(block)
  const known = classes.get(key)
  if (known === undefined) classes.set(key, block)
  if (known === undefined) return
  const lines = known.split('\n')
  const added = block.split(/\n(?= [^ ])/).slice(1)
  const isNew = (part) => !lines.includes(part.split('\n')[0] ?? '')
  const end = lines.findIndex((line) => /^ [.=]/.test(line))
  lines.splice(end < 0 ? lines.length : end, 0, ...added.filter(isNew))
  classes.set(key, lines.join('\n'))
}

/** The name of a class in the form of the table, in lower case. */
function keyOf(block) {
  return block.split(/\s/)[0].toLowerCase()
}

/** A table as it is: the lines of its heading without `# `, and its classes by name. */
function readTable(name) {
  const lines = readFileSync(join(root, `packages/objects/data/stock/${name}.txt`), 'utf8')
    .trimEnd()
    .split('\n')
  const heading = lines.filter((line) => line.startsWith('#')).map((line) => line.slice(2))
  const rest = lines.filter((line) => line !== '' && !line.startsWith('#')).join('\n')
  return { heading, blocks: new Map(rest.split(/\n(?=\S)/).map((block) => [keyOf(block), block])) }
}

/** Regenerates the modules of all tables. */
function makeModule() {
  execFileSync(process.execPath, [join(root, 'scripts/generate-stock-tables.mjs')], { stdio: 'inherit' })
}

/** Adds plain variables to the existing table. */
async function addVariables() {
  let text = readFileSync(path, 'utf8')
  for (const file of files) {
    const pkg = await openFile(file)
    const schema = await packageSchema(pkg)
    let count = 0
    for (const exported of pkg.exports) {
      if (exported.entry.class !== 0 || exported.entry.size === 0) continue
      const type = schema.class(exported.name)
      const old = new RegExp(`^${type.name}(?: .*)?\\n(?: .*\\n)*`, 'm').exec(text)
      if (old === null) continue
      const enums = pkg.exports.filter(({ outer, className }) => outer === exported && className === 'Enum')
      const named = enums.map(({ name }) => ` =${name} ${(schema.enum(name) ?? []).join(' ')}`)
      const made = `${[describe(type, typedOnly ? isTyped : () => true), ...named].join('\n')}\n`
      // A class of the same name from a different package, or one with other structs, is not changed.
      if (old[0].split('\n')[0] !== made.split('\n')[0]) continue
      text = text.replace(old[0], () => made)
      count++
    }
    await pkg.file.close()
    const line = `# - ${typedOnly ? 'variables of objects, classes and enums' : 'plain variables and enums'} too of ${pkg.name} ${pkg.version}/${pkg.licensee} (${count})`
    if (!text.includes(`\n${line}\n`)) text = text.replace('\n\n', `\n${line}\n\n`)
  }
  writeFileSync(path, text)
}

/** A class in the form of the table. */
function describe(type, isWanted = matters) {
  const lines = [type.super === undefined ? type.name : `${type.name} ${type.super}`]
  for (const member of type.members) if (isWanted(member.type)) lines.push(` ${describeMember(member)}`)
  for (const struct of type.structs ?? []) {
    const raw = engine === 1 || ((struct.flags ?? 0) & RAW) !== 0
    const members = raw ? struct.members : struct.members.filter((member) => matters(member.type))
    if (members.length === 0 && struct.super === undefined) continue
    const flags = engine === 3 && raw ? ` ${struct.flags}` : ''
    lines.push(` .${struct.name} ${struct.super ?? '-'}${flags}`)
    for (const member of members) lines.push(`  ${describeMember(member)}`)
  }
  return lines.join('\n')
}

function matters(type) {
  return type.kind === 'array' || type.kind === 'map'
}

/** Whether the type shows which values are valid, not just how they are read. */
function isTyped(type) {
  const isObject = (type.kind === 'object' || type.kind === 'class') && describeType(type).length > 1
  return matters(type) || isObject || (type.kind === 'byte' && type.enum !== undefined)
}

function describeMember({ name, type, dim, transient }) {
  return `${name} ${describeType(type)}${dim === 1 ? '' : ` ${dim}`}${transient ? ' t' : ''}`
}

function describeType(type) {
  if (type === undefined) return ''
  if (type.kind === 'byte') return type.enum === undefined ? 'b' : `b=${type.enum}`
  if (type.kind === 'struct') return `S=${type.struct}`
  if (type.kind === 'array') return `a:${describeType(type.inner)}`
  if (type.kind === 'map') return `m:${describeType(type.key)},${describeType(type.value)}`
  // Variables that accept any object or class are not listed.
  const isFree = type.class === undefined || type.class === 'Object'
  return isFree ? LETTERS[type.kind] : `${LETTERS[type.kind]}=${type.class}`
}
