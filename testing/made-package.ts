import { Generation, Guid } from '@ukit/container'
import { type ExportSpec, fileOf, type ImportSpec, planOf, type Shape } from './packages.js'

/**
 * An object that a made package refers to: its class and its path, such as `Texture SkyCity.Walls.SkyWall1`.
 * The class may be qualified with its package: `Botpack.FlakCannon X.Y`.
 */
export type Needed = string

/** An object of a made package. */
export interface MadeObject {
  /**
   * Its class and its path inside the package: `Texture Walls.SkyWall1`. Groups are created as needed.
   * `Class X` is a class without a body.
   */
  readonly object: string
  /** Whether other packages may refer to it; true by default. */
  readonly public?: boolean
  /** Whether it is a class declared native; false by default. */
  readonly native?: boolean
  /** Objects of other packages that its properties refer to (really used, not merely imported). */
  readonly uses?: readonly Needed[]
  /**
   * Where an `ObjectRedirector` leads: an object of another package, or, without a package, one of this
   * package that comes before it.
   */
  readonly leadsTo?: Needed
}

/** What a made package is made of. */
export interface MadePackage {
  /** The package's name, which determines its GUID if none is given. */
  readonly name: string
  readonly shape: Shape
  readonly guid?: Guid
  /** Package flags; 1 (AllowDownload) by default. */
  readonly flags?: number
  /** Objects that are in the import table but not used. */
  readonly imports?: readonly Needed[]
  readonly objects?: readonly MadeObject[]
  /** Previous releases: their numbers of exports and names. */
  readonly releases?: readonly (readonly [exports: number, names: number])[]
}

/** Shapes of the packages of three games. */
export const UT99: Shape = { version: 69 }
export const UNREAL: Shape = { version: 61 }
export const UT2004: Shape = { version: 128, licensee: 29 }
export const UT3: Shape = { version: 512 }

/** A GUID that is determined by a text: FNV-1a, four times with different starts. */
export function guidOf(text: string): Guid {
  const word = (start: number) => {
    let hash = start
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x0100_0193)
    return hash >>> 0
  }
  return new Guid(word(0x811c_9dc5), word(0x1234_5678), word(0x9abc_def0), word(0x0f1e_2d3c))
}

const PUBLIC = 0x4
const NATIVE = 0x400_0000
/** Classes in Core; all other classes without a package name are in Engine. */
const CORE_CLASSES = ['Class', 'Package', 'Function', 'Struct', 'Enum', 'ObjectRedirector']
/** The properties that refer to used objects, one after the other. */
const PROPERTIES = ['Skin', 'Texture', 'Sprite', 'Mesh', 'AmbientSound', 'Song', 'Weapon', 'Item']

/**
 * *The file of a package* with imports and exports by path, made by ukit's writer. Properties are stored like
 * the engine's, so that objects can be decoded.
 */
export async function madePackage(made: MadePackage): Promise<Uint8Array> {
  const imports: ImportSpec[] = []
  const known = new Map<string, number>()
  const groups = new Map<string, number>()
  const importOf = (classPackage: string, className: string, path: string): number => {
    const key = path.toLowerCase()
    const found = known.get(key)
    if (found !== undefined) return found
    const dot = path.lastIndexOf('.')
    const outer = dot < 0 ? 0 : importOf('Core', 'Package', path.slice(0, dot))
    imports.push([classPackage, className, outer, path.slice(dot + 1)])
    known.set(key, -imports.length)
    return -imports.length
  }
  const need = (needed: Needed): number => {
    const [cls = '', path = ''] = needed.split(' ')
    const [pkg, name] = classOf(cls)
    return importOf(pkg, name, path)
  }
  const destinationOf = (needed: Needed): number =>
    groups.get(needed.slice(needed.indexOf(' ') + 1).toLowerCase()) ?? need(needed)
  const classReference = (cls: string): number => {
    if (cls === 'Class') return 0
    const [pkg, name] = classOf(cls)
    return importOf('Core', 'Class', `${pkg}.${name}`)
  }
  for (const needed of made.imports ?? []) need(needed)

  const names = ['None', ...PROPERTIES, 'ObjectProperty']
  const exports: ExportSpec[] = []
  const groupOf = (path: string): number => {
    const found = groups.get(path.toLowerCase())
    if (found !== undefined) return found
    const dot = path.lastIndexOf('.')
    const outer = dot < 0 ? 0 : groupOf(path.slice(0, dot))
    const cls = classReference('Package')
    exports.push({
      objectName: path.slice(dot + 1),
      class: cls,
      outer,
      ...flagsOf(made.shape, true),
      body: bodyOf(made.shape, []),
    })
    groups.set(path.toLowerCase(), exports.length)
    return exports.length
  }
  for (const { object, public: isPublic = true, native = false, uses = [], leadsTo } of made.objects ?? []) {
    const [cls = '', path = ''] = object.split(' ')
    const dot = path.lastIndexOf('.')
    const outer = dot < 0 ? 0 : groupOf(path.slice(0, dot))
    const references = uses.map(need)
    const tail = leadsTo === undefined ? (classOf(cls)[1] === 'Texture' ? [0] : []) : i32(destinationOf(leadsTo))
    exports.push({
      objectName: path.slice(dot + 1),
      class: classReference(cls),
      outer,
      ...flagsOf(made.shape, isPublic, native),
      body: cls === 'Class' ? new Uint8Array(0) : bodyOf(made.shape, references, tail),
    })
    groups.set(path.toLowerCase(), exports.length)
  }
  const guid = made.guid ?? guidOf(made.name)
  const plan = planOf(made.shape, {
    names,
    imports,
    exports,
    summary: { guid, flags: made.flags ?? 1 },
    heritage: [new Guid(1, 2, 3, 4), guid],
  })
  plan.summary.generations = [
    ...(made.releases ?? []).map(([exportCount, nameCount]) =>
      Object.assign(new Generation(), { exportCount, nameCount }),
    ),
    new Generation(),
  ]
  return fileOf(plan)
}

/** The flags Public and Native, which are in the high word since flags have 64 bits. */
function flagsOf({ version }: Shape, isPublic: boolean, isNative = false): { flags: number; flagsHigh: number } {
  const flag = (isPublic ? PUBLIC : 0) | (isNative ? NATIVE : 0)
  return version < 195 ? { flags: flag, flagsHigh: 0 } : { flags: 0, flagsHigh: flag }
}

function classOf(cls: string): [pkg: string, name: string] {
  const dot = cls.indexOf('.')
  if (dot >= 0) return [cls.slice(0, dot), cls.slice(dot + 1)]
  return [CORE_CLASSES.includes(cls) ? 'Core' : 'Engine', cls]
}

/**
 * Properties that refer to objects, and the end of the list; in UE3 preceded by the net index. Written by
 * hand, in the engine's format.
 */
function bodyOf(shape: Shape, references: readonly number[], tail: readonly number[] = []): Uint8Array {
  const bytes: number[] = []
  const words = (...values: number[]) => bytes.push(...values.flatMap(i32))
  const wide = shape.version >= 178
  if (wide) words(-1)
  for (const [index, reference] of references.entries()) {
    if (index >= PROPERTIES.length) throw new Error(`a made object uses at most ${PROPERTIES.length} others`)
    if (wide) words(index + 1, 0, PROPERTIES.length + 1, 0, 4, 0, reference)
    else {
      const compact = compactIndex(reference)
      // Type 5 (object) and a code for the size: 0 for one byte, 1 for two.
      bytes.push(index + 1, 5 | ((compact.length - 1) << 4), ...compact)
    }
  }
  if (wide) words(0, 0)
  else bytes.push(0)
  bytes.push(...tail)
  return Uint8Array.from(bytes)
}

function i32(value: number): number[] {
  return [value & 255, (value >> 8) & 255, (value >> 16) & 255, (value >> 24) & 255]
}

function compactIndex(value: number): number[] {
  const magnitude = Math.abs(value)
  const sign = value < 0 ? 0x80 : 0
  return magnitude < 64 ? [sign | magnitude] : [sign | 0x40 | (magnitude & 0x3f), magnitude >> 6]
}
