import type { Archive, ObjectSource } from '@ukit/container'
import { Feature, Version } from '@ukit/container'
import { NO_BYTES } from './common/arrays.js'
import { PartHeader } from './ue2/part-header.js'

/** One state that an actor will return to (UE3). */
export class StateStackEntry {
  /** The state. */
  state: ObjectSource | null = null
  /** What runs in it. */
  node: ObjectSource | null = null
  /** Offset in the node's script. */
  offset = 0

  /** Reads or writes the fields, in file order. */
  serialize(ar: Archive): void {
    this.state = ar.object(this.state, 'state')
    this.node = ar.object(this.node, 'node')
    this.offset = ar.i32(this.offset, 'offset')
  }
}

/**
 * *How far the state code of an actor has run*: written in front of objects that carry the flag HasStack.
 *
 * 85,979 frames of UE1, 10,773 of UE2: node and state are the class itself, all probes are on, and the latent
 * action is often left-over memory.
 */
export class StateFrame {
  /** What runs: a class, state or function. */
  node: ObjectSource | null = null
  /** The state that it is in. */
  stateNode: ObjectSource | null = null
  /**
   * Which of the engine's events get through: a bit each. The upper half is absent since
   * `Version.ProbeMask32`.
   */
  probeMask = 0
  /** The upper 32 bits; before `Version.ProbeMask32`. */
  probeMaskHigh = 0
  /** Number of the latent function that it waits for. */
  latentAction = 0
  /** Since `Feature.StateFrameWord`: of unknown meaning, often left-over memory. */
  word = 0
  /** Since `Feature.StateFrameHeader`: 3, 0, 1 in all of 52 frames. */
  header = new PartHeader()
  /** Since `Feature.StateFrameHeader`: the object that the frame is of. */
  object: ObjectSource | null = null
  /** Since `Feature.StateFrameHeader`: in four places what is not known, 0 in all of 52 frames. */
  unknown: readonly Uint8Array[] = [8, 5, 5, 4].map((length) => new Uint8Array(length))
  /** UE3. */
  stack: StateStackEntry[] = []
  /** Offset in the node's script; −1 for none. Absent without a node. */
  offset = -1

  /** Reads or writes the fields, in file order. */
  serialize(ar: Archive): void {
    if (ar.since(Feature.StateFrameHeader)) {
      this.#serializeWithHeader(ar)
      return
    }
    this.#serializeNodes(ar)
    if (ar.since(Version.ProbeMask32)) this.probeMask = ar.u32(this.probeMask, 'probeMask')
    else this.#serializeProbeMask(ar)
    this.latentAction = ar.since(Version.LatentAction16)
      ? ar.u16(this.latentAction, 'latentAction')
      : ar.u32(this.latentAction, 'latentAction')
    if (ar.since(Feature.StateFrameWord)) this.word = ar.u32(this.word, 'word')
    if (ar.since(Version.StateStack)) {
      const count = ar.count(this.stack.length, 'stackCount', 12)
      this.stack = ar.records(this.stack, count, () => new StateStackEntry(), 'stack')
    }
    if (this.node !== null) this.offset = ar.index(this.offset, 'offset')
  }

  #serializeNodes(ar: Archive): void {
    this.node = ar.object(this.node, 'node')
    this.stateNode = ar.object(this.stateNode, 'stateNode')
  }

  #serializeProbeMask(ar: Archive): void {
    this.probeMask = ar.flagsLow(this.probeMask, this.probeMaskHigh, 'probeMask')
    this.probeMaskHigh = ar.flagsHigh(this.probeMaskHigh)
  }

  #serializeWithHeader(ar: Archive): void {
    const unknown = (i: number) => ar.bytes(this.unknown[i] ?? NO_BYTES, this.unknown[i]?.length ?? 0, `unknown[${i}]`)
    ar.record(this.header, 'header')
    const first = unknown(0)
    this.latentAction = ar.u32(this.latentAction, 'latentAction')
    this.#serializeProbeMask(ar)
    const second = unknown(1)
    this.#serializeNodes(ar)
    this.object = ar.object(this.object, 'object')
    const third = unknown(2)
    this.offset = ar.index(this.offset, 'offset')
    this.unknown = [first, second, third, unknown(3)]
  }
}
