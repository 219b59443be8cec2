import { gameById } from '@ukit/core'
import { PackageError, SourceError } from '@ukit/files'
import { gameOfInstaller, type Install, patchLevelOf, ShippedFiles } from '@ukit/game'
import { hashFile, openGame } from '@ukit/game/node'
import { PLAN_DEFAULTS, type PlanOptions, planInstall } from '@ukit/umod'
import { gameFolder } from '@ukit/umod/node'
import { INSTALLER_FILES } from '../../command/files-help.js'
import { jsonOption, type Options, type OptionValues } from '../../command/option.js'
import type { Call, ExitStatus, Verb } from '../../command/verb.js'
import { writeJson } from '../../terminal/json-array.js'
import { withInstaller } from './inputs.js'
import { planFacts, planText } from './plan-text.js'

/** Options of `umod plan` and `umod install`. */
export const PLAN_OPTIONS = {
  language: {
    takes: 'value',
    value: 'EXT',
    does: 'Language of the game (int, det, frt, …)',
    default: PLAN_DEFAULTS.language,
  },
  with: {
    takes: 'list',
    value: 'PARTS',
    does: 'Optional parts to take: names as umod plan prints them, separated by commas',
  },
  without: { takes: 'list', value: 'PARTS', does: 'Optional parts to leave out' },
  'keep-lists': {
    takes: 'nothing',
    does:
      'If the installer would replace a whole list (such as ServerPackages) with one value, add ' + 'the value instead',
    default: PLAN_DEFAULTS.keepLists ? 'yes' : 'replaced, as the games do',
  },
} as const satisfies Options

/** The settings of a plan that the options give. */
export function planOptions(options: OptionValues<typeof PLAN_OPTIONS>) {
  return {
    language: options.language ?? PLAN_DEFAULTS.language,
    select: options.with ?? [],
    deselect: options.without ?? [],
    keepLists: options['keep-lists'],
  }
}

const OPTIONS = {
  ...PLAN_OPTIONS,
  json: jsonOption(''),
} as const satisfies Options

/**
 * What `ukit game` says of the game in a folder: its names, its engine, and its version by the stock list.
 */
export async function gameInFolder(
  path: string,
): Promise<Pick<PlanOptions, 'gameNames' | 'gameVersion' | 'engine'> & { readonly id?: string }> {
  let install: Install
  try {
    install = await openGame(path)
  } catch (error) {
    if (!(error instanceof SourceError || error instanceof PackageError)) throw error
    return {}
  }
  const { game: id, generation: engine } = install
  // A folder that is not known by name may be anything, also an empty one.
  if (id === undefined) return install.iniPath === undefined ? {} : { engine }
  const shipped = await ShippedFiles.load(id, { root: install.root, hash: hashFile })
  const level = shipped === undefined ? undefined : await patchLevelOf(install, shipped)
  const name = gameById(id)?.name
  return { id, engine, gameNames: name === undefined ? [id] : [id, name], gameVersion: level?.version }
}

/** What the name of an installer says: that it is for another game. */
export function foreignInstaller(path: string, game: string | undefined): string[] {
  const meant = gameOfInstaller(path)
  if (meant === undefined || game === undefined || meant === game) return []
  const nameOf = (id: string) => gameById(id)?.name ?? id
  const extension = path.slice(path.lastIndexOf('.'))
  return [`installers named ${extension} are for ${nameOf(meant)}, and this is ${nameOf(game)}`]
}

/** `ukit umod plan FILE GAME` */
export const umodPlan: Verb<typeof OPTIONS> = {
  when: [
    'You have an installer and want to know what it would do to your game before it does it: whether ' +
      'the game is what it requires, which files are new and which would be overwritten, which settings ' +
      'change, and what to be careful with. Nothing is changed.',
    'GAME is the folder of the game, the one that contains System.',
  ],
  files: INSTALLER_FILES,
  options: OPTIONS,
  notes: [
    [
      'JSON',
      'path, game, product, version, installed, ok, requirements [{product, version, installed, ' +
        'satisfied, recognised (only where so)}], groups [{name, caption, optional, selected}], files ' +
        '[{action, src, path, size, group, owners, reason}], ini [{path, isNew, changes [{section, ' +
        'removed, added}]}], folders, registry, shortcuts, warnings, errors, error.',
    ],
  ],
  examples: [['ukit umod plan mod.umod ~/UnrealTournament', 'what would happen']],
  run,
}

async function run(call: Call<typeof OPTIONS>): Promise<ExitStatus> {
  const { options, output } = call
  const done = await withInstaller(call, async (umod, folder) => {
    const { id, ...known } = await gameInFolder(folder)
    return { id, plan: await planInstall(umod, await gameFolder(folder), { ...planOptions(options), ...known }) }
  })
  if (done === undefined) return 1
  const { path, game, found } = done
  const plan = { ...found.plan, warnings: [...foreignInstaller(path, found.id), ...found.plan.warnings] }
  const ok = plan.errors.length === 0 && plan.requirements.every(({ satisfied }) => satisfied)
  if (options.json) await writeJson([{ path, game, ...planFacts(plan, ok), error: null }], output)
  else await output.write(planText(path, plan, output.style))
  for (const message of plan.errors) output.error(`${path}: ${message}`)
  return ok ? 0 : 1
}
