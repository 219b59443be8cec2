import type { Archive, Serializable } from '@ukit/container'
import { Feature, Name, type ObjectSource, Version } from '@ukit/container'
import { nameArray, recordArray } from '../common/arrays.js'

/** *Something that happens while a sequence plays.* */
export class AnimationNotify implements Serializable {
  /** 0 at the beginning, 1 at the end of the sequence. */
  time = 0
  /** Function of the actor; `None` when `object` does it. */
  function: Name = Name.NONE
  /** An AnimNotify. */
  object: ObjectSource | null = null
  /** Since `Feature.NotifyText`: 16-bit text, not ended by a zero. */
  text: Uint16Array = new Uint16Array(0)

  serialize(ar: Archive): void {
    this.time = ar.f32(this.time, 'time')
    this.function = ar.name(this.function, 'function')
    if (ar.since(Version.NotifyObjects)) this.object = ar.object(this.object, 'object')
    if (!ar.since(Feature.NotifyText)) return
    const units = ar.count(this.text.length, 'text.length', 2)
    this.text = ar.ushorts(this.text, units, 'text')
  }
}

/** *Frames that play as one, with a name.* */
export class AnimationSequence implements Serializable {
  /** 0 in every file; meaning unknown. */
  bookmark = 0
  /** What scripts play it by. */
  name: Name = Name.NONE
  /** Names of groups, such as `Waiting`. */
  groups: Name[] = []
  /** Its first frame among all of the mesh; 0 for sequences that move bones. */
  startFrame = 0
  /** Frames of the sequence. */
  numFrames = 0
  /** What happens while it plays. */
  notifies: AnimationNotify[] = []
  /** Frames per second. */
  rate = 30
  /** What the package's game has at the end of a sequence. */
  added: Serializable | undefined = undefined
  readonly #isCommon: boolean

  /** @param isCommon it ends as in the engine, whatever the package's game. */
  constructor(isCommon = false) {
    this.#isCommon = isCommon
  }

  serialize(ar: Archive): void {
    if (ar.since(Version.SequenceBookmark)) this.bookmark = ar.f32(this.bookmark, 'bookmark')
    this.name = ar.name(this.name, 'name')
    this.groups = nameArray(ar, this.groups, 'groups')
    this.startFrame = ar.i32(this.startFrame, 'startFrame')
    this.numFrames = ar.i32(this.numFrames, 'numFrames')
    this.notifies = recordArray(ar, this.notifies, () => new AnimationNotify(), 5, 'notifies')
    this.rate = ar.f32(this.rate, 'rate')
    if (!this.#isCommon) this.added = ar.added('sequence', this, this.added)
  }
}

/** Minimum size in bytes of a sequence. */
export const SEQUENCE_SIZE = 15

/**
 * The end of an object, with sequences in it.
 *
 * A game's own record at the end of sequences is not certain where versions alone name the game: that form is
 * taken with which the object ends where it should.
 *
 * @param end reads or writes everything up to the end of the object; it is given what makes a sequence.
 */
export function endWithSequences(ar: Archive, end: (create: () => AnimationSequence) => void): void {
  const own = () => new AnimationSequence()
  if (ar.isLoading && ar.context.dialect.added?.sequence !== undefined) {
    const fits = ar.attempt(ar.remaining, () => {
      end(own)
      return true
    })
    if (fits !== true) end(() => new AnimationSequence(true))
    return
  }
  end(own)
}
