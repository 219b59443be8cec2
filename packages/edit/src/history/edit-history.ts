import type { PackageEdit } from '../document.js'
import { changesBetween, type EditChange } from './edit-changes.js'
import type { EditSnapshot } from './edit-snapshot.js'

/** One step of a history. */
interface Step {
  readonly label: string
  readonly after: EditSnapshot
}

/** How many steps a history keeps by default. */
export const EDIT_HISTORY_DEFAULTS = { steps: 100 } as const

/**
 * *Undo and redo for a document*: whatever a step does to it, by whichever functions, is one step back.
 *
 * ```ts
 * const history = new EditHistory(edit)
 * await history.do('Rename Floor', () => renameObject(edit, edit.export('Floor'), 'Ground'))
 * history.undo()                   // 'Rename Floor'
 * history.redo()
 * history.changes()                // [{ what: 'export', kind: 'renamed', path: 'Ground', before: 'Floor' }, …]
 * ```
 */
export class EditHistory {
  readonly #edit: PackageEdit
  readonly #first: EditSnapshot
  readonly #most: number
  /** Where the oldest step that is kept begins. */
  #base: EditSnapshot
  readonly #steps: Step[] = []
  /** How many of the steps are done. */
  #done = 0

  /** @param options `steps`: how many are kept; older ones cannot be undone any more. */
  constructor(edit: PackageEdit, { steps = EDIT_HISTORY_DEFAULTS.steps }: { readonly steps?: number } = {}) {
    this.#edit = edit
    this.#most = Math.max(1, steps)
    this.#first = edit.snapshot()
    this.#base = this.#first
  }

  /** Labels of the steps that can be undone, the latest last. */
  get undoable(): readonly string[] {
    return this.#steps.slice(0, this.#done).map(({ label }) => label)
  }

  /** Labels of the steps that can be done again, the next one first. */
  get redoable(): readonly string[] {
    return this.#steps.slice(this.#done).map(({ label }) => label)
  }

  /**
   * Does one step, after which what was undone cannot be redone. If the step throws, the document is as it
   * was before.
   */
  async do<T>(label: string, step: () => T | Promise<T>): Promise<T> {
    let result: T
    try {
      result = await step()
    } catch (error) {
      this.#edit.restore(this.#current)
      throw error
    }
    const after = this.#edit.snapshot(this.#current)
    this.#steps.splice(this.#done, this.#steps.length, { label, after })
    if (this.#steps.length > this.#most) this.#base = this.#steps.shift()?.after ?? this.#base
    this.#done = this.#steps.length
    return result
  }

  /** Undoes the latest step; gives its label, `undefined` when there is none. */
  undo(): string | undefined {
    const step = this.#steps[this.#done - 1]
    if (step === undefined) return undefined
    this.#done--
    this.#edit.restore(this.#current)
    return step.label
  }

  /** Does the step again that was undone last; gives its label, `undefined` when there is none. */
  redo(): string | undefined {
    const step = this.#steps[this.#done]
    if (step === undefined) return undefined
    this.#done++
    this.#edit.restore(this.#current)
    return step.label
  }

  /** What is different from the document that the history began with. */
  changes(): EditChange[] {
    return changesBetween(this.#first, this.#edit.snapshot(this.#current))
  }

  get #current(): EditSnapshot {
    return this.#steps[this.#done - 1]?.after ?? this.#base
  }
}
