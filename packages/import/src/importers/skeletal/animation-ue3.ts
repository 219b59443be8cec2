import { Feature, Name, Version } from '@ukit/container'
import { addObject, EditExport, NEW_OBJECT_FLAGS, type PackageEdit, removeProperty, setProperty } from '@ukit/edit'
import { type BoneSequence, MediaError, type SkeletalAnimation, type Skeleton } from '@ukit/media'
import { type PropertyList, type PropertyValue, UnrealObject, ue3 } from '@ukit/objects'
import { plural } from '@ukit/text/internal'
import { checkNewPath } from '../new-object.js'
import { RESOURCE_FLAGS } from '../put-object.js'
import { refused } from '../refused.js'
import { animStream } from './anim-stream.js'
import { inOrderOf } from './animation-bones.js'
import { frameKeys, type StoredTrack, withRestKeys } from './animation-keys.js'

/** Flag of a package that was made for a game, which reads only compressed keys. */
const COOKED = 0x8

/** An existing sequence of a set. */
interface KnownSequence {
  readonly entry: EditExport
  readonly name: string
}

/** Everything that is written for one sequence. */
interface PlannedSequence {
  readonly sequence: BoneSequence
  /** The sequence that it replaces. */
  readonly entry: EditExport | undefined
  readonly tracks: readonly StoredTrack[]
}

/** How an animation is put into an AnimSet. */
export interface AnimSetOptions {
  /** Removes the sequences that the animation does not have from the set. */
  readonly replaces: boolean
  /** Property bAnimRotationOnly of the set; unchanged if not given. */
  readonly rotationOnly: boolean | undefined
  /** The pose of bones without keys. */
  readonly skeleton: Skeleton | undefined
}

/**
 * The set or sequence, and the paths of all objects that were added or changed, that of the set or sequence
 * first.
 */
export interface ImportedAnimation {
  readonly entry: EditExport
  readonly objects: readonly string[]
}

/**
 * *Puts an animation into an AnimSet of UE3*, which is added if it does not exist, or into a single
 * AnimSequence. Sequences of the same name are replaced and keep everything but their keys: notifies, group,
 * flags.
 *
 * Packages for editors get raw keys, bit for bit. Packages made for a game get compressed keys
 * (ACF_Float96NoW), whose fourth component follows from the others.
 */
export async function importAnimSet(
  edit: PackageEdit,
  path: string,
  animation: SkeletalAnimation,
  options: AnimSetOptions,
  notes: string[],
): Promise<ImportedAnimation> {
  const entry = existingAt(edit, path)
  if (entry === undefined) checkNewPath(edit, path, 'AnimSet')
  const isSequence = entry !== undefined && isOfClass(edit, entry, 'animsequence')
  const set = isSequence ? entry.outer : entry
  const known = isSequence
    ? await knownSequences(edit, [entry])
    : entry === undefined
      ? []
      : await sequencesOf(edit, entry)
  if (isSequence && animation.sequences.length !== 1)
    throw new MediaError(
      'unsupported',
      `expected one sequence for ${path}, found ${animation.sequences.length}: import into its set`,
    )
  const matches = animation.sequences.map(({ name }) =>
    isSequence ? known[0] : known.find((one) => one.name.toLowerCase() === name.toLowerCase()),
  )
  const dropped = isSequence || !options.replaces ? [] : known.filter((one) => !matches.includes(one))
  const stays = isSequence
    ? ['others of its set']
    : known.filter((one) => !matches.includes(one) && !dropped.includes(one))
  const bones = await trackBones(edit, set instanceof EditExport ? set : undefined, known)
  if (bones.isShared && matches.includes(undefined))
    throw new MediaError(
      'unsupported',
      'names of bones are in an object that several sets may share: its sequences can be replaced, but none added',
    )
  const ordered = inOrderOf(animation, bones.names, [
    ...stays.map((one) => (typeof one === 'string' ? one : one.name)),
    ...(bones.isShared ? ['that object'] : []),
  ])
  const plan = ordered.sequences.map(
    (sequence, i): PlannedSequence => ({
      sequence,
      entry: matches[i]?.entry,
      tracks: wholeTracks(sequence, ordered, options.skeleton, notes),
    }),
  )
  for (const { entry: one } of plan) if (one !== undefined) await checkReadable(edit, one)
  // Everything has been checked at this point.
  const owner =
    set instanceof EditExport
      ? set
      : addObject(edit, path, 'Engine.AnimSet', new UnrealObject(), { flags: RESOURCE_FLAGS })
  const boneNames = ordered.bones.map(({ name }) => name)
  const isRenamed = boneNames.join('\n').toLowerCase() !== bones.names.join('\n').toLowerCase()
  if (isRenamed)
    await setProperty(
      edit,
      owner,
      'TrackBoneNames:array(name)',
      boneNames.map((name) => edit.addName(name)),
    )
  if (options.rotationOnly !== undefined) await setProperty(edit, owner, 'bAnimRotationOnly:bool', options.rotationOnly)
  const made: EditExport[] = []
  for (const planned of plan) made.push(await putSequence(edit, owner, planned))
  if (isSequence) return { entry, objects: [entry.path] }
  const kept = known.filter((one) => !dropped.includes(one)).map((one) => one.entry)
  const list = [...kept, ...made.filter((one) => !kept.includes(one))]
  if (list.length !== known.length || dropped.length > 0)
    await setProperty(edit, owner, 'Sequences:array(object)', list)
  if (dropped.length > 0)
    notes.push(
      `${plural(dropped.length, 'sequence is', 'sequences are')} no longer in the set: ` +
        `${dropped.map((one) => one.name).join(', ')}`,
    )
  return { entry: owner, objects: [owner.path, ...made.map((one) => one.path)] }
}

/** The set or sequence that has the path; `undefined` when it is free. */
function existingAt(edit: PackageEdit, path: string): EditExport | undefined {
  const found = edit.lookUp(path)
  if (!(found instanceof EditExport)) return undefined
  if (isOfClass(edit, found, 'animset') || isOfClass(edit, found, 'animsequence')) return found
  throw refused(path, `expected an AnimSet or an AnimSequence, found a ${found.className}`)
}

function isOfClass(edit: PackageEdit, entry: EditExport, name: string): boolean {
  return edit.ancestryOf(entry.class).some((one) => one.toLowerCase() === name)
}

async function sequencesOf(edit: PackageEdit, set: EditExport): Promise<KnownSequence[]> {
  const list = (await edit.read(set)).object.properties.get('Sequences')
  const entries = Array.isArray(list) ? list.filter((one): one is EditExport => one instanceof EditExport) : []
  return knownSequences(edit, entries)
}

async function knownSequences(edit: PackageEdit, entries: readonly EditExport[]): Promise<KnownSequence[]> {
  const known: KnownSequence[] = []
  for (const entry of entries) {
    const name = (await edit.read(entry)).object.properties.get('SequenceName')
    known.push({ entry, name: name instanceof Name ? name.toString() : entry.name })
  }
  return known
}

/** The names of a set's tracks. In some games they are in a separate object, which several sets may share. */
async function trackBones(
  edit: PackageEdit,
  set: EditExport | undefined,
  known: readonly KnownSequence[],
): Promise<{ readonly names: readonly string[]; readonly isShared: boolean }> {
  const own = set === undefined ? [] : namesOf((await edit.read(set)).object.properties.get('TrackBoneNames'))
  const [first] = known
  if (own.length > 0 || first === undefined) return { names: own, isShared: false }
  const data = (await edit.read(first.entry)).object.properties.get('m_pBioAnimSetData')
  if (!(data instanceof EditExport)) return { names: [], isShared: data !== undefined && data !== null }
  return { names: namesOf((await edit.read(data)).object.properties.get('TrackBoneNames')), isShared: true }
}

function namesOf(value: PropertyValue | undefined): string[] {
  return Array.isArray(value) ? value.flatMap((one) => (one instanceof Name ? [one.toString()] : [])) : []
}

async function checkReadable(edit: PackageEdit, entry: EditExport): Promise<void> {
  const { object, error } = await edit.read(entry)
  if (error !== undefined || !(object instanceof ue3.AnimSequence))
    throw new MediaError(
      'unsupported',
      `${entry.path} cannot be read as a sequence: ${error?.message ?? entry.className}`,
    )
}

/**
 * A track for each bone of the set. A bone that the animation does not move has its pose in the skeleton, or
 * is at its parent if the skeleton does not have it.
 */
function wholeTracks(
  sequence: BoneSequence,
  animation: SkeletalAnimation,
  skeleton: Skeleton | undefined,
  notes: string[],
): StoredTrack[] {
  let still = 0
  const moved = withRestKeys(frameKeys(sequence, animation.bones.length), animation, skeleton)
  const tracks = moved.map((track): StoredTrack => {
    if (track === undefined || track.rotations.length === 0) still++
    return {
      rotations: track === undefined || track.rotations.length === 0 ? Float32Array.of(0, 0, 0, 1) : track.rotations,
      rotationTimes: track?.rotationTimes ?? new Float32Array(1),
      positions: track === undefined || track.positions.length === 0 ? new Float32Array(3) : track.positions,
      positionTimes: track?.positionTimes ?? new Float32Array(1),
    }
  })
  if (still > 0)
    notes.push(
      `${plural(still, 'bone has', 'bones have')} no keys in sequence ${sequence.name}: ` +
        `${still === 1 ? 'it does' : 'they do'} not rotate`,
    )
  return tracks
}

/** Properties that describe how keys are compressed. */
const COMPRESSION = [
  'CompressedTrackOffsets',
  'TranslationCompressionFormat',
  'RotationCompressionFormat',
  'KeyEncodingFormat',
  'CompressionScheme',
  'CompressCommandletVersion',
] as const

/** The number of ACF_Float96NoW in the enum AnimationCompressionFormat. */
const FLOAT96_NO_W = 1

async function putSequence(edit: PackageEdit, set: EditExport, planned: PlannedSequence): Promise<EditExport> {
  const { sequence, tracks } = planned
  const { context, summary } = edit.package
  const isRaw =
    context.since(Version.RawAnimTracks) && !context.since(Feature.RawAnimBlock) && (summary.flags & COOKED) === 0
  const stream = isRaw ? undefined : animStream(tracks, !context.since(Version.AnimRangesWhenUsed))
  const fill = (object: UnrealObject) => {
    if (!(object instanceof ue3.AnimSequence)) return
    dropProperties(object.properties, COMPRESSION)
    object.rawTracks = isRaw
      ? tracks.map(({ positions, rotations }) =>
          Object.assign(new ue3.RawAnimSequenceTrack(), { positions, rotations }),
        )
      : []
    object.compressedData = stream?.bytes ?? new Uint8Array(0)
  }
  let { entry } = planned
  if (entry === undefined) {
    const made = new ue3.AnimSequence()
    fill(made)
    entry = addObject(edit, `${set.path}.${freeName(edit, set)}`, 'Engine.AnimSequence', made, {
      flags: NEW_OBJECT_FLAGS,
    })
    await setProperty(edit, entry, 'SequenceName:name', edit.addName(sequence.name))
  } else {
    await edit.change(entry, fill)
  }
  await setProperty(edit, entry, 'SequenceLength:float', lengthOf(sequence))
  await setProperty(edit, entry, 'NumFrames:int', sequence.frames)
  await setPlayRate(edit, entry, sequence.playRate)
  if (stream !== undefined) {
    // Tags of early versions do not name their enum, and the game's own classes, which would, may be missing.
    const hasEnum = edit.reader.schema.enum?.('AnimationCompressionFormat') !== undefined
    const isNamed = hasEnum || context.since(Version.ByteTagEnum)
    await setProperty(
      edit,
      entry,
      `RotationCompressionFormat:byte${isNamed ? '(AnimationCompressionFormat)' : ''}`,
      isNamed ? 'ACF_Float96NoW' : FLOAT96_NO_W,
    )
    await setProperty(edit, entry, 'CompressedTrackOffsets:array(int)', [...stream.offsets])
  }
  return entry
}

function dropProperties(list: PropertyList, names: readonly string[]): void {
  const keys = new Set(names.map((name) => name.toLowerCase()))
  list.items = list.items.filter(({ name }) => !keys.has(name.toString().toLowerCase()))
}

/** A file contains the final speed of a sequence, which already includes the game's earlier multiplier. */
async function setPlayRate(edit: PackageEdit, entry: EditExport, playRate: number | undefined): Promise<void> {
  if (playRate !== undefined) await setProperty(edit, entry, 'RateScale:float', playRate)
  else if ((await edit.read(entry)).object.properties.get('RateScale') !== undefined)
    await removeProperty(edit, entry, 'RateScale')
}

/** A free name, in the editor's form. */
function freeName(edit: PackageEdit, set: EditExport): string {
  for (let i = 0; ; i++) if (edit.objectsNamed(set, `AnimSequence_${i}`).length === 0) return `AnimSequence_${i}`
}

/** The 32-bit length that gives exactly the frame rate when it is read, if one of the nearest does. */
function lengthOf({ seconds, frames, rate }: BoneSequence): number {
  const word = new DataView(new ArrayBuffer(4))
  word.setFloat32(0, seconds)
  const bits = word.getUint32(0)
  const near = [0, 1, -1].map((step) => {
    word.setUint32(0, Math.max(0, bits + step))
    return word.getFloat32(0)
  })
  return near.find((length) => Math.fround(frames / length) === Math.fround(rate)) ?? Math.fround(seconds)
}
