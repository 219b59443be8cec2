import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ObjectReader } from '@ukit/core'
import { PackageError } from '@ukit/files'
import { makeFolders, saveFile } from '@ukit/files/node'
import { MediaError } from '@ukit/media'
import { levelT3d, type T3dWritten } from '@ukit/media/level'
import { encodeSource } from '@ukit/script/syntax'
import type { BatchVerb, Outcome } from '../../batch/batch-verb.js'
import { runBatch } from '../../batch/run.js'
import { workPackage } from '../../batch/work-package.js'
import { PACKAGE_FILES } from '../../command/files-help.js'
import { ARCHIVES_OPTION, BATCH_OPTIONS, COMMON_OPTIONS, FORCE_OPTION, type Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import { jsonElement } from '../../terminal/json.js'
import { plural, printable } from '../../terminal/text.js'
import { type Folders, folderName, foldersOf } from '../change/extract-names.js'
import { surroundingsOf } from '../change/extract-surroundings.js'
import { BASE_OPTIONS } from '../script/base-packages.js'
import { scriptWords } from '../script/script-words.js'
import { passedOver, passedOverText } from './passed-over.js'

const OPTIONS = {
  out: {
    takes: 'value',
    value: 'OUT',
    short: 'o',
    does: 'Write to this file; for several maps, or if it is a folder, NAME.t3d into it',
    default: 'standard output, for a single map',
  },
  ...FORCE_OPTION,
  ...BASE_OPTIONS,
  ...COMMON_OPTIONS,
  ...ARCHIVES_OPTION,
  ...BATCH_OPTIONS,
} as const satisfies Options

/** What all maps of a call share. */
interface Prepared extends Pick<Folders, 'byInput'> {
  /** The words of the call that are maps. */
  readonly named: readonly string[]
  readonly actors: readonly string[]
  /** Whether `out` is a folder. */
  readonly intoFolder: boolean
}

/** `ukit t3d MAP… [ACTOR…]` */
export const t3d: BatchVerb<typeof OPTIONS, Prepared> = {
  when: [
    'You want the actors and brushes of a map as text, in the form in which the editor of its game exports, ' +
      'imports and pastes them: to compare maps, to change many actors at once, or to take some to another map.',
    'ukit import puts such a file into a map.',
  ],
  files: PACKAGE_FILES,
  options: OPTIONS,
  notes: [
    [
      'ACTOR',
      'The name of an actor, ignoring case: Light12. Without one, all actors are written. Words after the first ' +
        'are maps if they exist.',
    ],
    [
      'Defaults',
      'Values that equal the defaults of the class are left out, as the editor does. That needs the classes: name ' +
        'the game with --game or --packages where it is not found around the map. Of classes that are missing, ' +
        'every value that the map stores is written, and a note says so.',
    ],
    ['JSON', 'path, file (null without -o), text (null with -o), actors, brushes, notes [text], error.'],
  ],
  examples: [
    ['ukit t3d DM-Deck16][.unr -o deck.t3d', 'a whole map'],
    ['ukit t3d DM-Deck16][.unr Light12 Mover0', 'two of its actors, to be pasted'],
    ['ukit t3d Maps -o Texts', 'every map in a folder'],
  ],
  worthThreads: 'measured',
  between: () => '',
  tail: passedOverText,
  run(call) {
    const { files, names } = scriptWords(call.positionals)
    const { out, json } = call.options
    if (out === undefined && json && files.length > 1) throw new UsageError(NEEDS_FOLDER)
    const prepare = (inputs: Parameters<typeof foldersOf>[0]): Prepared => {
      if (inputs.length > 1 && out === undefined) throw new UsageError(NEEDS_FOLDER)
      if (inputs.length > 1 && names.length > 0) throw new UsageError('t3d takes actors of one map')
      const intoFolder = inputs.length > 1 || (out !== undefined && isFolder(out))
      return { byInput: foldersOf(inputs).byInput, named: files, actors: names, intoFolder }
    }
    return runBatch({ ...t3d, prepare }, { ...call, positionals: files }, call.options)
  },

  async *report({ input, opened, settings, signal, style, progress }): AsyncGenerator<string, Outcome> {
    const { options, prepared, json } = settings
    const pkg = await workPackage({ opened, settings, signal })
    const { packages } = surroundingsOf(input.file, options)
    const reader = await ObjectReader.open(pkg, { packages })
    const parts = levelT3d(reader, {
      actors: prepared.actors,
      signal,
      onProgress: (done, total) => progress(done, total, 'actors'),
    })
    const isPrinted = options.out === undefined && !json
    const kept: string[] = []
    let written: T3dWritten
    try {
      for (;;) {
        const next = await parts.next()
        if (next.done === true) {
          written = next.value
          break
        }
        if (isPrinted) yield next.value
        else kept.push(next.value)
      }
    } catch (error) {
      const other = passedOver(error, input.path, prepared.named)
      if (other !== undefined) return other
      const isKnown = error instanceof MediaError || (error instanceof PackageError && error.kind === 'refused')
      if (!isKnown) throw error
      if (json) yield* jsonElement(facts(input.path, null, null, NOTHING, error.message))
      return { failed: true, errors: [error.message] }
    }
    const notes = [...written.notes]
    if (options.out === undefined) {
      if (json) yield* jsonElement(facts(input.path, null, kept.join(''), written))
      return { failed: false, errors: [], notes }
    }
    const name = `${prepared.byInput.get(input.path) ?? folderName(input)}.t3d`
    const file = prepared.intoFolder ? join(options.out, name) : options.out
    await makeFolders(dirname(file))
    await saveFile(file, [encodeSource(kept.join(''))], { force: options.force, signal })
    if (json) yield* jsonElement(facts(input.path, file, null, written))
    else {
      const what = `${plural(written.actors, 'actor')}, ${plural(written.brushes, 'brush', 'brushes')}`
      yield `${style.green('ok')}  ${style.bold(printable(input.path))} → ${printable(file)}: ${what}\n`
    }
    return { failed: false, errors: [], notes }
  },

  failure(input, error, settings): string {
    if (!settings.json) return ''
    return [...jsonElement({ ...facts(input.path, null, null, NOTHING), error })].join('')
  },
}

const NEEDS_FOLDER = 't3d needs a folder to write to for several maps: -o DIR'

const NOTHING: T3dWritten = { actors: 0, brushes: 0, notes: [] }

function facts(path: string, file: string | null, text: string | null, written: T3dWritten, message?: string) {
  const error = message === undefined ? null : { kind: 'media', message, offset: null }
  return { path, file, text, ...written, error }
}

function isFolder(path: string): boolean {
  return /[\\/]$/.test(path) || (existsSync(path) && statSync(path).isDirectory())
}
