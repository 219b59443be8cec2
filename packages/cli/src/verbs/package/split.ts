import { FORCE_OPTION, type Options } from '../../command/option.js'
import type { Verb } from '../../command/verb.js'
import { moveTo } from './move.js'
import { BETWEEN_NOTES, BETWEEN_OPTIONS, IMPORTERS_OPTION, TRANSFER_CHOICES } from './options.js'

const OPTIONS = {
  ...FORCE_OPTION,
  ...IMPORTERS_OPTION,
  ...TRANSFER_CHOICES,
  ...BETWEEN_OPTIONS,
} as const satisfies Options

/** `ukit package split FILE NEW PATH…` */
export const packageSplit: Verb<typeof OPTIONS> = {
  when: [
    'You want to put some objects of a package into a new one. PATH is an object or a group, with ' +
      'everything in it. What stays imports them from NEW. The output says which of the two needs the ' +
      'other; if each would need the other, the split is refused when they contain classes.',
  ],
  options: OPTIONS,
  notes: BETWEEN_NOTES,
  examples: [['ukit package split Walls.utx Bricks.utx Bricks --importers Maps', 'a group, for all maps of a folder']],
  run: (call) => moveTo(call, (set, path, like) => set.newPackage(path, like)),
}
