import { PackageError } from '@ukit/files'
import { EditedFileError, INSTALL_DEFAULTS, installUmod, RequirementError } from '@ukit/umod/node'
import { INSTALLER_FILES } from '../../command/files-help.js'
import { FORCE_OPTION, jsonOption, type Options } from '../../command/option.js'
import type { Call, ExitStatus, Verb } from '../../command/verb.js'
import { writeJson } from '../../terminal/json-array.js'
import { plural, printable } from '../../terminal/text.js'
import { withInstaller } from './inputs.js'
import { gameInFolder, PLAN_OPTIONS, planOptions } from './plan.js'
import { planFacts } from './plan-text.js'
import { recoveryNote } from './recovery-note.js'

const OPTIONS = {
  ...PLAN_OPTIONS,
  ...FORCE_OPTION,
  'ignore-requirements': {
    takes: 'nothing',
    does: 'Install even if the game is not what the installer requires',
    default: INSTALL_DEFAULTS.ignoreRequirements ? 'yes' : 'no',
  },
  'ignore-crc': {
    takes: 'nothing',
    does: 'Install even if the checksum is wrong',
    default: INSTALL_DEFAULTS.ignoreCrc ? 'yes' : 'no',
  },
  json: jsonOption(''),
} as const satisfies Options

/** `ukit umod install FILE GAME` */
export const umodInstall: Verb<typeof OPTIONS> = {
  when: [
    'You want to install a mod into a game, without Windows and without the game’s own setup. It does ' +
      'what umod plan prints. GAME is the folder that contains System.',
    'It is all or nothing: a run that fails is undone, and one that was killed is completed or ' +
      'discarded by the next one. What is overwritten is kept, so that umod uninstall can restore it ' +
      'byte for byte. The game’s own log (System/Manifest.ini) is kept as the game’s setup keeps it, so ' +
      'that both can be used.',
    'Programs are never started, and registry keys and shortcuts are never made.',
  ],
  files: INSTALLER_FILES,
  options: OPTIONS,
  notes: [['JSON', 'As for umod plan, with written (paths) and unchanged (everything already existed).']],
  examples: [
    ['ukit umod plan mod.umod ~/UnrealTournament', 'look first'],
    ['ukit umod install mod.umod ~/UnrealTournament', 'then install'],
    ['ukit umod uninstall "My Mod" ~/UnrealTournament', 'and undo it'],
  ],
  run,
}

async function run(call: Call<typeof OPTIONS>): Promise<ExitStatus> {
  const { options, output, signal } = call
  const done = await withInstaller(call, async (umod, folder) => {
    const { id: _, ...known } = await gameInFolder(folder)
    return installUmod(umod, folder, {
      ...planOptions(options),
      ...known,
      overwrite: options.force,
      ignoreRequirements: options['ignore-requirements'],
      ignoreCrc: options['ignore-crc'],
      signal,
      onProgress: (done, total, path) => output.progress.update(done, total, path, 'bytes'),
    }).catch(namingTheOption)
  })
  if (done === undefined) return 1
  const { path, game, found } = done
  const { plan, written, unchanged, recovery } = found
  if (recovery !== 'nothing') output.note(recoveryNote(game, recovery))
  if (options.json) {
    const facts = { path, game, ...planFacts(plan, true), written, unchanged, error: null }
    await writeJson([facts], output)
  } else {
    for (const message of plan.warnings) output.note(message)
    const what = unchanged ? 'is installed already' : `installed, ${plural(written.length, 'file')} written`
    const { style } = output
    await output.write(`${style.green('ok')}  ${style.bold(printable(`${plan.product} ${plan.version}`))} ${what}\n`)
  }
  return 0
}

function namingTheOption(error: unknown): never {
  if (error instanceof EditedFileError)
    throw new PackageError('refused', `"${error.path}" has been changed since it was installed; --force replaces it`)
  if (!(error instanceof RequirementError)) throw error
  throw new PackageError('refused', `${error.message}; --ignore-requirements installs it anyway`)
}
