import { SourceError } from '@ukit/files'
import {
  defaultCacheFolder,
  REDIRECT_DEFAULTS,
  REDIRECT_SERVER_DEFAULTS,
  type RedirectServer,
  serveRedirect,
} from '@ukit/server'
import { UsageError } from '../../command/usage-error.js'
import type { Call, ExitStatus, Verb } from '../../command/verb.js'
import { codeOf, reasonWithPath } from '../../inputs/reason.js'
import { plural } from '../../terminal/text.js'
import { given, numberOption, POLICY_OPTIONS, policyOf } from './options.js'
import { ServeLog } from './serve-log.js'

/** `ukit serve DIR…` */
export const serve: Verb = {
  name: 'serve',
  summary: 'Serve packages over HTTP to players who join',
  usage: 'serve DIR…',
  when: [
    'You run a game server and players shall get its maps and mods quickly: over HTTP, instead of through the game’s own slow channel. Point this at the folder of the game, and RedirectToURL of the game server at this.',
    'A request for NAME.ext, NAME.ext.uz, .uz2 or .uz3 finds the package wherever it lies below DIR, in any case, and compresses it when nobody has yet.',
  ],
  options: {
    port: {
      takes: 'value',
      value: 'N',
      short: 'p',
      does: 'Port to listen on; 0 takes a free one',
      default: String(REDIRECT_SERVER_DEFAULTS.port),
    },
    host: { takes: 'value', value: 'ADDRESS', does: 'Address to listen on', default: 'all of the machine' },
    cache: {
      takes: 'value',
      value: 'DIR',
      does: 'Where compressed files are kept',
      default: 'ukit/redirect among the user’s caches',
    },
    'cache-size': {
      takes: 'value',
      value: 'MB',
      does: 'How much they may take; what was not asked for longest goes first',
      default: String(REDIRECT_DEFAULTS.cacheLimit / 1e6),
    },
    ...POLICY_OPTIONS,
    prefix: {
      takes: 'value',
      value: 'PATH',
      does: 'Folder that must stand in front of every name in a request',
      default: 'any, or none',
    },
    'files-only': { takes: 'nothing', does: 'No index page, no manifest.json, no metrics' },
    rescan: {
      takes: 'value',
      value: 'SECONDS',
      does: 'Look at the folders this often, besides watching them; 0: neither',
      default: String(REDIRECT_DEFAULTS.rescanMs / 1000),
    },
    'max-connections': {
      takes: 'value',
      value: 'N',
      does: 'Connections at a time; more are closed at once',
      default: String(REDIRECT_SERVER_DEFAULTS.maxConnections),
    },
    idle: {
      takes: 'value',
      value: 'SECONDS',
      does: 'Cut a connection on which nothing moves for so long',
      default: String(REDIRECT_SERVER_DEFAULTS.idleMs / 1000),
    },
    grace: {
      takes: 'value',
      value: 'SECONDS',
      does: 'How long running downloads may go on when the server is stopped',
      default: String(REDIRECT_SERVER_DEFAULTS.graceMs / 1000),
    },
    json: { takes: 'nothing', does: 'Print the log as JSON: an object a line' },
  },
  notes: [
    [
      'Log',
      'One line a request on standard output: time, address, method, path, status, bytes, milliseconds, user agent, and where the answer came from or why there is none. With --json: time, address, method, path, status, bytes, ms, userAgent, complete, note.',
    ],
    [
      'Pages',
      '/ lists what may be downloaded, /manifest.json the same for programs, /metrics counts (for Prometheus).',
    ],
    [
      'Stop',
      'Ctrl-C or SIGTERM: nobody new is let in, running downloads go on for a while; a second one ends at once.',
    ],
  ],
  examples: [
    ['ukit serve ~/UnrealTournament', 'then RedirectToURL=http://your.host:8080/'],
    ['ukit serve System Maps Textures --only list.txt', 'only some packages, of some folders'],
    ['ukit serve . --json >> access.log', 'a log for programs'],
  ],
  run,
}

async function run({ positionals, options, output, signal }: Call): Promise<ExitStatus> {
  if (positionals.length === 0) throw new UsageError(`serve needs a folder: ukit ${serve.usage}`)
  const text = (name: string) => (typeof options[name] === 'string' ? options[name] : undefined)
  const seconds = (name: string) => {
    const value = numberOption(options, name, 0)
    return value === undefined ? undefined : value * 1000
  }
  const port = numberOption(options, 'port', 0) ?? REDIRECT_SERVER_DEFAULTS.port
  if (port > 65_535) throw new UsageError(`--port needs a number up to 65535, not "${port}"`)
  const megabytes = numberOption(options, 'cache-size', 1)
  const prefix = text('prefix')
  const settings = given({
    host: text('host'),
    cacheLimit: megabytes === undefined ? undefined : megabytes * 1e6,
    prefix: prefix === undefined ? undefined : `/${prefix.replace(/^\/+|\/+$/g, '')}/`,
    rescanMs: seconds('rescan'),
    maxConnections: numberOption(options, 'max-connections', 1),
    idleMs: seconds('idle'),
    graceMs: seconds('grace'),
  })
  const log = new ServeLog(output, options['json'] === true)
  let server: RedirectServer
  try {
    server = await serveRedirect({
      folders: positionals,
      port,
      cacheFolder: text('cache') ?? defaultCacheFolder(),
      filesOnly: options['files-only'] === true,
      ...settings,
      ...(await policyOf(options)),
      onRequest: (record) => log.add(record),
      onNote: (message) => output.note(message),
    })
  } catch (error) {
    if (!(error instanceof Error) || error instanceof UsageError) throw error
    output.error(startProblem(error, port))
    return 1
  }
  const host = settings.host ?? 'localhost'
  const shown = host.includes(':') ? `[${host}]` : host
  output.note(
    `serving ${plural(server.redirect.fileCount, 'file')} at http://${shown}:${server.port}${settings.prefix ?? '/'}; Ctrl-C stops`,
  )
  await stopped(signal)
  output.note('stopping: running downloads are finished first')
  await server.close()
  await log.end()
  return 0
}

/** Why the server did not start. */
function startProblem(error: Error, port: number): string {
  switch (error instanceof SourceError ? undefined : codeOf(error)) {
    case 'EADDRINUSE':
      return `port ${port} is taken by another program; --port N takes another one`
    case 'EACCES':
      return `port ${port} is not for this user: ports below 1024 need more rights; --port N takes another one`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return 'the address of --host is none of this machine'
    default:
      return reasonWithPath(error)
  }
}

/** Waits for Ctrl-C, or for what init systems send. */
function stopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
    process.once('SIGTERM', () => resolve())
  })
}
