import { packageName } from '@ukit/core'
import { extensionOf, folderOf, lastPart } from '../paths.js'
import { bytesText, durationText } from './amounts.js'
import { type DownloadAnswer, flagsText } from './download-plan.js'
import type { ClientFile, JoinProblem, WantedPackage } from './join-types.js'

/** What is the case, and what to do about it. */
export interface Saying {
  readonly message: string
  readonly advice: string | null
}

/**
 * Of a file with another GUID. `without`: what the client does without that file, a path in its cache or a
 * way to download.
 */
export function mismatchText(wanted: WantedPackage, file: ClientFile, without: string | DownloadAnswer): Saying {
  const { name, fileName, guid } = wanted
  const found = lastPart(file.path)
  const message =
    `version mismatch: ${file.path} is in the way. Its GUID is ${file.guid}, the server's ` + `${fileName} has ${guid}`
  const then = whatHappensThen(fileName, without)
  if (file.where === 'cache') {
    return { message, advice: `delete ${file.path}, since it is not what its name says; ${then}` }
  }
  if (file.where === 'given') {
    const why = `a file without one is found in front of every package "${name}"`
    return { message, advice: `remove ${file.path} or give it an extension: ${why}; ${then}` }
  }
  const kinds =
    extensionOf(found) === extensionOf(fileName)
      ? ''
      : ` The two are different kinds of files (${found}, ${fileName}) with one base name: ` +
        'packages are looked for without their extensions, so one of them must be renamed.'
  const advice =
    `move ${found} out of ${folderOf(file.path)}; ${then}. Or have the server use the version that ` +
    `players have.${kinds}`
  return { message, advice }
}

function whatHappensThen(fileName: string, without: string | DownloadAnswer): string {
  if (typeof without === 'string') return `the right one is already in the cache (${without})`
  if ('download' in without)
    return `the game then downloads the server's ${fileName} (${bytesText(without.download.size)})`
  return `then install the server's ${fileName}, which cannot be downloaded`
}

/** Of a file that is not a package. */
export function unreadableText({ name }: WantedPackage, file: ClientFile): Saying {
  const message =
    `${file.path} (${bytesText(file.size)}) is not a package, or is damaged, and the game takes it ` + `for "${name}"`
  const advice =
    file.where === 'cache'
      ? 'delete it: the game downloads it again'
      : 'delete it or install it again; a download that broke off, or a compressed file that was ' +
        'only renamed, looks like this'
  return { message, advice }
}

/** Of a package that the client lacks. */
export function missingText(wanted: WantedPackage, answer: DownloadAnswer): Saying {
  const { fileName, size } = wanted
  if ('download' in answer) {
    const { from, compressedSize, seconds } = answer.download
    const amount =
      compressedSize === null ? bytesText(size) : `${bytesText(size)} (${bytesText(compressedSize)} compressed)`
    const way = from === 'redirect' ? 'from the redirect' : "through the game's connection"
    const why = answer.problem === undefined ? '' : `, because ${answer.problem}`
    const message = `downloads ${amount} ${way}${why}: ${durationText(seconds)}`
    return { message, advice: downloadAdvice(wanted, answer) }
  }
  if ('unavailable' in answer) {
    const message = `the client lacks it, and cannot get it: ${answer.unavailable}`
    const advice =
      `put ${fileName} on the redirect as the game asks for it, or add ` +
      `DownloadManagers=Engine.ChannelDownload to the server's ini`
    return { message, advice }
  }
  const message =
    `the client lacks it: downloading "${fileName}" not allowed, ${REFUSALS[answer.refused].why} ` +
    `(flags: ${flagsText(wanted.flags)})`
  return { message, advice: REFUSALS[answer.refused].advice(fileName) }
}

const REFUSALS = {
  flag: {
    why: 'because its AllowDownload flag is not set',
    advice: (file: string) =>
      `the player has to install ${file}; or, if it may be distributed, set the flag on the server: ` +
      `ukit edit ${file} flags +AllowDownload`,
  },
  client: {
    why: 'because AllowDownloads is off in the ini of the client',
    advice: (file: string) => `the player writes AllowDownloads=True in [IpDrv.TcpNetDriver], or installs ${file}`,
  },
  server: {
    why: 'because AllowDownloads is off in the ini of the server',
    advice: (file: string) =>
      `write AllowDownloads=True in [IpDrv.TcpNetDriver] of the server, or the player installs ${file}`,
  },
} as const

/** A download that takes minutes is one that players do not wait for. */
const LONG_DOWNLOAD = 60

function downloadAdvice(
  { size }: WantedPackage,
  { download, problem }: Extract<DownloadAnswer, { download: unknown }>,
): string | null {
  if (problem !== undefined) return 'fix the redirect: it is the faster way'
  if (download.from === 'channel' && download.seconds > LONG_DOWNLOAD) {
    return "a redirect (RedirectToURL) would not be limited to the speed of the game's connection"
  }
  if (download.compressedSize !== null && download.compressedSize > size) {
    return 'its compressed form is larger than the file: clients of UT before 469 crash on it, so offer it uncompressed'
  }
  return null
}

/** Of two files of one GUID whose tables do not fit. */
export function conflictText(file: ClientFile, sameGeneration: boolean): Saying {
  const message = sameGeneration
    ? `${file.path} has the server's GUID and generation, but different tables: names and objects ` +
      'would be mistaken for others'
    : `${file.path} is generation ${file.generation} of the package, but not made from the ` +
      `server's: names and objects would be mistaken for others`
  const advice =
    'install the server’s file; the author of the other one has to give it a GUID of its own, or ' +
    'conform it (ukit conform NEW OLD -o OUT)'
  return { message, advice }
}

/** Of a package that clients load and that needs one which they are not told about. */
export function serverOnlyProblem(name: string, needed: string): JoinProblem {
  return {
    kind: 'server-only',
    fatal: true,
    package: name,
    message:
      `${name} needs ${needed}, which is flagged ServerSideOnly: the client is not told about it ` +
      'and does not have it',
    advice:
      `clear the flag of ${needed} (ukit edit FILE flags -ServerSideOnly), or keep what clients ` +
      'load apart from what only the server runs',
  }
}

/** Of a package on the server's list that was made from what others need of it. */
export function stubProblem(fileName: string): JoinProblem {
  return {
    kind: 'stub',
    fatal: false,
    package: packageName(fileName),
    message: `the server's ${fileName} is a stub, made by ukit because the real package was missing`,
    advice: 'install the real one on the server: players who have it get a version mismatch',
  }
}

/** Of a client's own release that needs what it does not have. */
export function importProblem(name: string, path: string, needed: string): JoinProblem {
  return {
    kind: 'import',
    fatal: true,
    package: name,
    message:
      `the client's release of ${name} (${path}) needs ${needed}, which it does not have and the ` +
      'server does not name',
    advice: `install ${needed} with it, or the server's release of ${name}`,
  }
}

/** Of two files that only their content tells apart. */
export function contentProblem(name: string, path: string, how: string): JoinProblem {
  return {
    kind: 'content',
    fatal: false,
    package: name,
    message: `${path} has the server's GUID and the same tables, but different content (${how})`,
    advice:
      `the game lets the client in, and both use what they have: textures and script of ${name} ` +
      'may differ, and anti-cheat protection may refuse it',
  }
}
