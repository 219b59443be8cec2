import type { Layout, Summary } from '@ukit/container'
import { xorCipher } from '../../layers/cipher.js'
import { scrambledFile } from '../../layers/scrambled-file.js'
import type { Game } from '../game.js'
import { type Scramble, scrambledCodec, xorKey } from '../scrambled-codec.js'
import { serializeExportStart } from '../table-entries.js'

/** The key for entire files and for compressed blocks (public readers). */
const KEY = Uint8Array.from('qiffjdlerdoqymvketdcl0er2subioxq', (unit) => unit.charCodeAt(0))

const FILE_CIPHER = xorCipher((position) => KEY[position % KEY.length] ?? 0)

/** Blocks below this size are not encrypted. */
const LEAST_BLOCK = 32

const scrambleBlock: Scramble = (bytes) => {
  if (bytes.length >= LEAST_BLOCK) xorKey(KEY)(bytes)
}

/** Package flag of scrambled exports. */
const SCRAMBLED = 0x0800_0000

/** The sizes and offsets of exports are rotated and XORed with numbers from the summary. */
function layout(): Layout {
  let summary: Summary | undefined
  return {
    compression: new Map([[8, 'lzo']]),
    codec: (codec, flags) => (flags === 8 ? scrambledCodec(codec, scrambleBlock) : codec),
    summary(_, present) {
      summary = present
    },
    export(ar, entry, index) {
      if (summary === undefined || (summary.flags & SCRAMBLED) === 0) return entry.serializeStandard(ar)
      const { xor, turn } = keysOf(summary, index)
      serializeExportStart(ar, entry)
      entry.serializeFlags(ar)
      const size = ar.i32(rotateLeft(entry.size ^ xor, turn), 'size')
      const offset = ar.i32(rotateLeft(entry.offset ^ xor, turn), 'offset')
      if (ar.isLoading) {
        entry.size = rotateRight(size, turn) ^ xor
        entry.offset = rotateRight(offset, turn) ^ xor
      }
      entry.serializeRest(ar)
    },
  }
}

function keysOf(summary: Summary, index: number): { xor: number; turn: number } {
  const { headerSize, nameCount, nameOffset, exportCount, exportOffset, importCount, importOffset } = summary
  const code = (headerSize << 24) | ((nameCount & 0xff) << 16) | ((nameOffset & 0xff) << 8) | (exportCount & 0xff)
  const shift = (exportOffset + importCount + importOffset) & 0x1f
  return { xor: rotateRight(code, index % 32), turn: (index + shift) & 0x1f }
}

function rotateRight(value: number, by: number): number {
  return by === 0 ? value | 0 : (value >>> by) | (value << (32 - by))
}

function rotateLeft(value: number, by: number): number {
  return rotateRight(value, (32 - by) & 0x1f)
}

/** *Blade & Soul.* Based on public readers only. */
export const bladeAndSoul: Game = {
  id: 'blade-and-soul',
  name: 'Blade & Soul',
  engine: 3,
  builds: [],
  layer: ({ id, name }) => scrambledFile({ game: id, name, word: 0xf84ceab0, cipher: () => FILE_CIPHER }),
  layout,
  deviations: [
    'whole file XORed with 32 characters (first word 0xF84CEAB0)',
    'compressed blocks too (compression flag 8)',
    'size and offset of exports scrambled (package flag 0x08000000)',
  ],
}
