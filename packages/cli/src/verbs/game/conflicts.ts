import { stat } from 'node:fs/promises'
import { nodeCodecs } from '@ukit/core/node'
import { systemPath } from '@ukit/files/node'
import { MOD_CONFLICTS_DEFAULTS, type Mod, type ModConflictReport, modConflicts, modsAt } from '@ukit/game'
import { folderFiles } from '@ukit/game/node'
import { problemOf } from '../../batch/one-file.js'
import { jsonOption, type Options } from '../../command/option.js'
import { CallError, InputError, UsageError } from '../../command/usage-error.js'
import type { Call, ExitStatus, Verb } from '../../command/verb.js'
import { reasonOf } from '../../inputs/reason.js'
import { jsonElement } from '../../terminal/json.js'
import { conflictsText } from './conflicts-text.js'

const OPTIONS = {
  'in-order': {
    takes: 'nothing',
    does: 'The MODs are in the order in which the game loads them',
    default: MOD_CONFLICTS_DEFAULTS.inOrder ? 'yes' : 'by the names of their folders, if they lie in one folder',
  },
  all: { takes: 'nothing', does: 'Print every conflict', default: 'the first few of each kind' },
  json: jsonOption(''),
} as const satisfies Options

/** `ukit game conflicts MOD…` */
export const gameConflicts: Verb<typeof OPTIONS> = {
  when: [
    'You use several mods, and something does not work as one of them says. This prints what they do ' +
      'differently: classes that several replace (XCOM 2: ModClassOverrides), with the functions that would be ' +
      'lost; packages with one name and different content, with the objects in which they differ; and lines of ' +
      'ini files that contradict each other.',
    'A MOD is the folder of a mod, a folder of mods, or a package or ini file. Nothing is changed.',
  ],
  options: OPTIONS,
  notes: [
    [
      'Settings',
      'Ini files of one name are merged: Key= sets, +Key= and .Key= add to a list, -Key= removes a value, ' +
        '!Key= clears the list. Mods that only add to a list are not in conflict.',
    ],
    [
      'Order',
      'The last mod decides a setting. UE3 takes the mods of one folder by the names of their folders, ' +
        'character by character (100 before 20); which of several such folders is first, the settings of the ' +
        'game say (ModRootDirs in XComEngine.ini). Where the order is not known, no mod is said to win.',
    ],
    [
      'JSON',
      'mods [{name, path, packages, inis}] in their order, decidedBy (given, folders, unknown), ok, conflicts ' +
        '[{kind (class-override, function, package, object, config), what, sides [{mod, path, value}], winner ' +
        '(or null), message}], unreadable [{path, reason}], error.',
    ],
  ],
  result:
    'Exit status 0 when there are no conflicts, 1 when there are some or a file cannot be read, 2 for wrong usage.',
  examples: [
    ['ukit game conflicts "XComGame/Mods"', 'all mods of a folder'],
    ['ukit game conflicts 1122974240 1127014066', 'two of them'],
    ['ukit game conflicts Base Patch --in-order', 'Patch is loaded after Base'],
  ],
  run,
}

async function run({ positionals, options, output, signal }: Call<typeof OPTIONS>): Promise<ExitStatus> {
  if (positionals.length === 0) throw new UsageError('game conflicts needs at least one folder of mods')
  let report: ModConflictReport
  try {
    const mods: Mod[] = []
    for (const path of positionals) mods.push(...(await modsOf(path)))
    report = await modConflicts(mods, folderFiles, { inOrder: options['in-order'], codecs: nodeCodecs, signal })
  } catch (error) {
    if (signal.aborted || error instanceof CallError) throw error
    const problem = problemOf(error)
    output.error(problem.message)
    if (options.json) await output.write(`[\n${[...jsonElement({ ok: false, error: problem })].join('')}\n]\n`)
    return 1
  }
  for (const { path, reason } of report.unreadable) output.error(`${path}: ${reason}`)
  const ok = report.conflicts.length === 0 && report.unreadable.length === 0
  if (options.json) {
    const mods = report.order.mods.map(({ name, path, packages, inis }) => ({
      name,
      path,
      packages: packages.length,
      inis: inis.length,
    }))
    const { conflicts, unreadable } = report
    const element = { mods, decidedBy: report.order.decidedBy, ok, conflicts, unreadable, error: null }
    await output.write(`[\n${[...jsonElement(element)].join('')}\n]\n`)
  } else await output.write(conflictsText(report, options.all, output.style))
  return ok ? 0 : 1
}

async function modsOf(path: string): Promise<Mod[]> {
  try {
    await stat(systemPath(path))
  } catch (cause) {
    throw new InputError(`${path}: ${reasonOf(cause)}`, { cause })
  }
  return modsAt(folderFiles, path)
}
