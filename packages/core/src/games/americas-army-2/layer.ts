import type { ByteSource } from '@ukit/files'
import { piecesOf, sectionSource, segmentsSource } from '@ukit/files'
import { type Cipher, decryptedSource, encrypted } from '../../layers/cipher.js'
import type { Layer, LayerKind } from '../../layers/layer.js'
import { hasVersions, type SummaryBelow, summaryBelow } from '../after-summary.js'
import type { Game } from '../game.js'

/** The first licensee version without the key byte. */
const WITHOUT_KEY = 33

/** Length of the first name, `None` and its terminator: the key byte of older releases is derived from it. */
const FIRST_LENGTH = 5

/**
 * *America's Army 2*: a word after the summary says whether everything after it is encrypted. Each byte is
 * XORed with its position in the file, rotated by one bit at some positions, and in releases before 33 XORed
 * with a key byte.
 *
 * Public readers only.
 */
export function americasArmy2Layer(game: Game): LayerKind {
  return { recognises: (head) => hasVersions(game, head), open: (source) => open(game, source) }
}

async function open(game: Game, source: ByteSource): Promise<Layer | undefined> {
  const below = await summaryBelow(source, game)
  if (below === undefined || below.summary.extra['encrypted'] === 0) return undefined
  const { length, summary } = below
  // In a plain package of another game with these versions, the names follow here directly, without the word.
  if (summary.nameOffset < length || summary.nameOffset >= source.byteLength) return undefined
  const key = await keyOf(source, below)
  const cipher = cipherFrom(length, key)
  return {
    kind: 'encryption',
    name: "America's Army 2",
    game: game.id,
    innermost: true,
    source: segmentsSource([
      sectionSource(source, 0, length),
      decryptedSource(source, length, source.byteLength, cipher),
    ]),
    async *cover(changed) {
      const end = (await summaryBelow(changed, game))?.length ?? length
      yield* piecesOf(sectionSource(changed, 0, end))
      yield* encrypted(sectionSource(changed, end, changed.byteLength), cipherFrom(end, key))
    },
  }
}

async function keyOf(source: ByteSource, { summary, context }: SummaryBelow): Promise<number> {
  if (context.licensee >= WITHOUT_KEY) return 0
  const first = (await source.slice(summary.nameOffset, summary.nameOffset + 1)).slice()
  cipherFrom(summary.nameOffset, 0).decrypt(first, 0)
  return (first[0] ?? 0) ^ FIRST_LENGTH
}

/** The cipher of the bytes from position `start` in the file on. */
function cipherFrom(start: number, key: number): Cipher {
  const place = (position: number) => ((start + position) >>> 8) ^ (start + position)
  return {
    blockSize: 1,
    decrypt(bytes, position) {
      for (let i = 0; i < bytes.length; i++) {
        const at = place(position + i)
        const byte = (bytes[i] ?? 0) ^ (at & 0xff)
        bytes[i] = ((at & 2) === 0 ? byte : ((byte << 1) | (byte >>> 7)) & 0xff) ^ key
      }
    },
    encrypt(bytes, position) {
      for (let i = 0; i < bytes.length; i++) {
        const at = place(position + i)
        const byte = (bytes[i] ?? 0) ^ key
        bytes[i] = ((at & 2) === 0 ? byte : ((byte >>> 1) | (byte << 7)) & 0xff) ^ (at & 0xff)
      }
    },
  }
}
