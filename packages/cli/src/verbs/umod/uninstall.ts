import { ForeignRecordError, type Uninstalled, uninstallUmod } from '@ukit/umod/node'
import { problemOf } from '../../batch/one-file.js'
import { jsonOption, type Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import type { AnyCall, Call, ExitStatus, Verb } from '../../command/verb.js'
import { writeJson } from '../../terminal/json-array.js'
import { plural, printable } from '../../terminal/text.js'
import { recoveryNote } from './recovery-note.js'

const OPTIONS = {
  'trust-record': {
    takes: 'nothing',
    does: 'Accept a record that ukit did not write for you on this machine, as in a game that was copied',
    default: 'it is refused: such a record can delete and replace files',
  },
  'dry-run': { takes: 'nothing', short: 'n', does: 'Only print what would be done' },
  json: jsonOption(''),
} as const satisfies Options

/** `ukit umod uninstall PRODUCT GAME` */
export const umodUninstall: Verb<typeof OPTIONS> = {
  when: [
    'You want to remove a mod from a game. PRODUCT is its name as umod plan and umod ls --json print ' +
      'it. What ukit installed becomes byte for byte what it was, settings included; what others have ' +
      'changed since then stays, and only the edits are undone.',
    'What the game’s own setup installed is removed as that setup would remove it: files that nothing ' +
      'else needs are deleted, settings stay.',
  ],
  options: OPTIONS,
  notes: [['JSON', 'product, game, deleted, restored, edited (paths), kept [{path, reason}], warnings, error.']],
  examples: [
    ['ukit umod uninstall --dry-run "My Mod" ~/UnrealTournament', 'what would happen'],
    ['ukit umod uninstall "My Mod" ~/UnrealTournament', 'remove it'],
  ],
  run,
}

async function run({ positionals, options, output, signal }: Call<typeof OPTIONS>): Promise<ExitStatus> {
  const [product, game, ...more] = positionals
  if (product === undefined || game === undefined || more.length > 0) {
    throw new UsageError(`umod uninstall needs the name of a product and a game’s folder`)
  }
  const json = options.json
  const dryRun = options['dry-run']
  let done: Uninstalled
  try {
    done = await uninstallUmod(product, game, { dryRun, trustRecords: options['trust-record'] })
  } catch (error) {
    if (signal.aborted) throw error
    const found = problemOf(error)
    const hint =
      error instanceof ForeignRecordError
        ? '; check it with --dry-run --trust-record, then uninstall with --trust-record'
        : ''
    const problem = { ...found, message: `${found.message}${hint}` }
    output.error(problem.message)
    if (json) await writeJson([{ product, game, error: problem }], output)
    return 1
  }
  const { recovery: _, ...facts } = done
  if (json) await writeJson([{ game, ...facts, error: null }], output)
  else await output.write(text(done, dryRun, output.style))
  if (done.recovery !== 'nothing') output.note(recoveryNote(game, done.recovery))
  for (const warning of done.warnings) output.note(warning)
  return 0
}

function text(
  { product, deleted, restored, edited, kept }: Uninstalled,
  dryRun: boolean,
  style: AnyCall['output']['style'],
): string {
  const lines = [
    ...deleted.map((path) => `  - ${printable(path)}`),
    ...restored.map((path) => `  < ${printable(path)}  ${style.dim('as it was')}`),
    ...edited.map((path) => `  ~ ${printable(path)}  ${style.dim('edits undone')}`),
    ...kept.map(({ path, reason }) => style.yellow(`  = ${printable(path)}  kept: ${printable(reason)}`)),
  ]
  const what = dryRun ? 'would be uninstalled' : 'uninstalled'
  const counts =
    `${plural(deleted.length, 'file')} deleted, ${restored.length} restored, ${edited.length} ` +
    `edited, ${kept.length} kept`
  lines.push(`${dryRun ? '' : `${style.green('ok')}  `}${style.bold(printable(product))} ${what}: ${counts}`)
  return `${lines.join('\n')}\n`
}
