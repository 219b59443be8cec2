import { connect, type Socket } from 'node:net'
import { PackageError, SourceError } from '@ukit/files'
import { fileSource } from '@ukit/files/node'
import {
  type ClientBehaviour,
  type CommonCounts,
  challengeResponse,
  clientAnswer,
  commonCounts,
  type DownloadManager,
  type DownloadWays,
  type Install,
  type JoinPackage,
  type Message,
  type PackageStamp,
  stampOf,
  type Uses,
  type Welcome,
} from '@ukit/game'
import { addToCache } from '@ukit/game/node'
import { FetchError } from '../fetch/fetch-error.js'
import { type FetchOptions, fetchToCache } from '../fetch/fetch-package.js'
import { uzFormatOf } from '../uz-format.js'
import { type WithDefaults, withDefaults } from '../with-defaults.js'
import { fileRequest } from './file-request.js'
import { LineConnection, type TranscriptLine } from './line-connection.js'

/** How to negotiate. */
export interface NegotiateOptions extends ClientBehaviour {
  /** The client's engine, and the oldest server that it plays on. */
  readonly version?: number | undefined
  /** Oldest engine that the client plays with. */
  readonly minVersion?: number | undefined
  /** Map and options of the player. */
  readonly url?: string | undefined
  /** Bytes per second that the client announces. */
  readonly netSpeed?: number | undefined
  /** Milliseconds of silence after which the server is given up. */
  readonly stallTimeout?: number | undefined
  /** How to load from the redirect; its signal and silence are those of the negotiation. */
  readonly download?: Omit<FetchOptions, 'formats' | 'signal' | 'idleMs'> | undefined
  /** Called with each line, whichever side sent it. */
  readonly onLine?: ((line: TranscriptLine) => void) | undefined
  /** Told each package before it is downloaded. */
  readonly onDownload?: ((pkg: JoinPackage) => void) | undefined
  /** Ends the negotiation: it fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** Defaults of `NegotiateOptions`. */
export const NEGOTIATE_DEFAULTS = {
  /** OldUnreal's UT. */
  version: 469,
  /** The first version of UT. */
  minVersion: 400,
  /** A player without a name of their own. */
  url: 'Index.unr?Name=Player',
  /** Bytes per second. */
  netSpeed: 20_000,
  /** 15 seconds without a line, in milliseconds. */
  stallTimeout: 15_000,
} as const satisfies NegotiateOptions

/** Why the client did not get in. */
export interface NegotiationFailure {
  /**
   * - `upgrade`: the server wants another version of the game;
   * - `refused`: the server said `FAILURE`;
   * - `package`: a package is missing, in the way, or cannot be downloaded.
   */
  readonly kind: 'upgrade' | 'refused' | 'package'
  /** What happened, in a sentence. */
  readonly message: string
  /** `FAILCODE` of the server. */
  readonly code: string | null
}

/** *What came of a negotiation.* */
export interface NegotiationResult {
  /** Whether the server let the client in. */
  readonly joined: boolean
  /** The level that the server plays; `null` when it never said. */
  readonly level: string | null
  /** What the client did about each package, in the order of the list. */
  readonly packages: readonly JoinPackage[]
  /** Files that were put into the cache. */
  readonly downloaded: readonly string[]
  /**
   * How the client numbers objects and names; the server comes to the same. `null` when it did not join, and
   * for UE3.
   */
  readonly counts: CommonCounts | null
  /** Why it did not join; `null` when it did. */
  readonly failure: NegotiationFailure | null
}

/**
 * Packages on a list: more than any game loads, few enough that a list of strangers' making takes no memory
 * to speak of.
 */
const MAX_PACKAGES = 4096
/** Lines that are passed over. */
const MAX_OTHER_LINES = 1024

/**
 * *Speaks the client's side of the package negotiation* with a server of `serveNegotiation`, downloads what
 * the client lacks into its cache, and joins.
 *
 * @throws {PackageError} for what the server may not say: lines that cannot be, a list without an end, a
 *   second package of one name.
 * @throws {SourceError} `io` when there is no server, when it hangs up before its time, or is silent for too
 *   long.
 */
export async function negotiate(
  server: { readonly host: string; readonly port: number },
  client: Install,
  options: NegotiateOptions = {},
): Promise<NegotiationResult> {
  const settings = withDefaults(options, NEGOTIATE_DEFAULTS)
  const channel = await open(server, settings)
  try {
    return await new Joining(channel, server, client, settings).run()
  } finally {
    channel.close()
  }
}

type Settings = WithDefaults<NegotiateOptions, keyof typeof NEGOTIATE_DEFAULTS>

async function open({ host, port }: { host: string; port: number }, settings: Settings): Promise<LineConnection> {
  const { stallTimeout, onLine, signal } = settings
  signal?.throwIfAborted()
  const socket: Socket = connect({ host, port })
  const connection = new LineConnection(socket, { side: 'client', stallTimeout, onLine, signal })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('close', () => {
      reject(signal?.aborted === true ? signal.reason : new SourceError('io', `nothing answers at ${host}:${port}`))
    })
  })
  return connection
}

/** The one way to download before there were others. */
const CHANNEL: DownloadManager = { word: 'DLMGR', class: 'Engine.ChannelDownload' }

/** What the server said before WELCOME. */
interface Invitation {
  readonly uses: readonly Uses[]
  readonly managers: readonly DownloadManager[]
  readonly welcome: Welcome
}

class Joining {
  readonly #channel: LineConnection
  readonly #server: { readonly host: string; readonly port: number }
  readonly #client: Install
  readonly #settings: Settings
  readonly #downloaded: string[] = []

  constructor(
    channel: LineConnection,
    server: { readonly host: string; readonly port: number },
    client: Install,
    settings: Settings,
  ) {
    this.#channel = channel
    this.#server = server
    this.#client = client
    this.#settings = settings
  }

  async run(): Promise<NegotiationResult> {
    const { version, minVersion, netSpeed, url } = this.#settings
    await this.#channel.write({ word: 'HELLO', revision: 0, minVer: minVersion, ver: version })
    const answer = await this.#next()
    if (answer.word === 'FAILURE') return this.#failed(await this.#refusal(answer.text))
    if (answer.word === 'UPGRADE') {
      const message =
        `the server wants version ${answer.minVer} or later and is ${answer.ver}, this client is ` + `${version}`
      return this.#failed({ kind: 'upgrade', message, code: null })
    }
    if (answer.word !== 'CHALLENGE') throw outOfPlace(answer, 'CHALLENGE')
    await this.#channel.write({ word: 'NETSPEED', rate: netSpeed })
    await this.#channel.write({ word: 'LOGIN', response: challengeResponse(answer.challenge), url })
    const invitation = await this.#invitation()
    if ('kind' in invitation) return this.#failed(invitation)
    return this.#accept(invitation)
  }

  /** Reads the list up to WELCOME; what the server says against it otherwise. */
  async #invitation(): Promise<Invitation | NegotiationFailure> {
    const uses = new Map<string, Uses>()
    const managers: DownloadManager[] = []
    for (let others = 0; ; ) {
      const message = await this.#next()
      switch (message.word) {
        case 'USES': {
          const key = message.pkg.toLowerCase()
          if (uses.has(key) || uses.size >= MAX_PACKAGES) {
            const expected = uses.has(key) ? `${message.pkg} once` : `at most ${MAX_PACKAGES} packages`
            throw new PackageError('bad-value', `expected ${expected} on the list`, { field: 'USES' })
          }
          uses.set(key, message)
          break
        }
        case 'DLMGR':
          managers.push(message)
          if (managers.length > MAX_OTHER_LINES) throw outOfPlace(message, 'WELCOME')
          break
        case 'WELCOME':
          return { uses: [...uses.values()], managers, welcome: message }
        case 'FAILURE':
          return this.#refusal(message.text)
        case 'OTHER':
        case 'USERFLAG':
        case 'STATICRATE':
        case 'DYNAMICRATE':
          if (++others > MAX_OTHER_LINES) throw outOfPlace(message, 'WELCOME')
          break
        default:
          throw outOfPlace(message, 'USES or WELCOME')
      }
    }
  }

  async #accept({ uses, managers, welcome }: Invitation): Promise<NegotiationResult> {
    const ways = this.#downloadWays(managers)
    const packages: JoinPackage[] = []
    for (const line of uses) packages.push(await clientAnswer(wantedOf(line), this.#client, ways, this.#settings))
    const refused = packages.find(({ ok }) => !ok)
    if (refused !== undefined) {
      return this.#failed(packageFailure(refused, refused.message), packages, welcome.level)
    }
    const stamps = new Map<string, PackageStamp>()
    for (const pkg of packages) {
      const { file, name, status } = pkg
      if (status === 'need') {
        this.#settings.onDownload?.(pkg)
        try {
          stamps.set(name, await this.#channel.keepAlive(() => this.#download(pkg, managers)))
        } catch (error) {
          if (!isDownloadFailure(error)) throw error
          const message = `the download failed: ${error.message}`
          return this.#failed(packageFailure(pkg, message), packages, welcome.level)
        }
      } else if (file !== null) stamps.set(name, await this.#client.stamp(file.path))
    }
    await this.#answerList(packages, stamps)
    if (welcome.lone !== true) await this.#channel.write({ word: 'JOIN' })
    this.#channel.end()
    const failure = await this.#lastWord()
    if (failure !== null) return this.#failed(failure, packages, welcome.level)
    return {
      joined: true,
      level: welcome.level,
      packages,
      downloaded: this.#downloaded,
      counts: this.#counts(packages, stamps),
      failure: null,
    }
  }

  /** HAVE where the generations differ, in UE2 for all; SKIP for what is left out. */
  async #answerList(packages: readonly JoinPackage[], stamps: ReadonlyMap<string, PackageStamp>): Promise<void> {
    for (const { guid, name, generation, status } of packages) {
      const own = stamps.get(name)?.generations.length
      if (status === 'skipped') await this.#channel.write({ word: 'SKIP', guid })
      else if (own !== undefined && own > 0 && (own !== generation || this.#client.generation === 2)) {
        await this.#channel.write({ word: 'HAVE', guid, gen: own })
      }
    }
  }

  /** What the server says against JOIN, until it closes. */
  async #lastWord(): Promise<NegotiationFailure | null> {
    for (let lines = 0; lines < MAX_OTHER_LINES; lines++) {
      const message = await this.#channel.read()
      if (message === undefined) return null
      if (message.word === 'FAILURE') return this.#refusal(message.text)
    }
    return null
  }

  /** Into the cache, by the ways that the server names, in its order. */
  async #download(pkg: JoinPackage, managers: readonly DownloadManager[]): Promise<PackageStamp> {
    const path = await this.#fetch(pkg, managers)
    this.#downloaded.push(path)
    const source = await fileSource(path)
    try {
      return await stampOf(source, { path, size: source.byteLength, modified: 0 })
    } finally {
      await source.close()
    }
  }

  async #fetch({ fileName, guid, size }: JoinPackage, managers: readonly DownloadManager[]): Promise<string> {
    const { download, signal, stallTimeout } = this.#settings
    const { cacheFolder, settings, generation } = this.#client
    const options = { extension: settings.cacheExt, signal }
    let failure: Error | undefined
    // Without such lines, as before UT, the channel is the only way.
    const classes = managers.length === 0 ? [CHANNEL] : managers
    for (const { class: manager, params = '', compression } of classes) {
      signal?.throwIfAborted()
      try {
        if (/ChannelDownload$/i.test(manager)) {
          const bytes = this.#fileChannel({ guid, fileName })
          return (await addToCache(cacheFolder, { fileName, guid, size, bytes }, options)).path
        }
        if (!/HTTPDownload$/i.test(manager)) continue
        const formats = [compression === true ? uzFormatOf(generation) : 'plain'] as const
        const fetching = { ...download, ...options, formats, idleMs: stallTimeout }
        return (await fetchToCache(params, { fileName, guid, size }, cacheFolder, fetching)).path
      } catch (error) {
        if (!isDownloadFailure(error)) throw error
        // What one way does not give, the next may: since UT 469 for this file, before for all that follow.
        // The first reason says most.
        failure ??= error
      }
    }
    throw failure ?? new SourceError('io', 'the server offers no way to download that ukit knows')
  }

  /** The bytes of a file channel; none at all are a refusal. */
  async *#fileChannel({ guid, fileName }: Pick<JoinPackage, 'guid' | 'fileName'>): AsyncGenerator<Uint8Array> {
    const channel = await open(this.#server, this.#settings)
    try {
      await channel.write(fileRequest(guid))
      let any = false
      for await (const piece of channel.rest()) {
        any = true
        yield piece
      }
      if (!any) throw new SourceError('io', `the server refuses to send ${fileName}`)
    } finally {
      channel.close()
    }
  }

  /** The server's ways to download as its settings would say them. */
  #downloadWays(managers: readonly DownloadManager[]): DownloadWays {
    const redirect = managers.find((manager) => /HTTPDownload$/i.test(manager.class))
    const { netSpeed } = this.#settings
    return {
      client: this.#client.settings.downloads,
      server: {
        allowDownloads: true,
        redirectToUrl: redirect?.params || undefined,
        useCompression: redirect?.compression === true,
        managers: (managers.length === 0 ? [CHANNEL] : managers).map((manager) => manager.class),
      },
      generation: this.#client.generation,
      redirect: undefined,
      speed: { redirect: netSpeed, channel: netSpeed },
    }
  }

  #counts(packages: readonly JoinPackage[], stamps: ReadonlyMap<string, PackageStamp>): CommonCounts | null {
    if (this.#client.generation === 3) return null
    return commonCounts(
      packages.flatMap(({ name, generation }) => {
        const generations = stamps.get(name)?.generations
        return generations === undefined || generations.length === 0
          ? []
          : [{ name, generations, remoteGeneration: generation }]
      }),
    )
  }

  async #next(): Promise<Message> {
    const message = await this.#channel.read()
    if (message === undefined) throw new SourceError('io', 'the server hung up too early')
    return message
  }

  /** A FAILURE, with the code that may follow it. */
  async #refusal(text: string): Promise<NegotiationFailure> {
    const next = await this.#channel.read().catch(() => undefined)
    return { kind: 'refused', message: text, code: next?.word === 'FAILCODE' ? next.code : null }
  }

  #failed(
    failure: NegotiationFailure,
    packages: readonly JoinPackage[] = [],
    level: string | null = null,
  ): NegotiationResult {
    return { joined: false, level, packages, downloaded: this.#downloaded, counts: null, failure }
  }
}

function isDownloadFailure(error: unknown): error is Error {
  return error instanceof PackageError || error instanceof SourceError || error instanceof FetchError
}

function wantedOf({ pkg, fname, guid, flags, size, gen }: Uses) {
  return { name: pkg, fileName: fname ?? pkg, guid, flags, size, generation: gen ?? 1 }
}

function packageFailure({ name }: JoinPackage, message: string): NegotiationFailure {
  return { kind: 'package', message: `${name}: ${message}`, code: null }
}

function outOfPlace(message: Message, expected: string): PackageError {
  return new PackageError('bad-value', `expected ${expected} from the server, found ${message.word}`, { field: 'line' })
}
