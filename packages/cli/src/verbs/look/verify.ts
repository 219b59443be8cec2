import { nodeCodecs } from '@ukit/core/node'
import { verify as verifyPackage } from '@ukit/inspect'
import type { BatchVerb, Outcome, Work } from '../../batch/batch-verb.js'
import { runBatch } from '../../batch/run.js'
import { BATCH_OPTIONS, COMMON_OPTIONS } from '../../command/option.js'
import type { Call } from '../../command/verb.js'
import { gameWord } from '../../inputs/game-word.js'
import { jsonElement } from '../../terminal/json.js'
import type { Style } from '../../terminal/style.js'
import { count, plural } from '../../terminal/text.js'
import { verifyHead, verifyText } from './verify-text.js'

/** `ukit verify FILE…` */
export const verify: BatchVerb = {
  name: 'verify',
  summary: 'Whether every count, range and reference is in order',
  usage: 'verify FILE…',
  when: [
    'You want to know whether packages are whole: after a download, before you put them on a server, or when a game refuses one. Every reference is checked, every body is read (and decompressed), and bytes that belong to nothing are found.',
    'An error would trip the engine or an editor, and fails the check. A warning is odd, but packages that the games load have it.',
  ],
  options: {
    all: { takes: 'nothing', does: 'Print every problem', default: 'the first few of each kind' },
    quiet: { takes: 'nothing', short: 'q', does: 'Print only files with problems, and the summary' },
    ...COMMON_OPTIONS,
    game: {
      takes: 'value',
      value: 'ID|DIR',
      does: "Read the files as this game's (ID), because detection can be wrong; or look up every import in the installed game in this folder, or of this ini (DIR)",
      default: 'found from versions and content; imports are not looked up',
    },
    ...BATCH_OPTIONS,
  },
  notes: [
    [
      'Imports',
      'With --game DIR each import is looked up in the file that the game finds for its package: a package that is missing, an object that is not in it, is of another class or not public is an error. A game’s ID goes before a folder of the same name; write ./ut2004 for the folder.',
    ],
    [
      'JSON',
      'path, ok, objects, bytes (of all exports), understood (0 to 1: the share of these bytes that named fields cover), problems [{kind, severity, object, offset, message}].',
    ],
  ],
  examples: [
    ['ukit verify Maps System', 'all packages in two folders'],
    ['ukit verify --quiet /srv/ut99', 'only what is wrong'],
    ['ukit verify MyMap.unr --game ~/UnrealTournament', 'with everything that it imports'],
    ['ukit verify --json *.upk > report.json', 'for a program'],
  ],
  worthThreads: { files: 32, bytes: 32e6 },
  run: (call) => runBatch(verify, withGameFolder(call)),
  between: () => '',
  head: (_settings, style) => verifyHead(style),

  async *report({ input, opened, settings, style, signal, progress }: Work): AsyncGenerator<string, Outcome> {
    const { game, json } = settings
    const found = await verifyPackage(opened.source, {
      fileName: opened.fileName,
      codecs: nodeCodecs,
      signal,
      onProgress: (done, total) => progress(done, total, 'objects'),
      ...(game === undefined ? {} : { game }),
    })
    const folder = settings.options[GAME_FOLDER]
    const imports =
      typeof folder === 'string'
        ? await (await import('./verify-imports.js')).importProblems(opened, folder, signal)
        : []
    const ok = found.ok && imports.every(({ severity }) => severity !== 'error')
    const report = { ...found, ok, problems: [...found.problems, ...imports] }
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
    // Its error goes to standard error, so that it is not told twice.
    return verifyText(input.path, { ...report, problems: [] }, settings, style)
  },

  tail: (files, failed, counts, style) => summary(files, failed, counts, style),
}

/** Where the settings of a run keep the folder that was given as `--game`. */
const GAME_FOLDER = 'game-folder'

/** `--game` takes a game's ID everywhere; here also the place of an installed game, which is told from it by being there. */
function withGameFolder(call: Call): Call {
  const { game, ...options } = call.options
  const word = typeof game === 'string' ? gameWord(game) : undefined
  return word !== undefined && 'place' in word ? { ...call, options: { ...options, [GAME_FOLDER]: word.place } } : call
}

function summary(files: number, failed: number, counts: Readonly<Record<string, number>>, style: Style): string {
  const { objects = 0, errors = 0, warnings = 0 } = counts
  const found = `${plural(errors, 'error')}, ${plural(warnings, 'warning')}`
  const what = `${plural(files, 'file')}, ${plural(objects, 'object')}, ${found}`
  if (failed === 0) return `\n${style.bold(style.green('ok'))}  ${what}\n`
  return `\n${style.bold(style.red('failed'))}  ${count(failed)} of ${what}\n`
}
