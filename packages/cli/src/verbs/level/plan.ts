import { ObjectReader } from '@ukit/core'
import { OutputFolder } from '@ukit/files/node'
import { MediaError } from '@ukit/media'
import { levelOf, levelPlan } from '@ukit/media/level'
import type { BatchVerb, Outcome } from '../../batch/batch-verb.js'
import { runBatch } from '../../batch/run.js'
import { workPackage } from '../../batch/work-package.js'
import { PACKAGE_FILES } from '../../command/files-help.js'
import { ARCHIVES_OPTION, BATCH_OPTIONS, COMMON_OPTIONS, FORCE_OPTION, type Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import { jsonElement } from '../../terminal/json.js'
import { printable } from '../../terminal/text.js'
import { type Folders, folderName, foldersOf } from '../change/extract-names.js'
import { surroundingsOf } from '../change/extract-surroundings.js'
import { notWritten } from '../change/not-written.js'
import { BASE_OPTIONS } from '../script/base-packages.js'

const OPTIONS = {
  out: {
    takes: 'value',
    value: 'DIR',
    short: 'o',
    does: 'Write NAME.svg for each map into this folder, which is created if it does not exist',
    default: 'standard output, for a single map',
  },
  height: {
    takes: 'value',
    value: 'Z',
    does: 'Leave out what is above this height, in Unreal units: roofs hide the rooms below them',
    default: 'everything',
    read: heightOf,
  },
  'no-paths': { takes: 'nothing', does: 'Leave out the ways of bots' },
  ...FORCE_OPTION,
  ...BASE_OPTIONS,
  ...COMMON_OPTIONS,
  ...ARCHIVES_OPTION,
  ...BATCH_OPTIONS,
} as const satisfies Options

const NEEDS_FOLDER = 'plan needs a folder to write to for --json, and for several maps: -o DIR'

/** `ukit plan MAP…` */
export const plan: BatchVerb<typeof OPTIONS, Folders> = {
  when: [
    'You want to see a map from above, without the game: floors shaded by height, walls, and where players ' +
      'start, weapons, items, lights and ways of bots are. Marks show the name and class of what they stand for.',
  ],
  files: PACKAGE_FILES,
  options: OPTIONS,
  notes: [
    [
      'The drawing',
      'X runs to the right and Y down, as in the editor. The room of the sky is left out. Without the packages of ' +
        'its game a map does not say what many actors are: marks then go by the names of classes.',
    ],
    ['JSON', 'path, file (null without -o), actors, polygons, notes [text], error.'],
  ],
  examples: [
    ['ukit plan DM-Deck16][.unr > deck.svg', 'one map'],
    ['ukit plan Maps -o plans', 'every map in a folder'],
    ['ukit plan DM-Morpheus.unr --height 500 > floor.svg', 'without what is above'],
  ],
  worthThreads: 'measured',
  between: () => '',
  run(call) {
    if (call.options.json && call.options.out === undefined) throw new UsageError(NEEDS_FOLDER)
    return runBatch(plan, call, call.options)
  },
  prepare(inputs, call) {
    if (inputs.length > 1 && call.options.out === undefined) throw new UsageError(NEEDS_FOLDER)
    return foldersOf(inputs)
  },

  async *report({ input, opened, settings, signal, style, progress }): AsyncGenerator<string, Outcome> {
    const { options, prepared } = settings
    const pkg = await workPackage({ opened, settings, signal })
    const { packages } = surroundingsOf(input.file, options)
    const reader = await ObjectReader.open(pkg, { packages })
    let level: Awaited<ReturnType<typeof levelOf>>
    try {
      level = await levelOf(reader, undefined, {
        signal,
        withoutLight: true,
        onProgress: (_, done, total) => progress(done, total, 'actors'),
      })
    } catch (error) {
      if (!(error instanceof MediaError)) throw error
      if (settings.json) yield* jsonElement(facts(input.path, null, 0, 0, [], error.message))
      return { failed: true, errors: [error.message] }
    }
    const name = `${prepared.byInput.get(input.path) ?? folderName(input)}.svg`
    const svg = levelPlan(level, { height: options.height, paths: !options['no-paths'] })
    const polygons = level.parts.reduce((sum, { mesh }) => sum + (mesh.lods[0]?.indices.length ?? 0) / 3, 0)
    if (options.out === undefined) yield svg
    else {
      const saved = await new OutputFolder(options.out, { force: options.force, signal }).write(
        name,
        new TextEncoder().encode(svg),
      )
      const message = saved.ok ? undefined : `${name}: ${notWritten(saved)}`
      const file = saved.ok ? `${options.out}/${name}` : null
      if (settings.json)
        yield* jsonElement(facts(input.path, file, level.actors.length, polygons, level.notes, message))
      else if (saved.ok) yield `${style.green('ok')}  ${style.bold(printable(input.path))} → ${printable(file ?? '')}\n`
      if (message !== undefined) return { failed: true, errors: [message] }
    }
    return { failed: false, errors: [], notes: level.notes.filter((note) => !/was not found/.test(note)) }
  },

  failure(input, error, settings): string {
    if (!settings.json) return ''
    return [...jsonElement({ path: input.path, file: null, actors: 0, polygons: 0, notes: [], error })].join('')
  },
}

function facts(
  path: string,
  file: string | null,
  actors: number,
  polygons: number,
  notes: readonly string[],
  message?: string,
) {
  const error = message === undefined ? null : { kind: 'media', message, offset: null }
  return { path, file, actors, polygons, notes, error }
}

function heightOf(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isFinite(value)) return value
  throw new UsageError(`expected a height in Unreal units, such as 256 or -1024; found ${text}`)
}
