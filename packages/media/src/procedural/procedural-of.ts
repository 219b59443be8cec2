import { ExportObject, type ObjectReader, type ObjectView, type ReadObject } from '@ukit/core'
import { ue1, ue2 } from '@ukit/objects'
import { MediaError } from '../media-error.js'
import { type AnyTexture, isTexture, pictureOf } from '../picture/picture.js'
import { numberOf, numbersOf } from '../property-values.js'
import type { IceTexture, PaintedLayer, PaintedTexture, ProceduralTexture, WaterTexture } from './procedural.js'

/** Classes of the package Fire that paint. */
const KINDS: readonly (readonly [RegExp, ProceduralTexture['kind']])[] = [
  [/^firetexture$/i, 'fire'],
  [/^wettexture$/i, 'wet'],
  [/^wavetexture$/i, 'wave'],
  [/^watertexture$/i, 'water'],
  [/^icetexture$/i, 'ice'],
]

/** The engine's largest are 256 texels wide and high; these are still painted in time. */
const MOST_TEXELS = 1024 * 1024
/** Textures under textures under textures: more are taken for a circle. */
const DEEPEST = 3
const MOST_DROPS = 256
const NO_LIMIT_RATE = 30
const MOST_RATE = 120
const BLACK = new Uint8Array(1024)

/** Which painted texture an object is; `undefined` for all others. Its class or what that extends decides. */
export function proceduralKind(ancestry: readonly string[]): ProceduralTexture['kind'] | undefined {
  for (const name of ancestry) for (const [pattern, kind] of KINDS) if (pattern.test(name)) return kind
  return undefined
}

/**
 * *A painted texture as plain data*, from which `simulatorOf` makes it move: FireTexture, WaterTexture,
 * WaveTexture, WetTexture and IceTexture of UE1 and UE2.
 *
 * @throws {MediaError} `no-form` when the object is none of these, `broken` when its size is not one,
 *   `elsewhere` when a texture that it uses is not available, `unsupported` when that has no palette indices.
 */
export async function proceduralOf(
  reader: ObjectReader,
  object: ExportObject | ReadObject,
): Promise<ProceduralTexture> {
  const read = object instanceof ExportObject ? await reader.read(object) : object
  return paintedOf(reader, read, 0)
}

async function paintedOf(reader: ObjectReader, read: ReadObject, depth: number): Promise<ProceduralTexture> {
  const { object, export: exported } = read
  const kind = proceduralKind(reader.ancestryOf(exported.class))
  if (kind === undefined || !isTexture(object))
    throw new MediaError('no-form', `${exported.className} is not a texture that the engine paints`)
  const values = await reader.view(read)
  const number = (name: string) => numberOf(object.properties.get(name) ?? plain(values.value(name)))
  const isOn = (name: string) => (object.properties.get(name) ?? values.value(name)) === true
  const base = { ...sizeOf(object, number), frameRate: rateOf(number), primeCount: number('PrimeCount') }
  if (kind === 'fire') {
    const sparks =
      object instanceof ue1.FireTexture || object instanceof ue2.FireTexture ? object.sparks : BLACK.subarray(0, 0)
    return {
      ...base,
      kind,
      palette: (await paletteOf(reader, object)) ?? BLACK,
      renderHeat: number('RenderHeat'),
      isRising: isOn('bRising'),
      sparks: Uint8Array.from(sparks),
      sparksLimit: number('SparksLimit'),
    }
  }
  if (kind === 'ice') return iceOf(reader, object, base, { number, isOn, depth })
  const layer = kind === 'wet' ? await layerOf(reader, object, 'SourceTexture', depth) : undefined
  return {
    ...base,
    kind,
    palette: (await paletteOf(reader, object)) ?? layer?.palette ?? BLACK,
    waveAmp: number('WaveAmp'),
    drops: dropsOf(object, number('NumDrops')),
    bumpMapLight: number('BumpMapLight'),
    bumpMapAngle: number('BumpMapAngle'),
    phongRange: number('PhongRange'),
    phongSize: number('PhongSize'),
    source: layer?.layer,
  } satisfies WaterTexture
}

async function iceOf(
  reader: ObjectReader,
  object: AnyTexture,
  base: Omit<PaintedTexture, 'palette'>,
  {
    number,
    isOn,
    depth,
  }: {
    readonly number: (name: string) => number
    readonly isOn: (name: string) => boolean
    readonly depth: number
  },
): Promise<IceTexture> {
  const glass = await layerOf(reader, object, 'GlassTexture', depth)
  const source = await layerOf(reader, object, 'SourceTexture', depth)
  return {
    ...base,
    kind: 'ice',
    palette: (await paletteOf(reader, object)) ?? source.palette ?? BLACK,
    glass: glass.layer,
    source: source.layer,
    panningStyle: number('PanningStyle'),
    horizPanSpeed: number('HorizPanSpeed'),
    vertPanSpeed: number('VertPanSpeed'),
    frequency: number('Frequency'),
    amplitude: number('Amplitude'),
    movesGlass: isOn('MoveIce'),
    isRealTime: number('TimeMethod') === 1,
    position: { count: number('MasterCount'), u: number('UPosition'), v: number('VPosition') },
  }
}

/** Values of classes that are numbers. */
function plain(value: ReturnType<ObjectView['value']>): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function sizeOf({ mips: [mip] }: AnyTexture, number: (name: string) => number) {
  const width = number('USize') || (mip?.width ?? 0)
  const height = number('VSize') || (mip?.height ?? 0)
  const isSize = Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0
  if (!isSize || width * height > MOST_TEXELS)
    throw new MediaError('broken', `expected a size of at most 1024 × 1024 texels, found ${width} × ${height}`)
  return { width, height }
}

/** The engine paints a frame for each of the game's; `MaxFrameRate` and `MinFrameRate` limit that. */
function rateOf(number: (name: string) => number): number {
  const [most, least] = [number('MaxFrameRate'), number('MinFrameRate')]
  const rate = Math.max(least, most > 0 ? Math.min(NO_LIMIT_RATE, most) : NO_LIMIT_RATE)
  return Math.min(MOST_RATE, Math.max(1, rate))
}

function dropsOf({ properties }: AnyTexture, count: number): Uint8Array {
  const drops = new Uint8Array(8 * Math.max(0, Math.min(MOST_DROPS, count)))
  for (let i = 0; i < drops.length >> 3; i++)
    drops.set(
      numbersOf(properties.get('Drops', i), 'Type', 'Depth', 'X', 'Y', 'ByteA', 'ByteB', 'ByteC', 'ByteD'),
      8 * i,
    )
  return drops
}

/** A texture that another uses, and its palette. */
async function layerOf(
  reader: ObjectReader,
  { properties }: AnyTexture,
  property: 'SourceTexture' | 'GlassTexture',
  depth: number,
): Promise<{ readonly layer: PaintedLayer; readonly palette: Uint8Array | undefined }> {
  const reference = properties.get(property)
  if (reference === undefined || reference === null) throw new MediaError('no-data', `it has no ${property}`)
  const found = await reader.follow(reference)
  if (found === undefined)
    throw new MediaError('elsewhere', `its ${property} is in another package: ${pathOf(reference)}`)
  const owner = found.package === reader.package ? reader : await reader.forPackage(found.package)
  const read = await owner.read(found)
  if (proceduralKind(owner.ancestryOf(found.class)) !== undefined) {
    if (depth >= DEEPEST)
      throw new MediaError('broken', `its ${property} is painted from ${DEEPEST} others or from itself`)
    const layer = await paintedOf(owner, read, depth + 1)
    return { layer, palette: layer.palette }
  }
  const picture = await pictureOf(owner, read)
  if (picture.format !== 'p8' || !isTexture(read.object))
    throw new MediaError('unsupported', `its ${property} has the format ${picture.format} and no palette indices`)
  if (picture.width * picture.height > MOST_TEXELS)
    throw new MediaError('broken', `its ${property} has ${picture.width} × ${picture.height} texels`)
  const indices = Uint8Array.from(await picture.bytes())
  const { width, height } = picture
  return { layer: { kind: 'still', width, height, indices }, palette: await paletteOf(owner, read.object) }
}

async function paletteOf(reader: ObjectReader, { properties }: AnyTexture): Promise<Uint8Array | undefined> {
  const found = await reader.follow(properties.get('Palette'))
  if (found === undefined) return undefined
  const owner = found.package === reader.package ? reader : await reader.forPackage(found.package)
  const { object } = await owner.read(found)
  return object instanceof ue1.Palette ? Uint8Array.from(object.colors) : undefined
}

function pathOf(reference: unknown): string {
  return typeof reference === 'object' && reference !== null && 'path' in reference ? String(reference.path) : '?'
}
