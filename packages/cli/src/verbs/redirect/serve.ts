import {
  defaultCacheFolder,
  REDIRECT_DEFAULTS,
  REDIRECT_SERVER_DEFAULTS,
  type RedirectServer,
  serveRedirect,
} from '@ukit/server'
import { listenProblem, stopped } from '../../command/listening.js'
import type { Options } from '../../command/option.js'
import { CallError, UsageError } from '../../command/usage-error.js'
import { wholeNumber } from '../../command/values.js'
import type { Call, ExitStatus, Verb } from '../../command/verb.js'
import { plural, printable } from '../../terminal/text.js'
import { POLICY_OPTIONS, policyOf, times, withoutUndefined } from './options.js'
import { ServeLog } from './serve-log.js'

const OPTIONS = {
  port: {
    takes: 'value',
    value: 'N',
    short: 'p',
    does: 'Port to listen on; 0 picks a free one',
    default: String(REDIRECT_SERVER_DEFAULTS.port),
    read: wholeNumber(0, 65_535),
  },
  host: { takes: 'value', value: 'ADDRESS', does: 'Address to listen on', default: 'all addresses of the machine' },
  cache: {
    takes: 'value',
    value: 'DIR',
    does: 'Where compressed files are kept',
    default: 'ukit/redirect in the user’s cache folder',
  },
  'cache-size': {
    takes: 'value',
    value: 'MB',
    does: 'How much space they may take; those not requested for longest are removed first',
    default: String(REDIRECT_DEFAULTS.cacheLimit / 1e6),
    read: wholeNumber(1),
  },
  ...POLICY_OPTIONS,
  prefix: {
    takes: 'value',
    value: 'PATH',
    does: 'Folder that must precede every name in a request',
    default: 'any, or none',
  },
  'files-only': { takes: 'nothing', does: 'No index page, no manifest.json, no metrics' },
  rescan: {
    takes: 'value',
    value: 'SECONDS',
    does: 'Rescan the folders this often, besides watching them; 0: do neither',
    default: String(REDIRECT_DEFAULTS.rescanMs / 1000),
    read: wholeNumber(0),
  },
  'max-connections': {
    takes: 'value',
    value: 'N',
    does: 'Maximum number of connections at a time; further ones are closed at once',
    default: String(REDIRECT_SERVER_DEFAULTS.maxConnections),
    read: wholeNumber(1),
  },
  'max-per-address': {
    takes: 'value',
    value: 'N',
    does: 'The same for one address; 0: no limit (behind a proxy, all come from one address)',
    default: String(REDIRECT_SERVER_DEFAULTS.maxPerAddress),
    read: wholeNumber(0),
  },
  idle: {
    takes: 'value',
    value: 'SECONDS',
    does: 'Close a connection on which nothing is sent for this long',
    default: String(REDIRECT_SERVER_DEFAULTS.idleMs / 1000),
    read: wholeNumber(0),
  },
  grace: {
    takes: 'value',
    value: 'SECONDS',
    does: 'How long running downloads may continue when the server is stopped',
    default: String(REDIRECT_SERVER_DEFAULTS.graceMs / 1000),
    read: wholeNumber(0),
  },
  json: { takes: 'nothing', data: true, does: 'Print the log as JSON: one object per line' },
} as const satisfies Options

/** `ukit serve DIR…` */
export const serve: Verb<typeof OPTIONS> = {
  when: [
    'You run a game server and want players to get its maps and mods quickly: over HTTP, instead of ' +
      'through the game’s own slow channel. Point this at the folder of the game, and RedirectToURL of ' +
      'the game server at this.',
    'A request for NAME.ext, NAME.ext.uz, .uz2 or .uz3 finds the package anywhere below DIR, ignoring ' +
      'case, and compresses it if that has not been done yet.',
  ],
  options: OPTIONS,
  notes: [
    [
      'Log',
      'One line per request on standard output: time, address, method, path, status, bytes, ' +
        'milliseconds, user agent, and where the answer came from or why there is none. With --json: ' +
        'time, address, method, path, status, bytes, ms, userAgent, complete, note.',
    ],
    [
      'Pages',
      '/ lists what may be downloaded, /manifest.json the same for programs, /metrics counts (for Prometheus).',
    ],
    [
      'Stop',
      'After Ctrl-C or SIGTERM no new connections are accepted, and running downloads continue for a ' +
        'while; a second one ends at once.',
    ],
  ],
  examples: [
    ['ukit serve ~/UnrealTournament', 'then RedirectToURL=http://your.host:8080/'],
    ['ukit serve System Maps Textures --only list.txt', 'only some packages, of some folders'],
    ['ukit serve . --json >> access.log', 'a log for programs'],
  ],
  run,
}

async function run({
  positionals,
  options,
  output,
  signal,
  prepareInterrupt,
}: Call<typeof OPTIONS>): Promise<ExitStatus> {
  if (positionals.length === 0) throw new UsageError(`serve needs a folder`)
  const { port = REDIRECT_SERVER_DEFAULTS.port, prefix, 'cache-size': megabytes } = options
  const settings = withoutUndefined({
    host: options.host,
    cacheLimit: times(megabytes, 1e6),
    prefix: prefix === undefined ? undefined : `/${prefix.replace(/^\/+|\/+$/g, '')}/`,
    rescanMs: times(options.rescan, 1000),
    maxConnections: options['max-connections'],
    maxPerAddress: options['max-per-address'],
    idleMs: times(options.idle, 1000),
    graceMs: times(options.grace, 1000),
  })
  const policy = await policyOf(options, positionals)
  const log = new ServeLog(output, options.json)
  // Ctrl-C in the first second would end it at once, downloads and all.
  await prepareInterrupt()
  let server: RedirectServer
  try {
    server = await serveRedirect({
      folders: positionals,
      port,
      cacheFolder: options.cache ?? defaultCacheFolder(),
      filesOnly: options['files-only'],
      ...settings,
      ...policy,
      onRequest: (record) => log.add(record),
      onNote: (message) => output.note(printable(message)),
    })
  } catch (error) {
    if (!(error instanceof Error) || error instanceof CallError) throw error
    output.error(listenProblem(error, port))
    return 1
  }
  const host = settings.host ?? 'localhost'
  const shown = host.includes(':') ? `[${host}]` : host
  output.note(
    `serving the packages among ${plural(server.redirect.fileCount, 'file')} at ` +
      `http://${shown}:${server.port}${settings.prefix ?? '/'}; Ctrl-C stops`,
  )
  if (policy.only === undefined && (policy.shipped ?? []).length > 0)
    output.note('packages that players have from the game are not offered; --stock offers them too')
  await stopped(signal)
  output.note('stopping: running downloads are finished first')
  await server.close()
  await log.end()
  return 0
}
