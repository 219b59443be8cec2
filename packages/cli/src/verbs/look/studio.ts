import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type StudioServer, serveStudio } from '@ukit/server'
import { listenProblem, stopped } from '../../command/listening.js'
import type { Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import { wholeNumber } from '../../command/values.js'
import type { Call, ExitStatus, Verb } from '../../command/verb.js'
import { plural } from '../../terminal/text.js'

const OPTIONS = {
  port: {
    takes: 'value',
    value: 'N',
    short: 'p',
    does: 'Port to listen on',
    default: 'a free one',
    read: wholeNumber(0, 65_535),
  },
  'no-open': { takes: 'nothing', does: 'Print the address, and leave the browser alone' },
} as const satisfies Options

/** `ukit studio [FILE|DIR]` */
export const studio: Verb<typeof OPTIONS> = {
  when: [
    'You would rather look than read: a page in your browser shows everything in packages, with pictures, sounds, ' +
      'meshes, source and every byte. With a FILE it is opened there; with a DIR, such as the folder of a game, all ' +
      'files in it can be.',
    'Nothing leaves this computer: the page is served to its own browser only, and reads the files by itself.',
  ],
  options: OPTIONS,
  notes: [
    [
      'Who can see it',
      'It listens on 127.0.0.1 only, and the address that it prints has a secret in it: without that, other pages ' +
        'and other users of the computer get nothing. Files are only read.',
    ],
    ['Stop', 'Ctrl-C.'],
  ],
  examples: [
    ['ukit studio', 'an empty page, for files that are dropped on it'],
    ['ukit studio Botpack.u', 'one package; those beside it are found when it needs them'],
    ['ukit studio ~/UnrealTournament', 'a game'],
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
  const [disk, ...more] = positionals
  const { port = 0 } = options
  if (more.length > 0) throw new UsageError('studio takes one file or one folder')
  await prepareInterrupt()
  let server: StudioServer
  try {
    const page = fileURLToPath(new URL('../studio/', import.meta.url))
    server = await serveStudio({ page, disk, port })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    output.error(listenProblem(error, port))
    return 1
  }
  await output.write(`${server.address}\n`)
  output.note(
    `the studio is served to this computer${
      disk === undefined ? '' : `, with ${plural(server.files, 'file')}`
    }; Ctrl-C stops`,
  )
  if (!options['no-open'] && process.stdout.isTTY) openBrowser(server.address)
  await stopped(signal)
  await server.close()
  return 0
}

/** Opens an address in the browser, if the system knows how; it is printed anyway. */
function openBrowser(address: string): void {
  const [command, ...rest] =
    process.platform === 'win32'
      ? ['rundll32', 'url.dll,FileProtocolHandler', address]
      : [process.platform === 'darwin' ? 'open' : 'xdg-open', address]
  spawn(command, rest, { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref()
}
