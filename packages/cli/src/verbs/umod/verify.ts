import { verifyUmod } from '@ukit/umod'
import { INSTALLER_FILES } from '../../command/files-help.js'
import { JSON_OPTION, type Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import type { Call, ExitStatus, Verb } from '../../command/verb.js'
import { closeContainers } from '../../inputs/open.js'
import { jsonElement } from '../../terminal/json.js'
import { plural } from '../../terminal/text.js'
import { verifyHead, verifyText } from '../look/verify-text.js'
import { umodInputs, withUmod } from './inputs.js'

const OPTIONS = {
  all: { takes: 'nothing', does: 'Print every problem', default: 'the first few of each kind' },
  quiet: { takes: 'nothing', short: 'q', does: 'Print only files with problems, and the summary' },
  ...JSON_OPTION,
} as const satisfies Options

/** `ukit umod verify FILE…` */
export const umodVerify: Verb<typeof OPTIONS> = {
  when: [
    'You want to know whether an installer is intact: after a download, or before you publish it. This ' +
      'checks the checksum of the whole file, the directory (overlaps, gaps, duplicate names, files out ' +
      'of range), names that would lead out of the game folder, and whether the manifest names what is inside.',
  ],
  files: INSTALLER_FILES,
  options: OPTIONS,
  notes: [
    [
      'JSON',
      'path, ok, objects (files in it), bytes (of these), understood (0 to 1: the share of the ' +
        'installer that files, directory, trailer and padding explain), problems [{kind, severity, ' +
        'object, offset, message}].',
    ],
  ],
  examples: [
    ['ukit umod verify mod.umod', 'one installer'],
    ['ukit umod verify --quiet downloads', 'all installers in a folder: only what is wrong'],
  ],
  run,
}

async function run(call: Call<typeof OPTIONS>): Promise<ExitStatus> {
  const { positionals, options, output, signal } = call
  if (positionals.length === 0) throw new UsageError(`umod verify needs at least one file`)
  const json = options.json
  const inputs = await umodInputs(positionals, signal)
  const { style, width, progress } = output
  let failed = 0
  await output.write(json ? '[\n' : verifyHead(style))
  for (const [index, input] of inputs.entries()) {
    signal.throwIfAborted()
    const found = await withUmod(input, call, async ({ source, fileName }) =>
      verifyUmod(source, {
        fileName,
        signal,
        onProgress: (done, total) => progress.update(done, total, input.path, 'bytes'),
      }),
    )
    const error = 'problem' in found ? found.problem : undefined
    if (error !== undefined) output.error(`${input.path}: ${error.message}`)
    const report = 'problem' in found ? { ok: false, objects: 0, bytes: 0, understood: 0, problems: [] } : found
    if (!report.ok) failed++
    if (json) {
      const problems = error === undefined ? report.problems : [{ severity: 'error', object: null, ...error }]
      await output.write(index === 0 ? '' : ',\n')
      for (const text of jsonElement({ path: input.path, ...report, problems })) await output.write(text)
    } else await output.write(verifyText(input.path, report, { options, width }, style))
  }
  if (json) await output.write('\n]\n')
  else {
    const mark = failed === 0 ? style.green('ok') : style.red('failed')
    const what = failed === 0 ? '' : `${failed} of `
    await output.write(`\n${style.bold(mark)}  ${what}${plural(inputs.length, 'installer')}\n`)
  }
  await closeContainers()
  return failed > 0 ? 1 : 0
}
