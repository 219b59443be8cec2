import { nodeCodecs } from '@ukit/core/node'
import { inspect, type PackageInfo } from '@ukit/inspect'
import type { BatchVerb, Outcome, Settings, Work } from '../../batch/batch-verb.js'
import { runBatch } from '../../batch/run.js'
import { PLAIN_FILES } from '../../command/files-help.js'
import { ARCHIVES_OPTION, BATCH_OPTIONS, COMMON_OPTIONS, type Options } from '../../command/option.js'
import { installerHint, withZipHint } from '../../inputs/archive-hint.js'
import { jsonElement } from '../../terminal/json.js'
import { HASH_KINDS, type HashKind } from './hash-kinds.js'
import { infoCard } from './info-card.js'
import { emptyFacts, type InfoFacts } from './info-facts.js'
import { infoHead, infoLine } from './info-line.js'

/** Up to this number of files, each gets a card; with more files, each gets a line. */
const MOST_CARDS = 4

const OPTIONS = {
  short: { takes: 'nothing', does: 'One line per file', default: `with more than ${MOST_CARDS} files` },
  long: { takes: 'nothing', does: 'A card per file', default: `with up to ${MOST_CARDS} files` },
  hash: {
    takes: 'list',
    value: 'KINDS',
    choices: HASH_KINDS,
    does: 'Compute checksums of the whole file as it is stored, separated by commas: any of',
  },
  ...COMMON_OPTIONS,
  ...ARCHIVES_OPTION,
  ...BATCH_OPTIONS,
} as const satisfies Options

/** `ukit info FILE…` */
export const info: BatchVerb<typeof OPTIONS> = {
  when: [
    'You have a file and want to know what it is before you do anything with it: which engine version ' +
      'and game it is from, how many names, imports and exports it has, whether it is compressed or ' +
      'encrypted, and its GUID.',
    'Of a map it also says title, author, players, game type, music and screenshot, and how many player ' +
      'starts, weapons, items, lights, zones and ways of bots it has.',
    'Of other files only header and tables are read, so it is quick for files of any size; only a ' +
      'compressed download for Unreal Engine 1 (.uz) is unpacked, because there is no other way to know ' +
      'how long the file in it is. Files are recognised by their content, not by their name.',
  ],
  files: PLAIN_FILES,
  options: OPTIONS,
  notes: [
    [
      'JSON',
      'path, bytes, kind (package, umod, uz, uz2, uz3, unknown), tag, version, licensee, endian, game, ' +
        'flags, guid, names, imports, exports, generations, compression, encrypted, inside (of a ' +
        'compressed download: name, bytes, and of a package version, licensee, game, guid), level (of a ' +
        'map: engine, path, title, author, description, idealPlayers, gameType, music, screenshot, ' +
        'hasSummary, counts {actors, playerStarts, weapons, ammo, items, objectives, teleporters, ' +
        'triggers, movers, lights, zones, pathNodes, paths, staticMeshes, terrains}), hashes (with ' +
        '--hash: crc32, md5, sha1, sha256 in lower-case hex digits), error, and more. What a file does ' +
        'not have is null.',
    ],
  ],
  examples: [
    ['ukit info Botpack.u', 'one file'],
    ['ukit info DM-Deck16][.unr', 'a map: who made it, for how many players, and what is in it'],
    ['ukit info System Maps', 'a line for every package in two folders'],
    ['ukit info --json "Maps/*.unr" > maps.json', 'the facts of all maps, for a program'],
    ['ukit info --json --hash md5,sha256 Maps', 'and their checksums, for an index'],
    ['ukit info "downloads.zip!*.ut2"', 'the maps in a zip archive'],
  ],
  expand: { others: true },
  asIs: true,
  // Starting a thread takes as long as reading some hundred files of usual size.
  worthThreads: { files: 200, bytes: Number.POSITIVE_INFINITY },
  run: (call) => runBatch(info, call, call.options),
  between: (settings) => (isShort(settings) ? '' : '\n'),
  head: (settings, style) => (isShort(settings) ? infoHead(settings.width, style) : ''),

  async *report(work): AsyncGenerator<string, Outcome> {
    const found = await findFacts(work)
    const { hash } = work.settings.options
    const level = mayBeMap(work, found) ? await levelOf(work) : null
    const facts = { ...found, level, ...(hash === undefined ? {} : { hashes: await hashes(work, hash) }) }
    if (work.settings.json) yield* jsonElement({ path: work.input.path, ...facts })
    else yield infoText(work, facts)
    return { failed: facts.error !== null, errors: facts.error === null ? [] : [facts.error.message] }
  },

  failure(input, error, settings, style): string {
    const facts = emptyFacts(input.problem === undefined ? input.bytes : null, error)
    return settings.json
      ? [...jsonElement({ path: input.path, ...facts })].join('')
      : infoText({ input, settings, style }, facts)
  },
}

type InfoWork = Work<typeof OPTIONS>

async function findFacts({ input, opened, settings, signal }: InfoWork): Promise<PackageInfo> {
  const { source, fileName } = opened
  const { game } = settings
  const found = await inspect(source, { fileName, codecs: nodeCodecs, signal, game })
  if (found.kind !== 'unknown' || found.error === null) return found
  const hint = await installerHint(source, input.path)
  const message = hint === undefined ? withZipHint(found.error.message) : `${found.error.message}; ${hint}`
  return { ...found, error: { ...found.error, message } }
}

/** Endings of packages that are not maps. */
const NOT_MAPS = /\.(?:u|utx|uax|umx|usx|ukx|upx|ka|int|u_[^.]*)$/i

/**
 * Whether a package is worth opening to look for a level: a line has no room for what a map says, UE3 marks
 * maps, and other packages tell by their name.
 */
function mayBeMap({ opened, settings }: InfoWork, { kind, error, version, flags }: PackageInfo): boolean {
  if (kind !== 'package' || error !== null || version === null) return false
  if (isShort(settings) && !settings.json) return false
  return flags.includes('ContainsMap') || !(NOT_MAPS.test(opened.fileName) || /\.upk$/i.test(opened.fileName))
}

async function levelOf({ input, opened, settings, signal }: InfoWork) {
  const { levelOfMap } = await import('./info-level.js')
  return levelOfMap({ file: input.file, opened, settings, signal })
}

/** The text for standard output; none for a file that cannot be read: its error is sufficient. */
function infoText(
  { input, settings, style }: Pick<InfoWork, 'input' | 'settings' | 'style'>,
  facts: InfoFacts,
): string {
  if (facts.kind === 'unknown' || (facts.kind === 'package' && facts.version === null)) return ''
  return isShort(settings)
    ? infoLine(input.path, facts, settings.width, style)
    : infoCard(input.path, facts, settings.width, style)
}

function isShort({ options, files }: Settings<typeof OPTIONS>): boolean {
  if (options.short) return true
  return !options.long && files > MOST_CARDS
}

async function hashes({ opened, signal, progress }: InfoWork, kinds: readonly HashKind[]) {
  const { hashesOf } = await import('./info-hashes.js')
  return hashesOf(opened.source, kinds, signal, progress)
}
