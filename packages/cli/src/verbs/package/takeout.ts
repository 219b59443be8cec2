import type { Options } from '../../command/option.js'
import type { Verb } from '../../command/verb.js'
import { moveTo } from './move.js'
import { BETWEEN_NOTES, BETWEEN_OPTIONS, IMPORTERS_OPTION, TRANSFER_CHOICES } from './options.js'

const OPTIONS = { ...IMPORTERS_OPTION, ...TRANSFER_CHOICES, ...BETWEEN_OPTIONS } as const satisfies Options

/** `ukit package takeout MAP PACKAGE PATH…` */
export const packageTakeout: Verb<typeof OPTIONS> = {
  when: [
    'A map carries textures, sounds or meshes of its own (MyLevel), and you want them in a package ' +
      'that other maps can use too. PATH is an object or a group. PACKAGE is created if it does not ' +
      'exist; the map then imports from it.',
  ],
  options: OPTIONS,
  notes: BETWEEN_NOTES,
  examples: [['ukit package takeout DM-Mill.unr MillTex.utx Bricks', 'a group of textures']],
  run: (call) => moveTo(call, (set, path, like) => set.documentOrNew(path, like)),
}
