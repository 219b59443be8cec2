import type { Input } from '@ukit/batch'
import { nodeCodecs } from '@ukit/core/node'
import { REPAIR_DEFAULTS, type RepairedPackage, repairedFile, repairPackage } from '@ukit/edit'
import { problemOf } from '../../batch/one-file.js'
import { PACKAGE_FILES } from '../../command/files-help.js'
import { COMMON_OPTIONS, FORCE_OPTION, jsonOption, type Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import type { Call, ExitStatus, Verb } from '../../command/verb.js'
import { expand } from '../../inputs/expand.js'
import { gameIdOf } from '../../inputs/game-id.js'
import { closeContainers, openInput } from '../../inputs/open.js'
import { oneOutput, STANDARD, writeTo } from '../../inputs/standard.js'
import { writeJson } from '../../terminal/json-array.js'
import type { Output } from '../../terminal/output.js'
import { count, plural } from '../../terminal/text.js'
import { goneIn, repairText } from './repair-text.js'

const OPTIONS = {
  ...FORCE_OPTION,
  drop: {
    takes: 'nothing',
    does: 'Remove what does not decode, and what needs a lost object, so that games load the rest',
    default: REPAIR_DEFAULTS.drop ? 'yes' : 'no',
  },
  all: { takes: 'nothing', does: 'Print every object that is lost or doubtful' },
  ...COMMON_OPTIONS,
  json: jsonOption(''),
} as const satisfies Options

/** `ukit repair IN OUT` */
export const repair: Verb<typeof OPTIONS> = {
  when: [
    'A package does not open, or verify finds errors: it was cut off, a tool wrote wrong offsets or ' +
      'counts, bytes were overwritten, something was appended. OUT is a package that opens, with ' +
      'everything that could be rescued; the rest is listed.',
    'IN is never changed. A package that verifies comes out byte for byte the same; a result that is ' +
      'worse than IN is not written.',
  ],
  files: [...PACKAGE_FILES, 'With - as OUT, the package is all that is written to standard output.'],
  options: OPTIONS,
  notes: [
    [
      'Lost objects',
      'An object whose body is not in the file leaves a null in its row, so that all others keep their ' +
        'numbers. Objects that need it (they are inside it, or of its class) stay, and so does the row ' +
        'that they need. Objects that are present but do not decode stay as well; --drop turns all of ' +
        'these into nulls.',
    ],
    [
      'Cut off',
      'The tables of UE1 and UE2 are at the end, so a download that broke off has none. ' +
        'Textures, palettes, sounds and music are then found by their structure and put into a new ' +
        'package: everything that is complete in the file, named after its class and its place ' +
        '(Texture_0001e240), with its properties.',
    ],
    [
      'JSON',
      'path, output, written, sound, unchanged, verified {ok, objects, bytes, understood, errors, ' +
        'warnings}, repairs [sentences], kept (count), lost [{object, index, reason}], doubtful ' +
        '[{object, index, reason}], salvagedOf (exports that the summary counts; only when the tables ' +
        'are gone), error.',
    ],
  ],
  result:
    'Exit status 0 when OUT verifies, 1 when it does not or nothing was written, 2 for wrong usage. What is ' +
    'lost does not change it: it is listed, in "lost" and "salvagedOf" of --json too.',
  examples: [
    ['ukit repair Broken.unr Saved.unr', 'rescue what can be rescued'],
    ['ukit repair --json Broken.u Saved.u', 'and what could not, for a program'],
  ],
  run,
}

async function run({ positionals, options, output, signal }: Call<typeof OPTIONS>): Promise<ExitStatus> {
  const [word, out, ...more] = positionals
  if (word === undefined || out === undefined || more.length > 0) {
    throw new UsageError(`repair needs a file to read and one to write`)
  }
  const { inputs } = await expand([word])
  const [input, ...others] = inputs
  if (input === undefined || others.length > 0) throw new UsageError('repair works on one file at a time')
  const game = await gameIdOf(options.game)
  oneOutput(out, options.json)
  const settings = { game, force: options.force, drop: options.drop, out, output }
  const onProgress = (done: number, total: number) => output.progress.update(done, total, input.path, 'objects')
  const { result, written, error } = await attempt(input, settings, signal, onProgress)
  await closeContainers()
  if (error !== null) output.error(`${input.path}: ${error.message}`)
  if (options.json) {
    const element = { path: input.path, output: out, written, ...(result === null ? {} : factsOf(result)), error }
    await writeJson([element], output)
  } else if (result !== null && written !== null) {
    if (out === STANDARD) noteLosses(input.path, result, output)
    else await output.write(repairText(input.path, out, written, result, options.all, output.style))
  }
  return error === null && result?.verified.ok === true ? 0 : 1
}

/** Prints losses as notes, for when the package itself is written to standard output. */
function noteLosses(path: string, result: RepairedPackage, output: Output): void {
  const gone = goneIn(result)
  const doubtful = result.doubtful.length
  if (gone + doubtful === 0) return
  const counts = `${plural(result.kept, 'object')} kept, ${count(gone)} lost, ${count(doubtful)} doubtful`
  output.note(`${path}: ${counts} (--json with a file as OUT lists them)`)
}

function factsOf({ package: _, verified, ...facts }: RepairedPackage) {
  const { ok, objects, bytes, understood, problems } = verified
  const errors = problems.filter(({ severity }) => severity === 'error').length
  return { ...facts, verified: { ok, objects, bytes, understood, errors, warnings: problems.length - errors } }
}

interface Settings {
  readonly game: string | undefined
  readonly force: boolean
  readonly drop: boolean
  readonly out: string
  /** Where the package is written when `out` is `-`. */
  readonly output: Output
}

interface Attempt {
  readonly result: RepairedPackage | null
  readonly written: number | null
  readonly error: ReturnType<typeof problemOf> | null
}

async function attempt(
  input: Input,
  { game, force, drop, out, output }: Settings,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<Attempt> {
  let result: RepairedPackage | null = null
  try {
    const { source, fileName, close } = await openInput(input)
    try {
      const given = { game }
      result = await repairPackage(source, { fileName, codecs: nodeCodecs, drop, signal, onProgress, ...given })
      const written = await writeTo(out, repairedFile(result, { codecs: nodeCodecs }), output, { force, signal })
      return { result, written, error: null }
    } finally {
      await close()
    }
  } catch (error) {
    if (signal.aborted) throw error
    return { result, written: null, error: problemOf(error) }
  }
}
