import type { Archive } from '@ukit/container'
import { Version } from '@ukit/container'
import { plural } from '@ukit/text/internal'
import { NO_BYTES } from '../common/arrays.js'
import { ScriptWalk } from './bytecode.js'
import type { Token } from './token.js'

/**
 * *The bytecode of a function, state, class or struct.*
 *
 * Stored is its size in memory (where names and objects have a fixed size), since `Version.ScriptDiskSize`
 * the size on disk too. Both follow from the tokens and are counted again when writing.
 */
export class Script {
  /** Bytes that the tokens take in memory: what jumps and labels count in. */
  memorySize = 0
  /** The statements, as trees. */
  tokens: Token[] = []
  /** UE3: the bytes instead, when they are not the tokens that this engine is known to have. */
  raw: Uint8Array | undefined = undefined
  /** Why there are bytes instead. */
  problem: string | undefined = undefined

  /** True when there is no code, as in a struct or a native function without parameters. */
  get isEmpty(): boolean {
    return this.tokens.length === 0 && (this.raw?.length ?? 0) === 0
  }

  /**
   * @throws {PackageError} `bad-value` when the tokens do not end where the stored size says (and the size on
   * disk is not stored).
   */
  serialize(ar: Archive): void {
    if (ar.isLoading) this.#load(ar)
    else this.#pass(ar)
  }

  #load(ar: Archive): void {
    this.memorySize = ar.checkCount(ar.i32(0, 'scriptSize'), 'scriptSize', 0)
    if (!ar.since(Version.ScriptDiskSize)) {
      this.tokens = new ScriptWalk(ar).statements([], this.memorySize)
      return
    }
    const size = ar.count(0, 'scriptDiskSize', 1)
    let problem: string | undefined
    const tokens = ar.attempt(size, () => {
      try {
        return new ScriptWalk(ar).statements([], this.memorySize)
      } catch (error) {
        if (error instanceof Error) problem = error.message
        throw error
      }
    })
    if (tokens !== undefined) this.tokens = tokens
    else {
      this.problem = problem ?? `expected tokens of ${plural(size, 'byte')} on disk, found them to end elsewhere`
      this.raw = ar.bytes(NO_BYTES, size, 'script')
    }
  }

  #pass(ar: Archive): void {
    const { raw } = this
    const sizes = ar.position
    ar.i32(this.memorySize, 'scriptSize')
    if (ar.since(Version.ScriptDiskSize)) ar.i32(raw?.length ?? 0, 'scriptDiskSize')
    if (raw !== undefined) {
      ar.bytes(raw, raw.length, 'script')
      return
    }
    const start = ar.position
    const walk = new ScriptWalk(ar)
    walk.statements(this.tokens, 0)
    if (ar.mode === 'references') return
    // Both sizes are known now, after one walk.
    this.memorySize = walk.memory
    ar.amendI32(sizes, walk.memory)
    if (ar.since(Version.ScriptDiskSize)) ar.amendI32(sizes + 4, ar.position - start)
  }
}
