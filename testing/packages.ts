import {
  ComponentMapEntry,
  ExportEntry,
  type FormatContext,
  formatContext,
  Generation,
  Guid,
  ImportEntry,
  type Layout,
  NameEntry,
  PackageTag,
  Summary,
  UString,
  Version,
} from '@ukit/container'
import { candidateGames, gameById, layOut, type PackagePlan } from '@ukit/core'
import fc from 'fast-check'
import { bytesOf } from './bytes.js'

/** What determines the layout of a made package. */
export interface Shape {
  readonly version: number
  readonly licensee?: number
  readonly bigEndian?: boolean
  /** `Game.id`; the engine's own layout by default. */
  readonly game?: string
}

/** The layout and the context that a package of this shape is written with. */
export function formatOf({ version, licensee = 0, bigEndian = false, game = 'unreal-engine' }: Shape): {
  layout: Layout
  context: FormatContext
} {
  const found = gameById(game)
  if (found === undefined) throw new Error(`no game is called ${game}`)
  const layout = found.layout?.(version, licensee) ?? {}
  return { layout, context: formatContext(layout, version, licensee, bigEndian) }
}

/**
 * The context that a package of these versions is opened with if its game is only recognised by the versions.
 */
export function contextByVersions(version: number, licensee = 0, bigEndian = false): FormatContext {
  const game = candidateGames(PackageTag.Standard, version, licensee)[0]
  return formatOf({ version, licensee, bigEndian, ...(game === undefined ? {} : { game: game.id }) }).context
}

/** A name entry with the usual flags of its engine. */
function nameEntry(text: string | UString): NameEntry {
  const stored = typeof text !== 'string' ? text : text === '' ? UString.of('', false, true) : UString.from(text)
  return Object.assign(new NameEntry(), { text: stored, flags: 0x0007_0010 })
}

/** The fields of an import; names as text, the outer as an object reference. */
export type ImportSpec = readonly [classPackage: string, className: string, outer: number, objectName: string]

/** The fields of an export; names as text, objects as references. */
export interface ExportSpec extends Partial<Omit<ExportEntry, 'objectName'>> {
  readonly objectName: string
  readonly body?: Uint8Array | undefined
}

/** A plan from texts: the name table begins with `names`, followed by what the imports and exports need. */
export function planOf(
  shape: Shape,
  parts: {
    readonly names?: readonly (string | UString)[]
    readonly imports?: readonly ImportSpec[]
    readonly exports?: readonly ExportSpec[]
    readonly summary?: Partial<Summary>
    readonly heritage?: readonly Guid[]
  },
): PackagePlan {
  const names: NameEntry[] = (parts.names ?? ['None']).map(nameEntry)
  const indexOf = (text: string) => {
    const found = names.findIndex((entry) => entry.text.text === text)
    return found >= 0 ? found : names.push(nameEntry(text)) - 1
  }
  const imports = (parts.imports ?? []).map(([classPackage, className, outer, objectName]) =>
    Object.assign(new ImportEntry(), {
      classPackage: indexOf(classPackage),
      className: indexOf(className),
      outer,
      objectName: indexOf(objectName),
    }),
  )
  const bodies: Uint8Array[] = []
  const exports = (parts.exports ?? []).map(({ objectName, body, ...rest }) => {
    bodies.push(body ?? new Uint8Array(0))
    return Object.assign(new ExportEntry(), { ...rest, objectName: indexOf(objectName) })
  })
  const summary = Object.assign(new Summary(), {
    version: shape.version,
    licensee: shape.licensee ?? 0,
    flags: 1,
    guid: new Guid(0x11223344, 0x55667788, 0x99aabbcc, 0xddeeff00),
    folder: UString.from('None'),
    ...parts.summary,
  })
  return {
    summary,
    bigEndian: shape.bigEndian ?? false,
    layout: formatOf(shape).layout,
    heritage: parts.heritage ?? [new Guid(1, 2, 3, 4), new Guid(5, 6, 7, 8)],
    names,
    imports,
    exports,
    bodies,
  }
}

/**
 * A small package with one of everything: an import tree, a group with two objects in it, a class, an object
 * inside another object, and content in every table of its version.
 */
export function samplePlan(shape: Shape): PackagePlan {
  const { context } = formatOf(shape)
  const wide = context.since(Version.NameLengths) ? ['Жук', 'Größe', ''] : ['Größe']
  const plan = planOf(shape, {
    names: ['None', 'Core', 'Engine', ...wide],
    imports: [
      ['Core', 'Package', 0, 'Engine'],
      ['Core', 'Class', -1, 'Texture'],
      ['Core', 'Package', 0, 'Core'],
      ['Core', 'Class', -3, 'Package'],
      ['Core', 'Class', -1, 'Actor'],
      ['Engine', 'Texture', -1, 'DefaultTexture'],
    ],
    exports: [
      { objectName: 'Walls', class: -4, flags: 0x0007_0004, body: Uint8Array.of(0) },
      {
        objectName: 'Brick',
        class: -2,
        outer: 1,
        archetype: -6,
        flags: 0x8007_0004,
        flagsHigh: 0x0000_4000,
        body: sequence(100),
      },
      { objectName: 'Brick', objectNameNumber: 3, class: -2, outer: 1, flags: 4, body: sequence(7) },
      { objectName: 'Mover', class: 0, super: -5, flags: 4, exportFlags: 1, body: sequence(33) },
      { objectName: 'Inside', class: -2, outer: 2, flags: 4, body: sequence(1) },
    ],
  })
  const [walls, brick] = plan.exports
  if (walls !== undefined) {
    walls.netObjectCounts = [5]
    walls.packageGuid = new Guid(9, 8, 7, 6)
    walls.packageFlags = 0x8000_0001
  }
  if (brick !== undefined)
    brick.componentMap = [
      Object.assign(new ComponentMapEntry(), { name: 1, component: 3 }),
      Object.assign(new ComponentMapEntry(), { name: 2, nameNumber: context.since(Version.NameNumbers) ? 2 : 0 }),
    ]
  plan.summary.generations.push(
    Object.assign(new Generation(), { exportCount: 3, nameCount: 2, netObjectCount: 1 }),
    new Generation(),
  )
  Object.assign(plan.summary, { engineVersion: 10897, cookerVersion: 136, packageSource: 0xcafe_f00d })
  plan.summary.additionalPackages = [UString.from('Level_B'), UString.EMPTY]
  return plan
}

/** `length` bytes that differ from their neighbours. */
export function sequence(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => (i * 7 + 1) & 0xff)
}

/** The file of a plan. */
export async function fileOf(plan: PackagePlan): Promise<Uint8Array> {
  return bytesOf(layOut(plan))
}

/** The file of `samplePlan`. */
export async function sampleFile(shape: Shape): Promise<Uint8Array> {
  return fileOf(samplePlan(shape))
}

// ---- generated packages -----------------------------------------------------------------------------------

/** Any versions, byte order included; down to the oldest that the reader knows. */
export const shapes: fc.Arbitrary<Shape> = fc.record({
  version: fc.oneof(fc.integer({ min: 20, max: 1000 }), fc.constantFrom(61, 63, 69, 128, 144, 391, 512, 684, 868)),
  licensee: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff })),
  bigEndian: fc.boolean(),
  game: fc.constant('unreal-engine'),
})

const u32 = fc.integer({ min: 0, max: 0xffff_ffff })
const i32 = fc.integer({ min: -0x8000_0000, max: 0x7fff_ffff })
const guids = fc.tuple(u32, u32, u32, u32).map(([a, b, c, d]) => new Guid(a, b, c, d))

/** Any string that the format can hold, in any of its forms. */
export const strings: fc.Arbitrary<UString> = fc.oneof(
  fc.constant(UString.EMPTY),
  // 8-bit units. A text that ends in a zero is read back as terminated, so an unterminated one has to end in
  // something else.
  units(0xff).map((text) => UString.of(text, false, true)),
  units(0xffff).map((text) => UString.of(text, true, true)),
  units(0xff).map((text) => UString.of(`${text}!`, false, false)),
  units(0xffff).map((text) => UString.of(`${text}!`, true, false)),
)

function units(max: number): fc.Arbitrary<string> {
  return fc.array(fc.integer({ min: 0, max }), { maxLength: 12 }).map((codes) => String.fromCharCode(...codes))
}

/** Names from versions in which only a zero ended them. */
const zeroTerminated = fc
  .array(fc.integer({ min: 1, max: 255 }), { maxLength: 12 })
  .map((codes) => UString.of(String.fromCharCode(...codes), false, true))

/**
 * Arbitrary packages: every field that the version stores has an arbitrary value, every index is in range.
 */
export function plans(shape: Shape): fc.Arbitrary<PackagePlan> {
  const { context, layout } = formatOf(shape)
  const since = context.since.bind(context)
  const numbers = since(Version.NameNumbers) ? i32 : fc.constant(0)
  const high = since(Version.Flags64) ? u32 : fc.constant(0)
  const names = fc.array(
    fc
      .record({ text: since(Version.NameLengths) ? strings : zeroTerminated, flags: u32, flagsHigh: high })
      .map((fields) => Object.assign(new NameEntry(), fields)),
    { minLength: 1, maxLength: 12 },
  )
  const counts = fc.record({ imports: fc.integer({ min: 0, max: 6 }), exports: fc.integer({ min: 0, max: 6 }) })
  return fc.tuple(names, counts).chain(([nameTable, count]) => {
    const name = fc.integer({ min: 0, max: nameTable.length - 1 })
    const object = fc.integer({ min: -count.imports, max: count.exports })
    const imports = fc
      .record({
        classPackage: name,
        classPackageNumber: numbers,
        className: name,
        classNameNumber: numbers,
        outer: object,
        objectName: name,
        objectNameNumber: numbers,
      })
      .map((fields) => Object.assign(new ImportEntry(), fields))
    const component = fc
      .record({ name, nameNumber: numbers, component: i32 })
      .map((fields) => Object.assign(new ComponentMapEntry(), fields))
    const hasComponents = since(Version.ExportComponentMap) && !since(Version.NoExportComponentMap)
    const hasNet = since(Version.NetObjectCounts)
    const exports = fc
      .record({
        class: object,
        super: object,
        outer: object,
        objectName: name,
        objectNameNumber: numbers,
        archetype: since(Version.ExportArchetype) ? object : fc.constant(0),
        flags: u32,
        flagsHigh: high,
        componentMap: fc.array(component, { maxLength: hasComponents ? 3 : 0 }),
        exportFlags: since(Version.ExportFlags) ? u32 : fc.constant(0),
        netObjectCounts: fc.array(i32, { maxLength: hasNet ? 2 : 0 }),
        packageGuid: hasNet ? guids : fc.constant(Guid.ZERO),
        packageFlags: since(Version.ExportPackageFlags) ? u32 : fc.constant(0),
      })
      .map((fields) => Object.assign(new ExportEntry(), fields))
    return fc.record({
      summary: summaries(shape),
      bigEndian: fc.constant(shape.bigEndian ?? false),
      layout: fc.constant(layout),
      heritage: fc.array(guids, { maxLength: 3 }),
      names: fc.constant(nameTable),
      imports: fc.array(imports, { minLength: count.imports, maxLength: count.imports }),
      exports: fc.array(exports, { minLength: count.exports, maxLength: count.exports }),
      bodies: fc.array(fc.uint8Array({ maxLength: 40 }), { minLength: count.exports, maxLength: count.exports }),
    })
  })
}

/**
 * Arbitrary summaries of one version: every field that it stores has an arbitrary value; counts and offsets
 * are left to `layOut`.
 */
function summaries(shape: Shape): fc.Arbitrary<Summary> {
  const { context } = formatOf(shape)
  const when = <T>(version: { version: number; evidence: string }, some: fc.Arbitrary<T>, none: T) =>
    context.since(version) ? some : fc.constant(none)
  const generation = fc
    .record({
      exportCount: i32,
      nameCount: i32,
      netObjectCount: when(Version.NetObjectCounts, i32, 0),
    })
    .map((fields) => Object.assign(new Generation(), fields))
  const hasGenerations = context.since(Version.GuidAndGenerations)
  return fc
    .record({
      version: fc.constant(shape.version),
      licensee: fc.constant(shape.licensee ?? 0),
      folder: when(Version.Folder, strings, UString.EMPTY),
      flags: u32,
      guid: hasGenerations ? guids : fc.constant(Guid.ZERO),
      generations: fc.array(generation, { maxLength: hasGenerations ? 3 : 0 }),
      engineVersion: when(Version.EngineVersion, i32, 0),
      cookerVersion: when(Version.CookerVersion, i32, 0),
      packageSource: when(Version.PackageSource, u32, 0),
      additionalPackages: when(Version.AdditionalPackages, fc.array(strings, { maxLength: 3 }), []),
    })
    .map((fields) => Object.assign(new Summary(), fields))
}
