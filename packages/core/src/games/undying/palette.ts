import type { Archive } from '@ukit/container'
import { ue1 } from '@ukit/objects'
import { NO_BYTES } from '@ukit/objects/common'

/** Bytes of the word that Undying adds. */
const WORD_SIZE = 4

/**
 * *Palette of Undying*: it has an extra word, in versions from 72 or 75 on. Readers disagree about the first
 * version, and Harry Potter has the same versions without the word: only the end of the object shows whether
 * it is there.
 */
export class UndyingPalette extends ue1.Palette {
  /** Four bytes of unknown meaning; empty if they are missing. */
  undyingWord = NO_BYTES

  /** Reads or writes the fields after the properties, in file order. */
  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    const length = ar.isLoading ? (ar.remaining === WORD_SIZE ? WORD_SIZE : 0) : this.undyingWord.length
    if (length > 0) this.undyingWord = ar.bytes(this.undyingWord, length, 'undyingWord')
  }
}
