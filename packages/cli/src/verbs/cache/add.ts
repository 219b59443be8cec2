import { SourceError } from '@ukit/files'
import { cacheKeyText } from '@ukit/game'
import { type AddedToCache, addToCache } from '@ukit/game/node'
import type { FileProblem } from '../../batch/batch-verb.js'
import { problemOf } from '../../batch/one-file.js'
import { PACKAGE_FILES } from '../../command/files-help.js'
import type { Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import type { Call, ExitStatus, Verb } from '../../command/verb.js'
import { expand } from '../../inputs/expand.js'
import type { Input } from '../../inputs/input.js'
import { closeContainers, openInput } from '../../inputs/open.js'
import { jsonElement } from '../../terminal/json.js'
import { plural, printable } from '../../terminal/text.js'
import { CACHE_DIR_NOTE, CACHE_OPTIONS, type OpenedCache, withCache } from './folder.js'

const OPTIONS = {
  style: {
    takes: 'value',
    value: 'STYLE',
    does: 'How files are named: by GUID (ue1, also UE3), or GUID and generation (ue2.5)',
    default: 'like those already there; in an empty cache by the version of the package',
    choices: ['ue1', 'ue2.5'],
  },
  ...CACHE_OPTIONS,
} as const satisfies Options

/** `ukit cache add DIR FILE…` */
export const cacheAdd: Verb<typeof OPTIONS> = {
  when: [
    'You have the files of a server (from a friend, a backup, a pack) and do not want to wait for the ' +
      'download. This puts them where a download would go: checked, named by GUID, with their real names ' +
      'in cache.ini.',
    'A package that is already in the cache gets a new date, so that the game does not remove it soon.',
  ],
  files: PACKAGE_FILES,
  options: OPTIONS,
  notes: [
    [...CACHE_DIR_NOTE],
    ['Safe', 'If a run is killed, the cache stays intact. Several runs may add to one cache at the same time.'],
    [
      'JSON',
      'path, file, guid, generation, size, action ("added", "present", "replaced" or null), error; one ' +
        'element per FILE.',
    ],
  ],
  examples: [
    ['ukit cache add ~/UnrealTournament pack/*.u pack/*.utx', 'for a game'],
    ['ukit cache add Cache mod.umod!System/Mod.u', 'a file from an installer'],
  ],
  run,
}

async function run(call: Call<typeof OPTIONS>): Promise<ExitStatus> {
  const { positionals, options, output, signal } = call
  const [dir, ...words] = positionals
  if (dir === undefined || words.length === 0) {
    throw new UsageError(`cache add needs a cache or game, and packages`)
  }
  const json = options.json
  const found = await withCache(
    dir,
    call,
    async (opened) => {
      const { inputs } = await expand(words)
      let failed = inputs.length === 0
      if (failed) output.error('none of the files is a package')
      if (json) await output.write('[\n')
      for (const [index, input] of inputs.entries()) {
        signal.throwIfAborted()
        const result = await addOne(opened, input, call)
        const error = 'problem' in result ? result.problem : null
        const added = 'problem' in result ? undefined : result
        if (error !== null) {
          failed = true
          output.error(`${input.path}: ${error.message}`)
        }
        if (json) {
          await output.write(index === 0 ? '' : ',\n')
          for (const text of jsonElement(facts(input.path, added, error))) await output.write(text)
        } else if (added !== undefined) {
          const { style } = output
          const what = { added: style.green('ok'), present: 'exists', replaced: style.green('replaced') }[added.action]
          await output.write(
            `${what}  ${style.bold(printable(added.name))}: ${cacheKeyText(added)}, ${plural(added.size, 'byte')}\n`,
          )
        }
      }
      if (json) await output.write('\n]\n')
      return { failed }
    },
    true,
  )
  await closeContainers()
  if ('problem' in found && json)
    await output.write(`[\n${[...jsonElement(facts(dir, undefined, found.problem))].join('')}\n]\n`)
  return 'problem' in found || found.failed ? 1 : 0
}

async function addOne(
  { folder, extension }: OpenedCache,
  input: Input,
  { options, output, signal }: Call<typeof OPTIONS>,
): Promise<AddedToCache | { problem: FileProblem }> {
  const { style } = options
  try {
    const opened = await openInput(input)
    try {
      const item = { fileName: opened.fileName, bytes: opened.source }
      const size = opened.source.byteLength
      return await addToCache(folder, item, {
        style,
        extension,
        signal,
        onProgress: (done) => output.progress.update(done, size, input.path, 'bytes'),
      })
    } finally {
      await opened.close()
    }
  } catch (error) {
    if (signal.aborted) throw error
    // A full disk or a folder without permission to write affects every file, but is reported for each.
    return {
      problem: error instanceof SourceError ? { kind: 'io', message: error.message, offset: null } : problemOf(error),
    }
  }
}

function facts(path: string, added: AddedToCache | undefined, error: FileProblem | null) {
  return {
    path,
    file: added?.path ?? null,
    guid: added?.guid.toString() ?? null,
    generation: added?.generation ?? null,
    size: added?.size ?? null,
    action: added?.action ?? null,
    error,
  }
}
