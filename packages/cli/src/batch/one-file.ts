import type { Input, OpenedInput } from '@ukit/batch'
import { PackageError, SourceError } from '@ukit/files'
import { fromSystem } from '@ukit/files/node'
import { CallError } from '../command/usage-error.js'
import { installerHint, withZipHint } from '../inputs/archive-hint.js'
import { openInput } from '../inputs/open.js'
import { reasonOf } from '../inputs/reason.js'
import { styleFor } from '../terminal/style.js'
import type { BatchVerb, FileProblem, Outcome, Piece, Settings, Work } from './batch-verb.js'

/**
 * Runs a verb on one file. Errors are not thrown, except when the run is interrupted: they become the file's
 * text and outcome.
 */
export async function* reportOne(
  verb: BatchVerb,
  input: Input,
  settings: Settings,
  control: Pick<Work, 'signal' | 'progress' | 'part'>,
): AsyncGenerator<Piece, Outcome> {
  const style = styleFor(settings.colored)
  let opened: OpenedInput | undefined
  try {
    opened = await openInput(input, { asIs: verb.asIs ?? false, signal: control.signal })
    return yield* verb.report({ input, opened, settings, style, ...control })
  } catch (error) {
    if (control.signal.aborted) throw error
    const problem = await withHint(problemOf(error), input, opened)
    yield verb.failure(input, problem, settings, style)
    return { failed: true, errors: [problem.message] }
  } finally {
    await opened?.close()
  }
}

/** What the library reports of an installer that begins with its manifest. */
const TEXT = '; it is a text'

/** Adds to "not a package" what the file is instead. */
export async function withHint<T extends { readonly kind: string; readonly message: string }>(
  problem: T,
  { path }: Pick<Input, 'path'>,
  opened: OpenedInput | undefined,
): Promise<T> {
  if (problem.kind !== 'not-a-package' || opened === undefined) return problem
  const hint = await installerHint(opened.source, path)
  return hint === undefined ? problem : { ...problem, message: `${problem.message.replace(TEXT, '')}; ${hint}` }
}

/**
 * What was thrown, as the file's problem. This includes bugs in ukit: the other files are still processed,
 * and the message asks for a report.
 */
export function problemOf(thrown: unknown): FileProblem {
  const error = fromSystem(thrown)
  if (error instanceof PackageError)
    return { kind: error.kind, message: withZipHint(reasonOf(error)), offset: error.offset ?? null }
  if (error instanceof SourceError) return { kind: 'io', message: reasonOf(error), offset: null }
  // The file asks for more memory than JavaScript can allocate, which is not a bug in ukit.
  if (
    error instanceof RangeError &&
    /invalid (?:string|array|typed array) length|allocation failed/i.test(error.message)
  ) {
    return { kind: 'limit', message: `it needs more memory than there is (${error.message})`, offset: null }
  }
  if (error instanceof CallError) return { kind: 'io', message: error.message, offset: null }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return {
    kind: 'internal',
    message: `ukit failed on it, which is a bug in ukit; please report it: ${text}`,
    offset: null,
  }
}
