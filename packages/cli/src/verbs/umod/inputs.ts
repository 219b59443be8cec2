import { basename } from 'node:path'
import { httpSource } from '@ukit/files'
import { isUmod, openUmod, type Umod } from '@ukit/umod'
import type { FileProblem } from '../../batch/batch-verb.js'
import { problemOf } from '../../batch/one-file.js'
import { InputError, UsageError } from '../../command/usage-error.js'
import type { AnyCall } from '../../command/verb.js'
import { expand } from '../../inputs/expand.js'
import { closeContainers, type Opened, openInput } from '../../inputs/open.js'
import { jsonElement } from '../../terminal/json.js'

/** Extensions of installers, to choose the files of a folder to look at; their content decides. */
const EXTENSION = /\.(?:umod|ut2mod|ut4mod|rmod|dxumod|exe)$/i

/** An installer that was named on the command line. */
export interface UmodInput {
  readonly path: string
  open(): Promise<Opened>
}

/**
 * The installers that words name: files, addresses (read by Range requests), folders (the installers in
 * them), patterns, and files in a zip.
 */
export async function umodInputs(words: readonly string[], signal: AbortSignal): Promise<UmodInput[]> {
  const found: UmodInput[] = []
  for (const word of words) {
    if (/^https?:\/\//i.test(word)) {
      found.push({ path: word, open: () => openAddress(word, signal) })
      continue
    }
    const { inputs } = await expand([word], { others: true })
    for (const input of inputs) {
      const named = input.path === word || input.problem !== undefined || EXTENSION.test(input.path)
      // A file found by a folder or pattern may be something other than an installer.
      if (inputs.length > 1 && !named) continue
      if (
        inputs.length > 1 &&
        /\.exe$/i.test(input.path) &&
        !(await looksLikeUmod(() => openInput(input, { asIs: true })))
      )
        continue
      found.push({ path: input.path, open: () => openInput(input, { asIs: true }) })
    }
  }
  return found
}

async function openAddress(url: string, signal: AbortSignal): Promise<Opened> {
  const source = await httpSource(url, { signal })
  return { source, fileName: basename(new URL(url).pathname), close: async () => source.close?.() }
}

async function looksLikeUmod(open: () => Promise<Opened>): Promise<boolean> {
  const opened = await open()
  try {
    return await isUmod(opened.source)
  } finally {
    await opened.close()
  }
}

/** Runs work on one installer; errors in it are returned as a problem. */
export async function withUmod<T>(
  input: UmodInput,
  { signal }: Pick<AnyCall, 'signal'>,
  work: (opened: Opened) => Promise<T>,
): Promise<T | { problem: FileProblem }> {
  let opened: Opened | undefined
  try {
    opened = await input.open()
    return await work(opened)
  } catch (error) {
    if (signal.aborted) throw error
    return { problem: problemOf(error) }
  } finally {
    await opened?.close()
  }
}

/**
 * Runs the work of a verb on one installer and a game's folder.
 *
 * @returns the result of the work; `undefined` when the installer cannot be read, which is then printed.
 * @throws {UsageError} unless the command line has exactly these two words.
 */
export async function withInstaller<T>(
  { verb, positionals, options, output, signal }: AnyCall & { readonly options: { readonly json: boolean } },
  work: (umod: Umod, game: string) => Promise<T>,
): Promise<{ path: string; game: string; found: T } | undefined> {
  const [file, game, ...more] = positionals
  if (file === undefined || game === undefined || more.length > 0) {
    throw new UsageError(`${verb} needs an installer and a game’s folder`)
  }
  const [input] = await umodInputs([file], signal)
  if (input === undefined) throw new InputError(`there is no installer "${file}"`)
  const { path } = input
  const found = await withUmod(input, { signal }, async ({ source }) => ({
    made: await work(await openUmod(source), game),
  }))
  await closeContainers()
  if (!('problem' in found)) return { path, game, found: found.made }
  output.error(`${path}: ${found.problem.message}`)
  if (options.json)
    await output.write(`[\n${[...jsonElement({ path, game, ok: false, error: found.problem })].join('')}\n]\n`)
  return undefined
}
