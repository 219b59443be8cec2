import { join } from 'node:path'
import { patternToRegExp } from '@ukit/files/containers'
import { openUmod, readManifest, type Umod, type UmodEntry } from '@ukit/umod'
import { EXTRACT_UMOD_DEFAULTS, extractUmod } from '@ukit/umod/node'
import type { BatchVerb, Outcome } from '../../batch/batch-verb.js'
import { problemOf } from '../../batch/one-file.js'
import { runBatch } from '../../batch/run.js'
import { INSTALLER_FILES } from '../../command/files-help.js'
import { FORCE_OPTION, jsonOption, type Options, type OptionValues } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import { checkFolder } from '../../inputs/make-folder.js'
import { jsonElement } from '../../terminal/json.js'
import { plural, printable } from '../../terminal/text.js'
import { INSTALLER_BATCH, WRONG_CRC } from './inputs.js'
import { findText } from './text.js'

const OPTIONS = {
  out: {
    takes: 'value',
    value: 'DIR',
    short: 'o',
    does: 'The folder to write to, which is created if it does not exist',
  },
  only: { takes: 'value', value: 'PATTERN', does: 'Only files whose path matches, such as "System/*.u" or "**/*.txt"' },
  logo: { takes: 'nothing', does: 'Only the picture that setup shows' },
  sanitize: {
    takes: 'nothing',
    does: 'Write files with unsafe names under safe ones',
    default: EXTRACT_UMOD_DEFAULTS.sanitize ? 'yes' : 'they are refused',
  },
  unpack: {
    takes: 'nothing',
    does: 'Unpack .uz members, and drop that ending',
    default: EXTRACT_UMOD_DEFAULTS.unpack ? 'yes' : 'as they are stored',
  },
  'no-crc': { takes: 'nothing', does: 'Do not check the checksum of the installer' },
  ...FORCE_OPTION,
  json: jsonOption(' per installer'),
} as const satisfies Options

/** `ukit umod extract FILE… -o DIR` */
export const umodExtract: BatchVerb<typeof OPTIONS> = {
  when: [
    'You want the files of an installer without installing them. They keep their folders below DIR. To ' +
      'install them into a game, with settings and a way to undo it, use umod install.',
    'A file whose name would lead out of DIR, or that Windows does not allow, is refused; the others ' +
      'are written anyway. Links in DIR are not followed.',
  ],
  files: INSTALLER_FILES,
  options: OPTIONS,
  notes: [
    ['Several installers', 'Each goes to a folder of its own in DIR, named after the installer.'],
    ['JSON', 'path, crcOk, files [{name, output, size, error}], error.'],
  ],
  examples: [
    ['ukit umod extract mod.umod -o mod', 'all files'],
    ['ukit umod extract mod.umod -o . --only "Maps/*"', 'only the maps'],
  ],
  ...INSTALLER_BATCH,
  async run(call) {
    const { out } = call.options
    if (call.positionals.length > 0) {
      if (out === undefined) throw new UsageError('umod extract needs a folder to write to: -o DIR')
      await checkFolder(out)
    }
    return runBatch(umodExtract, call, call.options)
  },
  between: () => '',

  async *report({ input, opened, settings, style, signal, progress }): AsyncGenerator<string, Outcome> {
    const { json, options } = settings
    const { out = '' } = options
    const umod = await openUmod(opened.source)
    const folder = settings.files === 1 ? out : join(out, opened.fileName.replace(/\.\w+$/, '') || '_')
    const wanted = await selection(umod, options)
    // Checked before anything is written, so that damage is known before files are extracted.
    const crcOk = options['no-crc'] ? null : await checksum(umod, wanted, signal)
    const extraction = extractUmod(umod, folder, {
      force: options.force,
      sanitize: options.sanitize,
      unpack: options.unpack,
      only: wanted,
      signal,
      onProgress: (done, total) => progress(done, total, 'bytes'),
    })
    const files: Record<string, unknown>[] = []
    const errors: string[] = []
    for await (const { entry, path, error: thrown } of extraction) {
      const output = path === undefined ? null : join(folder, path)
      const error = thrown === undefined ? null : problemOf(thrown)
      files.push({ name: entry.name, output, size: entry.size, error })
      if (error !== null) errors.push(error.message)
      else if (!json) yield `${printable(output ?? folder)}\n`
    }
    const written = files.length - errors.length
    if (crcOk === false) errors.push(WRONG_CRC)
    if (json) yield* jsonElement({ path: input.path, crcOk, files, error: null })
    else {
      const mark = errors.length === 0 ? style.green('ok') : style.red('failed')
      yield `${mark}  ${style.bold(printable(input.path))}: ${plural(written, 'file')} of ${files.length} written\n`
    }
    return { failed: errors.length > 0, errors }
  },

  failure: ({ path }, error, { json }) =>
    json ? [...jsonElement({ path, crcOk: null, files: [], error })].join('') : '',
}

async function selection(umod: Umod, options: OptionValues<typeof OPTIONS>): Promise<(entry: UmodEntry) => boolean> {
  const slashed = (name: string) => name.replace(/\\/g, '/')
  if (options.logo) {
    const manifest = await readManifest(umod)
    const logo = umod.find(findText(manifest, 'Logo') ?? '')
    if (logo === undefined) throw new UsageError('the installer has no logo')
    return (entry) => entry === logo
  }
  if (options.only === undefined) return () => true
  const pattern = patternToRegExp(slashed(options.only), true)
  return ({ name }) => pattern.test(slashed(name))
}

/**
 * Whether the checksum is correct; `null` if reading all of a large installer is not worth it for a few
 * files.
 */
async function checksum(
  umod: Umod,
  wanted: (entry: UmodEntry) => boolean,
  signal: AbortSignal,
): Promise<boolean | null> {
  if (!umod.entries.every(wanted)) return null
  return (await umod.computeCrc({ signal })) === umod.trailer.crc
}
