import type { ByteSource } from '@ukit/files'
import { sectionSource } from '@ukit/files'
import { type Cipher, decryptedSource, encrypted } from './cipher.js'
import { firstWord, type Layer, type LayerKind } from './layer.js'

/** How a game scrambles its files from the first byte on. */
export interface ScrambledFile {
  /** Id of the game. */
  readonly game: string
  /** Name of the game. */
  readonly name: string
  /** First word of a scrambled file, little-endian: the scrambled tag. */
  readonly word: number
  /** The cipher for a file that starts with these plain bytes (12 of them). */
  cipher(plainHead: Uint8Array): Cipher
}

/** Bytes of the plain file that a cipher may need: tag, version, header size. */
const HEAD = 12

/**
 * *A file that is scrambled as a whole, recognised by its first word.* It is scrambled in the same way again
 * when the package is saved.
 */
export function scrambledFile(how: ScrambledFile): LayerKind {
  return {
    recognises: (head) => head.length >= HEAD && firstWord(head) === how.word,
    open: (source) => open(source, how),
  }
}

async function open(source: ByteSource, how: ScrambledFile): Promise<Layer> {
  const head = (await source.slice(0, Math.min(HEAD, source.byteLength))).slice()
  // The first bytes are always scrambled in the same way.
  how.cipher(new Uint8Array(0)).decrypt(head, 0)
  return {
    kind: 'encryption',
    name: how.name,
    game: how.game,
    source: decryptedSource(source, 0, source.byteLength, how.cipher(head)),
    async *cover(changed) {
      const changedHead = await sectionSource(changed, 0, Math.min(HEAD, changed.byteLength)).slice(
        0,
        Math.min(HEAD, changed.byteLength),
      )
      yield* encrypted(changed, how.cipher(changedHead))
    },
  }
}
