import { readdirSync, readFileSync } from 'node:fs'
import { openPackage, type Package, type PackageObject, packageSchema } from '@ukit/core'
import { memorySource } from '@ukit/files'
import { describe, expect, it } from 'vitest'
import { CODE, describeCorpus, MORE_CODE, openCorpus, PACKAGES } from '../../../../testing/corpus.js'
import { sampleFile } from '../../../../testing/packages.js'

const TABLES = new URL('../../../objects/data/stock/', import.meta.url)

/** The packages that a table of stock classes was made from, in lower case, by the name of the table. */
const COVERED = new Map(
  readdirSync(TABLES)
    .filter((file) => file.endsWith('.txt'))
    .map((file) => {
      const heads = readFileSync(new URL(file, TABLES), 'utf8').matchAll(/^# - (\w+) \d+\/\d+ \(/gm)
      return [file.slice(0, -'.txt'.length), new Set([...heads].map(([, name = '']) => name.toLowerCase()))]
    }),
)

/**
 * Classes of packages that a table covers, but which no table has. None has a known super.
 */
const UNKNOWN: Readonly<Record<string, string>> = {
  // The editor's undo buffer, which is never saved; an import without an object.
  ue1: `TransBuffer
    Collidable EngineBot EnginePhysical IndexBuffer ObsoleteActor Projector RagePlayerBase RageSprite StaticMeshActor Sunlight VertexNCBuffer`,
  // Native classes of Lineage II and Raven Shield, of which nothing is stored; UT2004's network driver.
  ue2: `TransBuffer TcpNetDriver SkeletalMeshInstance
    FlashSubsystem L2ConsoleWnd L2NEnvManager L2NetHandler L2OrcMove R6FalseHeartBeat R6SAHeartBeatJammer`,
  // The editor's; then what Rocket League, Killing Floor 2 and XCOM added to packages of the engine.
  ue3: `TransBuffer ByteCodeSerializer SoundFactory PendingLevel
    AkBank AkEvent Error _Types_Core
    MaterialExpressionConstantScale MaterialExpressionGate MaterialExpressionMax MaterialExpressionSplice MaterialExpressionSplit
    OnlineEventMgr VisGroupActor WatchVariableMgr XComBlueprint XComLightClippingManager XComNarrativeMoment XComVisGroupData`,
  // Codecs of ukit's own have them.
  vengeance: 'ActorGroup HkMeshProxy',
}

/** SFXGame is another one in each part of Mass Effect. */
const NOT_ONE_PACKAGE = new Set(['sfxgame'])

/** Classes that a package imports from packages that a table covers, or has objects of. */
function stockClassesOf(pkg: Package): string[] {
  const { engine, stock = '' } = pkg.context
  const isCovered = (name: string) => {
    const key = name.toLowerCase()
    if (NOT_ONE_PACKAGE.has(key)) return false
    return COVERED.get(`ue${engine}`)?.has(key) === true || COVERED.get(stock)?.has(key) === true
  }
  return pkg.imports.flatMap((imported) => [
    ...(imported.className === 'Class' && isCovered(outermost(imported).name) ? [imported.name] : []),
    ...(isCovered(`${imported.entry.classPackage}`) ? [imported.className] : []),
  ])
}

function outermost(object: PackageObject): PackageObject {
  let at = object
  while (at.outer !== null) at = at.outer
  return at
}

describeCorpus('stock classes', () => {
  it('are all classes that real packages use of the engine, with the exceptions named here', async () => {
    const unknown = new Map<string, Set<string>>()
    for (const { path } of [...PACKAGES, ...CODE, ...MORE_CODE]) {
      const pkg = await openCorpus(path, { permissive: true }).catch(() => undefined)
      if (pkg === undefined) continue
      const schema = await packageSchema(pkg)
      const table = pkg.context.stock ?? `ue${pkg.context.engine}`
      const names = unknown.get(table) ?? new Set()
      for (const name of stockClassesOf(pkg)) if (schema.class(name) === undefined) names.add(name)
      unknown.set(table, names)
    }
    for (const [table, names] of unknown) {
      const expected = new Set((UNKNOWN[table] ?? '').split(/\s+/))
      expect([table, [...names].filter((name) => !expected.has(name))]).toEqual([table, []])
    }
  })
})

describe('the super of', () => {
  it.each([
    [3, 'LightMapTexture2D', 'Texture2D'],
    [3, 'FracturedStaticMesh', 'StaticMesh'],
    [3, 'ChildConnection', 'NetConnection'],
    [3, 'UIState_Enabled', 'UIState'],
    [3, 'UIComp_DrawImage', 'UIComp_DrawComponents'],
    [2, 'PtrProperty', 'PointerProperty'],
    [2, 'Viewport', 'Player'],
    [2, 'PendingLevel', 'LevelBase'],
    [1, 'RenderBase', 'Subsystem'],
    [1, 'DeviceMesh', 'Mesh'],
  ] as const)('UE%i’s %s is %s', async (engine, name, superName) => {
    const version = { 1: 69, 2: 128, 3: 868 }[engine]
    const pkg = await openPackage(memorySource(await sampleFile({ version })))
    expect((await packageSchema(pkg)).class(name)?.super).toBe(superName)
  })
})

it('arrays of a single game’s classes say nothing of arrays of their names elsewhere', async () => {
  const schema = await packageSchema(await openPackage(memorySource(await sampleFile({ version: 128 }))))
  expect(schema.class('Harry')?.members).toEqual([
    { name: 'AnimNotifys', type: { kind: 'array', inner: { kind: 'object' } }, dim: 1 },
  ])
  expect(schema.arraysNamed?.('AnimNotifys')).toEqual([])
  expect(schema.arraysNamed?.('Emitters')).not.toEqual([])
})
