import type { Archive } from '@ukit/container'
import { Name, type ObjectSource, Version } from '@ukit/container'
import type { CheckReport } from '../check.js'
import { statementAt } from './check-script.js'
import { Struct } from './struct.js'
import { tokenName } from './walk-tokens.js'

/** A function by name, of a state or class. */
export class FunctionMapEntry {
  /** The function's name. */
  name = Name.NONE
  /** The Function, of the class, the state or a super. */
  function: ObjectSource | null = null

  /** Reads or writes the fields, in file order. */
  serialize(ar: Archive): void {
    this.name = ar.name(this.name, 'name')
    this.function = ar.object(this.function, 'function')
  }
}

/** A state without a table of labels. */
const NO_LABELS = 0xffff

/**
 * *State: its functions are its fields, its code its script*; a class is a state too.
 *
 * 300 of UE1, 20 of UE2, 15 of UE3 in the corpus; 811, more than 100 and 444 in a wider collection.
 */
export class State extends Struct {
  /**
   * The engine's events (a bit each, the first one is bit 0) that it has code for, its super's included.
   * Lower and upper half.
   */
  probeMask = 0
  /** Bits 32 to 63 of `probeMask`. */
  probeMaskHigh = 0
  /** Events that get through: all but those that the state ignores. Gone since `Version.ProbeMask32`. */
  ignoreMask = 0xffff_ffff
  /** Bits 32 to 63 of `ignoreMask`. */
  ignoreMaskHigh = 0xffff_ffff
  /**
   * Position of the labels in the script, after the opcode of their table, in bytes of memory; 0xFFFF for
   * none.
   */
  labelTableOffset = 0xffff
  /** 1 editable, 2 auto, 4 simulated. */
  stateFlags = 0
  /** Functions by name (UE3). */
  functions: FunctionMapEntry[] = []

  protected override serializeField(ar: Archive): void {
    super.serializeField(ar)
    if (ar.since(Version.ProbeMask32)) {
      this.probeMask = ar.u32(this.probeMask, 'probeMask')
    } else {
      this.probeMask = ar.flagsLow(this.probeMask, this.probeMaskHigh, 'probeMask')
      this.probeMaskHigh = ar.flagsHigh(this.probeMaskHigh)
      this.ignoreMask = ar.flagsLow(this.ignoreMask, this.ignoreMaskHigh, 'ignoreMask')
      this.ignoreMaskHigh = ar.flagsHigh(this.ignoreMaskHigh)
    }
    this.labelTableOffset = ar.u16(this.labelTableOffset, 'labelTableOffset')
    this.stateFlags = ar.u32(this.stateFlags, 'stateFlags')
    if (!ar.since(Version.FunctionFriendlyName)) return
    const count = ar.indexCount(this.functions.length, 'functions.count', 8)
    this.functions = ar.records(this.functions, count, () => new FunctionMapEntry(), 'functions')
  }

  override check(report: CheckReport): void {
    super.check(report)
    const { labelTableOffset: at, script } = this
    // Classes that exist in C++ only have 0 and no script.
    if (script.raw !== undefined || (at === 0 && script.isEmpty)) return
    if (at === NO_LABELS) {
      if (script.tokens.some((token) => tokenName(token, report.context) === 'LabelTable'))
        report.warning('labelTableOffset', 'expected the position of the table of labels in the script, found none')
      return
    }
    const found = statementAt(script.tokens, report.context, at - 1)
    if (found?.name === 'LabelTable') return
    const what = found === undefined ? 'no statement ends its opcode' : `a ${found.name} is`
    report.error(
      'labelTableOffset',
      `expected the position after the opcode of a table of labels, found ${at}, where ${what}`,
    )
  }
}
