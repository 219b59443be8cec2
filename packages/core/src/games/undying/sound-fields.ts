import type { Archive, Serializable, Threshold } from '@ukit/container'
import { byteArray, lazyBytes, NO_BYTES } from '@ukit/objects/common'

const from = (version: number): Threshold => ({ version, evidence: 'readers' })

/**
 * Versions at which Undying's sounds grew; one reader confirms 79, 80, 83 and 85, another puts the last word
 * at 82 instead of 83.
 */
const Undying = {
  Envelope: from(76),
  Duration: from(77),
  DataSize: from(79),
  FourthWord: from(80),
  FifthWord: from(83),
  LastWord: from(85),
}

/** Versions at which Harry Potter's sounds grew. */
const HarryPotter = { Samples: from(77), Channels: from(78), Rate: from(79) }

/** *What Clive Barker's Undying stores around the data of a sound* (versions 76 to 85). */
export class UndyingSoundFields implements Serializable {
  /** Two words of unknown meaning. */
  words = NO_BYTES
  /** Seconds. */
  duration = 0
  /** Size of the data in bytes. */
  dataSize = 0
  /** Words of unknown meaning. */
  fourthWord = 0
  /** Meaning unknown. */
  fifthWord = 0
  /** Meaning unknown. */
  lastWord = 0
  /** Samples per second of the envelope, which controls lip movements. */
  envelopeRate = 0
  /** One byte per sample. */
  envelope = NO_BYTES

  serialize(ar: Archive): void {
    if (ar.since(Undying.Duration)) {
      this.words = ar.bytes(this.words, 8, 'words')
      this.duration = ar.f32(this.duration, 'duration')
    }
    if (ar.since(Undying.DataSize)) this.dataSize = ar.u32(this.dataSize, 'dataSize')
    if (ar.since(Undying.FourthWord)) this.fourthWord = ar.u32(this.fourthWord, 'fourthWord')
    if (ar.since(Undying.FifthWord)) this.fifthWord = ar.u32(this.fifthWord, 'fifthWord')
  }

  /** Reads or writes the fields after the data. */
  serializeEnvelope(ar: Archive): void {
    if (ar.since(Undying.Envelope)) {
      this.envelopeRate = ar.u32(this.envelopeRate, 'envelopeRate')
      this.envelope = byteArray(ar, this.envelope, 'envelope')
    }
    if (ar.since(Undying.LastWord)) this.lastWord = ar.u32(this.lastWord, 'lastWord')
  }
}

/** *What the Harry Potter games store around the data of a sound* (versions 76 to 79). */
export class HarryPotterSoundFields implements Serializable {
  /** Bits of unknown meaning. */
  flags = 0
  /** Seconds. */
  duration = 0
  /** Samples of one channel. */
  samples = 0
  /** 8 or 16. */
  bitsPerSample = 0
  /** 1 or 2. */
  channels = 0
  /** Samples per second. */
  rate = 0
  /** Lip movements; `undefined` if the sound has none. */
  lipSync: Uint8Array | undefined = undefined

  serialize(ar: Archive): void {
    this.flags = ar.u32(this.flags, 'flags')
    this.duration = ar.f32(this.duration, 'duration')
    if (ar.since(HarryPotter.Samples)) this.samples = ar.i32(this.samples, 'samples')
    if (ar.since(HarryPotter.Channels)) {
      this.bitsPerSample = ar.i32(this.bitsPerSample, 'bitsPerSample')
      this.channels = ar.i32(this.channels, 'channels')
    }
    if (ar.since(HarryPotter.Rate)) this.rate = ar.i32(this.rate, 'rate')
  }

  /**
   * Reads or writes the fields after the data. A flag says whether they exist, but no available file shows
   * which bit that is, so the end of the object decides.
   */
  serializeLipSync(ar: Archive): void {
    if (ar.isLoading ? ar.remaining > 0 : this.lipSync !== undefined) {
      this.lipSync = lazyBytes(ar, this.lipSync ?? NO_BYTES, 'lipSync')
    }
  }
}
