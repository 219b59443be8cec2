import { cacheKeyText } from '@ukit/game'
import { type AddedToCache, addToCache } from '@ukit/game/node'
import type { BatchVerb, FileProblem, Outcome } from '../../batch/batch-verb.js'
import { runBatch } from '../../batch/run.js'
import { PACKAGE_FILES } from '../../command/files-help.js'
import type { Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import { expand } from '../../inputs/expand.js'
import { jsonElement } from '../../terminal/json.js'
import { writeJson } from '../../terminal/json-array.js'
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
export const cacheAdd: BatchVerb<typeof OPTIONS, OpenedCache> = {
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
  worthThreads: 'never',
  repeats: true,
  async run(call) {
    const [dir, ...words] = call.positionals
    if (dir === undefined || words.length === 0) throw new UsageError(`cache add needs a cache or game, and packages`)
    const inCache = async (cache: OpenedCache) => ({
      status: await runBatch({ ...cacheAdd, prepare: () => cache }, call, call.options),
    })
    const found = await withCache(dir, call, inCache, true)
    if (!('problem' in found)) return found.status
    if (call.options.json) await writeJson([facts(dir, undefined, found.problem)], call.output)
    return 1
  },
  inputs: async ({ positionals }) => ({ inputs: (await expand(positionals.slice(1))).inputs, skipped: [] }),
  between: () => '',

  async *report({ input, opened, settings, style, signal, progress }): AsyncGenerator<string, Outcome> {
    const { json, options, prepared } = settings
    const { source, fileName } = opened
    const added = await addToCache(
      prepared.folder,
      { fileName, bytes: source },
      {
        style: options.style,
        extension: prepared.extension,
        signal,
        onProgress: (done) => progress(done, source.byteLength, 'bytes'),
      },
    )
    if (json) yield* jsonElement(facts(input.path, added, null))
    else {
      const what = { added: style.green('ok'), present: 'exists', replaced: style.green('replaced') }[added.action]
      yield `${what}  ${style.bold(printable(added.name))}: ${cacheKeyText(added)}, ${plural(added.size, 'byte')}\n`
    }
    return { failed: false, errors: [] }
  },

  failure: ({ path }, error, { json }) => (json ? [...jsonElement(facts(path, undefined, error))].join('') : ''),
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
