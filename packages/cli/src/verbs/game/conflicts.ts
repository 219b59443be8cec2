import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { nodeCodecs } from '@ukit/core/node'
import { systemPath } from '@ukit/files/node'
import { MOD_CONFLICTS_DEFAULTS, type Mod, type ModConflictReport, modConflicts, modRoots, modsAt } from '@ukit/game'
import { folderFiles } from '@ukit/game/node'
import { problemOf } from '../../batch/one-file.js'
import { jsonOption, type Options } from '../../command/option.js'
import { CallError, InputError, UsageError } from '../../command/usage-error.js'
import type { Call, ExitStatus, Verb } from '../../command/verb.js'
import { reasonOf } from '../../inputs/reason.js'
import { writeJson } from '../../terminal/json-array.js'
import type { Output } from '../../terminal/output.js'
import { conflictsText } from './conflicts-text.js'

const OPTIONS = {
  ini: {
    takes: 'value',
    value: 'FILE',
    does: 'The ini of the game that names the folders of mods (ModRootDirs): XComEngine.ini or DefaultEngine.ini',
  },
  'game-folder': {
    takes: 'value',
    value: 'DIR',
    does: 'With --ini: the folder of the game, if paths in the ini are relative',
    default: 'two folders above that of the ini',
    goesWith: ['ini'],
  },
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
        'game say: ModRootDirs in XComEngine.ini, which --ini names. Without MODs, all mods of these folders are ' +
        'compared. Where the order is not known, no mod is said to win.',
    ],
    [
      'JSON',
      'mods [{name, path, packages, inis}] in their order, decidedBy (given, settings, folders, unknown), ok, conflicts ' +
        '[{kind (class-override, function, package, object, config), what, sides [{mod, path, value}], winner ' +
        '(or null), message}], unreadable [{path, reason}], error.',
    ],
  ],
  result:
    'Exit status 0 when there are no conflicts, 1 when there are some or a file cannot be read, 2 for wrong usage.',
  examples: [
    ['ukit game conflicts "XComGame/Mods"', 'all mods of a folder'],
    ['ukit game conflicts 1122974240 1127014066', 'two of them'],
    ['ukit game conflicts --ini XComGame/Config/DefaultEngine.ini', 'all mods of the folders that the game reads'],
    ['ukit game conflicts Base Patch --in-order', 'Patch is loaded after Base'],
  ],
  run,
}

async function run({ positionals, options, output, signal }: Call<typeof OPTIONS>): Promise<ExitStatus> {
  const { ini } = options
  if (positionals.length === 0 && ini === undefined)
    throw new UsageError('game conflicts needs at least one folder of mods, or --ini FILE')
  let report: ModConflictReport
  try {
    const roots = ini === undefined ? [] : await rootsIn(ini, options['game-folder'], output)
    const mods: Mod[] = []
    for (const path of positionals.length === 0 ? roots : positionals)
      mods.push(...(await modsOf(ini === undefined ? path : resolve(path))))
    report = await modConflicts(mods, folderFiles, {
      inOrder: options['in-order'],
      roots,
      codecs: nodeCodecs,
      signal,
    })
  } catch (error) {
    if (signal.aborted || error instanceof CallError) throw error
    const problem = problemOf(error)
    output.error(problem.message)
    if (options.json) await writeJson([{ ok: false, error: problem }], output)
    return 1
  }
  const { mods: compared } = report.order
  for (const { path, packages, inis } of compared)
    if (packages.length + inis.length === 0) output.note(`${path}: there is no package or ini file in it`)
  if (compared.length < 2) output.note('one mod has no conflicts: name several, or the folder that they are in')
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
    await writeJson([element], output)
  } else await output.write(conflictsText(report, options.all, output.style))
  return ok ? 0 : 1
}

/** The folders of mods that an ini names and that exist; those that do not are reported. */
async function rootsIn(ini: string, game: string | undefined, output: Output): Promise<string[]> {
  const place = resolve(ini)
  const roots = await modRoots(folderFiles, place, game === undefined ? undefined : resolve(game)).catch(
    (cause: unknown) => {
      throw new InputError(`${ini}: ${reasonOf(cause)}`, { cause })
    },
  )
  if (roots.length === 0)
    throw new InputError(`${ini}: expected lines ModRootDirs=… in [Engine.DownloadableContentEnumerator], found none`)
  for (const { named, exists } of roots) if (!exists) output.note(`ModRootDirs: there is no folder "${named}" here`)
  const found = roots.filter(({ exists }) => exists)
  if (found.length === 0) throw new InputError(`${ini}: none of the folders of ModRootDirs is here`)
  return found.map(({ path }) => path)
}

async function modsOf(path: string): Promise<Mod[]> {
  try {
    await stat(systemPath(path))
  } catch (cause) {
    throw new InputError(`${path}: ${reasonOf(cause)}`, { cause })
  }
  return modsAt(folderFiles, path)
}
