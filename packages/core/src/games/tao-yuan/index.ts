import { extra } from '@ukit/container/internal'
import type { Game } from '../game.js'
import { fieldsAfter } from '../hooks.js'
import { hexBytes, scrambledCodec, xorKey } from '../scrambled-codec.js'

const KEY = hexBytes('89235f8e4588f37719236f5e6588f3ccf3435f9e456a6bbbed23678e488ef3')

/** *Tao Yuan.* Based on public readers only. */
export const taoYuan: Game = {
  id: 'tao-yuan',
  name: 'Tao Yuan',
  engine: 3,
  builds: [],
  tags: [0x12345678],
  tagGap: () => 4,
  layout: () => ({
    summary: fieldsAfter({ tag: (ar, { extra: fields }) => void extra.u32(ar, fields, 'taoYuan') }),
    codec: (codec) => scrambledCodec(codec, xorKey(KEY)),
  }),
  deviations: ['tag 0x12345678 and a word', 'compressed blocks XORed with 31 bytes'],
}
