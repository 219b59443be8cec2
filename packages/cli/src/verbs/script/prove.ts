import type { Package } from '@ukit/core'
import { type Proof, type ProofDifference, proveDecompiled, provePackage, scriptListing } from '@ukit/script'
import type { BatchVerb, Outcome } from '../../batch/batch-verb.js'
import { runBatch } from '../../batch/run.js'
import { workPackage } from '../../batch/work-package.js'
import { PACKAGE_FILES } from '../../command/files-help.js'
import { ARCHIVES_OPTION, BATCH_OPTIONS, JSON_OPTION, type Options } from '../../command/option.js'
import { jsonElement } from '../../terminal/json.js'
import type { Style } from '../../terminal/style.js'
import { count, padEnd, plural, printable } from '../../terminal/text.js'
import { baseNotes } from './base-notes.js'
import { BASE_OPTIONS, basePackages } from './base-packages.js'

const OPTIONS = {
  decompiled: {
    takes: 'nothing',
    does: 'Prove the decompiler instead: decompile every script, print it, parse, compile and compare',
  },
  all: { takes: 'nothing', does: 'Print every difference', default: 'the first few' },
  ...JSON_OPTION,
  ...BASE_OPTIONS,
  ...ARCHIVES_OPTION,
  ...BATCH_OPTIONS,
} as const satisfies Options

/** Maximum number of differences that are printed for one file. */
const MOST_DIFFERENCES = 5
/** Number of statements that are shown before and after the first difference. */
const AROUND = 2

/** `ukit script prove FILE…` */
export const scriptProve: BatchVerb<typeof OPTIONS> = {
  when: [
    'You want to know whether the source in a package is the source of its code: every function, state and ' +
      'replication condition is compiled from the text and compared with the stored script.',
    'Or you want to know how far ukit’s compiler and decompiler can be trusted with a game: --decompiled goes ' +
      'from bytecode to source and back, and needs no text in the package.',
  ],
  files: PACKAGE_FILES,
  options: OPTIONS,
  notes: [
    [
      'Comparison',
      'Scripts are identical when all tokens, operands, sizes, skips and jumps are: names ignoring case, ' +
        'objects by what they refer to. What a debug build adds counts, but not with ' +
        '--decompiled. Scripts that need a package ' +
        'that is not available are skipped, and the package is named.',
    ],
    [
      'JSON',
      'path, scripts (that were compared), identical, skipped [{object, package}], differences [{object, at, ' +
        'message}] (at: bytes of memory before the first statement that differs; -1 when the text does ' +
        'not compile), texts, lines, dialect (whose rules were used), missingPackages, standIns [{name, game}], error.',
    ],
  ],
  result: 'Exit status 1 when a file cannot be read or a script differs.',
  examples: [
    ['ukit script prove System/Botpack.u', 'with the packages beside it'],
    ['ukit script prove MyMod.u --packages ~/ut99/System', 'a mod that is elsewhere'],
    ['ukit script prove --decompiled --json *.u', 'bytecode to source and back, for a program'],
  ],
  worthThreads: { files: 2, bytes: 4e6 },
  run: (call) => runBatch(scriptProve, call, call.options),
  between: () => '',

  async *report({ input, opened, settings, style, signal, progress }): AsyncGenerator<string, Outcome> {
    const { json, options } = settings
    const pkg = await workPackage({ opened, settings, signal })
    const proof = await (options.decompiled ? proveDecompiled : provePackage)(pkg, {
      packages: await basePackages(input.file, options),
      standIns: true,
      onProgress(done, total) {
        signal.throwIfAborted()
        progress(done, total, 'classes')
      },
    })
    const { scripts, identical, skipped, differences } = proof
    if (json) yield* jsonElement({ path: input.path, ...facts(proof), error: null })
    else {
      const shown = options.all ? differences : differences.slice(0, MOST_DIFFERENCES)
      yield headText(input.path, proof, style)
      for (const difference of shown) yield differenceText(difference, pkg.context, style)
      const left = differences.length - shown.length
      if (left > 0) yield `        and ${count(left)} more (--all)\n`
    }
    const notes = baseNotes({ missingPackages: [], standIns: proof.standIns })
    return {
      failed: differences.length > 0,
      errors: [],
      notes,
      counts: { scripts, identical, skipped: skipped.length },
    }
  },

  failure(input, error, settings): string {
    if (!settings.json) return ''
    return [...jsonElement({ path: input.path, scripts: 0, identical: 0, skipped: [], differences: [], error })].join(
      '',
    )
  },

  tail: (files, failed, { scripts = 0, identical = 0, skipped = 0 }, style) => {
    const left = skipped === 0 ? '' : `, ${count(skipped)} skipped`
    const what = `${plural(files, 'file')}, ${count(identical)} of ${plural(scripts, 'script')} identical${left}`
    return `\n${failed === 0 ? style.bold(style.green('ok')) : style.bold(style.red('failed'))}  ${what}\n`
  },
}

function facts({ differences, ...proof }: Proof) {
  return { ...proof, differences: differences.map(({ object, at, message }) => ({ object, at, message })) }
}

function headText(path: string, { scripts, identical, skipped, differences }: Proof, style: Style): string {
  const mark = differences.length === 0 ? style.green('ok    ') : style.red('failed')
  const needed = [...new Set(skipped.map((skip) => skip.package))].join(', ')
  const left = skipped.length === 0 ? '' : `, ${count(skipped.length)} skipped: they need ${printable(needed)}`
  return `${mark}  ${count(identical)} of ${plural(scripts, 'script')} identical${left}  ${printable(path)}\n`
}

/** The first statement that differs, stored and compiled, with the statements around it. */
function differenceText(difference: ProofDifference, context: Package['context'], style: Style): string {
  const { object, message, stored, compiled, statement } = difference
  const lines = [`        ${style.bold(printable(object))}: ${printable(message)}`]
  if (compiled !== null) {
    const [before, after] = [statements(stored, context), statements(compiled, context)]
    for (let i = Math.max(0, statement - AROUND); i <= statement + AROUND; i++) {
      const [a, b] = [before[i], after[i]]
      if (a === undefined && b === undefined) break
      lines.push(`          ${padEnd('stored', 10)}${printable(a ?? '(end)')}`)
      lines.push(`          ${padEnd('compiled', 10)}${printable(b ?? '(end)')}`)
    }
  }
  return `${lines.join('\n')}\n`
}

function statements(tokens: ProofDifference['stored'], context: Package['context']): string[] {
  return scriptListing(tokens, context).map(
    ({ offset, text }) => `${offset.toString(16).toUpperCase().padStart(4, '0')}  ${text}`,
  )
}
