import { randomInt } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import { ignoreError, PackageError, piecesOf, systemError } from '@ukit/files'
import {
  type CommonCounts,
  challengeResponse,
  commonCounts,
  type Install,
  type Login,
  type MapPackage,
  type Message,
  NetFlag,
  type PackageMap,
  type PackageMapOptions,
  packageMap,
} from '@ukit/game'
import { plural } from '@ukit/text/internal'
import { type WithDefaults, withDefaults } from '../with-defaults.js'
import { fileKey } from './file-request.js'
import { LineConnection, type TranscriptLine } from './line-connection.js'

/** Why a client is not let in. */
export interface Refusal {
  /** For the player. */
  readonly text: string
  /** For the client's menu, such as `NEEDPW`. */
  readonly code?: string | undefined
}

/** What happened on the server. */
export type NegotiationEvent =
  | { readonly kind: 'joined'; readonly url: string; readonly counts: CommonCounts | null }
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'sent'; readonly file: string; readonly bytes: number }
  /** The client broke the rules, stalled or vanished. */
  | { readonly kind: 'failed'; readonly error: Error }

/** How to serve. */
export interface NegotiationServerOptions extends Pick<PackageMapOptions, 'game' | 'add'> {
  /** The address to listen on. */
  readonly host?: string | undefined
  /** 0 for any that is free. */
  readonly port?: number | undefined
  /** The server's engine, and the oldest client that it plays with. */
  readonly version?: number | undefined
  /** The oldest client that it plays with. */
  readonly minVersion?: number | undefined
  /** Milliseconds of silence after which a client is given up. */
  readonly stallTimeout?: number | undefined
  /** Connections at a time; more are closed at once. */
  readonly maxConnections?: number | undefined
  /** Decides about a login, as a game's `PreLogin` does: `undefined` lets the client in. */
  readonly preLogin?: ((login: Login) => Refusal | undefined) | undefined
  /** Told what happened. */
  readonly onEvent?: ((event: NegotiationEvent) => void) | undefined
  /** Called with each line of any client, whichever side sent it. */
  readonly onLine?: ((line: TranscriptLine) => void) | undefined
}

/**
 * Defaults of `NegotiationServerOptions`. The timeout is the games' `ConnectionTimeout`; the versions are
 * those of UT.
 */
export const NEGOTIATION_SERVER_DEFAULTS = {
  /** Only this machine. */
  host: '127.0.0.1',
  /** Any that is free. */
  port: 0,
  /** OldUnreal's UT. */
  version: 469,
  /** The oldest client that it plays with. */
  minVersion: 432,
  /** 15 seconds without a line, in milliseconds. */
  stallTimeout: 15_000,
  /** Clients at a time. */
  maxConnections: 64,
} as const satisfies NegotiationServerOptions

/** A server that negotiates one map. */
export interface NegotiationServer {
  /** The address that it listens on. */
  readonly host: string
  /** The TCP port that it listens on. */
  readonly port: number
  /** The packages that it sends clients. */
  readonly map: PackageMap
  /** Ends all connections. */
  close(): Promise<void>
}

/** A missing MINVER counts as this version. */
const OLDEST_VERSION = 219
/** Lines beside those that the packages ask for. */
const SPARE_LINES = 64

/**
 * *Speaks the server's side of the package negotiation for a map*, over TCP: for tests of clients, and to see
 * what a set-up would say without starting the game.
 *
 * The words are the games' own; they travel as lines of text over TCP instead of packets over UDP, so no game
 * can connect to it. A file channel is a connection of its own, whose first line is `FILE GUID=…`: the bytes
 * follow, then the end. No bytes at all mean that the file is refused.
 *
 * @throws {PackageError} `refused` when the map or a package that it needs cannot be read.
 */
export async function serveNegotiation(
  install: Install,
  map: string,
  options: NegotiationServerOptions = {},
): Promise<NegotiationServer> {
  const { game, add } = options
  const list = await packageMap(install, map, { game, add })
  const [missing] = list.missing
  if (missing !== undefined) throw new PackageError('refused', missing.message)
  const settings = withDefaults(options, NEGOTIATION_SERVER_DEFAULTS)
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    serveClient(socket, { install, list, settings }).catch((error: unknown) => {
      socket.destroy()
      settings.onEvent?.({ kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) })
    })
  })
  server.maxConnections = settings.maxConnections
  const port = await listen(server, settings.host, settings.port)
  return {
    host: settings.host,
    port,
    map: list,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

type Settings = WithDefaults<NegotiationServerOptions, keyof typeof NEGOTIATION_SERVER_DEFAULTS>

interface Context {
  readonly install: Install
  readonly list: PackageMap
  readonly settings: Settings
}

async function serveClient(socket: Socket, context: Context): Promise<void> {
  const { stallTimeout, onLine, onEvent } = context.settings
  const connection = new LineConnection(socket, { side: 'server', stallTimeout, onLine })
  const session = new Session(connection, context)
  let sending = false
  try {
    const first = await connection.read()
    if (first === undefined) return
    const guid = fileKey(first)
    sending = guid !== undefined
    if (guid !== undefined) await session.sendFile(guid)
    else await session.talk(first)
  } catch (caught) {
    const error = caught instanceof Error ? caught : new Error(String(caught))
    onEvent?.({ kind: 'failed', error })
    // The client is told what it did wrong, if it still listens. In a file it would be content.
    if (!sending) await connection.write({ word: 'FAILURE', text: oneLine(error.message) }).catch(ignoreError)
  } finally {
    connection.close()
  }
}

/** Text of an error as part of a line. */
function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a line may not hold control characters
  return text.replace(/[\u0000-\u001f\u007f]+/g, ' ').slice(0, 1000)
}

class Session {
  readonly #connection: LineConnection
  readonly #context: Context
  /** Generations that the client has, by GUID. */
  readonly #generations = new Map<string, number>()
  readonly #skipped = new Set<string>()

  constructor(connection: LineConnection, context: Context) {
    this.#connection = connection
    this.#context = context
  }

  /** The file channel. */
  async sendFile(guid: string): Promise<void> {
    const { install, list, settings } = this.#context
    const found = list.packages.find(({ stamp }) => stamp.guid.toString() === guid)
    const { allowDownloads } = install.settings.downloads
    if (found === undefined || !allowDownloads || (found.stamp.flags & NetFlag.AllowDownload) === 0) {
      settings.onEvent?.({ kind: 'refused', text: `file ${found?.stamp.fileName ?? guid}` })
      return
    }
    const source = await install.files.open(found.stamp.path)
    try {
      for await (const piece of piecesOf(source)) await this.#connection.writeBytes(piece)
      settings.onEvent?.({ kind: 'sent', file: found.stamp.fileName, bytes: source.byteLength })
    } finally {
      await source.close?.()
    }
  }

  /** From HELLO to JOIN. */
  async talk(first: Message): Promise<void> {
    const { version, minVersion } = this.#context.settings
    if (first.word !== 'HELLO') return this.#refuse({ text: `expected HELLO, found ${wordOf(first)}` })
    const theirs = first.ver ?? OLDEST_VERSION
    if (theirs < minVersion || (first.minVer ?? OLDEST_VERSION) > version) {
      await this.#connection.write({ word: 'UPGRADE', minVer: minVersion, ver: version })
      this.#context.settings.onEvent?.({ kind: 'refused', text: `version ${theirs}` })
      return
    }
    const challenge = randomInt(-0x8000_0000, 0x8000_0000)
    await this.#connection.write({
      word: 'CHALLENGE',
      ver: Math.min(theirs, version),
      challenge,
      stats: false,
    })
    let login: Login | undefined
    const most = 2 * this.#context.list.packages.length + SPARE_LINES
    for (let lines = 0; ; lines++) {
      const message = await this.#connection.read()
      if (message === undefined) return
      if (lines >= most) return this.#refuse({ text: `more than ${plural(most, 'line')} and no JOIN` })
      if (message.word === 'LOGIN' && login === undefined) {
        if (message.response !== challengeResponse(challenge)) return this.#refuse({ text: 'CHALLENGE' })
        const refusal = this.#context.settings.preLogin?.(message)
        if (refusal !== undefined) return this.#refuse(refusal)
        login = message
        await this.#welcome()
      } else if (message.word === 'JOIN' && login !== undefined) {
        return this.#join(login)
      } else {
        const wrong = this.#onMessage(message, login !== undefined)
        if (wrong !== undefined) return this.#refuse({ text: wrong })
      }
    }
  }

  /** A line that changes what is known of the client; what is wrong with it otherwise. */
  #onMessage(message: Message, welcome: boolean): string | undefined {
    switch (message.word) {
      case 'NETSPEED':
      case 'USERFLAG':
      case 'OTHER':
        return undefined
      case 'HAVE':
      case 'SKIP': {
        const key = message.guid.toString()
        const found = this.#context.list.packages.find(({ stamp }) => stamp.guid.toString() === key)
        if (!welcome || found === undefined) return `${message.word} of a package that is not on the list`
        if (message.word === 'HAVE') this.#generations.set(key, message.gen)
        else if ((found.stamp.flags & NetFlag.ClientOptional) !== 0) this.#skipped.add(key)
        else return `${found.name} cannot be skipped: it is not optional`
        return undefined
      }
      default:
        return `${message.word} is out of place`
    }
  }

  async #welcome(): Promise<void> {
    const { list, install } = this.#context
    for (const listed of list.packages) await this.#connection.write(usesOf(listed))
    for (const message of downloadManagers(install)) await this.#connection.write(message)
    const { generation } = install
    await this.#connection.write({
      word: 'WELCOME',
      level: list.map,
      lone: false,
      ...(generation === 1 || list.game === null ? {} : { game: list.game.path }),
    })
  }

  /** The game would start here. */
  #join(login: Login): void {
    const { list, settings, install } = this.#context
    const counts =
      install.generation === 3
        ? null
        : commonCounts(
            list.packages
              .filter(({ stamp, generation }) => generation > 0 && !this.#skipped.has(stamp.guid.toString()))
              .map(({ name, stamp, generation }) => ({
                name,
                generations: stamp.generations,
                remoteGeneration: this.#generations.get(stamp.guid.toString()) ?? generation,
              })),
          )
    settings.onEvent?.({ kind: 'joined', url: login.url ?? '', counts })
  }

  async #refuse({ text, code }: Refusal): Promise<void> {
    this.#context.settings.onEvent?.({ kind: 'refused', text })
    await this.#connection.write({ word: 'FAILURE', text })
    if (code !== undefined) await this.#connection.write({ word: 'FAILCODE', code })
  }
}

function wordOf(message: Message): string {
  return message.word === 'OTHER' ? (message.text.split(/\s/, 1)[0] ?? '') : message.word
}

function usesOf({ name, stamp, generation }: MapPackage): Message {
  const { guid, flags, size, fileName } = stamp
  const gen = generation > 0 ? generation : undefined
  return { word: 'USES', guid, pkg: name, flags, size, gen, fname: fileName }
}

/** The ways to download, as the ini lists them; none when nothing may be downloaded. */
function downloadManagers(install: Install): Message[] {
  const { allowDownloads, managers, redirectToUrl, useCompression } = install.settings.downloads
  if (!allowDownloads) return []
  return managers.flatMap((manager): Message[] => {
    if (!/HTTPDownload$/i.test(manager))
      return [{ word: 'DLMGR', class: manager, params: 'Enabled', compression: false }]
    if (redirectToUrl === undefined) return []
    return [{ word: 'DLMGR', class: manager, params: redirectToUrl, compression: useCompression }]
  })
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      reject(systemError(`cannot listen on ${host}:${port}`, error))
    })
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}
