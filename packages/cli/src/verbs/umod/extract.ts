import { join } from 'node:path'
import { patternToRegExp } from '@ukit/files/containers'
import { openUmod, readManifest, type Umod, type UmodEntry } from '@ukit/umod'
import { EXTRACT_UMOD_DEFAULTS, extractUmod } from '@ukit/umod/node'
import { problemOf } from '../../batch/one-file.js'
import { INSTALLER_FILES } from '../../command/files-help.js'
import { FORCE_OPTION, jsonOption, type Options, type OptionValues } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import type { Call, ExitStatus, Verb } from '../../command/verb.js'
import { checkFolder } from '../../inputs/make-folder.js'
import { closeContainers } from '../../inputs/open.js'
import { jsonElement } from '../../terminal/json.js'
import { plural, printable } from '../../terminal/text.js'
import { umodInputs, withUmod } from './inputs.js'
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
export const umodExtract: Verb<typeof OPTIONS> = {
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
  run,
}

async function run(call: Call<typeof OPTIONS>): Promise<ExitStatus> {
  const { positionals, options, output, signal } = call
  const out = options.out
  if (positionals.length === 0) throw new UsageError(`umod extract needs at least one file`)
  if (out === undefined) throw new UsageError('umod extract needs a folder to write to: -o DIR')
  await checkFolder(out)
  const json = options.json
  const inputs = await umodInputs(positionals, signal)
  const { style, progress } = output
  let failed = false
  if (json) await output.write('[\n')
  for (const [index, input] of inputs.entries()) {
    signal.throwIfAborted()
    const files: Record<string, unknown>[] = []
    const found = await withUmod(input, call, async ({ source, fileName }) => {
      const umod = await openUmod(source)
      const folder = inputs.length === 1 ? out : join(out, fileName.replace(/\.\w+$/, '') || '_')
      const wanted = await selection(umod, options)
      // Checked before anything is written, so that damage is known before files are extracted.
      const crcOk = options['no-crc'] ? null : await checksum(umod, wanted, signal)
      const extraction = extractUmod(umod, folder, {
        force: options.force,
        sanitize: options.sanitize,
        unpack: options.unpack,
        only: wanted,
        signal,
        onProgress: (done, total, name) => progress.update(done, total, name, 'bytes'),
      })
      for await (const { entry, path, error } of extraction) {
        if (error !== undefined) {
          failed = true
          output.error(`${input.path}: ${problemOf(error).message}`)
        } else if (!json) await output.write(`${printable(join(folder, path ?? ''))}\n`)
        const target = path === undefined ? null : join(folder, path)
        files.push({
          name: entry.name,
          output: target,
          size: entry.size,
          error: error === undefined ? null : problemOf(error),
        })
      }
      return { crcOk }
    })
    const error = 'problem' in found ? found.problem : null
    const crcOk = 'crcOk' in found ? found.crcOk : null
    if (error !== null) output.error(`${input.path}: ${error.message}`)
    if (crcOk === false) output.error(`${input.path}: the checksum is wrong: the file was damaged or changed`)
    if (error !== null || crcOk === false) failed = true
    if (json) {
      await output.write(index === 0 ? '' : ',\n')
      for (const text of jsonElement({ path: input.path, crcOk, files, error })) await output.write(text)
    } else if (error === null) {
      const written = files.filter((file) => file['error'] === null).length
      const mark = written === files.length && crcOk !== false ? style.green('ok') : style.red('failed')
      await output.write(
        `${mark}  ${style.bold(printable(input.path))}: ${plural(written, 'file')} of ${files.length} written\n`,
      )
    }
  }
  if (json) await output.write('\n]\n')
  await closeContainers()
  return failed ? 1 : 0
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
