import type { Package } from '@ukit/core'
import { type Proof, type ProofDifference, proveDecompiled, provePackage } from '@ukit/script/analysis'
import { scriptListing } from '@ukit/script/decompile'
import type { BatchVerb, Outcome } from '../../batch/batch-verb.js'
import { runBatch } from '../../batch/run.js'
import { workPackage } from '../../batch/work-package.js'
import { PACKAGE_FILES } from '../../command/files-help.js'
import { ARCHIVES_OPTION, BATCH_OPTIONS, JSON_OPTION, type Options } from '../../command/option.js'
import { jsonElement } from '../../terminal/json.js'
import type { Style } from '../../terminal/style.js'
import { count, padEnd, plural, printable } from '../../terminal/text.js'
import { standInNotes } from './base-notes.js'
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
      for (const difference of shown) yield differenceText(difference, pkg, style)
      const left = differences.length - shown.length
      if (left > 0) yield `        and ${count(left)} more (--all)\n`
    }
    const notes = standInNotes(proof.standIns)
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

/** The first statement that differs, stored and compiled, with the statements around it that are the same. */
function differenceText(difference: ProofDifference, { context, name }: Package, style: Style): string {
  const { object, message, stored, compiled, statement } = difference
  const lines = [`        ${style.bold(printable(object))}: ${printable(message)}`]
  if (compiled !== null) {
    const [before, after] = [statements(stored, context, name), statements(compiled, context, name)]
    for (let i = Math.max(0, statement - AROUND); i <= statement + AROUND; i++) {
      const [a, b] = [before[i], after[i]]
      if (a === undefined && b === undefined) break
      if (a?.text.toLowerCase() === b?.text.toLowerCase()) lines.push(`          ${padEnd('', 10)}${shownStatement(a)}`)
      else {
        lines.push(`          ${padEnd('stored', 10)}${shownStatement(a)}`)
        lines.push(`          ${padEnd('compiled', 10)}${shownStatement(b)}`)
        if (a !== undefined && b !== undefined) lines.push(`          ${padEnd('', 10)}${marks(a.text, b.text)}`)
      }
    }
  }
  return `${lines.join('\n')}\n`
}

/** A statement of a listing; objects of the package itself are without its name on both sides. */
interface ListedStatement {
  readonly offset: string
  readonly text: string
}

function shownStatement(statement: ListedStatement | undefined): string {
  return statement === undefined ? '(end)' : `${statement.offset}  ${printable(statement.text)}`
}

/**
 * Carets under what of the longer text is not in the other: after what both begin with, before what both end
 * with.
 */
function marks(stored: string, compiled: string): string {
  const [a, b] = [printable(stored).toLowerCase(), printable(compiled).toLowerCase()]
  const least = Math.min(a.length, b.length)
  let start = 0
  while (start < least && a[start] === b[start]) start++
  let tail = 0
  while (tail < least - start && a.at(-1 - tail) === b.at(-1 - tail)) tail++
  return ' '.repeat(6 + start) + '^'.repeat(Math.max(1, Math.max(a.length, b.length) - start - tail))
}

function statements(
  tokens: ProofDifference['stored'],
  context: Package['context'],
  packageName: string,
): ListedStatement[] {
  const own = `'${packageName.toLowerCase()}.`
  return scriptListing(tokens, context).map(({ offset, text }) => ({
    offset: offset.toString(16).toUpperCase().padStart(4, '0'),
    // What code was compiled to names structs by what they are in the text.
    text: text
      .replace(/'[^'.]*\./g, (found) => (found.toLowerCase() === own ? "'" : found))
      .replace(/\bStruct'/g, context.engine === 3 ? "ScriptStruct'" : "Struct'"),
  }))
}
