import { nodeCodecs } from '@ukit/core/node'
import { verify as verifyPackage } from '@ukit/inspect'
import type { BatchVerb, Outcome } from '../../batch/batch-verb.js'
import { withHint } from '../../batch/one-file.js'
import { runBatch } from '../../batch/run.js'
import { PACKAGE_FILES } from '../../command/files-help.js'
import { ARCHIVES_OPTION, BATCH_OPTIONS, COMMON_OPTIONS, type Options } from '../../command/option.js'
import { withZipHint } from '../../inputs/archive-hint.js'
import { jsonElement } from '../../terminal/json.js'
import type { Style } from '../../terminal/style.js'
import { count, plural } from '../../terminal/text.js'
import { existingFolders } from '../script/base-packages.js'
import type { ImportPlaces } from './verify-game.js'
import { verifyHead, verifyText } from './verify-text.js'

const OPTIONS = {
  all: { takes: 'nothing', does: 'Print every problem', default: 'the first few of each kind' },
  quiet: { takes: 'nothing', short: 'q', does: 'Print only files with problems, and the summary' },
  packages: {
    takes: 'list',
    value: 'DIR,…',
    does: 'Look imports up in these folders, and in their subfolders, before the game of --game',
    read: existingFolders,
  },
  ...COMMON_OPTIONS,
  ...ARCHIVES_OPTION,
  ...BATCH_OPTIONS,
} as const satisfies Options

/** `ukit verify FILE…` */
export const verify: BatchVerb<typeof OPTIONS, ImportPlaces | undefined> = {
  when: [
    'You want to know whether packages are intact: after a download, before you put them on a server, ' +
      'or when a game refuses one. Every reference is checked, every body is read (and decompressed), ' +
      'and bytes that belong to nothing are reported.',
    'An error would trip up the engine or an editor, and fails the check. A warning is something ' +
      'unusual that also occurs in packages that games load.',
  ],
  files: PACKAGE_FILES,
  options: OPTIONS,
  notes: [
    [
      'Imports',
      'If --game names the folder of a game, or --packages other folders, each import is looked up in the file found ' +
        'for its package: a missing package is an error, and so is an object that is missing, of another ' +
        'class or not public. So is the call of a function by a name that the class of the object does not ' +
        'have in that game (kind call): the package was made for another version of it. A game’s ID takes ' +
        'precedence over a folder of the same name; write ./ut2004 for the folder.',
    ],
    [
      'JSON',
      'path, ok, objects, bytes (of all exports), understood (0 to 1: the share of these bytes that ' +
        'named fields cover), problems [{kind, severity, object, offset, message}].',
    ],
  ],
  examples: [
    ['ukit verify Maps System', 'all packages in two folders'],
    ['ukit verify --quiet /srv/ut99', 'only what is wrong'],
    ['ukit verify MyMap.unr --game ~/UnrealTournament', 'with everything that it imports'],
    ['ukit verify MyMap.unr --packages ~/packs', 'with what is in a folder that is not a game'],
    ['ukit verify --json *.upk > report.json', 'for a program'],
  ],
  // Each thread has to compile the code that it runs, which takes about a second; fewer bytes than this take
  // not much longer than that.
  worthThreads: { files: Number.POSITIVE_INFINITY, bytes: 64e6 },
  run: (call) => runBatch(verify, call, call.options),
  // An installed game is also where imports are looked up.
  prepare: (_inputs, { options }) => {
    const game = options.game !== undefined && 'place' in options.game ? options.game.place : undefined
    const folders = options.packages ?? []
    return game === undefined && folders.length === 0 ? undefined : { folders, game }
  },
  between: () => '',
  head: (_settings, style) => verifyHead(style),

  async *report({ input, opened, settings, style, signal, progress }): AsyncGenerator<string, Outcome> {
    const { game, json } = settings
    const found = await verifyPackage(opened.source, {
      fileName: opened.fileName,
      codecs: nodeCodecs,
      signal,
      onProgress: (done, total) => progress(done, total, 'objects'),
      game,
    })
    const places = settings.prepared
    const inGame =
      places !== undefined ? await (await import('./verify-game.js')).gameProblems(opened, places, signal) : []
    const ok = found.ok && inGame.every(({ severity }) => severity !== 'error')
    const problems = found.problems.map((problem) => ({ ...problem, message: withZipHint(problem.message) }))
    // There is nothing else to report about a file that is not a package.
    const [first] = problems
    if (first !== undefined) problems[0] = await withHint(first, input, opened)
    const report = { ...found, ok, problems: [...problems, ...inGame] }
    if (json) yield* jsonElement({ path: input.path, ...report })
    else yield verifyText(input.path, report, settings, style)
    const counts = {
      objects: report.objects,
      errors: report.problems.filter(({ severity }) => severity === 'error').length,
      warnings: report.problems.filter(({ severity }) => severity === 'warning').length,
    }
    return { failed: !report.ok, errors: [], counts }
  },

  failure(input, error, settings, style): string {
    const problem = { severity: 'error', object: null, ...error }
    const report = { ok: false, objects: 0, bytes: 0, understood: 0, problems: [problem] }
    if (settings.json) return [...jsonElement({ path: input.path, ...report })].join('')
    // The error is only printed to standard error, so that it does not appear twice.
    return verifyText(input.path, { ...report, problems: [] }, settings, style)
  },

  tail: (files, failed, counts, style) => summary(files, failed, counts, style),
}

function summary(files: number, failed: number, counts: Readonly<Record<string, number>>, style: Style): string {
  const { objects = 0, errors = 0, warnings = 0 } = counts
  const found = `${plural(errors, 'error')}, ${plural(warnings, 'warning')}`
  const what = `${plural(files, 'file')}, ${plural(objects, 'object')}, ${found}`
  if (failed === 0) return `\n${style.bold(style.green('ok'))}  ${what}\n`
  return `\n${style.bold(style.red('failed'))}  ${count(failed)} of ${what}\n`
}
