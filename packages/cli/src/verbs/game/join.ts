import { PackageError, SourceError } from '@ukit/files'
import { CLIENT_DEFAULTS, type Install, JOIN_DEFAULTS, type JoinOptions, packageMap, simulateJoin } from '@ukit/game'
import { folderFiles, openGame } from '@ukit/game/node'
import { jsonOption, type Options, type OptionValues } from '../../command/option.js'
import { InputError, UsageError } from '../../command/usage-error.js'
import { byteRate, wholeNumber } from '../../command/values.js'
import type { Call, ExitStatus, Verb } from '../../command/verb.js'
import { writeJson } from '../../terminal/json-array.js'
import { mapFacts, mapText } from './join-map-text.js'
import { joinFacts, joinText } from './join-text.js'

const OPTIONS = {
  server: { takes: 'value', value: 'DIR', does: "Folder (or ini) of the server's game" },
  client: {
    takes: 'value',
    value: 'DIR',
    does: "Folder (or ini) of the player's game",
    default: 'none: print what the server asks for',
  },
  mod: { takes: 'value', value: 'NAME', does: 'Both run this mod (UE2: -mod=NAME)' },
  redirect: {
    goesWith: ['client'],
    takes: 'value',
    value: 'DIR',
    does:
      'Folder with the files of the redirect, to check that they are there and are the right ones, ' +
      'and how large they are compressed',
    default: 'the redirect has everything',
  },
  speed: {
    goesWith: ['client'],
    takes: 'value',
    value: 'RATE',
    does: 'Bytes per second that the player downloads; k and M mean thousands and millions',
    default: `${JOIN_DEFAULTS.speed / 1_000_000}M`,
    read: byteRate,
  },
  add: {
    takes: 'list',
    value: 'NAMES',
    does: 'Packages that script adds with AddToPackageMap (UT2004), separated by commas',
  },
  'client-version': {
    goesWith: ['client'],
    takes: 'value',
    value: 'N',
    does: "The player's engine version, to compare with MinClientVersion",
    read: wholeNumber(0, 999_999_999),
  },
  'cache-first': {
    goesWith: ['client'],
    takes: 'nothing',
    does: 'The client looks into its cache before its folders, as Tim Sweeney described it in 1999',
    default: CLIENT_DEFAULTS.policy === 'cache-last' ? 'the cache last, as the shipped games do' : 'yes',
  },
  optional: {
    goesWith: ['client'],
    takes: 'value',
    value: 'HOW',
    choices: ['download', 'skip'],
    does: 'What the client does about optional packages (ClientOptional) that it lacks: download or skip',
    default: `${CLIENT_DEFAULTS.optional[1]} in UE1, which ignores the flag, ${CLIENT_DEFAULTS.optional[2]} later`,
  },
  content: {
    takes: 'nothing',
    goesWith: ['client'],
    does: 'Compare files with the same GUID and size down to the last byte',
  },
  all: { takes: 'nothing', does: 'Also list the packages that are as they should be' },
  json: jsonOption(''),
} as const satisfies Options

/** `ukit join --server DIR [--client DIR] MAP` */
export const join: Verb<typeof OPTIONS> = {
  when: [
    'Players cannot join your server: "version mismatch", "downloading not allowed", or a download ' +
      'that never ends. Give the folders of the two games and the map; ukit goes through what server and ' +
      'client tell each other, package by package, without a connection, and says what to do about each ' +
      'one that keeps the player out.',
    'It looks into both files, so it also finds what the game only notices when the level is loaded. ' +
      'Without --client it prints what the server asks of every player: the list of packages, in its order.',
  ],
  options: OPTIONS,
  notes: [
    [
      'MAP',
      'The name of a map on the server, with or without extension; options as in the game: ' +
        '"CTF-Face?Game=Botpack.CTFGame".',
    ],
    [
      'Status',
      'have, other-generation (compatible), library (takes the place of the package), need (is ' +
        'downloaded), skipped (optional); and what ends the join: not-allowed, unavailable, mismatch, ' +
        'conflict, unreadable.',
    ],
    [
      'JSON without --client',
      'server, client (null), map, game {path, from} or null, ok, packages [{name, fileName, path, ' +
        'guid, flags, size, generation, generations [{exports, names}], reason, neededBy, stub}], ' +
        'serverSideOnly, missing [{name, reason, neededBy, path, message}], error.',
    ],
    [
      'JSON',
      'server, client, map, game {path, from} or null, ok, packages [{name, fileName, guid, flags, ' +
        'size, generation, status, ok, file {path, where, guid, generation, size} or null, library, ' +
        'download {from, url, size, compressedSize, seconds} or null, common {generation, exports, ' +
        'names} or null, differences, message, advice}], problems [{kind, fatal, package, message, ' +
        'advice}], serverSideOnly, downloads {packages, size, transfer, seconds}, counts {packages ' +
        '[{name, objectBase, objectCount, nameBase, nameCount}], maxObject, maxName} or null, error.',
    ],
  ],
  result: 'Exit status 0 when the player can join, 1 when not or when the map cannot be read, 2 for wrong usage.',
  examples: [
    ['ukit join --server /srv/ut --client ~/ut CTF-Face', 'can a player with this game join?'],
    ['ukit join --server /srv/ut --client ~/ut --redirect /srv/www/ut DM-Deck16', 'with the files of the redirect'],
    ['ukit join --server /srv/ut CTF-Face', 'what does the server ask for?'],
  ],
  run,
}

async function run(call: Call<typeof OPTIONS>): Promise<ExitStatus> {
  const { positionals, options, output, signal } = call
  const [map, ...more] = positionals
  const { server, client = null } = options
  if (server === undefined) throw new UsageError("join needs the folder of the server's game: --server DIR")
  if (map === undefined) throw new UsageError('join needs the name of a map on the server')
  if (more.length > 0) throw new UsageError(`join takes one map, not "${[map, ...more].join('", "')}"`)
  const settings = await joinOptions(options)
  const open = (path: string): Promise<Install> => openGame(path, { mod: options.mod })
  const all = options.all
  const json = options.json
  const print = async (facts: Readonly<Record<string, unknown>>, text: () => string) => {
    if (json) await writeJson([{ server, client, ...facts }], output)
    else await output.write(text())
  }
  try {
    if (client === null) {
      const list = await packageMap(await open(server), map, { ...(settings.add && { add: settings.add }), signal })
      await print({ ...mapFacts(list), error: null }, () => mapText(list, output.style))
      return list.missing.length === 0 ? 0 : 1
    }
    const onProgress = (done: number, total: number) => output.progress.update(done, total, map, 'packages')
    const report = await simulateJoin(await open(server), await open(client), map, { ...settings, onProgress, signal })
    await print({ ...joinFacts(report), error: null }, () => joinText(report, all, output.style))
    return report.ok ? 0 : 1
  } catch (error) {
    if (!(error instanceof PackageError) && !(error instanceof SourceError)) throw error
    // Where the game itself is missing, the message names its folder.
    const isGame = error instanceof SourceError && error.path !== undefined
    output.error(isGame ? error.message : `${map}: ${error.message}`)
    await print({ map, ok: false, error: { kind: error.kind, message: error.message } }, () => '')
    return 1
  }
}

async function joinOptions(options: OptionValues<typeof OPTIONS>): Promise<JoinOptions> {
  const { redirect: folder, add, speed, optional, content } = options
  if (folder !== undefined && (await folderFiles.list(folder)).length === 0)
    throw new InputError(`there is no folder "${folder}", or nothing is in it`)
  return {
    speed: speed ?? JOIN_DEFAULTS.speed,
    redirect: folder === undefined ? undefined : { files: folderFiles, folder },
    add,
    clientVersion: options['client-version'],
    policy: options['cache-first'] ? 'cache-first' : CLIENT_DEFAULTS.policy,
    optional,
    content,
  }
}
