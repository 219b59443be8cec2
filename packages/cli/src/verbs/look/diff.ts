import type { Package } from '@ukit/core'
import { DIFF_DEFAULTS, diffPackages, type PackageDiff } from '@ukit/inspect'
import { problemOf } from '../../batch/one-file.js'
import { PACKAGE_FILES } from '../../command/files-help.js'
import { COMMON_OPTIONS, jsonOption, type Options } from '../../command/option.js'
import { CallError, UsageError } from '../../command/usage-error.js'
import type { Call, ExitStatus, Verb } from '../../command/verb.js'
import { gameIdOf } from '../../inputs/game-id.js'
import { closeContainers } from '../../inputs/open.js'
import { JsonArray } from '../../terminal/json-array.js'
import { plural, printable } from '../../terminal/text.js'
import { BASE_OPTIONS, type BaseOptions, basePackagesOfPair } from '../script/base-packages.js'
import { type Against, packagesAgainst } from './diff-against.js'
import { openHere } from './diff-open.js'
import { type DiffPair, pairsOf } from './diff-pairs.js'
import type { DiffSide, SourceDiff } from './diff-source.js'
import { diffText, SHOWN_FUNCTIONS } from './diff-text.js'

const OPTIONS = {
  against: {
    takes: 'value',
    value: 'DIR',
    does: 'List the packages in DIR that import something from A that B does not have',
  },
  all: { takes: 'nothing', does: 'Print lists and texts in full, and changes that are only bookkeeping' },
  packages: BASE_OPTIONS.packages,
  ...COMMON_OPTIONS,
  json: jsonOption(' per pair of files'),
} as const satisfies Options

/** `ukit diff A B` */
export const diff: Verb<typeof OPTIONS> = {
  when: [
    'You have two versions of a package and want to know what changed: tables, values of objects, ' +
      'functions, script texts. Values are compared by what they mean, so different indices and offsets ' +
      'do not count. Code that changed is decompiled: lines of source, before and after.',
    'After that comes what the changes break for packages that import from A: public objects that are ' +
      'gone or of another class, functions that are called differently, classes with different ' +
      'variables. With --against, also the packages of a folder that would no longer find what they import.',
  ],
  files: PACKAGE_FILES,
  options: OPTIONS,
  notes: [
    ['Folders', 'Two folders are compared file by file, matched by their relative paths, ignoring case.'],
    [
      'JSON',
      'path, other, identical, equal, sameCode (null without classes), summary [{field, before, ' +
        'after}], names {added, removed, ' +
        'recased, reordered}, imports {added, removed, reordered}, exports {added, removed, moved, ' +
        'changed, renumbered}, objects [{path, class, properties, fields, more, bookkeeping, ' +
        'undecoded}], functions [{path, signature, flags, bytecode, fields, source ' +
        '{added, removed, hunks} or null}], texts [{path, field, ' +
        'added, removed, hunks, more}], breaks [{kind, object, class, message}], against [{path, ' +
        'unsatisfied [{path, class, reason, found}], error}] or null, error.',
    ],
  ],
  result:
    'Exit status 0 when the packages have the same content, 1 when they differ or cannot be read, 2 for wrong usage.',
  examples: [
    ['ukit diff Old/Botpack.u New/Botpack.u', 'what a patch changed'],
    ['ukit diff --against System Old/Engine.u New/Engine.u', 'and which packages it breaks'],
    ['ukit diff --json a.unr b.unr', 'every change, for a program'],
  ],
  run,
}

async function run({ positionals, options, output, signal }: Call<typeof OPTIONS>): Promise<ExitStatus> {
  const [first, second, ...more] = positionals
  if (first === undefined || second === undefined || more.length > 0)
    throw new UsageError(`diff needs two packages, the older one first`)
  const notes = new Set<string>()
  const settings: Settings = {
    game: await gameIdOf(options.game),
    json: options.json,
    all: options.all,
    against: options.against,
    base: { packages: options.packages, game: options.game },
    note(text) {
      if (!notes.has(text)) output.note(text)
      notes.add(text)
    },
  }
  const pairs = await pairsOf(first, second)
  let different = 0
  const array = settings.json ? new JsonArray(output) : undefined
  for (const pair of pairs) {
    signal.throwIfAborted()
    const onProgress = (done: number, total: number) => output.progress.update(done, total, pair.path, 'objects')
    const result = await attempt(pair, settings, signal, onProgress)
    if (result.error !== null) output.error(`${result.error.path}: ${result.error.message}`)
    if (result.error !== null || result.diff?.equal !== true) different++
    if (array !== undefined) {
      const { diff: found, ...rest } = result
      await array.add({ path: pair.path, other: pair.other, ...found, ...rest })
    } else if (result.diff !== null) {
      const { style, width } = output
      const many = pairs.length > 1
      await output.write(diffText(pair, result.diff, result.against, { style, width, all: settings.all, many }))
    }
    if (output.isClosed) break
  }
  if (array !== undefined) await array.end()
  else if (pairs.length > 1) {
    await output.write(`\n${plural(pairs.length, 'pair')} compared, ${different} different\n`)
  }
  await closeContainers()
  return different > 0 ? 1 : 0
}

interface Settings {
  readonly game: string | undefined
  readonly json: boolean
  readonly all: boolean
  readonly against: string | undefined
  readonly base: BaseOptions
  /** Prints a note, once. */
  note(text: string): void
}

interface Result {
  readonly diff: SourceDiff | null
  readonly against: readonly Against[] | null
  readonly error: { readonly path: string; readonly kind: string; readonly message: string } | null
}

async function attempt(
  pair: DiffPair,
  settings: Settings,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<Result> {
  const { a, b, path, other } = pair
  if (a === undefined || b === undefined) {
    const lone = a === undefined ? other : path
    const message = `it is only in ${a === undefined ? 'the second' : 'the first'} folder`
    return { diff: null, against: null, error: { path: lone, kind: 'missing', message } }
  }
  let reading = path
  const open: { pkg: Package; close(): Promise<void> }[] = []
  try {
    const before = await openHere(a, settings.game, signal)
    open.push(before)
    reading = other
    const after = await openHere(b, settings.game, signal)
    open.push(after)
    reading = path
    const limits = settings.all
      ? { changeLimit: Number.POSITIVE_INFINITY, textLimit: Number.POSITIVE_INFINITY }
      : DIFF_DEFAULTS
    const found = await diffPackages(before.pkg, after.pkg, { ...limits, signal, onProgress })
    const against =
      settings.against === undefined
        ? null
        : await packagesAgainst(settings.against, before.pkg, after.pkg, [a.file, b.file], signal)
    const sides = [
      { pkg: before.pkg, packages: () => basePackagesOfPair(a.file, b.file, settings.base), note: settings.note },
      { pkg: after.pkg, packages: () => basePackagesOfPair(b.file, a.file, settings.base), note: settings.note },
    ] as const
    const most = settings.all || settings.json ? Number.POSITIVE_INFINITY : SHOWN_FUNCTIONS
    return { diff: await sourceOf(found, sides, most, signal), against, error: null }
  } catch (error) {
    if (signal.aborted || error instanceof CallError) throw error
    const { kind, message } = problemOf(error)
    return { diff: null, against: null, error: { path: printable(reading), kind, message } }
  } finally {
    for (const { close } of open) await close()
  }
}

/** The changes with the code of functions as source; the decompiler is only loaded if there are any. */
async function sourceOf(
  diff: PackageDiff,
  [before, after]: readonly [DiffSide, DiffSide],
  most: number,
  signal: AbortSignal,
): Promise<SourceDiff> {
  if (!diff.functions.some(({ bytecode }) => bytecode))
    return { ...diff, functions: diff.functions.map((change) => ({ ...change, source: null })) }
  return (await import('./diff-source.js')).withSource(diff, before, after, most, signal)
}
