import { join } from 'node:path'
import { Guid } from '@ukit/container'
import { safePath } from '@ukit/files'
import { makeFolders, saveFile } from '@ukit/files/node'
import { CACHE_EXTENSION, findCache } from '@ukit/game'
import { folderFiles } from '@ukit/game/node'
import {
  DOWNLOAD_DEFAULTS,
  FetchError,
  type FetchedPackage,
  type FetchOptions,
  fetchPackage,
  fetchToCache,
  UZ_FORMATS,
  type WantedFile,
} from '@ukit/server'
import { problemOf } from '../../batch/one-file.js'
import { FORCE_OPTION, jsonOption, type Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import { wholeNumber } from '../../command/values.js'
import type { Call, ExitStatus, Verb } from '../../command/verb.js'
import { checkFolder } from '../../inputs/make-folder.js'
import { writeJson } from '../../terminal/json-array.js'
import { plural, printable, shortBytes } from '../../terminal/text.js'
import { times, withoutUndefined } from './options.js'

const FORMATS = [...UZ_FORMATS, 'plain'] as const
/** Number of simultaneous downloads. */
const JOBS = 4

const OPTIONS = {
  cache: { takes: 'value', value: 'DIR', does: 'The cache of a game: its folder, or that of the game, or its ini' },
  out: { takes: 'value', value: 'DIR', short: 'o', does: 'A folder for the packages under their own names' },
  format: {
    takes: 'value',
    value: 'FORMAT',
    does: 'Ask for this format only',
    default: 'uz, uz2, uz3, then plain; the usual one for the extension first',
    choices: FORMATS,
  },
  jobs: {
    takes: 'value',
    value: 'N',
    short: 'j',
    does: 'Packages at a time',
    default: String(JOBS),
    read: wholeNumber(1),
  },
  timeout: {
    takes: 'value',
    value: 'SECONDS',
    does: 'Give up an attempt when nothing arrives for this long',
    default: String(DOWNLOAD_DEFAULTS.idleMs / 1000),
    read: wholeNumber(1),
  },
  retries: {
    takes: 'value',
    value: 'N',
    does: 'Further attempts; they continue where the last one broke off',
    default: String(DOWNLOAD_DEFAULTS.retries),
    read: wholeNumber(0),
  },
  limit: {
    takes: 'value',
    value: 'MB',
    does: 'Largest package to accept, compressed or not',
    default: String(Math.floor(DOWNLOAD_DEFAULTS.limit / 1e6)),
    read: wholeNumber(1),
  },
  'user-agent': {
    takes: 'value',
    value: 'TEXT',
    does: 'User agent to send; games send Unreal',
    default: DOWNLOAD_DEFAULTS.userAgent,
  },
  ...FORCE_OPTION,
  json: jsonOption(' per package'),
} as const satisfies Options

/** `ukit fetch URL PKG… --cache DIR` */
export const fetch: Verb<typeof OPTIONS> = {
  when: [
    'Players cannot download from your redirect and you want to know why; or you want what a server ' +
      'offers without joining it. URL is what RedirectToURL says, PKG a file name with extension. With ' +
      '--cache the packages go where the game would put them: checked, named by GUID, listed in ' +
      'cache.ini. With -o they keep their names.',
    'PKG=GUID (32 hex digits) asks for one version: a different one is an error, as in the game.',
  ],
  options: OPTIONS,
  notes: [
    [
      'Warnings',
      'Warnings report what ukit accepts and games before 469 do not (chunked answers, redirection to ' +
        'another address, …).',
    ],
    [
      'JSON',
      'name, url, format, file, guid, size, transferred, action ("added", "present", "replaced", ' +
        '"written" or null), warnings, error {kind, message} or null.',
    ],
  ],
  examples: [
    ['ukit fetch http://my.host/ut/ DM-Deck16.unr --cache ~/UT', 'as the game does'],
    [
      'ukit fetch http://localhost:8080/ Mod.u=2306087A11D1E2FD4F00DBA5CAA00349 -o .',
      'one version of it, under its name',
    ],
  ],
  run,
}

/** The result for one package. */
interface Outcome {
  readonly name: string
  readonly fetched?: FetchedPackage | undefined
  readonly file?: string
  readonly guid?: Guid
  readonly size?: number
  readonly action?: 'added' | 'present' | 'replaced' | 'written'
  readonly error?: { readonly kind: string; readonly message: string }
}

async function run(call: Call<typeof OPTIONS>): Promise<ExitStatus> {
  const { positionals, options, output, signal } = call
  const [url, ...words] = positionals
  const cache = options.cache
  const out = options.out
  if (url === undefined || words.length === 0) throw new UsageError(`fetch needs an address and packages`)
  if ((cache === undefined) === (out === undefined)) throw new UsageError('fetch needs either --cache DIR or -o DIR')
  const wanted = words.map(wantedOf)
  if (out !== undefined) await checkFolder(out)
  const settings = settingsOf(call)
  const target = cache === undefined ? { out: out ?? '.' } : await cacheTarget(cache, call)
  if (target === undefined) return 1
  const outcomes: (Outcome | undefined)[] = wanted.map(() => undefined)
  const sizes = wanted.map(() => 0)
  let next = 0
  const work = async () => {
    while (next < wanted.length) {
      signal.throwIfAborted()
      const index = next++
      const item = wanted[index]
      if (item === undefined) break
      const onProgress = (bytes: number, total: number | undefined) => {
        sizes[index] = bytes
        output.progress.update(bytes, total ?? bytes, item.fileName, 'bytes')
      }
      outcomes[index] = await fetchOne(url, item, target, options.force, { ...settings, onProgress })
      output.progress.clear()
      if (!options.json && outcomes[index] !== undefined) await printResult(outcomes[index], call)
    }
  }
  const jobs = Math.min(wanted.length, options.jobs ?? JOBS)
  await Promise.all(Array.from({ length: jobs }, work))
  const done = outcomes.filter((outcome) => outcome !== undefined)
  if (options.json) {
    await writeJson(done.map(factsOf), output)
    for (const { name, error } of done) if (error !== undefined) output.error(`${name}: ${error.message}`)
  }
  return done.some(({ error }) => error !== undefined) ? 1 : 0
}

/** Where packages are saved: in a cache, or in a folder under their own names. */
type Target = { readonly cache: string; readonly extension: string } | { readonly out: string }

/**
 * The cache that a word names, as for the cache verbs; `undefined` when there is none, which is then
 * reported.
 */
async function cacheTarget(word: string, { output }: Call<typeof OPTIONS>): Promise<Target | undefined> {
  try {
    const { folder, install } = await findCache(folderFiles, word, true)
    return { cache: folder, extension: install?.settings.cacheExt ?? CACHE_EXTENSION }
  } catch (error) {
    output.error(`${word}: ${problemOf(error).message}`)
    return undefined
  }
}

async function fetchOne(
  url: string,
  item: WantedFile,
  target: Target,
  force: boolean,
  options: FetchOptions,
): Promise<Outcome> {
  const name = item.fileName
  try {
    if ('cache' in target) {
      const { cache, extension } = target
      const { fetched, path, guid, size, action } = await fetchToCache(url, item, cache, { ...options, extension })
      return { name, fetched, file: path, guid, size, action }
    }
    const fetched = await fetchPackage(url, item, options)
    const file = join(target.out, name)
    await makeFolders(target.out)
    await saveFile(file, [fetched.bytes], { force })
    return { name, fetched, file, guid: fetched.facts.guid, size: fetched.bytes.length, action: 'written' }
  } catch (error) {
    options.signal?.throwIfAborted()
    const { kind, message } = error instanceof FetchError ? error : problemOf(error)
    return { name, error: { kind, message } }
  }
}

async function printResult(
  { name, fetched, file, guid, size, action, error }: Outcome,
  { output }: Call<typeof OPTIONS>,
): Promise<void> {
  if (error !== undefined) {
    output.error(`${name}: ${error.message}`)
    return
  }
  for (const warning of fetched?.warnings ?? []) output.note(warning)
  const came = fetched === undefined ? '' : ` (${shortBytes(fetched.transferred)} as ${fetched.format})`
  const { style } = output
  await output.write(
    `${action === 'present' ? 'exists' : style.green('ok')}  ${style.bold(printable(name))}: ${guid}, ` +
      `${plural(size ?? 0, 'byte')}${came} → ${printable(file ?? '')}\n`,
  )
}

function factsOf({ name, fetched, file, guid, size, action, error }: Outcome) {
  return {
    name,
    url: fetched?.url ?? null,
    format: fetched?.format ?? null,
    file: file ?? null,
    guid: guid?.toString() ?? null,
    size: size ?? null,
    transferred: fetched?.transferred ?? null,
    action: action ?? null,
    warnings: fetched?.warnings ?? [],
    error: error ?? null,
  }
}

/** Reads `NAME.ext` or `NAME.ext=GUID`. */
function wantedOf(word: string): WantedFile {
  const [, name = word, digits] = /^(.*)=([^=]*)$/.exec(word) ?? []
  const guid = digits === undefined ? undefined : Guid.parse(digits)
  if (digits !== undefined && guid === undefined)
    throw new UsageError(`"${digits}" is not a GUID: expected 32 hex digits`)
  const safe = safePath(name)
  if ('problem' in safe || safe.parts.length > 1) throw new UsageError(`"${name}" is not a file name`)
  if (!name.includes('.'))
    throw new UsageError(`"${name}" has no extension: games ask for a file name, such as ${name}.u or ${name}.unr`)
  return { fileName: name, guid }
}

function settingsOf({ options, signal }: Call<typeof OPTIONS>): FetchOptions {
  const { format, timeout, limit, retries, 'user-agent': userAgent } = options
  return {
    signal,
    ...withoutUndefined({
      formats: format === undefined ? undefined : [format],
      idleMs: times(timeout, 1000),
      limit: times(limit, 1e6),
      retries,
      userAgent,
    }),
  }
}
