import { CodecError } from '@ukit/codecs'
import type { Guid } from '@ukit/container'
import { memorySource, PackageError } from '@ukit/files'
import { type AddedToCache, type AddToCacheOptions, addToCache } from '@ukit/game/node'
import { plural } from '@ukit/text/internal'
import { type PackageFacts, readPackageFacts } from '../package-facts.js'
import { decompressAs, UZ_FORMATS, type UzFormat } from '../uz-format.js'
import { DOWNLOAD_DEFAULTS, type Downloaded, type DownloadOptions, download } from './download.js'
import { FetchError } from './fetch-error.js'

/** A package as a game server announces it. */
export interface WantedFile {
  /** With its extension, such as `DM-Mill.unr`. */
  readonly fileName: string
  /** The GUID that it must have. */
  readonly guid?: Guid | undefined
  /** The length that it must have, uncompressed. */
  readonly size?: number | undefined
}

/** How {@link fetchPackage} goes about it. */
export interface FetchOptions extends DownloadOptions {
  /**
   * The compressions to ask for, in this order, `plain` for none; by default all of them, first the one that
   * the file's extension suggests.
   */
  readonly formats?: readonly (UzFormat | 'plain')[] | undefined
}

/** A package that came. */
export interface FetchedPackage {
  /** Name of the package's file, without the ending of a compressed one. */
  readonly fileName: string
  /** The package, decompressed. */
  readonly bytes: Uint8Array
  /** Its versions, GUID and generations. */
  readonly facts: PackageFacts
  /** Where it came from. */
  readonly url: string
  /** How it was compressed on the redirect. */
  readonly format: UzFormat | 'plain'
  /** Bytes that came over the wire for it. */
  readonly transferred: number
  /** What games would stumble over although we did not. */
  readonly warnings: readonly string[]
}

/**
 * *Fetches a package from a redirect as a game does*: the address, and after it the name, with `.uz`, `.uz2`
 * or `.uz3` where the redirect has it so. What came is unpacked and checked: is it a package, has it the
 * announced length and GUID?
 *
 * @throws {FetchError} when none of the names gives the package: what was wrong with the first that was there
 *   at all.
 */
export async function fetchPackage(
  base: string,
  wanted: WantedFile,
  options: FetchOptions = {},
): Promise<FetchedPackage> {
  const { folder, warnings } = redirectFolder(base)
  const failures: FetchError[] = []
  for (const format of options.formats ?? formatsFor(wanted.fileName)) {
    const name = format === 'plain' ? wanted.fileName : `${wanted.fileName}.${format}`
    const url = folder + encodeURIComponent(name)
    try {
      const came = await download(url, options)
      const found = await unpack(came, url, format, wanted, options.limit ?? DOWNLOAD_DEFAULTS.limit)
      const told = failures.filter(({ kind }) => kind !== 'not-found').map(({ message }) => message)
      return { ...found, warnings: [...warnings, ...told, ...found.warnings] }
    } catch (error) {
      if (!(error instanceof FetchError)) throw error
      failures.push(error)
      // Asking the same server for another name would end the same way.
      if (error.kind === 'unreachable' || error.kind === 'timeout') break
    }
  }
  throw worstOf(failures, folder, wanted.fileName)
}

/**
 * Fetches a package into a game's cache, unless it is there: a GUID that is asked for and found is not
 * fetched.
 *
 * @throws {FetchError} as {@link fetchPackage}; `PackageError` and `SourceError` as `addToCache`.
 */
export async function fetchToCache(
  base: string,
  wanted: WantedFile,
  cacheFolder: string,
  options: FetchOptions & Pick<AddToCacheOptions, 'style' | 'extension'> = {},
): Promise<AddedToCache & { readonly fetched: FetchedPackage | undefined }> {
  let fetched: FetchedPackage | undefined
  async function* bytes() {
    fetched = await fetchPackage(base, wanted, options)
    yield fetched.bytes
  }
  const { style, extension, signal } = options
  const added = await addToCache(cacheFolder, { ...wanted, bytes: bytes() }, { style, extension, signal })
  return { ...added, fetched }
}

/**
 * The address as the games use it. They put the name directly after it, so that one without `/` at its end
 * cannot work; it is fixed, and told.
 */
function redirectFolder(base: string): { readonly folder: string; readonly warnings: readonly string[] } {
  if (!URL.canParse(base) || !/^https?:$/.test(new URL(base).protocol)) {
    throw new FetchError('unreachable', base, 'expected an address that begins with http:// or https://')
  }
  if (/[/=]$/.test(base)) return { folder: base, warnings: [] }
  const warning =
    `${base} does not end with /: games append the name directly to RedirectToURL, and would ask ` + `for ${base}NAME`
  return { folder: `${base}/`, warnings: [warning] }
}

/** Extensions that only games of one engine have. */
const EXTENSIONS: readonly (readonly [RegExp, UzFormat])[] = [
  [/\.(?:unr|umx)$/i, 'uz'],
  [/\.(?:ut2|usx|ukx|uvx|ka|rom|un2|upx|ogg)$/i, 'uz2'],
  [/\.(?:upk|udk|ut3|umap)$/i, 'uz3'],
]

/** The names to try for a file, best guess first. */
function formatsFor(fileName: string): readonly (UzFormat | 'plain')[] {
  const first = EXTENSIONS.find(([pattern]) => pattern.test(fileName))?.[1]
  return [...new Set([...(first === undefined ? [] : [first]), ...UZ_FORMATS]), 'plain']
}

async function unpack(
  came: Downloaded,
  url: string,
  format: UzFormat | 'plain',
  { fileName, guid, size }: WantedFile,
  limit: number,
): Promise<FetchedPackage> {
  if (looksLikeHtml(came)) {
    const text = 'a web page came instead of the file (with status 200): the server should answer 404 for missing files'
    throw new FetchError('html', url, text)
  }
  const warnings = [...came.warnings]
  let { bytes } = came
  if (format !== 'plain') {
    const most = size ?? limit
    const plain = await decompressAs(format, bytes, most).catch((cause: unknown) => {
      if (!(cause instanceof CodecError)) throw cause
      // Whether it promises too much or gives too much.
      const tooMuch = cause.kind === 'size' && /more|allow|limit/.test(cause.message)
      const [kind, text] = tooMuch
        ? ([
            'too-large',
            `it unpacks to more than the ${plural(most, 'byte')} ${size === undefined ? 'allowed' : 'announced'}`,
          ] as const)
        : (['damaged', `it does not unpack: ${cause.message}`] as const)
      throw FetchError.wrap(cause, kind, url, text)
    })
    if (plain.name !== undefined && plain.name.toLowerCase() !== fileName.toLowerCase()) {
      warnings.push(`${url} says that it is ${JSON.stringify(plain.name)}`)
    }
    if (format === 'uz' && bytes.length > plain.bytes.length) {
      warnings.push(`${url} is larger than what is in it: games before 469 crash on it`)
    }
    bytes = plain.bytes
  }
  if (size !== undefined && bytes.length !== size) {
    const kind = bytes.length < size ? 'too-small' : 'too-large'
    throw new FetchError(
      kind,
      url,
      `expected ${plural(size, 'byte')}, found ${bytes.length}: the redirect has another version of ${fileName}`,
    )
  }
  const facts = await factsOf(bytes, fileName, url)
  if (guid !== undefined && !guid.equals(facts.guid)) {
    const text =
      `expected the GUID ${guid}, found ${facts.guid}: the redirect has another version of ` +
      `${fileName} than the game server; copy the server's there`
    throw new FetchError('wrong-file', url, text)
  }
  return { fileName, bytes, facts, url: came.url, format, transferred: came.bytes.length, warnings }
}

async function factsOf(bytes: Uint8Array, fileName: string, url: string): Promise<PackageFacts> {
  try {
    return await readPackageFacts(memorySource(bytes), fileName)
  } catch (cause) {
    if (!(cause instanceof PackageError)) throw cause
    throw FetchError.wrap(cause, 'not-a-package', url, `what came is not a package: ${cause.message}`)
  }
}

function looksLikeHtml({ contentType, bytes }: Downloaded): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 256)).toString('latin1')
  return (
    /^\s*<(?:!doctype|html|head|body|\?xml)/i.test(start) || (/^text\/html/i.test(contentType) && /^\s*</.test(start))
  )
}

/** The failure that says most: of a file that was there, rather than of one that was not. */
function worstOf(failures: readonly FetchError[], folder: string, fileName: string): FetchError {
  const found = failures.find(({ kind }) => kind !== 'not-found')
  if (found !== undefined) return found
  const names = failures.map(({ url }) => decodeURIComponent(url.slice(folder.length))).join(', ')
  return new FetchError('not-found', folder, `the redirect does not have ${fileName}: it answers 404 to ${names}`)
}
