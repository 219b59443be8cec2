import { basename, dirname, join } from 'node:path'
import { ObjectReader } from '@ukit/core'
import { OutputFolder } from '@ukit/files/node'
import { MediaError } from '@ukit/media'
import { levelOf, levelPlan, levelPlanPicture } from '@ukit/media/level'
import type { BatchVerb, Outcome } from '../../batch/batch-verb.js'
import { runBatch } from '../../batch/run.js'
import { workPackage } from '../../batch/work-package.js'
import { PACKAGE_FILES } from '../../command/files-help.js'
import { ARCHIVES_OPTION, BATCH_OPTIONS, COMMON_OPTIONS, FORCE_OPTION, type Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import type { Call } from '../../command/verb.js'
import { jsonElement } from '../../terminal/json.js'
import { printable } from '../../terminal/text.js'
import { type Folders, folderName, foldersOf } from '../change/extract-names.js'
import { surroundingsOf } from '../change/extract-surroundings.js'
import { notWritten } from '../change/not-written.js'
import { BASE_OPTIONS } from '../script/base-packages.js'
import { passedOver, passedOverText } from './passed-over.js'
import { writeSheet } from './plan-sheet.js'
import { pngOf } from './png.js'
import { SUBLEVELS_OPTION, sublevelsIn } from './sublevels-option.js'

const OPTIONS = {
  out: {
    takes: 'value',
    value: 'DIR',
    short: 'o',
    does:
      'Write NAME.svg for each map into this folder, which is created if it does not exist; a name that ends ' +
      'in .svg or .png is the file for a single map or a sheet',
    default: 'standard output, for a single map',
  },
  png: { takes: 'nothing', does: 'Write PNG instead of SVG' },
  width: {
    takes: 'value',
    value: 'PIXELS',
    does: 'Width of the picture',
    default: 'about 1500; for a sheet 300 for each map in a row',
    read: widthOf,
  },
  isometric: { takes: 'nothing', does: 'Draw it from one corner, from above at 30°, with rooms open' },
  sheet: { takes: 'nothing', does: 'Draw all maps small on one sheet, with names and numbers of players' },
  height: {
    takes: 'value',
    value: 'Z',
    does: 'Cut the map at this height, in Unreal units: cut walls are light, and what is above is left out',
    default: 'what is above the highest place that players use',
    read: heightOf,
  },
  whole: { takes: 'nothing', does: 'Draw roofs, and land far around the places that players use' },
  'no-paths': { takes: 'nothing', does: 'Leave out the ways of bots' },
  ...SUBLEVELS_OPTION,
  ...FORCE_OPTION,
  ...BASE_OPTIONS,
  ...COMMON_OPTIONS,
  ...ARCHIVES_OPTION,
  ...BATCH_OPTIONS,
} as const satisfies Options

/** A call of `ukit plan`. */
export type PlanCall = Call<typeof OPTIONS>

const NEEDS_FOLDER = 'plan needs a folder to write to for --json, and for several maps: -o DIR'
const NEEDS_FILE = 'plan --sheet needs a file to write: -o maps.png'

interface Prepared extends Pick<Folders, 'byInput'> {
  /** The words of the call. */
  readonly named: readonly string[]
}

/** `ukit plan MAP…` */
export const plan: BatchVerb<typeof OPTIONS, Prepared> = {
  when: [
    'You want to see a map from above, without the game: floors shaded by height, walls, and where players ' +
      'start, weapons, items, lights and ways of bots are. Marks show the name and class of what they stand for.',
  ],
  files: PACKAGE_FILES,
  options: OPTIONS,
  notes: [
    [
      'The drawing',
      'X runs to the right and Y down, as in the editor; north is up, or where a map of Deus Ex says. The room of ' +
        'the sky is left out. Without the packages of its game a map does not say what many actors are: marks then ' +
        'go by the names of classes.',
    ],
    [
      'JSON',
      'path, file (null without -o), actors, polygons, notes [text], error; with --sheet one element: file, maps ' +
        '[path], problems [{path, message}].',
    ],
  ],
  examples: [
    ['ukit plan DM-Deck16][.unr > deck.svg', 'one map'],
    ['ukit plan Maps -o plans --png', 'every map in a folder, as PNG'],
    ['ukit plan --isometric DM-Morpheus.unr -o morpheus.png --width 3000', 'from one corner, large'],
    ['ukit plan --sheet Maps -o maps.png', 'all maps of a folder on one sheet'],
    ['ukit plan DM-Morpheus.unr --height 500 > floor.svg', 'without what is above'],
  ],
  worthThreads: 'measured',
  between: () => '',
  tail: passedOverText,
  run(call) {
    const { out, png } = call.options
    if (png && out !== undefined && isFile(out) === 'svg')
      throw new UsageError(`--png, but -o ${out}: name it .png, or leave --png out`)
    const other = out === undefined ? undefined : /\.(?:jpe?g|gif|bmp|webp|tiff?|pdf|tga|dds|pcx)$/i.exec(out)?.[0]
    if (out !== undefined && other !== undefined)
      throw new UsageError(`plan writes .svg and .png, not ${other}: -o ${out.slice(0, -other.length)}.png`)
    if (call.options.sheet) {
      if (call.options.out === undefined || !isFile(call.options.out)) throw new UsageError(NEEDS_FILE)
      return writeSheet(call, call.options.out)
    }
    if (call.options.json && call.options.out === undefined) throw new UsageError(NEEDS_FOLDER)
    return runBatch(plan, call, call.options)
  },
  prepare(inputs, call) {
    const { out } = call.options
    if (inputs.length > 1 && (out === undefined || isFile(out))) throw new UsageError(NEEDS_FOLDER)
    return { byInput: foldersOf(inputs).byInput, named: call.positionals }
  },

  async *report({ input, opened, settings, signal, style, progress }): AsyncGenerator<string | Uint8Array, Outcome> {
    const { options, prepared } = settings
    const pkg = await workPackage({ opened, settings, signal })
    const { packages } = surroundingsOf(input.file, options)
    const reader = await ObjectReader.open(pkg, { packages })
    let level: Awaited<ReturnType<typeof levelOf>>
    try {
      level = await levelOf(reader, undefined, {
        signal,
        withoutLight: true,
        sublevels: sublevelsIn(options.sublevels),
        onProgress: (_, done, total) => progress(done, total, 'actors'),
      })
    } catch (error) {
      const other = passedOver(error, input.path, prepared.named)
      if (other !== undefined) return other
      if (!(error instanceof MediaError)) throw error
      if (settings.json) yield* jsonElement(facts(input.path, null, 0, 0, [], error.message))
      return { failed: true, errors: [error.message] }
    }
    const polygons = level.parts.reduce((sum, { mesh }) => sum + (mesh.lods[0]?.indices.length ?? 0) / 3, 0)
    const { height, isometric, whole, width } = options
    const drawing = { height, isometric, whole, width, paths: !options['no-paths'] }
    const isPng = options.png || (options.out !== undefined && isFile(options.out) === 'png')
    const bytes = isPng
      ? await pngOf(levelPlanPicture(level, drawing))
      : new TextEncoder().encode(levelPlan(level, drawing))
    if (options.out === undefined) yield bytes
    else {
      const { folder, name } = placeOf(options.out, prepared.byInput.get(input.path) ?? folderName(input), isPng)
      const saved = await new OutputFolder(folder, { force: options.force, signal }).write(name, bytes)
      const message = saved.ok ? undefined : `${name}: ${notWritten(saved)}`
      const file = saved.ok ? join(folder, name) : null
      if (settings.json)
        yield* jsonElement(facts(input.path, file, level.actors.length, polygons, level.notes, message))
      else if (saved.ok) yield `${style.green('ok')}  ${style.bold(printable(input.path))} → ${printable(file ?? '')}\n`
      if (message !== undefined) return { failed: true, errors: [message] }
    }
    return { failed: false, errors: [], notes: level.notes.filter((note) => !OF_LOOKS.test(note)) }
  },

  failure(input, error, settings): string {
    if (!settings.json) return ''
    return [...jsonElement({ path: input.path, file: null, actors: 0, polygons: 0, notes: [], error })].join('')
  },
}

/** Notes on what a plan does not show: the sizes of textures, and light. */
const OF_LOOKS = /^the texture .* was not found|\blights?\b/

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

/** Whether what is written to is one file, and of which kind. */
function isFile(out: string): 'svg' | 'png' | undefined {
  const ending = /\.(svg|png)$/i.exec(out)?.[1]?.toLowerCase()
  return ending === 'svg' || ending === 'png' ? ending : undefined
}

function placeOf(out: string, name: string, isPng: boolean): { readonly folder: string; readonly name: string } {
  if (isFile(out) !== undefined) return { folder: dirname(out), name: basename(out) }
  return { folder: out, name: `${name}.${isPng ? 'png' : 'svg'}` }
}

function widthOf(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 100 && value <= 16_384) return value
  throw new UsageError(`expected a width of 100 to 16384 pixels, found ${text}`)
}

function heightOf(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isFinite(value)) return value
  throw new UsageError(`expected a height in Unreal units, such as 256 or -1024; found ${text}`)
}
