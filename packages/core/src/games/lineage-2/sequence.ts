import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { intArray, NO_INTS, recordArray } from '@ukit/objects/common'

/** *Pairs of numbers, listed under a key.* */
export class LineageGroup implements Serializable {
  /** The key. */
  key = 0
  /** Two numbers each. */
  pairs = NO_INTS

  serialize(ar: Archive): void {
    this.key = ar.i32(this.key, 'key')
    this.pairs = intArray(ar, this.pairs, 'pairs', 2)
  }
}

/** *What Lineage II adds to a sequence*: numbers whose meaning is unknown. Readers only. */
export class LineageSequence implements Serializable {
  /** Meaning unknown. */
  numbers: Int32Array = new Int32Array(2)
  /** Since licensee 2. */
  second = 0
  /** Meaning unknown. */
  object: ObjectSource | null = null
  /** Licensee 20, 25. */
  twentieth = 0
  /** Licensee 25. */
  twentyFifth = 0
  /** Licensee 26 on; two numbers each. */
  pairs = NO_INTS
  /** Licensee 27 on, as the rest. */
  kind = 0
  /** Licensee 27 on. */
  groups: LineageGroup[] = []
  /** Licensee 27 on. */
  lastNumbers: Int32Array = new Int32Array(2)
  /** Licensee 27 on; two numbers each. */
  lastPairs = NO_INTS

  serialize(ar: Archive): void {
    this.numbers = ar.ints(this.numbers, 2, 'numbers')
    if (ar.licensee >= 2) this.second = ar.i32(this.second, 'second')
    this.object = ar.object(this.object, 'object')
    if (ar.licensee >= 0x14) this.twentieth = ar.i32(this.twentieth, 'twentieth')
    if (ar.licensee >= 0x19) this.twentyFifth = ar.i32(this.twentyFifth, 'twentyFifth')
    if (ar.licensee < 0x1a) return
    const isFull = ar.licensee > 0x1a
    if (isFull) this.kind = ar.u8(this.kind, 'kind')
    this.pairs = intArray(ar, this.pairs, 'pairs', 2)
    if (!isFull) return
    this.groups = recordArray(ar, this.groups, () => new LineageGroup(), 5, 'groups')
    this.lastNumbers = ar.ints(this.lastNumbers, 2, 'lastNumbers')
    this.lastPairs = intArray(ar, this.lastPairs, 'lastPairs', 2)
  }
}
