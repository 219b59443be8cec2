#!/usr/bin/env node
// Gathers the stock classes of an engine from compiled packages, and writes
// packages/objects/data/stock/<TABLE>.txt, then the module that is generated from it. For maintainers.
//
//   npx tsc -b packages/core && node scripts/gather-stock-classes.mjs TABLE PACKAGE.u...
//   … scripts/gather-stock-classes.mjs TABLE --variables PACKAGE.u...
//
//   … scripts/gather-stock-classes.mjs TABLE --typed PACKAGE.u...
//
// With --variables, the classes of these packages that are already in the table get all their variables and
// enums, so that variables can be set that an object does not have yet; with --typed only those variables
// whose type shows which values are valid: objects, classes, enums.
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
const dist = process.env.UKIT_DIST ?? join(root, 'packages/core/dist')
const { openFile } = await import(pathToFileURL(join(dist, 'node.js')).href)
const { packageSchema } = await import(pathToFileURL(join(dist, 'index.js')).href)

/**
 * Class and super of classes that no package declares. Evidence: docs/format (each class's own data starts
 * with its super's), public class references.
 */
const INTRINSIC = {
  1: `Field Object, Property Field, Const Field, Enum Field, Struct Field, Function Struct, State Struct, Class State, TextBuffer Object, Package Object,
    Level LevelBase, LevelBase Object, Model Primitive, Polys Object, Primitive Object, Mesh Primitive, LodMesh Mesh, SkeletalMesh LodMesh, Animation Object,
    Font Object, Palette Object, Sound Object, Music Object, Bitmap Object, Texture Bitmap, LevelSummary Object, Client Object, NetDriver Object,
    FadeColor Object, Viewport Player, BoolProperty Property, ByteProperty Property, ClassProperty ObjectProperty, FloatProperty Property, IntProperty Property,
    NameProperty Property, ObjectProperty Property, StrProperty Property, StringProperty Property, StructProperty Property, ArrayProperty Property,
    FixedArrayProperty Property, MapProperty Property, PointerProperty Property`,
  2: `Field Object, Property Field, Const Field, Enum Field, Struct Field, Function Struct, State Struct, Class State, TextBuffer Object, Package Object,
    Level LevelBase, LevelBase Object, Model Primitive, Polys Object, Primitive Object, Mesh Primitive, LodMesh Mesh, SkeletalMesh LodMesh, VertMesh LodMesh,
    MeshAnimation Object, StaticMesh Primitive, StaticMeshInstance Object, ConvexVolume Primitive, Font Object, Palette Object, Sound Object, Music Object,
    Texture BitmapMaterial, KMeshProps Object, TerrainSector Object, TerrainPrimitive Primitive, ReachSpec Object, BoolProperty Property, ByteProperty Property,
    ClassProperty ObjectProperty, FloatProperty Property, IntProperty Property, NameProperty Property, ObjectProperty Property, StrProperty Property,
    StringProperty Property, StructProperty Property, ArrayProperty Property, FixedArrayProperty Property, MapProperty Property, PointerProperty Property,
    DelegateProperty Property, ComponentProperty ObjectProperty`,
  3: `Field Object, Property Field, Const Field, Enum Field, Struct Field, ScriptStruct Struct, Function Struct, State Struct, Class State, TextBuffer Object,
    Package Object, MetaData Object, ObjectRedirector Object, Level LevelBase, LevelBase Object, World Object, Model Object, Polys Object, StaticMesh Object,
    PersistentCookerData Object, ShaderCache Object, ModelComponent PrimitiveComponent, BoolProperty Property, ByteProperty Property,
    ClassProperty ObjectProperty, FloatProperty Property, IntProperty Property, NameProperty Property, ObjectProperty Property, StrProperty Property,
    StructProperty Property, ArrayProperty Property, MapProperty Property, DelegateProperty Property, ComponentProperty ObjectProperty,
    InterfaceProperty Property, StringRefProperty Property, BioMask4Property ByteProperty`,
}

/**
 * Classes of games whose packages are not available, in the form of the table. Lineage II: 3,257 arrays of
 * references to effects that are inside the object. Deus Ex: members are in the order of its class reference,
 * and 676 values in two packages take exactly these bytes. A Hat in Time: pairs of offset and number of keys,
 * as in the variable for the other tracks, in 4 animations. XCOM: Enemy Within: 60 and 6 references, all to
 * classes. UI of UT3 and UDK up to 737: 90 arrays, all of them of objects inside the object.
 */
const FURTHER = {
  ue3: `AnimSequence Object
 CompressedScaleOffsets a:i
Checkpoint_StrategyGame Object
 ActorClassesToRecord a:k
 ActorClassesToDestroy a:k
UIScreenObject UIRoot
 InactiveStates a:o`,
  ue2: `L2SkillEffect
 CastingAction a:o
 ShotAction a:o
 ExplosionAction a:o
 PreshotAction a:o
 ChannelingAction a:o
 UnionTargetAction a:o`,
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
  btn o`,
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
const files = process.argv.slice(further ? 4 : 3)
if (!(engine in INTRINSIC) || files.length === 0) {
  console.error('usage: node scripts/gather-stock-classes.mjs ue1|ue2|vengeance|duke|ue3|bioware PACKAGE.u...')
  process.exit(2)
}

if (further) {
  await addVariables()
  makeModule()
  process.exit(0)
}
const classes = new Map()
const used = []
for (const file of files) {
  const pkg = await openFile(file)
  if (pkg.context.engine === engine) {
    const before = classes.size
    const schema = await packageSchema(pkg)
    for (const exported of pkg.exports) {
      if (exported.entry.class !== 0 || exported.entry.size === 0) continue
      const key = exported.name.toLowerCase()
      if (!classes.has(key)) classes.set(key, describe(schema.class(exported.name)))
    }
    used.push(`${pkg.name} ${pkg.version}/${pkg.licensee} (${classes.size - before})`)
  }
  await pkg.file.close()
}
for (const pair of table === `ue${engine}` ? INTRINSIC[engine].split(',') : []) {
  const [name, superName] = pair.trim().split(' ')
  if (!classes.has(name.toLowerCase())) classes.set(name.toLowerCase(), `${name} ${superName}`)
}
for (const block of (FURTHER[table] ?? '').split(/\n(?=\S)/)) {
  const key = block.split(/\s/)[0].toLowerCase()
  if (key === '') continue
  const known = classes.get(key)
  // What a game added to a class of the engine comes after the engine's own variables.
  if (known === undefined) classes.set(key, block)
  else
    classes.set(
      key,
      known.replace(/(?=\n [.=])|$/, () => block.slice(block.indexOf('\n'))),
    )
}
const text = [...classes.values()].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)).join('\n')
const heading = [
  `Made by scripts/gather-stock-classes.mjs; do not edit. ${classes.size} classes; README.md tells the format. From:`,
  ...used.map((line) => `- ${line}`),
  '- classes that exist in C++ only: the list in the script',
]
const path = join(root, `packages/objects/data/stock/${table}.txt`)
writeFileSync(path, `${heading.map((line) => `# ${line}`).join('\n')}\n\n${text}\n`)
makeModule()
console.log(`${path}: ${classes.size} classes, ${text.length} characters\n${used.join('\n')}`)

/** Regenerates the modules of all tables. */
function makeModule() {
  execFileSync(process.execPath, [join(root, 'scripts/generate-stock-tables.mjs')], { stdio: 'inherit' })
}

/** Adds plain variables to the existing table. */
async function addVariables() {
  const path = join(root, `packages/objects/data/stock/${table}.txt`)
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
