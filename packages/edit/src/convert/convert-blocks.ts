import type { Subject } from '@ukit/container'
import { Archive, Feature, FormatContext, Guid, Name, type Threshold, UString, Version } from '@ukit/container'
import type { UnrealObject } from '@ukit/objects'
import { SoundNodeWave, Texture2D } from '@ukit/objects/ue3'
import { EditExport, EditImport } from '../entries.js'

/** Changes in how fields around the data of a class are stored, which say nothing about the data. */
const FRAMING: ReadonlySet<Threshold> = new Set<Threshold>([
  Version.LazyArraySkip,
  Version.StringLengths,
  Version.StateStack,
  Version.NetIndex,
  Version.NameNumbers,
  Version.LatentAction16,
  Version.ByteTagEnum,
  Version.BoolTagByte,
  Version.ProbeMask32,
  // A field of a record, which is compared by itself: no block holds nodes.
  Feature.NodesWithoutGap,
])

/**
 * Classes whose bytes are pixels or sound in a form that a property or a field beside them names, whatever
 * the version.
 */
const SELF_CONTAINED: readonly (abstract new () => UnrealObject)[] = [Texture2D, SoundNodeWave]

/** A context that notes questions to which another one would give a different answer. */
class Probe extends FormatContext {
  readonly crossed = new Set<Threshold>()
  readonly #other: FormatContext

  constructor(context: FormatContext, other: FormatContext) {
    super(context.version, context.licensee, context.bigEndian, context.dialect)
    this.#other = other
  }

  override since(threshold: Threshold): boolean {
    const answer = super.since(threshold)
    if (this.#other.since(threshold) !== answer) this.crossed.add(threshold)
    return answer
  }
}

/**
 * *Finds objects whose class changed between two versions and that hold data as mere bytes*: vertices,
 * indices, samples in blocks. Comparing fields proves nothing about the inside of such a block; UE Viewer
 * refused a skeletal mesh of 737 in 868, where numbers in a block had grown from 2 bytes to 4.
 */
export class BlockCheck {
  readonly #probes: readonly Probe[]

  constructor(from: FormatContext, to: FormatContext) {
    this.#probes = [new Probe(from, to), new Probe(to, from)]
  }

  /**
   * The change of its class, when the object holds such a block; `undefined` when there is none or nothing to
   * be changed.
   */
  changeOf(object: UnrealObject, subject: Subject): Threshold | undefined {
    if (SELF_CONTAINED.some((type) => object instanceof type) || !hasBlock(object)) return undefined
    for (const probe of this.#probes) {
      probe.crossed.clear()
      object.serialize(Archive.measure(probe, { subject }))
      for (const threshold of probe.crossed) if (!FRAMING.has(threshold)) return threshold
    }
    return undefined
  }
}

function hasBlock(object: UnrealObject): boolean {
  const waiting: object[] = [object]
  const seen = new Set<object>(waiting)
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const value of Object.values(next)) {
      if (value instanceof Uint8Array && value.length > 0) return true
      if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || isLeaf(value) || seen.has(value))
        continue
      seen.add(value)
      waiting.push(value)
    }
  }
  return false
}

function isLeaf(value: object): boolean {
  return (
    value instanceof Name ||
    value instanceof UString ||
    value instanceof Guid ||
    value instanceof EditExport ||
    value instanceof EditImport
  )
}
