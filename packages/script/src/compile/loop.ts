import { DebugKind } from '../listing/debug-kinds.js'
import type { Label } from './labels.js'

/** *What `break` and `continue` mean* in a loop or a switch, and whether `return` has to end an iterator. */
export interface Loop {
  readonly isSwitch: boolean
  readonly end: Label
  /** Where `continue` goes; `null` in a switch. */
  readonly next: Label | null
  readonly isForEach: boolean
  /** What a debug build notes of `break` and `continue`. */
  readonly debugBreak: DebugKind
  readonly debugContinue: DebugKind
}

/** What all `while` and `do` have in common. */
export const WHILE = {
  isSwitch: false,
  isForEach: false,
  debugBreak: DebugKind.BreakLoop,
  debugContinue: DebugKind.ContinueLoop,
}

/** What all `for` have in common. */
export const FOR = {
  isSwitch: false,
  isForEach: false,
  debugBreak: DebugKind.BreakFor,
  debugContinue: DebugKind.ContinueFor,
}

/** What all `foreach` have in common. */
export const FOR_EACH = {
  isSwitch: false,
  isForEach: true,
  debugBreak: DebugKind.BreakForeach,
  debugContinue: DebugKind.ContinueForeach,
}

/** What all `switch` have in common. */
export const SWITCH = {
  isSwitch: true,
  isForEach: false,
  debugBreak: DebugKind.BreakSwitch,
  debugContinue: DebugKind.ContinueLoop,
}
