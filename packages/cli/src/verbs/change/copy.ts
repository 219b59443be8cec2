import { dirname } from 'node:path'
import type { Input } from '@ukit/batch'
import { SAVE_DEFAULTS } from '@ukit/core'
import { PackageError } from '@ukit/files'
import { NO_BYTES } from '@ukit/files/internal'
import { makeFolders } from '@ukit/files/node'
import type { BatchVerb, Outcome, Piece } from '../../batch/batch-verb.js'
import { runBatch } from '../../batch/run.js'
import { PACKAGE_FILES } from '../../command/files-help.js'
import { COMMON_OPTIONS, FORCE_OPTION, type Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import { expand } from '../../inputs/expand.js'
import { checkFolder } from '../../inputs/make-folder.js'
import { oneOutput, STANDARD } from '../../inputs/standard.js'
import { jsonElement } from '../../terminal/json.js'
import { plural, printable } from '../../terminal/text.js'
import { COMPRESSIONS, type CopyResult, copyOne, type Wish } from './copy-one.js'
import { isFolderName, targetIn } from './copy-target.js'

const OPTIONS = {
  compress: {
    takes: 'optional value',
    value: 'CODEC',
    choices: COMPRESSIONS,
    does: 'Store OUT compressed: like IN (zlib if IN is not), or with CODEC',
    default: SAVE_DEFAULTS.compress,
  },
  ...FORCE_OPTION,
  ...COMMON_OPTIONS,
} as const satisfies Options

/** `ukit copy IN OUT` */
export const copy: BatchVerb<typeof OPTIONS, Targets> = {
  when: [
    'You want proof that ukit reads a package correctly: it opens IN, writes it to OUT from what it ' +
      'understood, and compares. A package that is stored uncompressed must come out byte for byte the same.',
    'Or you want to decompress a package so that other tools can read it, or to compress one. OUT is ' +
      'then opened again and compared with IN, byte by byte without the compression. OUT appears only ' +
      'when it is complete.',
  ],
  files: [...PACKAGE_FILES, 'With - as OUT, the package is all that is written to standard output.'],
  options: OPTIONS,
  notes: [
    [
      'Several files',
      'With several files, a folder or a pattern, OUT is a folder; it is created if it does not exist. ' +
        'Subfolders keep their names.',
    ],
    ['JSON', 'path, output, bytes, written, compression {from, to}, identical, equal, firstDifference, error.'],
  ],
  examples: [
    ['ukit copy Botpack.u /tmp/Botpack.u', 'the round-trip check'],
    ['ukit copy Startup.xxx Startup.upk', 'decompress a cooked package'],
    ['ukit copy --compress=lzo MyMap.udk Cooked/', 'compress into a folder'],
    ['ukit copy System Checked/', 'check a whole folder'],
  ],
  worthThreads: 'never',
  repeats: true,
  async run(call) {
    const { positionals, options } = call
    if (positionals.length < 2) throw new UsageError(`copy needs a file to read and one to write`)
    oneOutput(positionals.at(-1), options.json)
    return runBatch(copy, call, options)
  },
  inputs: ({ positionals }) => expand(positionals.slice(0, -1)),
  prepare: (inputs, { positionals }) => targetsOf(inputs, positionals.at(-1) ?? '', positionals.slice(0, -1)),
  between: () => '',

  async *report({ input, opened, settings, style, signal, progress }): AsyncGenerator<Piece, Outcome> {
    const { options, game, json } = settings
    const target = settings.prepared.get(input)
    const { output, earlier } = target ?? NOWHERE
    if (earlier !== undefined) {
      const message = `"${printable(output)}" is already that of ${printable(earlier)}: copy them to different folders`
      throw new PackageError('refused', message)
    }
    if (target?.isInFolder === true) await makeFolders(dirname(output))
    const wish: Wish = { compress: options.compress, force: options.force, game, signal }
    const onProgress = (bytes: number) => progress(bytes, Math.max(bytes, input.bytes), 'bytes')
    const { bytesWritten, ...result } = await copyOne(opened, output, wish, onProgress)
    const failed = !isGood(result)
    const isStandard = output === STANDARD
    if (json) yield* jsonElement({ path: input.path, ...result })
    else if (isStandard && !failed) yield bytesWritten ?? NO_BYTES
    else if (!isStandard) {
      const mark = failed ? style.red('failed') : style.green('ok')
      yield `${mark}  ${style.bold(printable(input.path))} → ${printable(output)}: ${describe(result)}\n`
    }
    const identical = !failed && result.identical ? 1 : 0
    return { failed, errors: isStandard && failed ? [describe(result)] : [], counts: { identical } }
  },

  failure(input, error, { json, prepared }): string {
    if (!json) return ''
    const { output } = prepared.get(input) ?? NOWHERE
    const compression = { from: null, to: null }
    const facts = { bytes: null, written: null, compression, identical: false, equal: false, firstDifference: null }
    return [...jsonElement({ path: input.path, output, ...facts, error })].join('')
  },

  tail(files, failed, { identical = 0 }, style): string {
    if (files < 2) return ''
    const mark = failed === 0 ? style.green('ok') : style.red('failed')
    const rest = files - failed - identical
    const parts = [`${identical} identical`, `${rest} (de)compressed and read the same`, `${failed} failed`]
    return `\n${style.bold(mark)}  ${plural(files, 'file')}: ${parts.join(', ')}\n`
  },
}

/** Where a file is copied to. */
interface Target {
  readonly output: string
  readonly isInFolder: boolean
  /** The file that is copied there before it, if any. */
  readonly earlier: string | undefined
}

const NOWHERE: Target = { output: '', isInFolder: false, earlier: undefined }

/** Where the files of a run are copied to. */
type Targets = ReadonlyMap<Input, Target>

/** @throws {UsageError | InputError} when OUT cannot be that of these files. */
async function targetsOf(inputs: readonly Input[], out: string, words: readonly string[]): Promise<Targets> {
  const [first] = inputs
  const isSingle = inputs.length === 1 && words.length === 1 && first?.path === words[0]
  if (out === STANDARD && !isSingle) throw new UsageError('copy writes one file to standard output')
  const toFolder = out !== STANDARD && (!isSingle || isFolderName(out))
  if (toFolder) await checkFolder(out)
  const written = new Map<string, string>()
  const targets = new Map<Input, Target>()
  for (const input of inputs) {
    const output = toFolder ? targetIn(out, input) : out
    targets.set(input, { output, isInFolder: toFolder, earlier: written.get(output) })
    written.set(output, input.path)
  }
  return targets
}

/** Whether what was written is what it should be. */
function isGood({ error, identical, equal, compression }: CopyResult): boolean {
  const asIs = compression.from === compression.to && compression.from === null
  return error === null && (asIs ? identical : equal)
}

function describe({ bytes, written, compression, identical, equal, firstDifference }: CopyResult): string {
  if (identical) return `${plural(bytes ?? 0, 'byte')}, identical`
  const sizes = `${plural(bytes ?? 0, 'byte')} → ${plural(written ?? 0, 'byte')}`
  const reads = equal
    ? 'reads the same'
    : `does not read the same: the first difference is at byte ${firstDifference ?? 0}`
  const { from, to } = compression
  if (from === null && to === null)
    return `${sizes}, not identical: the first difference is at byte ${firstDifference ?? 0}`
  if (to === null) return `decompressed (${from}), ${sizes}, ${reads}`
  return `${from === null ? 'compressed' : 'compressed again'} (${to}), ${sizes}, ${reads}`
}
