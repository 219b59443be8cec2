import { verifyUmod } from '@ukit/umod'
import type { BatchVerb, Outcome } from '../../batch/batch-verb.js'
import { runBatch } from '../../batch/run.js'
import { INSTALLER_FILES } from '../../command/files-help.js'
import { JSON_OPTION, type Options } from '../../command/option.js'
import { jsonElement } from '../../terminal/json.js'
import { plural } from '../../terminal/text.js'
import { verifyHead, verifyText } from '../look/verify-text.js'
import { INSTALLER_BATCH } from './inputs.js'

const OPTIONS = {
  all: { takes: 'nothing', does: 'Print every problem', default: 'the first few of each kind' },
  quiet: { takes: 'nothing', short: 'q', does: 'Print only files with problems, and the summary' },
  ...JSON_OPTION,
} as const satisfies Options

/** `ukit umod verify FILE…` */
export const umodVerify: BatchVerb<typeof OPTIONS> = {
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
  ...INSTALLER_BATCH,
  run: (call) => runBatch(umodVerify, call, call.options),
  between: () => '',
  head: (_settings, style) => verifyHead(style),

  async *report({ input, opened, settings, style, signal, progress }): AsyncGenerator<string, Outcome> {
    const report = await verifyUmod(opened.source, {
      fileName: opened.fileName,
      signal,
      onProgress: (done, total) => progress(done, total, 'bytes'),
    })
    if (settings.json) yield* jsonElement({ path: input.path, ...report })
    else yield verifyText(input.path, report, settings, style)
    return { failed: !report.ok, errors: [] }
  },

  failure({ path }, error, settings, style): string {
    const report = { ok: false, objects: 0, bytes: 0, understood: 0, problems: [] }
    if (!settings.json) return verifyText(path, report, settings, style)
    const problems = [{ severity: 'error', object: null, ...error }]
    return [...jsonElement({ path, ...report, problems })].join('')
  },

  tail(files, failed, _counts, style): string {
    const mark = failed === 0 ? style.green('ok') : style.red('failed')
    const what = failed === 0 ? '' : `${failed} of `
    return `\n${style.bold(mark)}  ${what}${plural(files, 'installer')}\n`
  },
}
