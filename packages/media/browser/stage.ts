/** What is shown large in the dialog. */
export interface Stage {
  readonly element: HTMLElement
  /** What is between the title and the buttons of the dialog. */
  readonly tools: readonly HTMLElement[]
  /** A section for the column of facts. */
  readonly side?: HTMLElement
  /** Called when something else is shown. */
  close(): void
}
