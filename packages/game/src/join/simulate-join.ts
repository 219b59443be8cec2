import { PackageError, SourceError } from '@ukit/files'
import { plural } from '@ukit/text/internal'
import type { Install } from '../install/install.js'
import { commonCounts } from '../map/common-counts.js'
import { type MapPackage, type PackageMap, type PackageMapOptions, packageMap } from '../map/package-map.js'
import { ShippedFiles } from '../stock/shipped-files.js'
import { bytesText } from './amounts.js'
import { type ClientBehaviour, clientAnswer, joinPackage } from './client-answer.js'
import { compareCopies } from './compare-copies.js'
import { type DownloadWays, downloadWays, redirectName, redirectProblems } from './download-plan.js'
import {
  conflictText,
  contentProblem,
  importProblem,
  serverOnlyProblem,
  stubProblem,
  unreadableText,
} from './join-messages.js'
import type { JoinPackage, JoinProblem, JoinReport, WantedPackage } from './join-types.js'
import { RedirectFiles, type RedirectFolder } from './redirect-files.js'
import { withStockAdvice } from './stock-advice.js'

/** How to simulate a join. */
export interface JoinOptions extends ClientBehaviour, Pick<PackageMapOptions, 'game' | 'add'> {
  /** Bytes per second that the player can download. */
  readonly speed?: number | undefined
  /**
   * The folder of the redirect: its files are examined. Without it the redirect is assumed to have
   * everything.
   */
  readonly redirect?: RedirectFolder | undefined
  /** The client's engine version, compared with the server's `MinClientVersion`. */
  readonly clientVersion?: number | undefined
  /** Compares files of one GUID and size to their last byte. */
  readonly content?: boolean | undefined
  /** Called before each package with its name. */
  readonly onProgress?: ((done: number, total: number, name: string) => void) | undefined
  /** Stops the work, which then fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** Defaults of `JoinOptions`: a megabyte per second is a slow connection today. */
export const JOIN_DEFAULTS = { speed: 1_000_000, content: false } as const satisfies JoinOptions

/**
 * *Can a player with this game join that server on this map?* Goes through the negotiation package by
 * package, without a connection: `ukit join`.
 *
 * Unlike the games it reads the files of both sides, so it also reports problems that otherwise appear only
 * when the level is loaded, or that games never report.
 *
 * @throws {PackageError} `refused` when the server does not have the map or cannot read it.
 */
export async function simulateJoin(
  server: Install,
  client: Install,
  map: string,
  options: JoinOptions = {},
): Promise<JoinReport> {
  const { game, add, signal, onProgress, redirect, speed = JOIN_DEFAULTS.speed } = options
  const list = await packageMap(server, map, { game, add, signal })
  const files = redirect === undefined ? undefined : await RedirectFiles.list(redirect)
  const ways = downloadWays(server, client, { speed, redirect: files })
  const problems: JoinProblem[] = [
    ...serverProblems(list),
    ...list.packages.filter((pkg) => pkg.isStub).map(({ stamp }) => stubProblem(stamp.fileName)),
    ...upgradeProblems(server, options.clientVersion),
    ...redirectProblems(ways),
  ]
  const shipped = await ShippedFiles.load(client.game ?? server.game)
  const packages: JoinPackage[] = []
  for (const [index, listed] of list.packages.entries()) {
    signal?.throwIfAborted()
    onProgress?.(index, list.packages.length, listed.name)
    const answer = withStockAdvice(await checkedAnswer(wantedOf(listed), client, ways, options), shipped)
    const compared = await withComparison(listed, answer, server, client, options)
    packages.push(compared.package)
    problems.push(...compared.problems, ...(await missingImports(listed, compared, list, client)))
  }
  const ok = packages.every((pkg) => pkg.ok) && !problems.some(({ fatal }) => fatal)
  return {
    map: list.map,
    game: list.game,
    ok,
    packages,
    problems,
    serverSideOnly: list.serverSideOnly.map(({ name }) => name),
    downloads: downloadsOf(packages),
    counts: ok && server.generation < 3 ? countsOf(list, packages) : null,
  }
}

/** The client's answer; if it would download from the redirect, the file there is checked too. */
async function checkedAnswer(
  wanted: WantedPackage,
  client: Install,
  ways: DownloadWays,
  behaviour: ClientBehaviour,
): Promise<JoinPackage> {
  const answer = await clientAnswer(wanted, client, ways, behaviour)
  if (answer.download?.from !== 'redirect' || ways.redirect === undefined) return answer
  const problem = await ways.redirect.check(redirectName(wanted, ways), wanted)
  return problem === undefined ? answer : clientAnswer(wanted, client, ways, behaviour)
}

/** What the server's `USES` line would say. */
export function wantedOf({ name, stamp, generation }: MapPackage): WantedPackage {
  const { fileName, guid, flags, size } = stamp
  return { name, fileName, guid, flags, size, generation }
}

function serverProblems({ missing }: PackageMap): JoinProblem[] {
  return missing.map(({ name, message, reason }) => ({
    kind: 'server',
    fatal: true,
    package: name,
    message,
    advice:
      reason === 'ServerPackages'
        ? `install it on the server, or take the line ServerPackages=${name} out of its ini`
        : 'install it on the server; without it no player can join this map',
  }))
}

function upgradeProblems(server: Install, version: number | undefined): JoinProblem[] {
  const least = Number.parseInt(server.ini.get('Engine.GameEngine', 'MinClientVersion') ?? '', 10)
  if (version === undefined || !(least > version)) return []
  return [
    {
      kind: 'upgrade',
      fatal: true,
      package: null,
      message:
        `the server wants clients of version ${least} or later (MinClientVersion), this one is ` +
        `${version}: it is told to upgrade`,
      advice: 'the player installs the game’s newest patch',
    },
  ]
}

interface Compared {
  readonly package: JoinPackage
  readonly problems: readonly JoinProblem[]
  /** Packages that the client's own file needs, if it differs from the server's. */
  readonly imports?: readonly string[]
}

/** Compares both files if the GUIDs are the same. */
async function withComparison(
  { name, stamp }: MapPackage,
  answer: JoinPackage,
  server: Install,
  client: Install,
  { content = JOIN_DEFAULTS.content, signal }: JoinOptions,
): Promise<Compared> {
  const { file } = answer
  if (file === null || (answer.status !== 'have' && answer.status !== 'other-generation')) {
    return { package: answer, problems: [] }
  }
  const sameGeneration = answer.status === 'have'
  try {
    const { conform, imports, sameBytes } = await compareCopies(
      { files: server.files, path: stamp.path },
      { files: client.files, path: file.path },
      { content, signal },
    )
    const differences = conform.problems.filter(({ kind }) => kind !== 'unsupported').map(({ message }) => message)
    if (differences.length > 0) {
      const { common } = conform
      const text = conflictText(file, sameGeneration)
      return { package: joinPackage(answer, 'conflict', { file, common, differences, ...text }), problems: [] }
    }
    if (!sameGeneration) {
      const { common } = conform
      const agreed =
        common === null
          ? ''
          : `; both count its first ${plural(common.exports, 'object')} and ${plural(common.names, 'name')}`
      return { package: { ...answer, common, message: `${answer.message}${agreed}` }, problems: [], imports }
    }
    const how =
      file.size !== stamp.size
        ? `${bytesText(file.size)} here, ${bytesText(stamp.size)} on the server`
        : sameBytes === false
          ? 'same size, different bytes'
          : undefined
    return {
      package: { ...answer, common: conform.common },
      problems: how === undefined ? [] : [contentProblem(name, file.path, how)],
      imports,
    }
  } catch (error) {
    if (!(error instanceof PackageError) && !(error instanceof SourceError)) throw error
    const text = unreadableText(answer, file)
    const message = `${text.message} (${error.message})`
    return { package: joinPackage(answer, 'unreadable', { file, ...text, message }), problems: [] }
  }
}

/** What the client's file, or the one that it downloads, needs and the client will not have. */
async function missingImports(
  listed: MapPackage,
  { package: { status, ok, file }, imports }: Compared,
  list: PackageMap,
  client: Install,
): Promise<JoinProblem[]> {
  if (!ok || status === 'skipped' || status === 'library') return []
  const problems: JoinProblem[] = []
  for (const needed of imports ?? listed.imports) {
    const key = needed.toLowerCase()
    if (list.packages.some(({ name }) => name.toLowerCase() === key)) continue
    const { found, library } = await client.resolve(needed)
    if (found !== undefined || library !== undefined) continue
    if (list.serverSideOnly.some(({ name }) => name.toLowerCase() === key)) {
      problems.push(serverOnlyProblem(listed.name, needed))
    } else if (file !== null && !listed.imports.some((name) => name.toLowerCase() === key)) {
      problems.push(importProblem(listed.name, file.path, needed))
    }
  }
  return problems
}

function downloadsOf(packages: readonly JoinPackage[]): JoinReport['downloads'] {
  const found = packages.flatMap(({ download }) => (download === null ? [] : [download]))
  const sum = (amount: (download: (typeof found)[number]) => number) => found.reduce((all, one) => all + amount(one), 0)
  return {
    packages: found.length,
    size: sum(({ size }) => size),
    transfer: sum(({ size, compressedSize }) => compressedSize ?? size),
    seconds: sum(({ seconds }) => seconds),
  }
}

/**
 * As the server counts: by its own generations and those that the client has; a package that the client
 * downloads is the server's own.
 */
function countsOf(list: PackageMap, packages: readonly JoinPackage[]): JoinReport['counts'] {
  const skipped = new Set(packages.filter(({ status }) => status === 'skipped').map(({ name }) => name))
  // A file without generations still has counts: it is its own first generation.
  const generations = new Map(packages.map(({ name, file, generation }) => [name, file?.generation || generation]))
  return commonCounts(
    list.packages
      .filter(({ name, generation }) => !skipped.has(name) && generation > 0)
      .map(({ name, stamp, generation }) => ({
        name,
        generations: stamp.generations,
        remoteGeneration: generations.get(name) ?? generation,
      })),
  )
}
