/** *A sound, decoded*: what every reader of sounds turns its bytes into. */
export interface Sound {
  /** Samples per second of each channel. */
  readonly rate: number
  /** Samples from −1 to 1, one array a channel, all of one length. */
  readonly channels: readonly Float32Array[]
  /** Bits of a sample as it was stored, for writing it back: 8, 16, 24, or 32 for what has more than 24. */
  readonly bits: 8 | 16 | 24 | 32
  /** Parts that repeat: numbers of the first sample and of the one after the last. */
  readonly loops: readonly { readonly start: number; readonly end: number }[]
  /** Marked places, by number of the sample. */
  readonly cues: readonly { readonly at: number; readonly name: string }[]
  /** What was wrong with the file and did not keep it from being read. */
  readonly notes: readonly string[]
}
