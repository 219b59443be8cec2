import type { RowArchive } from '../archive/row-archive.js'
import type { Threshold } from '../versions.js'
import { type NoteKind, RowNotes } from './row-notes.js'
import { RowReader } from './row-reader.js'

/** What a step of a plan passes; it fits in `RowPlan.KIND`. */
export const RowStep = {
  /** Bytes whatever they are. */
  Bytes: 0,
  /** Text up to a zero byte, and that. */
  ZeroTerminated: 1,
  /** Text with its length in front. */
  Text: 2,
  /** An index into the name table. */
  Name: 3,
  /** An object reference. */
  Reference: 4,
  /** The size of a body. */
  Size: 5,
  /** Where the body is that the last size is of. */
  Offset: 6,
  /** A count and as many records of one size. */
  Records: 7,
} as const

const STEPS = {
  bytes: RowStep.Bytes,
  zeroTerminated: RowStep.ZeroTerminated,
  text: RowStep.Text,
  name: RowStep.Name,
  reference: RowStep.Reference,
  size: RowStep.Size,
  offset: RowStep.Offset,
  records: RowStep.Records,
} satisfies Record<NoteKind, number>

/**
 * *How the rows of a table are passed in packages of one format*: the fields of a row as a flat list of
 * steps, with every question of versions answered.
 *
 * It is made from the row's own `serializeStandard`, called with an archive that only notes what it is asked
 * for. So tables are scanned, and lost ones looked for, by the description that reads and writes them.
 */
export class RowPlan {
  /** The bits of a step that are its `RowStep`. */
  static readonly KIND = 7
  /** The step has a compact index. */
  static readonly COMPACT = 8
  /** The step is there only when the size in front of it is not 0. */
  static readonly WITH_BODY = 16

  /**
   * Three numbers a step: what it passes, the bytes after it that are not needed, and the bytes of one
   * record.
   */
  readonly steps: Int32Array

  private constructor(steps: Int32Array) {
    this.steps = steps
  }

  /**
   * The plan of rows that `create` makes.
   *
   * @param since answers whether packages of the format are saved at or after a change.
   * @throws {Error} when the records inside a row are not all of one size: those of engines are.
   */
  static of(since: (threshold: Threshold) => boolean, create: () => Row): RowPlan {
    const note = (answer: number) => {
      const notes = new RowNotes(since, answer)
      create().serializeStandard(RowReader.noting(notes))
      return notes.asked
    }
    // What is stored only with a body is what is missing when all numbers are 0.
    const always = new Set(note(0).map(({ field }) => field))
    const steps: [code: number, behind: number, unit: number][] = []
    for (const { field, kind, compact, size, unit } of note(1)) {
      const last = steps.at(-1)
      const bytes = kind === 'bytes' ? size : 0
      // Bytes join the step in front of them, unless that may be missing.
      if (bytes > 0 && last !== undefined && (last[0] & RowPlan.WITH_BODY) === 0) last[1] += bytes
      else {
        const code = STEPS[kind] | (compact ? RowPlan.COMPACT : 0) | (always.has(field) ? 0 : RowPlan.WITH_BODY)
        steps.push([code, bytes, unit])
      }
    }
    return new RowPlan(Int32Array.from(steps.flat()))
  }
}

/** A row that describes its layout. */
interface Row {
  serializeStandard(ar: RowArchive): void
}
