import { SAVE_DEFAULTS } from '@ukit/core'
import { PackageError } from '@ukit/files'
import { NO_BYTES } from '@ukit/files/internal'
import { problemOf } from '../../batch/one-file.js'
import { PACKAGE_FILES } from '../../command/files-help.js'
import { COMMON_OPTIONS, FORCE_OPTION, type Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import type { Call, ExitStatus, Verb } from '../../command/verb.js'
import { expand } from '../../inputs/expand.js'
import { gameIdOf } from '../../inputs/game-id.js'
import type { Input } from '../../inputs/input.js'
import { checkFolder } from '../../inputs/make-folder.js'
import { closeContainers } from '../../inputs/open.js'
import { skippedText } from '../../inputs/skipped-text.js'
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
export const copy: Verb<typeof OPTIONS> = {
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
  run,
}

async function run({ positionals, options, output, signal }: Call<typeof OPTIONS>): Promise<ExitStatus> {
  const out = positionals.at(-1)
  const words = positionals.slice(0, -1)
  if (out === undefined || words.length === 0) throw new UsageError(`copy needs a file to read and one to write`)
  const json = options.json
  const wish: Wish = {
    compress: options.compress,
    force: options.force,
    game: await gameIdOf(options.game),
    signal,
  }
  const expanded = await expand(words)
  const { inputs } = expanded
  const first = inputs[0]
  const single = inputs.length === 1 && first !== undefined && words.length === 1 && first.path === words[0]
  oneOutput(out, json)
  const toFolder = out !== STANDARD && (!single || isFolderName(out))
  if (out === STANDARD && !single) throw new UsageError('copy writes one file to standard output')
  if (toFolder) await checkFolder(out)
  const { style, progress } = output
  let failed = 0
  let identical = 0
  if (json) await output.write('[\n')
  const written = new Map<string, string>()
  for (const [index, input] of inputs.entries()) {
    signal.throwIfAborted()
    const target = toFolder ? targetIn(out, input) : out
    const earlier = written.get(target)
    written.set(target, input.path)
    const onProgress = (bytes: number) => {
      if (inputs.length === 1) progress.update(bytes, Math.max(bytes, input.bytes), input.path, 'bytes')
      else progress.update(index, inputs.length, input.path, 'files')
    }
    const result = await attempt({ input, target, earlier, toFolder }, wish, onProgress)
    if (out === STANDARD && result.error === null) {
      if (!isGood(result)) output.error(`${input.path}: ${describe(result)}`)
      else await output.writeBytes(result.bytesWritten ?? NO_BYTES)
    }
    if (result.error !== null) output.error(`${input.path}: ${result.error.message}`)
    if (!isGood(result)) failed++
    else if (result.identical) identical++
    if (json) {
      await output.write(index === 0 ? '' : ',\n')
      const { bytesWritten: _, ...facts } = result
      for (const text of jsonElement({ path: input.path, ...facts })) await output.write(text)
    } else if (result.error === null && out !== STANDARD) {
      const mark = isGood(result) ? style.green('ok') : style.red('failed')
      await output.write(`${mark}  ${style.bold(printable(input.path))} → ${printable(target)}: ${describe(result)}\n`)
    }
  }
  if (json) await output.write('\n]\n')
  else if (inputs.length > 1) {
    const mark = failed === 0 ? style.green('ok') : style.red('failed')
    const rest = inputs.length - failed - identical
    const parts = [`${identical} identical`, `${rest} (de)compressed and read the same`, `${failed} failed`]
    await output.write(`\n${style.bold(mark)}  ${plural(inputs.length, 'file')}: ${parts.join(', ')}\n`)
  }
  await closeContainers()
  const skipped = skippedText(expanded)
  if (skipped !== undefined) output.note(skipped)
  return failed > 0 ? 1 : 0
}

/** What is copied where; `earlier` was copied to the same file in this run. */
interface Copied {
  readonly input: Input
  readonly target: string
  readonly earlier: string | undefined
  readonly toFolder: boolean
}

async function attempt(
  { input, target, earlier, toFolder }: Copied,
  wish: Wish,
  onProgress: (bytes: number) => void,
): Promise<CopyResult> {
  try {
    if (earlier !== undefined) {
      const message = `"${printable(target)}" is already that of ${printable(earlier)}: copy them to different folders`
      throw new PackageError('refused', message)
    }
    return await copyOne(input, target, wish, toFolder, onProgress)
  } catch (error) {
    if (wish.signal.aborted) throw error
    const compression = { from: null, to: null }
    const facts = { bytes: null, written: null, compression, identical: false, equal: false, firstDifference: null }
    return { output: target, ...facts, error: problemOf(error) }
  }
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
