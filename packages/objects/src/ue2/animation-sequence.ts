import type { Archive, Serializable } from '@ukit/container'
import { Name, type ObjectSource } from '@ukit/container'
import { nameArray, recordArray } from '../common/arrays.js'
import { LineageSequence } from './lineage-sequence.js'
import { isLineage, Ue2Version } from './lines.js'

/** Lineage II: notifications have a text from here on. Readers only. */
const LINEAGE_NOTIFY_TEXT = 131

/** *Something that happens while a sequence plays.* */
export class AnimationNotify implements Serializable {
  /** 0 at the beginning, 1 at the end of the sequence. */
  time = 0
  /** Function of the actor; `None` when `object` does it. */
  function: Name = Name.NONE
  /** An AnimNotify. */
  object: ObjectSource | null = null
  /** Lineage II since 131: 16-bit text, not ended by a zero. */
  lineageText: Uint16Array = new Uint16Array(0)

  serialize(ar: Archive): void {
    this.time = ar.f32(this.time, 'time')
    this.function = ar.name(this.function, 'function')
    if (ar.since(Ue2Version.NotifyObjects)) this.object = ar.object(this.object, 'object')
    if (!isLineage(ar) || ar.version < LINEAGE_NOTIFY_TEXT) return
    const units = ar.count(this.lineageText.length, 'lineageText.length', 2)
    this.lineageText = ar.ushorts(this.lineageText, units, 'lineageText')
  }
}

/** *Frames that play as one, with a name.* */
export class AnimationSequence implements Serializable {
  /** 0 in every file; meaning unknown. */
  bookmark = 0
  name: Name = Name.NONE
  groups: Name[] = []
  startFrame = 0
  numFrames = 0
  notifies: AnimationNotify[] = []
  /** Frames a second. */
  rate = 30
  /** Lineage II. */
  lineage: LineageSequence | undefined

  /** @param isLineage it has what Lineage II adds. */
  constructor(isLineage = false) {
    this.lineage = isLineage ? new LineageSequence() : undefined
  }

  serialize(ar: Archive): void {
    if (ar.since(Ue2Version.SequenceBookmark)) this.bookmark = ar.f32(this.bookmark, 'bookmark')
    this.name = ar.name(this.name, 'name')
    this.groups = nameArray(ar, this.groups, 'groups')
    this.startFrame = ar.i32(this.startFrame, 'startFrame')
    this.numFrames = ar.i32(this.numFrames, 'numFrames')
    this.notifies = recordArray(ar, this.notifies, () => new AnimationNotify(), 5, 'notifies')
    this.rate = ar.f32(this.rate, 'rate')
    if (this.lineage !== undefined) ar.record(this.lineage, 'lineage')
  }
}

/** Least bytes of a sequence. */
export const SEQUENCE_SIZE = 15

/**
 * The end of an object, with sequences in it.
 *
 * Postal 2 and others count licensee versions as Lineage II does, but their sequences are the common ones: that form is taken with which the object ends where it should.
 *
 * @param end reads or writes everything up to the end of the object; it is given what makes a sequence.
 */
export function endWithSequences(ar: Archive, end: (create: () => AnimationSequence) => void): void {
  const common = () => new AnimationSequence()
  if (isLineage(ar) && ar.isLoading) {
    const fits = ar.attempt(ar.remaining, () => {
      end(() => new AnimationSequence(true))
      return true
    })
    if (fits === true) return
  }
  end(common)
}
