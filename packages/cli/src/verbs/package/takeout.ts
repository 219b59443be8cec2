import type { Verb } from '../../command/verb.js'
import { moveTo } from './move.js'
import { BETWEEN_NOTES, BETWEEN_OPTIONS, IMPORTERS_OPTION, TRANSFER_CHOICES } from './options.js'

/** `ukit package takeout MAP PACKAGE PATH…` */
export const packageTakeout: Verb = {
  name: 'package takeout',
  summary: 'Take what a map carries out into a package',
  usage: 'package takeout MAP PACKAGE PATH…',
  when: [
    'A map carries textures, sounds or meshes of its own (MyLevel), and you want them in a package that other maps can use too. PATH is an object or a group. PACKAGE is made where it does not exist; the map then imports from it.',
  ],
  options: { ...IMPORTERS_OPTION, ...TRANSFER_CHOICES, ...BETWEEN_OPTIONS },
  notes: BETWEEN_NOTES,
  examples: [['ukit package takeout DM-Mill.unr MillTex.utx Bricks', 'a group of textures']],
  run: (call) => moveTo(call, packageTakeout, (set, path, like) => set.documentOrNew(path, like)),
}
