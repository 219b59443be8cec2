import { TRANSFER_DEFAULTS, type TransferOptions } from '@ukit/edit'
import { ALL_CHANGES_OPTION, COMMON_OPTIONS, type Options, type OptionValues } from '../../command/option.js'
import type { Call } from '../../command/verb.js'

/** Options for how objects are transferred between packages. */
export const TRANSFER_CHOICES = {
  references: {
    takes: 'value',
    value: 'WHAT',
    choices: ['take', 'leave'],
    does: 'Move what the objects refer to in their package with them, or leave it there and import it',
    default: TRANSFER_DEFAULTS.references,
  },
  'on-collision': {
    takes: 'value',
    value: 'WHAT',
    choices: ['refuse', 'rename'],
    does: 'If another object already has the name: refuse, or rename the new one',
    default: TRANSFER_DEFAULTS.collisions,
  },
} as const satisfies Options

/** Options of every verb that changes several packages at once. */
export const BETWEEN_OPTIONS = {
  'dry-run': { takes: 'nothing', short: 'n', does: 'Print what would change in each package, and write nothing' },
  ...ALL_CHANGES_OPTION,
  'no-backup': { takes: 'nothing', does: 'Do not keep the originals as FILE.bak' },
  'new-guid': {
    takes: 'nothing',
    does: 'Give each changed package a new GUID and one generation, because it is no longer the file that others have',
  },
  packages: { takes: 'value', value: 'DIR', does: 'Look in DIR for packages that declare classes of the objects' },
  ...COMMON_OPTIONS,
} as const satisfies Options

/** The option for the packages whose imports are updated. */
export const IMPORTERS_OPTION = {
  importers: {
    takes: 'value',
    value: 'WHERE',
    does: 'Also change the imports of these packages: a folder and everything below it, a file, or a pattern',
  },
} as const satisfies Options

/** The choices that were made. */
export function transferOf(
  options: OptionValues<typeof TRANSFER_CHOICES>,
): Pick<TransferOptions, 'references' | 'collisions'> {
  return {
    references: options.references ?? TRANSFER_DEFAULTS.references,
    ...collisionsOf(options),
  }
}

/** What each of these verbs is called with. */
export type BetweenCall = Call<typeof BETWEEN_OPTIONS>

/** The notes on files and JSON in the help of all these verbs. */
export const BETWEEN_NOTES: readonly (readonly [heading: string, ...paragraphs: string[]])[] = [
  [
    'Safety',
    'All files change together, or none does. If a run is killed, the next one deals with what it left ' +
      'behind (a folder .ukit): it completes the change if files had begun to change, and drops it otherwise.',
    'Names in text (ini files, strings that are looked up at run time) are not changed.',
  ],
  [
    'JSON',
    'One element for each file that is written or removed: path, change ("new", "changed", "gone"), ' +
      'bytes, written, backup, objects [{path, class, from, how}] (what came to it), notes, error. If nothing ' +
      'changes, one element with change null has the notes.',
  ],
]

/** The choice for collisions alone. */
export function collisionsOf(
  options: OptionValues<Pick<typeof TRANSFER_CHOICES, 'on-collision'>>,
): Pick<TransferOptions, 'collisions'> {
  return { collisions: options['on-collision'] ?? TRANSFER_DEFAULTS.collisions }
}
