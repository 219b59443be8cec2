import { extra } from '@ukit/container/internal'
import type { Game } from '../game.js'
import { fieldsAfter } from '../hooks.js'

/** *Storm Warriors Online.* Based on public readers only. */
export const stormWar: Game = {
  id: 'storm-war',
  name: 'Storm Warriors Online',
  engine: 3,
  builds: [],
  tags: [0xec201133],
  tagGap: (head) => 1 + (head[4] ?? 0),
  layout: () => ({
    summary: fieldsAfter({
      tag(ar, { extra: fields }) {
        const present = fields['stormWar']
        const length = ar.u8(present instanceof Uint8Array ? present.length : 0, 'stormWarLength')
        extra.bytes(ar, fields, 'stormWar', length)
      },
    }),
  }),
  deviations: ['tag 0xEC201133, a length byte and that many bytes'],
}
