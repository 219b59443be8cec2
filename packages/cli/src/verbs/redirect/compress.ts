import { dirname } from 'node:path'
import type { CodecSet } from '@ukit/codecs'
import { compressUz2Pieces, compressUz3, DEFAULT_UZ_SIGNATURE, isLongerThanPlain, UzWriter } from '@ukit/codecs/uz'
import { openSummary } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { type ByteSource, downloadKind, PackageError, PIECE_SIZE, piecesOf, SourceError } from '@ukit/files'
import { uzKind } from '@ukit/files/containers'
import { fileSource, makeFolders, saveFile } from '@ukit/files/node'
import type { BatchVerb, Outcome } from '../../batch/batch-verb.js'
import { runBatch } from '../../batch/run.js'
import { refuseSameName, type SameNames, sameFileNames } from '../../batch/same-names.js'
import { PLAIN_FILES } from '../../command/files-help.js'
import { BATCH_OPTIONS, FORCE_OPTION, JSON_OPTION, type Options } from '../../command/option.js'
import { checkFolder } from '../../inputs/make-folder.js'
import { STANDARD } from '../../inputs/standard.js'
import { jsonElement } from '../../terminal/json.js'
import type { Style } from '../../terminal/style.js'
import { count, plural, printable } from '../../terminal/text.js'
import { downloadTarget, fileNameOf } from './download-target.js'
import { toStandard } from './to-standard.js'

const FORMATS = ['uz', 'uz2', 'uz3'] as const
type Format = (typeof FORMATS)[number]

/** The format for each engine. */
const FORMAT_OF = { 1: 'uz', 2: 'uz2', 3: 'uz3' } as const

const SIGNATURES = ['1234', '5678'] as const

const OPTIONS = {
  out: {
    takes: 'value',
    value: 'DIR',
    short: 'o',
    does: 'Write to this folder; - is standard output, for one file',
    default: 'beside each file',
  },
  format: {
    takes: 'value',
    value: 'FORMAT',
    choices: FORMATS,
    does: 'The format',
    default: "that of the package's engine: uz for 1, uz2 for 2, uz3 for 3",
  },
  signature: {
    takes: 'value',
    value: 'N',
    choices: SIGNATURES,
    does: 'The form of .uz: 1234 is for downloads, 5678 (smaller) for installers',
    default: String(DEFAULT_UZ_SIGNATURE),
  },
  changed: {
    takes: 'nothing',
    does:
      'Only what has changed: keep a compressed file that unpacks to exactly these bytes, and replace one that ' +
      'does not',
  },
  ...FORCE_OPTION,
  ...JSON_OPTION,
  ...BATCH_OPTIONS,
} as const satisfies Options

/** `ukit compress FILE…` */
export const compress: BatchVerb<typeof OPTIONS, SameNames> = {
  when: [
    'You run a game server and put its packages on a web server, from which players download them ' +
      'compressed: each file is written beside the original, or to one flat folder with -o, under its ' +
      'name with .uz, .uz2 or .uz3 added.',
    'The originals stay. A file that gets longer is written anyway, with a warning: clients of Unreal ' +
      'Tournament before patch 469 crash on it, so offer the file itself instead.',
  ],
  files: PLAIN_FILES,
  options: OPTIONS,
  notes: [['JSON', 'path, output, format, signature (of .uz), bytes, written, warning, unchanged, error.']],
  examples: [
    ['ukit compress System Maps Textures -o redirect', 'everything that a server needs'],
    ['ukit compress MyMod.u', 'MyMod.u.uz beside it'],
    ['ukit compress System Maps -o redirect --changed', 'after an update: only what is new or different'],
    ['ukit compress readme.txt --format uz2', 'a file that is not a package'],
  ],
  asIs: true,
  worthThreads: { files: 2, bytes: 4e6 },
  async run(call) {
    const { options } = call
    if (options.out !== undefined && options.out !== STANDARD) await checkFolder(options.out)
    if (options.out !== STANDARD) return runBatch(compress, call, options)
    return toStandard(call, async ({ source, fileName }, input) => {
      const format = await formatOf(source, fileName, options.format)
      const uz = { name: fileNameOf(input), signature: signatureOf(options.signature) }
      return compressed(format, piecesOf(source), source.byteLength, uz, nodeCodecs)
    })
  },
  between: () => '',

  prepare: (inputs, { options }) => (options.out === undefined ? new Map() : sameFileNames(inputs)),

  async *report({ input, opened, settings, style, signal, progress }): AsyncGenerator<string, Outcome> {
    const { options } = settings
    const { source } = opened
    const format = await formatOf(source, opened.fileName, options.format)
    if (format === 'uz2' && source.byteLength === 0) {
      throw new PackageError(
        'refused',
        'it is empty, and its .uz2 would be too: it could not be told from a broken one',
      )
    }
    const out = options.out
    const name = fileNameOf(input)
    const output = downloadTarget(input, `${name}.${format}`, out)
    refuseSameName(settings.prepared, input.path, output)
    const signature = signatureOf(options.signature)
    const bytes = source.byteLength
    if (options.changed && (await isSame(output, source, signal))) {
      const kept = {
        output,
        format,
        signature: format === 'uz' ? signature : null,
        bytes,
        written: null,
        warning: null,
      }
      if (settings.json) yield* jsonElement({ path: input.path, ...kept, unchanged: true, error: null })
      return { failed: false, errors: [], counts: { unchanged: 1 } }
    }
    if (out !== undefined) await makeFolders(dirname(output))
    const watched = watch(source, (done) => progress(done, source.byteLength, 'bytes'))
    const pieces = compressed(format, watched, source.byteLength, { name, signature }, nodeCodecs)
    const written = await saveFile(output, pieces, { force: options.force || options.changed, signal })
    const warning = isLongerThanPlain(bytes, written) ? LONGER[format] : null
    const facts = { output, format, signature: format === 'uz' ? signature : null, bytes, written, warning }
    if (settings.json) yield* jsonElement({ path: input.path, ...facts, unchanged: false, error: null })
    else yield line(input.path, facts, style)
    return { failed: false, errors: [], counts: { bytes, written, warnings: warning === null ? 0 : 1 } }
  },

  failure(input, error, settings): string {
    if (!settings.json) return ''
    const facts = {
      output: null,
      format: null,
      signature: null,
      bytes: null,
      written: null,
      warning: null,
      unchanged: null,
    }
    return [...jsonElement({ path: input.path, ...facts, error })].join('')
  },

  tail(files, failed, { bytes = 0, written = 0, warnings = 0, unchanged = 0 }, style): string {
    if (files < 2) return unchanged > 0 ? 'nothing has changed\n' : ''
    const mark = failed === 0 ? style.bold(style.green('ok')) : style.bold(style.red('failed'))
    const parts = unchanged === files ? [] : [sizes(bytes, written)]
    if (unchanged > 0) parts.push(`${count(unchanged)} unchanged`)
    if (failed > 0) parts.push(`${count(failed)} failed`)
    if (warnings > 0) parts.push(`${count(warnings)} longer than before`)
    return `\n${mark}  ${plural(files, 'file')}: ${parts.join(', ')}\n`
  },
}

function signatureOf(asked: (typeof SIGNATURES)[number] | undefined): 1234 | 5678 {
  return asked === '5678' ? 5678 : DEFAULT_UZ_SIGNATURE
}

/** What it means that a file got longer. Only clients of UE1 are known to have problems with it. */
const LONGER: Readonly<Record<Format, string>> = {
  uz: 'it is longer than the file itself, and old clients crash on it: offer the file itself',
  uz2: 'it is longer than the file itself',
  uz3: 'it is longer than the file itself',
}

/** The format that was asked for, or that of the package's engine. */
async function formatOf(source: ByteSource, fileName: string, asked: Format | undefined): Promise<Format> {
  if (asked !== undefined) return asked
  const already = await downloadKind(source)
  if (already !== undefined) throw new PackageError('refused', `it is already a compressed download (.${already})`)
  try {
    const { context } = await openSummary(source, { fileName, codecs: nodeCodecs })
    return FORMAT_OF[context.engine]
  } catch (error) {
    throw withAdvice(error)
  }
}

function withAdvice(error: unknown): unknown {
  if (!(error instanceof PackageError)) return error
  const advice = 'only a package says which format its game wants; for other files, choose one with --format'
  return new PackageError(error.kind, `${advice} (${error.message})`, { cause: error })
}

async function* compressed(
  format: Format,
  pieces: AsyncIterable<Uint8Array>,
  length: number,
  uz: { readonly name: string; readonly signature: 1234 | 5678 },
  codecs: CodecSet,
): AsyncGenerator<Uint8Array> {
  if (format === 'uz2') yield* compressUz2Pieces(pieces, await codecs.zlib())
  else if (format === 'uz') {
    const writer = new UzWriter(uz)
    for await (const piece of pieces) writer.write(piece)
    yield writer.end()
  } else {
    const bytes = new Uint8Array(length)
    let at = 0
    for await (const piece of pieces) {
      bytes.set(piece, at)
      at += piece.length
    }
    yield compressUz3(bytes, await codecs.zlib())
  }
}

async function* watch(source: ByteSource, onBytes: (done: number) => void): AsyncGenerator<Uint8Array> {
  let done = 0
  for await (const piece of piecesOf(source)) {
    yield piece
    done += piece.length
    onBytes(done)
  }
}

interface LineFacts {
  readonly output: string
  readonly bytes: number
  readonly written: number
  readonly warning: string | null
}

function line(path: string, { output, bytes, written, warning }: LineFacts, style: Style): string {
  const text = `${style.green('ok')}  ${style.bold(printable(path))} → ${printable(output)}: ${sizes(bytes, written)}\n`
  return warning === null ? text : `${text}    ${style.yellow('warning')}: ${warning}\n`
}

/** `1,234 bytes → 617 bytes (50.0 %)`. */
function sizes(bytes: number, written: number): string {
  const share = bytes === 0 ? '' : ` (${((100 * written) / bytes).toFixed(1)} %)`
  return `${plural(bytes, 'byte')} → ${plural(written, 'byte')}${share}`
}

/** Whether a file exists that decompresses to the bytes of `source`. */
async function isSame(path: string, source: ByteSource, signal: AbortSignal): Promise<boolean> {
  const file = await fileSource(path).catch(() => undefined)
  if (file === undefined) return false
  try {
    const container = await uzKind(nodeCodecs).open(file, path)
    const plain = await container.open(container.entries[0]?.name ?? '')
    if (plain.byteLength !== source.byteLength) return false
    for (let at = 0; at < plain.byteLength; at += PIECE_SIZE) {
      signal.throwIfAborted()
      const end = Math.min(at + PIECE_SIZE, plain.byteLength)
      if (Buffer.compare(await plain.slice(at, end), await source.slice(at, end)) !== 0) return false
    }
    return true
  } catch (error) {
    if (error instanceof PackageError || error instanceof SourceError) return false
    throw error
  } finally {
    await file.close()
  }
}
