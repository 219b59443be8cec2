import { dirname } from 'node:path'
import { type Install, placeInGame, planRestore, type RestorePlan } from '@ukit/game'
import { openGame, type RestoredFile, restoreCache } from '@ukit/game/node'
import type { Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import type { Call, ExitStatus, Verb } from '../../command/verb.js'
import { checkFolder } from '../../inputs/make-folder.js'
import { writeJson } from '../../terminal/json-array.js'
import { plural, printable } from '../../terminal/text.js'
import { CACHE_DIR_NOTE, CACHE_OPTIONS, namesOf, readOpened, withCache } from './folder.js'

const OPTIONS = {
  out: { takes: 'value', value: 'OUT', short: 'o', does: 'Folder to put the files into, side by side' },
  install: {
    takes: 'value',
    value: 'GAME',
    does: 'A game’s folder or ini: put each file where that game looks for it',
  },
  'dry-run': { takes: 'nothing', short: 'n', does: 'Only print what would go where' },
  ...CACHE_OPTIONS,
} as const satisfies Options

/** `ukit cache restore DIR -o OUT` */
export const cacheRestore: Verb<typeof OPTIONS> = {
  when: [
    'You played on a server and want to keep its map or its mod: this copies packages out of the cache ' +
      'under the names in cache.ini. Where it has none, the name is worked out from the package or ' +
      'guessed, and the output says so.',
    'WHAT selects packages: GUIDs, real names with or without extension, patterns such as "CTF-*". ' +
      'Without it, everything is copied. With --install GAME each file goes where the game looks for it: ' +
      'Maps, System, Textures, …',
  ],
  options: OPTIONS,
  notes: [
    [...CACHE_DIR_NOTE],
    [
      'Never overwritten',
      'An existing file stays as it is. If its bytes are the same, all is well; otherwise the exit ' +
        'status is 1. The cache itself is only read.',
    ],
    [
      'Names',
      'Names come from servers: one that contains folders, is a Windows device name or the like becomes ' +
        'a plain name. Of several files with the same name, the one used last gets it, and the others ' +
        'get their GUID appended.',
    ],
    [
      'JSON',
      'path, folder, target, files [{file, output, action ("restored", "present", "refused", ' +
        '"planned"), name, inferred {fileName, content, evidence, sure, why} or null, notes}], unmatched ' +
        '[WHAT that matched nothing], unreadable [files that are not packages], error.',
    ],
  ],
  examples: [
    ['ukit cache restore ~/.utpg/Cache -o Restored', 'everything, into one folder'],
    ['ukit cache restore Cache "CTF-*" -o Maps', 'some maps'],
    ['ukit cache restore ~/UT --install ~/UT DM-Mill', 'a map, into the game’s Maps'],
  ],
  run,
}

async function run(call: Call<typeof OPTIONS>): Promise<ExitStatus> {
  const { positionals, options, output, signal } = call
  const [dir, ...only] = positionals
  if (dir === undefined) throw new UsageError(`cache restore needs a cache or game`)
  const out = options.out
  const game = options.install
  if ((out === undefined) === (game === undefined)) {
    throw new UsageError('cache restore needs a destination: either -o OUT or --install GAME')
  }
  if (out !== undefined) await checkFolder(out)
  const json = options.json
  const dryRun = options['dry-run']
  const found = await withCache(dir, call, async (opened) => {
    const install = game === undefined ? undefined : await openGame(game)
    const target = install?.root ?? out ?? dirname(opened.folder)
    const cache = await readOpened(opened, call)
    const names = await namesOf({ ...opened, install: opened.install ?? install }, cache, call)
    const plan = planRestore(cache, { only, names, folderFor: folderFor(install) })
    const done: RestoredFile[] = []
    const onProgress = (at: number, total: number, path: string) => output.progress.update(at, total, path, 'files')
    for await (const file of restoreCache(target, plan.steps, { signal, onProgress, dryRun })) done.push(file)
    return { folder: cache.folder, target, plan, done }
  })
  if ('problem' in found) {
    if (json) await writeJson([{ path: dir, files: [], error: found.problem }], output)
    return 1
  }
  const { plan, done } = found
  const refused = done.filter(({ action }) => action === 'refused')
  if (json) {
    const files = done.map(({ step, path, action }) => ({
      file: step.file.fileName,
      output: path,
      action,
      name: step.file.realName ?? null,
      inferred: step.inferred ?? null,
      notes: step.notes,
    }))
    const facts = {
      path: dir,
      folder: found.folder,
      target: found.target,
      files,
      unmatched: plan.unmatched,
      unreadable: plan.unreadable.map(({ fileName }) => fileName),
      error: null,
    }
    await writeJson([facts], output)
  } else {
    for (const { step, path, action } of done) {
      const mark = {
        restored: output.style.green('ok'),
        present: 'exists',
        refused: output.style.red('kept'),
        planned: 'would',
      }
      const notes = [...(step.inferred === undefined ? [] : [inferredText(step.inferred)]), ...step.notes]
      if (action === 'refused') notes.push('a different file of that name exists, and is kept')
      await output.write(
        `${mark[action]}  ${printable(path)}${notes.length === 0 ? '' : `: ${printable(notes.join('; '))}`}\n`,
      )
    }
  }
  summarise(call, plan, done.length, refused.length)
  return refused.length + plan.unmatched.length + plan.unreadable.length > 0 ? 1 : 0
}

function folderFor(install: Install | undefined): ((extension: string) => string) | undefined {
  return install === undefined ? undefined : (extension) => placeInGame(install, extension)
}

function inferredText({ sure, why }: { sure: boolean; why: string }): string {
  return `${sure ? 'name worked out' : 'name guessed'}: ${why}`
}

function summarise({ output }: Call<typeof OPTIONS>, plan: RestorePlan, files: number, refused: number): void {
  for (const { fileName, realName, error } of plan.unreadable) {
    const called = realName === undefined ? '' : ` (${realName})`
    output.error(
      `${fileName}${called} is not a package and stays in the cache: ${error?.message ?? 'it cannot be read'}`,
    )
  }
  for (const text of plan.unmatched) output.error(`nothing in the cache matches "${text}"`)
  if (refused > 0) output.error(`${plural(refused, 'file')} of ${files} not written: a different file is in the way`)
  else if (files === 0 && plan.unmatched.length === 0) output.note('the cache has no packages')
}
