import type { GotoStatement } from '../syntax/nodes.js'

/** What the code says about a loop that could be `while` or `for`. */
export interface LoopFacts {
  /** Something jumps to the closing jump: only `while` has such a `continue`. */
  isWhile: boolean
  /** Debug information says that it is `for`. */
  isFor: boolean
  /** Jumps to the last statement, which are `continue` if that is the step of a `for`. */
  readonly toStep: Set<GotoStatement>
}

/**
 * *What `break` and `continue` mean at a place*: the loop, `foreach` or `switch` around it, and those around
 * that.
 */
export interface Frame {
  readonly kind: 'loop' | 'switch' | 'foreach'
  readonly breakTo: number
  readonly continueTo: number
  /** The line that is the step if the loop is a `for`; −1 for none. */
  readonly stepAt: number
  readonly facts: LoopFacts | undefined
  readonly parent: Frame | undefined
}

/** The loop that `continue` belongs to. */
export function innermostLoop(frame: Frame | undefined): Frame | undefined {
  let at = frame
  while (at?.kind === 'switch') at = at.parent
  return at
}

/** Tells whether a jump to a line can be `break` or `continue`. */
export function isExit(target: number, frame: Frame | undefined): boolean {
  if (frame === undefined) return false
  if (target === frame.breakTo) return true
  const loop = innermostLoop(frame)
  return loop !== undefined && (target === loop.continueTo || target === loop.stepAt)
}

/** How many `foreach` are open: a `return` in them closes each first. */
export function openIterators(frame: Frame | undefined): number {
  let count = 0
  for (let at = frame; at !== undefined; at = at.parent) if (at.kind === 'foreach') count++
  return count
}
