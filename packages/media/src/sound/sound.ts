/** *A decoded sound*: the result of every reader of sounds. */
export interface Sound {
  /** Samples per second of each channel. */
  readonly rate: number
  /** Samples from −1 to 1, one array per channel, all of the same length. */
  readonly channels: readonly Float32Array[]
  /** Bits per sample as stored, for writing it back: 8, 16 or 24, or 32 for anything above 24. */
  readonly bits: 8 | 16 | 24 | 32
  /** Parts that repeat, by the numbers of their first sample and of the sample after their last. */
  readonly loops: readonly { readonly start: number; readonly end: number }[]
  /** Marked positions, by the number of the sample. */
  readonly cues: readonly { readonly at: number; readonly name: string }[]
  /** What was wrong with the file but did not prevent it from being read. */
  readonly notes: readonly string[]
}
