import { NetFlag } from '../flags/net-flag.js'
import type { Install } from '../install/install.js'
import type { Resolution, SearchPolicy } from '../search/resolution.js'
import { type DownloadWays, planDownload } from './download-plan.js'
import { mismatchText, missingText, unreadableText } from './join-messages.js'
import type { ClientFile, JoinPackage, JoinStatus, WantedPackage } from './join-types.js'

/** How a client behaves. */
export interface ClientBehaviour {
  /** Where it looks first. By default as the games do: in the cache last. */
  readonly policy?: SearchPolicy | undefined
  /**
   * What it does about optional packages that it lacks: `skip` joins without them, `download` downloads them
   * like others. By default as its engine does.
   */
  readonly optional?: 'skip' | 'download' | undefined
}

/**
 * Defaults of `ClientBehaviour`; of `optional` by the generation of the engine. In UE1 the flag
 * ClientOptional is "not yet implemented; currently ignored" (seed 001); SKIP came later.
 */
export const CLIENT_DEFAULTS = {
  policy: 'cache-last',
  optional: { 1: 'download', 2: 'skip', 3: 'skip' },
} as const

/** True if a client with a package in this state gets in. */
const LETS_IN: Readonly<Record<JoinStatus, boolean>> = {
  have: true,
  'other-generation': true,
  library: true,
  need: true,
  skipped: true,
  'not-allowed': false,
  unavailable: false,
  mismatch: false,
  conflict: false,
  unreadable: false,
}

/** A package's entry of the report, filled with what its state does not have. */
export function joinPackage(
  wanted: WantedPackage,
  status: JoinStatus,
  facts: Partial<JoinPackage> & Pick<JoinPackage, 'message'>,
): JoinPackage {
  const { name, fileName, guid, flags, size, generation } = wanted
  return {
    name,
    fileName,
    guid,
    flags,
    size,
    generation,
    status,
    ok: LETS_IN[status],
    file: null,
    library: null,
    download: null,
    common: null,
    differences: [],
    advice: null,
    ...facts,
  }
}

/**
 * *What a client does about one `USES` line*: looks for the package, and if it has none, finds out how to get
 * it. If a file has the right GUID, the rest is not checked, as in the games.
 */
export async function clientAnswer(
  wanted: WantedPackage,
  client: Install,
  ways: DownloadWays,
  { policy = CLIENT_DEFAULTS.policy, optional = CLIENT_DEFAULTS.optional[client.generation] }: ClientBehaviour = {},
): Promise<JoinPackage> {
  const { name, guid, generation } = wanted
  const resolution = await client.resolve(name, { guid, generation, policy })
  const file = fileOf(resolution)
  if (file !== null) {
    if (file.guid === null) return joinPackage(wanted, 'unreadable', { file, ...unreadableText(wanted, file) })
    if (resolution.mismatch) {
      // Would the game accept the client without the file that is in the way?
      const cached = (await client.resolve(name, { guid, generation, policy: 'cache-first' })).found
      const inCache = cached?.where === 'cache' && cached.stamp?.guid.equals(guid) === true ? cached.path : null
      const without = inCache ?? planDownload(wanted, ways)
      return joinPackage(wanted, 'mismatch', { file, ...mismatchText(wanted, file, without) })
    }
    if (file.generation === generation) return joinPackage(wanted, 'have', { file, message: `found as ${file.path}` })
    const message = `found as ${file.path}: generation ${file.generation}, the server has ${generation}`
    return joinPackage(wanted, 'other-generation', { file, message })
  }
  if (resolution.library !== undefined) {
    const { library } = resolution
    const message = `the client has no such package, but the library ${library}, which the game accepts instead`
    return joinPackage(wanted, 'library', { library, message })
  }
  if ((wanted.flags & NetFlag.ClientOptional) !== 0 && optional === 'skip') {
    const message = 'the client lacks it and does without: the package is optional (ClientOptional)'
    return joinPackage(wanted, 'skipped', { message })
  }
  const answer = planDownload(wanted, ways)
  const text = missingText(wanted, answer)
  if ('refused' in answer) return joinPackage(wanted, 'not-allowed', text)
  if ('unavailable' in answer) return joinPackage(wanted, 'unavailable', text)
  return joinPackage(wanted, 'need', { download: answer.download, ...text })
}

function fileOf({ found }: Resolution): ClientFile | null {
  if (found === undefined) return null
  const { path, where, size, stamp } = found
  return { path, where, size, guid: stamp?.guid ?? null, generation: stamp?.generations.length ?? null }
}
