import { dirname } from 'node:path'
import { nodeCodecs } from '@ukit/core/node'
import { downloadKind, fileNameProblem, PackageError, piecesOf } from '@ukit/files'
import { uzKind } from '@ukit/files/containers'
import { makeFolders, saveFile } from '@ukit/files/node'
import type { BatchVerb, Outcome } from '../../batch/batch-verb.js'
import { runBatch } from '../../batch/run.js'
import { refuseSameName, type SameNames, sameFileNames } from '../../batch/same-names.js'
import { PLAIN_FILES } from '../../command/files-help.js'
import { BATCH_OPTIONS, FORCE_OPTION, JSON_OPTION, type Options } from '../../command/option.js'
import { checkFolder } from '../../inputs/make-folder.js'
import { STANDARD } from '../../inputs/standard.js'
import { jsonElement } from '../../terminal/json.js'
import { count, plural, printable } from '../../terminal/text.js'
import { downloadTarget, fileNameOf } from './download-target.js'
import { toStandard } from './to-standard.js'

const OPTIONS = {
  out: {
    takes: 'value',
    value: 'DIR',
    short: 'o',
    does: 'Write to this folder; - is standard output, for one file',
    default: 'beside each download',
  },
  ...FORCE_OPTION,
  ...JSON_OPTION,
  ...BATCH_OPTIONS,
} as const satisfies Options

const NO_DOWNLOAD = 'it is not a compressed download (.uz, .uz2, .uz3)'

/** `ukit decompress FILE…` */
export const decompress: BatchVerb<typeof OPTIONS, SameNames> = {
  when: [
    'You have compressed downloads of a game, from a redirect or out of an installer, and want the ' +
      'packages themselves. Each is written beside its download, or to one folder with -o. The downloads stay.',
    'A .uz stores the name that its file had, and the file gets it back; for the others it is the name ' +
      'without .uz2 or .uz3. You need not unpack a download to look into it: every verb that reads ' +
      'packages takes compressed ones too.',
  ],
  files: PLAIN_FILES,
  options: OPTIONS,
  notes: [
    [
      'Names',
      'The name in a .uz may be anything a stranger wrote. A name that would lead to another folder, ' +
        'or that a system refuses, is not used; the file is then named after its download, and a warning says so.',
    ],
    ['JSON', 'path, output, format, name (as stored), bytes, written, warning, error.'],
  ],
  examples: [
    ['ukit decompress MyMod.u.uz', 'MyMod.u beside it'],
    ['ukit decompress redirect -o System', 'all downloads of a folder'],
  ],
  expand: { downloads: true },
  asIs: true,
  worthThreads: { files: 2, bytes: 4e6 },
  async run(call) {
    const { out } = call.options
    if (out !== undefined && out !== STANDARD) await checkFolder(out)
    if (out !== STANDARD) return runBatch(decompress, call, call.options)
    return toStandard(call, async ({ source }, input) => {
      if ((await downloadKind(source)) === undefined) throw new PackageError('unsupported', NO_DOWNLOAD)
      const container = await uzKind(nodeCodecs).open(source, fileNameOf(input))
      return piecesOf(await container.open(container.entries[0]?.name ?? ''))
    })
  },
  between: () => '',

  prepare: (inputs, { options }) => (options.out === undefined ? new Map() : sameFileNames(inputs)),

  async *report({ input, opened, settings, style, signal, progress }): AsyncGenerator<string, Outcome> {
    const { options } = settings
    const format = await downloadKind(opened.source)
    if (format === undefined) throw new PackageError('unsupported', NO_DOWNLOAD)
    const container = await uzKind(nodeCodecs).open(opened.source, fileNameOf(input))
    const name = container.entries[0]?.name ?? ''
    const problem = fileNameProblem(name) ?? null
    const out = options.out
    const output = downloadTarget(input, problem === null ? name : stem(fileNameOf(input)), out)
    refuseSameName(settings.prepared, input.path, output)
    const plain = await container.open(name)
    if (out !== undefined) await makeFolders(dirname(output))
    const written = await saveFile(output, piecesOf(plain), {
      force: options.force,
      signal,
      onProgress: (done) => progress(done, plain.byteLength, 'bytes'),
    })
    const warning = problem === null ? null : `the name "${name}" in it is not used: ${problem}`
    const bytes = opened.source.byteLength
    const facts = { output, format, name, bytes, written, warning }
    if (settings.json) yield* jsonElement({ path: input.path, ...facts, error: null })
    else {
      const sizes = `${plural(bytes, 'byte')} → ${plural(written, 'byte')}`
      yield `${style.green('ok')}  ${style.bold(printable(input.path))} → ${printable(output)}: ${sizes}\n`
      if (warning !== null) yield `    ${style.yellow('warning')}: ${printable(warning)}\n`
    }
    return { failed: false, errors: [], counts: { bytes, written } }
  },

  failure(input, error, settings): string {
    if (!settings.json) return ''
    const facts = { output: null, format: null, name: null, bytes: null, written: null, warning: null }
    return [...jsonElement({ path: input.path, ...facts, error })].join('')
  },

  tail(files, failed, { bytes = 0, written = 0 }, style): string {
    if (files < 2) return ''
    const mark = failed === 0 ? style.bold(style.green('ok')) : style.bold(style.red('failed'))
    const failures = failed === 0 ? '' : `, ${count(failed)} failed`
    return `\n${mark}  ${plural(files, 'file')}: ${plural(bytes, 'byte')} → ${plural(written, 'byte')}${failures}\n`
  },
}

/** The name of a download without its extension; a name without one gets something appended. */
function stem(fileName: string): string {
  const name = fileName.replace(/\.uz[23]?$/i, '')
  return name === fileName ? `${name}.unpacked` : name
}
