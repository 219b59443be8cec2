import { UkitError } from '@ukit/codecs/internal'

/** A thread ended in the middle of a job. What ended it is the `cause`. */
export class ThreadError extends UkitError {
  /** The name of the class. */
  override readonly name = 'ThreadError'
  /** `memory`: the thread ran out of memory. `died`: what it ran threw something unexpected, or exited. */
  readonly kind: 'memory' | 'died'

  constructor(cause: unknown) {
    const isMemory = cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(isMemory ? 'the thread ran out of memory' : `the thread died: ${reason}`, { cause })
    this.kind = isMemory ? 'memory' : 'died'
  }
}
