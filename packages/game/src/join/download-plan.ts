import { packageFlagNames } from '@ukit/container'
import { NetFlag } from '../flags/net-flag.js'
import type { Install } from '../install/install.js'
import type { DownloadSettings, EngineGeneration } from '../settings/game-settings.js'
import type { Download, JoinProblem, WantedPackage } from './join-types.js'
import type { RedirectFiles } from './redirect-files.js'

/** What is known about the ways to download a package. */
export interface DownloadWays {
  /** What the client's ini says about downloads. */
  readonly client: DownloadSettings
  /** What the server's ini says about downloads. */
  readonly server: DownloadSettings
  /** Generation of the engine. */
  readonly generation: EngineGeneration
  /** Files on the redirect; `undefined` when they are not known: then it is assumed to have everything. */
  readonly redirect: RedirectFiles | undefined
  /** Bytes per second over HTTP, and through the game's connection. */
  readonly speed: { readonly redirect: number; readonly channel: number }
}

/** How a package is downloaded, or why it cannot be. */
export type DownloadAnswer =
  | { readonly download: Download; readonly problem?: string }
  | { readonly refused: 'flag' | 'client' | 'server' }
  | { readonly unavailable: string }

/** Extensions of compressed files on a redirect. */
const COMPRESSED_EXTENSION: Readonly<Record<EngineGeneration, string>> = { 1: '.uz', 2: '.uz2', 3: '.uz3' }

/** The settings of both sides, and the speeds that they allow. */
export function downloadWays(
  server: Install,
  client: Install,
  { speed, redirect }: { readonly speed: number; readonly redirect?: RedirectFiles | undefined },
): DownloadWays {
  // The channel shares the game's connection: the client requests a speed, and the server applies its own
  // limit.
  const limits = [
    server.ini.get('IpDrv.TcpNetDriver', 'MaxClientRate'),
    client.ini.get('Engine.Player', 'ConfiguredInternetSpeed'),
  ].map((text) => Number.parseInt(text ?? '', 10))
  const channel = Math.min(speed, ...limits.filter((limit) => limit > 0))
  return {
    client: client.settings.downloads,
    server: server.settings.downloads,
    generation: server.generation,
    redirect,
    speed: { redirect: speed, channel },
  }
}

/**
 * *How a client that lacks a package gets it.* It first checks the flag of the package and its own
 * `AllowDownloads` ("Downloading 'X' not allowed"), then takes the server's download managers in their order.
 */
export function planDownload(wanted: WantedPackage, ways: DownloadWays): DownloadAnswer {
  if ((wanted.flags & NetFlag.AllowDownload) === 0) return { refused: 'flag' }
  if (!ways.client.allowDownloads) return { refused: 'client' }
  if (!ways.server.allowDownloads) return { refused: 'server' }
  const problems: string[] = []
  for (const manager of managersOf(ways.server)) {
    if (/\.?ChannelDownload$/i.test(manager)) {
      const seconds = wanted.size / ways.speed.channel
      const download = { from: 'channel', url: null, size: wanted.size, compressedSize: null, seconds } as const
      return problems[0] === undefined ? { download } : { download, problem: problems[0] }
    }
    if (!/\.?HTTPDownload$/i.test(manager)) continue
    const found = fromRedirect(wanted, ways)
    if (typeof found !== 'string') return { download: found }
    problems.push(found)
  }
  return { unavailable: problems[0] ?? 'the server offers no way to download' }
}

/** The server's managers; without a list the redirect, when there is one, and the channel. */
function managersOf({ managers, redirectToUrl }: DownloadSettings): readonly string[] {
  const named = managers.length > 0 ? managers : ['IpDrv.HTTPDownload', 'Engine.ChannelDownload']
  return named.filter((manager) => redirectToUrl !== undefined || !/HTTPDownload$/i.test(manager))
}

/** Name of the redirect's file for a package. */
export function redirectName(wanted: WantedPackage, { server, generation }: DownloadWays): string {
  return wanted.fileName + (server.useCompression ? COMPRESSED_EXTENSION[generation] : '')
}

function fromRedirect(wanted: WantedPackage, ways: DownloadWays): Download | string {
  const { redirectToUrl = '', useCompression } = ways.server
  const file = redirectName(wanted, ways)
  const url = redirectToUrl + file
  const { size } = wanted
  const entries = ways.redirect?.entries
  const entry = entries?.find(({ name }) => name === file)
  if (entries !== undefined && entry === undefined) {
    const similar = entries.find(({ name }) => name.toLowerCase() === file.toLowerCase())
    if (similar !== undefined) return `the redirect has "${similar.name}", but the game asks for "${file}"`
    const plain = entries.find(({ name }) => name.toLowerCase() === wanted.fileName.toLowerCase())
    if (useCompression && plain !== undefined) return `the redirect has "${plain.name}" only uncompressed`
    return `"${file}" is not on the redirect`
  }
  const problem = ways.redirect?.problemOf(file)
  if (problem !== undefined) return problem
  const compressedSize = useCompression ? (entry?.size ?? null) : null
  return { from: 'redirect', url, size, compressedSize, seconds: (compressedSize ?? size) / ways.speed.redirect }
}

/** What is wrong with the redirect as a whole. */
export function redirectProblems({ server, redirect, generation }: DownloadWays): JoinProblem[] {
  const { redirectToUrl: url, useCompression } = server
  const problems: JoinProblem[] = []
  const warn = (message: string, advice: string) =>
    problems.push({ kind: 'redirect', fatal: false, package: null, message, advice })
  const isUsed = managersOf(server).some((manager) => /HTTPDownload$/i.test(manager))
  if (url === undefined || !isUsed) {
    // A user who names the redirect's files expects clients to request them.
    if (redirect !== undefined) {
      const why = url === undefined ? 'no RedirectToURL' : 'no HTTPDownload among its DownloadManagers'
      warn(
        `the files of the redirect have no effect: the server's ini has ${why}, so that players never ask for them`,
        url === undefined
          ? 'write RedirectToURL=http://…/ in [IpDrv.HTTPDownload] of the server'
          : 'write DownloadManagers=IpDrv.HTTPDownload in [IpDrv.TcpNetDriver] of the server',
      )
    }
    return problems
  }
  if (!url.endsWith('/')) {
    warn(
      `RedirectToURL does not end in "/": a client asks for "${url}Name.ext"`,
      `write RedirectToURL=${url}/ in the server's ini, unless the files have such names`,
    )
  }
  if (!/^http:\/\//i.test(url)) {
    warn(
      `RedirectToURL is "${url}": the games speak plain HTTP only`,
      'use an address that starts with http:// and does not redirect to https://',
    )
  }
  const extension = COMPRESSED_EXTENSION[generation]
  const names = redirect?.entries.map(({ name }) => name.toLowerCase()) ?? []
  if (!useCompression && names.length > 0 && names.every((name) => name.endsWith(extension))) {
    warn(
      `UseCompression is off, but the redirect has ${extension} files only`,
      'write UseCompression=True in [IpDrv.HTTPDownload] of the server',
    )
  }
  return problems
}

/**
 * The flags that matter to clients in words, for messages; other flags have different names in each engine.
 */
export function flagsText(flags: number): string {
  const names = packageFlagNames(flags & (NetFlag.AllowDownload | NetFlag.ClientOptional | NetFlag.ServerSideOnly), 0)
  return names.length === 0 ? 'none' : names.join(', ')
}
