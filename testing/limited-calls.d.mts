// Types of limited-calls.mjs.

/** How a call ended. */
export interface LimitedRun {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
  /** Milliseconds of the processor, with all threads. */
  readonly cpu: number
  /** Bytes of memory at most. */
  readonly peak: number
  /** What is wrong with how it ended, if anything is. */
  readonly fault: string | undefined
}

/** Calls of the command under limits of processor and memory. */
export class LimitedCalls {
  constructor(options?: {
    readonly seconds?: number
    readonly megabytes?: number
    readonly env?: Readonly<Record<string, string>>
  })
  run(args: readonly string[], cwd: string): Promise<LimitedRun>
  close(): void
}
