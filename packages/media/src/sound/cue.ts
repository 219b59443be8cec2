import { ExportObject, ImportObject, type ObjectReader, type ObjectView } from '@ukit/core'
import { ue2, ue3 } from '@ukit/objects'
import { MediaError } from '../media-error.js'
import { elementsOf, numberOf } from '../property-values.js'

/** From the least to the greatest that chance gives. */
export type Span = readonly [from: number, to: number]

/**
 * *A part of a sound that is put together when it is played*: of a SoundCue of UE3 or a SoundGroup of UE2.
 */
export interface CueNode {
  /** The object; an import if its package is missing. */
  readonly object: ExportObject | ImportObject
  /**
   * What it does with its parts: one of them by chance, all at once, one after the other, or just passes them
   * on; a sound has none.
   */
  readonly kind: 'random' | 'together' | 'sequence' | 'pass' | 'sound'
  readonly children: readonly CueChild[]
  /** Factor of the volume. */
  readonly volume: Span
  /** Factor of the pitch. */
  readonly pitch: Span
  /** Seconds before it begins. */
  readonly delay: Span
  /** Seconds that a sound lasts, if the object says so. */
  readonly seconds?: number
}

/** A part of a node. */
export interface CueChild {
  readonly node: CueNode
  /** How likely it is, from 0 to 1; 1 for parts that always play. */
  readonly chance: number
  /** Factor of its volume. */
  readonly volume: number
}

/** A sound to be played. */
export interface CueSound {
  readonly object: ExportObject
  /** Seconds from the start. */
  readonly start: number
  readonly volume: number
  readonly pitch: number
}

const ONE: Span = [1, 1]
const NONE: Span = [0, 0]
/** Deeper trees, and trees that go in circles, are cut. */
const MOST_DEPTH = 32
/** More nodes than any cue has. */
const MOST_NODES = 2000

/** Whether an object is put together of sounds: `cueOf` reads it. */
export function isCue({ className }: ExportObject): boolean {
  return /^sound(?:cue|group)$/i.test(className)
}

/**
 * *Reads a SoundCue or SoundGroup as a tree.*
 *
 * @throws {MediaError} `no-form` for any other object, `no-data` when nothing is in it.
 */
export async function cueOf(reader: ObjectReader, cue: ExportObject): Promise<CueNode> {
  if (!isCue(cue)) throw new MediaError('no-form', `${cue.className} is not put together of sounds`)
  const node = await new CueReader().node(reader, cue, 0)
  if (node.children.length === 0) throw new MediaError('no-data', 'it has no sounds')
  return node
}

/**
 * *Throws the dice of a cue*: the sounds that play this time. Loops are played once; what only the game
 * knows, such as distance, changes nothing.
 *
 * @param random gives a number from 0 to below 1, as `Math.random`.
 */
export function rollCue(cue: CueNode, random: () => number): CueSound[] {
  const sounds: CueSound[] = []
  const between = ([from, to]: Span) => from + (to - from) * random()
  /** Adds the sounds of a node, and says when the last of them ends. */
  const play = (node: CueNode, at: number, loudness: number, tone: number): number => {
    const start = at + between(node.delay)
    const volume = loudness * between(node.volume)
    const pitch = tone * between(node.pitch)
    if (node.kind === 'sound') {
      if (node.object instanceof ExportObject) sounds.push({ object: node.object, start, volume, pitch })
      return start + (node.seconds ?? 0) / Math.max(0.01, pitch)
    }
    const parts = node.kind === 'random' ? chosen(node.children, random()) : node.children
    let end = start
    for (const { node: part, volume: share } of parts) {
      const from = node.kind === 'sequence' ? end : start
      end = Math.max(end, play(part, from, volume * share, pitch))
    }
    return end
  }
  play(cue, 0, 1, 1)
  return sounds
}

function chosen(children: readonly CueChild[], dice: number): CueChild[] {
  let left = dice
  for (const child of children) {
    if (left < child.chance) return [child]
    left -= child.chance
  }
  return children.slice(-1)
}

class CueReader {
  #nodes = 0

  async node(reader: ObjectReader, reference: ExportObject | ImportObject, depth: number): Promise<CueNode> {
    const found = await reader.follow(reference)
    const passed = { object: found ?? reference, volume: ONE, pitch: ONE, delay: NONE }
    if (++this.#nodes > MOST_NODES || depth > MOST_DEPTH) return { ...passed, kind: 'pass', children: [] }
    if (found === undefined) return { ...passed, kind: 'sound', children: [] }
    const owner = found.package === reader.package ? reader : await reader.forPackage(found.package)
    const { object } = await owner.read(found)
    if (object instanceof ue2.SoundGroup) return this.#group(owner, found, object, depth)
    if (object instanceof ue2.ProceduralSound) return this.#procedural(owner, found, object, depth)
    const view = await owner.view(found)
    if (object instanceof ue3.SoundNodeWave || owner.package.context.engine < 3)
      return {
        ...passed,
        kind: 'sound',
        children: [],
        volume: around(view, 'Volume'),
        pitch: around(view, 'Pitch'),
        seconds: numberOf(view.raw('Duration')),
      }
    const name = found.className.toLowerCase()
    if (name === 'soundcue') {
      const children = await this.#children(owner, [view.raw('FirstNode')], depth)
      const [volume, pitch] = [around(view, 'VolumeMultiplier'), around(view, 'PitchMultiplier')]
      return { ...passed, kind: 'pass', children, volume, pitch }
    }
    const parts = elementsOf(view.raw('ChildNodes'))
    const random = name.startsWith('soundnoderandom')
    const kind = random
      ? 'random'
      : name === 'soundnodeconcatenator'
        ? 'sequence'
        : parts.length > 1
          ? 'together'
          : 'pass'
    const weights = random ? elementsOf(view.raw('Weights')).map((weight) => Math.max(0, numberOf(weight))) : []
    const volumes = elementsOf(view.raw('InputVolume')).map((volume) => numberOf(volume, 1))
    const isModulator = name.startsWith('soundnodemodulator')
    return {
      ...passed,
      kind,
      children: await this.#children(owner, parts, depth, random ? weights : undefined, volumes),
      volume: isModulator ? span(view, 'Volume', 1) : ONE,
      pitch: isModulator ? span(view, 'Pitch', 1) : ONE,
      delay: name === 'soundnodedelay' ? span(view, 'Delay', 0) : NONE,
    }
  }

  async #group(reader: ObjectReader, object: ExportObject, group: ue2.SoundGroup, depth: number): Promise<CueNode> {
    const weights: number[] = []
    for (const sound of group.sounds) {
      const found = await reader.follow(sound)
      const owner =
        found === undefined || found.package === reader.package ? reader : await reader.forPackage(found.package)
      const read = found === undefined ? undefined : (await owner.read(found)).object
      const isWeighed = read instanceof ue2.Sound || read instanceof ue2.ProceduralSound
      weights.push(isWeighed ? Math.max(0, numberOf(read.likelihood, 1)) : 1)
    }
    const children = await this.#children(reader, group.sounds, depth, weights)
    return { object, kind: 'random', children, volume: ONE, pitch: ONE, delay: NONE }
  }

  async #procedural(
    reader: ObjectReader,
    object: ExportObject,
    sound: ue2.ProceduralSound,
    depth: number,
  ): Promise<CueNode> {
    const { pitchModification, pitchVariance, volumeModification, volumeVariance } = sound
    const children = await this.#children(reader, [sound.baseSound], depth)
    const varied = (middle: number, variance: number): Span => [Math.max(0, middle - variance), middle + variance]
    const volume = varied(numberOf(volumeModification, 1), numberOf(volumeVariance))
    const pitch = varied(numberOf(pitchModification, 1), numberOf(pitchVariance))
    return { object, kind: 'pass', children, volume, pitch, delay: NONE }
  }

  /** Parts with their chances: by weights, if there are some. */
  async #children(
    reader: ObjectReader,
    parts: readonly unknown[],
    depth: number,
    weights?: readonly number[],
    volumes: readonly number[] = [],
  ): Promise<CueChild[]> {
    const sum = parts.reduce<number>((total, _, i) => total + (weights?.[i] ?? 0), 0)
    const children: CueChild[] = []
    for (const [i, part] of parts.entries()) {
      if (!(part instanceof ExportObject || part instanceof ImportObject)) continue
      const even = weights === undefined ? 1 : 1 / parts.length
      const chance = weights === undefined || sum === 0 ? even : (weights[i] ?? 0) / sum
      children.push({ node: await this.node(reader, part, depth + 1), chance, volume: volumes[i] ?? 1 })
    }
    return children
  }
}

/** A number as a span; a factor of 1 if it is not set. */
function around(view: ObjectView, name: string): Span {
  const value = numberOf(view.raw(name), 1)
  return [value, value]
}

/** `VolumeMin` and `VolumeMax`. */
function span(view: ObjectView, name: string, otherwise: number): Span {
  const from = numberOf(view.raw(`${name}Min`), otherwise)
  return [from, Math.max(from, numberOf(view.raw(`${name}Max`), from))]
}
