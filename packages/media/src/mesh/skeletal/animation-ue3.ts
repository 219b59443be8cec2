import { Name, Version } from '@ukit/container'
import { ExportObject, type ObjectReader, type ReadObject } from '@ukit/core'
import { type PropertyValue, TaggedStruct, ue3 } from '@ukit/objects'
import { plural } from '@ukit/text/internal'
import { MediaError } from '../../media-error.js'
import type { Notify } from '../model/frames.js'
import type { BoneSequence, BoneTrack, SkeletalAnimation } from '../model/skeleton.js'
import { KEY_FORMATS } from './anim-key-formats.js'
import { alwaysHasRange, type CompressedKeys, type DecodedTrack, decodeTrack, trackCount } from './anim-tracks.js'
import { boneTrack } from './bone-keys.js'
import type { DecodedKeys } from './key-reader.js'

/** The bones of a sequence's tracks, in order. */
interface TrackBones {
  readonly names: readonly string[]
  /** Positions of bones other than the root are those of the mesh, except for bones in `translated`. */
  readonly onlyRotates: boolean
  /** In lower case. */
  readonly translated: ReadonlySet<string>
  readonly fromMesh: ReadonlySet<string>
}

/** Collected from all sequences of one animation. */
interface Gathered {
  /** Numbers of bones by name, in lower case. */
  readonly numbers: Map<string, number>
  readonly bones: { name: string; parent: number }[]
  readonly notes: string[]
  dropped: number
}

/**
 * *Reads an AnimSet of UE3 with its sequences, or one AnimSequence.* The bones are named in the set; in Mass
 * Effect, in the sequences' BioAnimSetData.
 */
export async function animationOfUe3(reader: ObjectReader, read: ReadObject): Promise<SkeletalAnimation> {
  const gathered: Gathered = { numbers: new Map(), bones: [], notes: [], dropped: 0 }
  const isSequence = read.object instanceof ue3.AnimSequence
  const set = isSequence ? await outerSet(reader, read) : read
  const own = set === undefined ? undefined : await trackBones(reader, set)
  const sequences: BoneSequence[] = []
  let failed: MediaError | undefined
  for await (const sequence of isSequence ? [read] : sequencesOf(reader, read, gathered.notes)) {
    try {
      sequences.push(await sequenceOf(reader, sequence, own, gathered))
    } catch (error) {
      if (!(error instanceof MediaError)) throw error
      failed ??= error
      gathered.notes.push(`sequence ${nameOf(sequence)}: ${error.message}`)
    }
  }
  if (sequences.length === 0) throw failed ?? new MediaError('no-data', 'it has no sequences')
  const { dropped } = gathered
  if (dropped > 0)
    gathered.notes.push(
      `${plural(dropped, 'key is not a number', 'keys are not numbers')} or not in order of time: left out`,
    )
  return { bones: gathered.bones, sequences, notes: gathered.notes }
}

/** The set that a sequence is in. */
async function outerSet(reader: ObjectReader, { export: { outer } }: ReadObject): Promise<ReadObject | undefined> {
  return outer instanceof ExportObject ? reader.read(outer) : undefined
}

async function* sequencesOf(reader: ObjectReader, set: ReadObject, notes: string[]): AsyncGenerator<ReadObject> {
  const list = set.object.properties.get('Sequences')
  for (const reference of Array.isArray(list) ? list : []) {
    const found = await reader.follow(reference)
    if (found === undefined) {
      notes.push(`a sequence is missing: ${reference}`)
      continue
    }
    const other = found.package === reader.package ? reader : await reader.forPackage(found.package)
    const read = await other.read(found)
    if (read.object instanceof ue3.AnimSequence) yield read
    else notes.push(`${found.path} cannot be read as a sequence: ${read.error?.message ?? found.className}`)
  }
}

function nameOf({ object, export: exported }: ReadObject): string {
  const name = object.properties.get('SequenceName')
  return name instanceof Name ? name.toString() : exported.name
}

/** The names of tracks in an AnimSet or a BioAnimSetData; `undefined` when it has none. */
async function trackBones(reader: ObjectReader, read: ReadObject): Promise<TrackBones | undefined> {
  const { properties } = read.object
  const names = namesOf(properties.get('TrackBoneNames'))
  if (names.length === 0) return undefined
  const only = (await reader.value(read, 'bAnimRotationOnly'))?.value
  const lower = (list: readonly string[]) => new Set(list.map((name) => name.toLowerCase()))
  return {
    names,
    // The class default.
    onlyRotates: only !== false,
    translated: lower(namesOf(properties.get('UseTranslationBoneNames'))),
    fromMesh: lower(namesOf(properties.get('ForceMeshTranslationBoneNames'))),
  }
}

function namesOf(value: PropertyValue | undefined): string[] {
  return Array.isArray(value) ? value.flatMap((one) => (one instanceof Name ? [one.toString()] : [])) : []
}

async function sequenceOf(
  reader: ObjectReader,
  read: ReadObject,
  own: TrackBones | undefined,
  gathered: Gathered,
): Promise<BoneSequence> {
  const { object } = read
  if (!(object instanceof ue3.AnimSequence)) throw new MediaError('no-form', 'not a sequence')
  const { properties } = object
  const bones = own ?? (await bonesOfData(reader, properties.get('m_pBioAnimSetData')))
  if (bones === undefined) throw new MediaError('elsewhere', 'the names of its bones are in a package that is missing')
  const frames = Math.max(1, numberOf(properties.get('NumFrames'), 1))
  const seconds = Math.max(0, numberOf(properties.get('SequenceLength'), 0))
  const keys = compressedKeys(reader, object, frames)
  const decoded = decodedTracks(object, keys, bones.names.length)
  const tracks = decoded.map((track, i) => trackOf(track, i, bones, { frames, seconds }, gathered))
  const isUnproven = decoded.some(({ positions, rotations }) => positions.isUnproven || rotations.isUnproven)
  const playRate = numberOf(properties.get('RateScale'), 1)
  return {
    name: nameOf(read),
    group: '',
    seconds,
    frames,
    rate: seconds > 0 ? frames / seconds : 30,
    frameSeconds: frames > 1 ? seconds / (frames - 1) : seconds,
    tracks,
    notifies: notifiesOf(properties.get('Notifies'), seconds),
    ...(playRate > 0 && playRate !== 1 ? { playRate } : {}),
    ...(isUnproven ? { isUnproven } : {}),
    ...(properties.get('bIsAdditive') === true ? { isAdditive: true } : {}),
  }
}

async function bonesOfData(
  reader: ObjectReader,
  reference: PropertyValue | undefined,
): Promise<TrackBones | undefined> {
  const found = await reader.follow(reference)
  if (found === undefined) return undefined
  const other = found.package === reader.package ? reader : await reader.forPackage(found.package)
  return trackBones(other, await other.read(found))
}

/** The compressed keys; `undefined` when the sequence only has imported keys. */
function compressedKeys(reader: ObjectReader, object: ue3.AnimSequence, frames: number): CompressedKeys | undefined {
  const { properties, compressedData: stream } = object
  const list = properties.get('CompressedTrackOffsets')
  const offsets = Array.isArray(list) ? list.map((one) => (typeof one === 'number' ? one : -1)) : []
  if (offsets.length === 0) return undefined
  const keys = {
    stream,
    bigEndian: reader.package.context.bigEndian,
    offsets,
    encoding: formatOf(properties.get('KeyEncodingFormat'), ENCODINGS),
    translation: formatOf(properties.get('TranslationCompressionFormat'), KEY_FORMATS),
    rotation: formatOf(properties.get('RotationCompressionFormat'), KEY_FORMATS),
    frames,
  }
  return { ...keys, alwaysHasRange: alwaysHasRange(keys, !reader.package.context.since(Version.AnimRangesWhenUsed)) }
}

/** Values of the enum, for packages that store a number. */
const ENCODINGS = ['akf_constantkeylerp', 'akf_variablekeylerp', 'akf_pertrackcompression']

/** The name of a format in lower case; the first of the enum when the sequence does not set it. */
function formatOf(value: PropertyValue | undefined, names: readonly string[]): string {
  if (value instanceof Name) return value.toString().toLowerCase()
  const number = typeof value === 'number' ? value : 0
  return names[number] ?? `number ${number}`
}

function decodedTracks(object: ue3.AnimSequence, keys: CompressedKeys | undefined, bones: number): DecodedTrack[] {
  if (keys === undefined) {
    const whole = (values: Float32Array): DecodedKeys => ({ values, frames: undefined })
    if (object.rawTracks.length === 0) throw new MediaError('no-data', 'it has no keys')
    return object.rawTracks
      .slice(0, bones)
      .map(({ positions, rotations }) => ({ positions: whole(positions), rotations: whole(rotations) }))
  }
  const count = trackCount(keys)
  if (count !== bones)
    throw new MediaError('broken', `expected a track for each of ${plural(bones, 'bone')}, found ${count}`)
  return Array.from({ length: count }, (_, track) => decodeTrack(keys, track))
}

function trackOf(
  { positions, rotations }: DecodedTrack,
  track: number,
  bones: TrackBones,
  time: { readonly frames: number; readonly seconds: number },
  gathered: Gathered,
): BoneTrack {
  const name = bones.names[track] ?? ''
  const key = name.toLowerCase()
  const bone = boneNumber(name, gathered)
  const result = boneTrack(
    {
      bone,
      rotations: rotations.values,
      rotationTime: timesOf(rotations, rotations.values.length / 4, time),
      positions: positions.values,
      positionTime: timesOf(positions, positions.values.length / 3, time),
      // All rotations but the root's are conjugated, unlike those of the mesh's bones (3,708 tracks).
      conjugated: track !== 0,
    },
    (count) => {
      gathered.dropped += count
    },
  )
  const isUnused = track !== 0 && (bones.fromMesh.has(key) || (bones.onlyRotates && !bones.translated.has(key)))
  if (!isUnused || result.positions.length === 0) return result
  return {
    ...result,
    positionTimes: new Float32Array(0),
    positions: new Float32Array(0),
    unusedPositions: { times: result.positionTimes, positions: result.positions },
  }
}

function boneNumber(name: string, { numbers, bones }: Gathered): number {
  const key = name.toLowerCase()
  const known = numbers.get(key)
  if (known !== undefined) return known
  numbers.set(key, bones.length)
  bones.push({ name, parent: -1 })
  return bones.length - 1
}

/**
 * The time of each key. Frames are spread over the whole length, with the last at the end; without stored
 * frames, the keys are.
 */
function timesOf(
  { frames: list }: DecodedKeys,
  count: number,
  { frames, seconds }: { readonly frames: number; readonly seconds: number },
): (key: number) => number {
  if (count <= 1) return () => 0
  if (list === undefined) return (key) => (key * seconds) / (count - 1)
  return (key) => ((list[key] ?? 0) * seconds) / Math.max(1, frames - 1)
}

function numberOf(value: PropertyValue | undefined, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise
}

/** Structs with Time (seconds), Notify (an object) and Comment. */
function notifiesOf(value: PropertyValue | undefined, seconds: number): Notify[] {
  const notifies: Notify[] = []
  for (const one of Array.isArray(value) ? value : []) {
    if (!(one instanceof TaggedStruct)) continue
    const { properties } = one
    const comment = properties.get('Comment')
    const object = properties.get('Notify')
    const isNamed = comment instanceof Name && comment.toString().toLowerCase() !== 'none'
    const name = isNamed ? comment.toString() : object instanceof ExportObject ? object.className : ''
    const time = numberOf(properties.get('Time'), 0)
    notifies.push({ time: seconds > 0 ? time / seconds : 0, name })
  }
  return notifies
}
