import type { Input, Inputs } from '@ukit/batch'
import { isUmod, openUmod, type Umod } from '@ukit/umod'
import { problemOf } from '../../batch/one-file.js'
import { InputError, UsageError } from '../../command/usage-error.js'
import type { AnyCall } from '../../command/verb.js'
import { expand } from '../../inputs/expand.js'
import { closeContainers, openInput } from '../../inputs/open.js'
import { writeJson } from '../../terminal/json-array.js'

/** Extensions of installers, to choose the files of a folder to look at; their content decides. */
const EXTENSION = /\.(?:umod|ut2mod|ut4mod|rmod|dxumod|exe)$/i

/** What is said of an installer whose checksum is not that of its bytes. */
export const WRONG_CRC = 'the checksum is wrong: the file was damaged or changed'

/** What the verbs on installers have in common: each file is read as it is stored, from start to end. */
export const INSTALLER_BATCH = {
  inputs: umodInputs,
  asIs: true,
  worthThreads: 'never',
  repeats: true,
} as const

/**
 * The installers that words name: files, addresses (read by Range requests), folders (the installers in
 * them), patterns, and files in a zip.
 */
async function umodInputs({ positionals }: Pick<AnyCall, 'positionals'>): Promise<Inputs> {
  const found: Input[] = []
  for (const word of positionals) {
    if (/^https?:\/\//i.test(word)) {
      found.push({ path: word, file: word, inner: [], below: word, bytes: 0, isRemote: true })
      continue
    }
    const { inputs } = await expand([word], { others: true })
    for (const input of inputs) {
      const named = input.path === word || input.problem !== undefined || EXTENSION.test(input.path)
      // A file found by a folder or pattern may be something other than an installer.
      if (inputs.length > 1 && !named) continue
      if (inputs.length > 1 && /\.exe$/i.test(input.path) && !(await looksLikeUmod(input))) continue
      found.push(input)
    }
  }
  return { inputs: found, skipped: [] }
}

async function looksLikeUmod(input: Input): Promise<boolean> {
  const opened = await openInput(input, { asIs: true })
  try {
    return await isUmod(opened.source)
  } finally {
    await opened.close()
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
  const { inputs } = await umodInputs({ positionals: [file] })
  const [input] = inputs
  if (input === undefined) throw new InputError(`there is no installer "${file}"`)
  const { path } = input
  try {
    const opened = await openInput(input, { asIs: true, signal })
    try {
      return { path, game, found: await work(await openUmod(opened.source), game) }
    } finally {
      await opened.close()
    }
  } catch (error) {
    if (signal.aborted) throw error
    const problem = problemOf(error)
    output.error(`${path}: ${problem.message}`)
    if (options.json) await writeJson([{ path, game, ok: false, error: problem }], output)
    return undefined
  } finally {
    await closeContainers()
  }
}
