import { gameById } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { SourceError } from '@ukit/files'
import {
  checkInstall,
  checkStock,
  type Install,
  OPEN_INSTALL_DEFAULTS,
  type PatchLevel,
  patchLevelOf,
  ShippedFiles,
  STOCK_GAMES,
  TableIndex,
  TableReader,
} from '@ukit/game'
import { defaultIndexPath, folderFiles, hashFile, loadIndex, openGame, saveIndex } from '@ukit/game/node'
import { problemOf } from '../../batch/one-file.js'
import { jsonOption, type Options } from '../../command/option.js'
import { CallError, UsageError } from '../../command/usage-error.js'
import type { Call, ExitStatus, Verb } from '../../command/verb.js'
import { reasonOf } from '../../inputs/reason.js'
import { writeJson } from '../../terminal/json-array.js'
import { type GameFacts, gameFacts } from './game-facts.js'
import { gameText } from './game-text.js'
import { stockFacts, stockText } from './stock-text.js'

const COOKED = ['first', 'last', 'never'] as const

const OPTIONS = {
  mod: { takes: 'value', value: 'NAME', does: 'Put this mod first, as the game does with -mod=NAME (UE2)' },
  root: { takes: 'value', value: 'DIR', does: "The game's folder, if DIR is an ini that is stored elsewhere" },
  cooked: {
    takes: 'value',
    value: 'WHEN',
    does: 'Look for cooked packages first, as shipped games do, last, or never (UE3)',
    default: OPEN_INSTALL_DEFAULTS.cooked,
    choices: COOKED,
  },
  'no-check': { takes: 'nothing', does: 'Do not open the packages: use only the ini and the folders' },
  'no-index': {
    takes: 'nothing',
    does: 'Read every package again',
    default: 'what is known from the last time is kept in your cache folder',
  },
  stock: {
    takes: 'nothing',
    does:
      'Show which files are as the game ships them, which are changed, and which are not part of ' +
      'the game; nothing else is checked',
  },
  all: { takes: 'nothing', does: 'Print every problem', default: 'the first few of each kind' },
  json: jsonOption(''),
} as const satisfies Options

/** `ukit game DIR` */
export const game: Verb<typeof OPTIONS> = {
  when: [
    "You have an installed game, your own or a server's, and something is not found, is not the file you think " +
      'it is, or is refused with "version mismatch". This prints the folders that it looks into, in order, and ' +
      'what is wrong with the installation: files that hide each other, packages with the same name but ' +
      'different GUIDs, packages of the game that are of different patches, lists in the ini that name ' +
      'missing files, packages that need each other in circles.',
    'DIR is the folder of the game, or an ini, when there are several. Nothing is changed.',
  ],
  options: OPTIONS,
  notes: [
    [
      'Stock',
      'What is known about a game comes from public lists of its editions, patches and official bonus ' +
        'packs. A file is original if its size and hash match a version, changed if every version has a ' +
        'hash and none matches, and unknown otherwise. Whole files are read.',
    ],
    [
      'JSON',
      'path, root, base, ini, otherInis, generation (1, 2 or 3), game (id or null), name, release ' +
        '{edition, version, packages} (or null), language, ' +
        'mapExtension, searchPath [{kind, text, folder, found, packages, bytes}], packages (count), ' +
        'bytes, cache {folder, found, files, extension, purgeDays}, downloads {allowDownloads, ' +
        'redirectToUrl, useCompression, managers}, serverPackages [{name, found}], editPackages [{name, ' +
        'found}], ok, problems [{kind, message, paths}], stock (with --stock) {game, counts, files ' +
        '[{path, size, state (original, changed, unknown, added, unreadable), editions}], missing}, error.',
    ],
  ],
  result:
    'Exit status 0 when nothing is wrong, 1 when there are problems (with --stock: when a file is ' +
    'changed or cannot be read), 2 for wrong usage.',
  examples: [
    ['ukit game ~/UnrealTournament', 'the whole picture'],
    ['ukit game /srv/ut99/System/Server2.ini', 'as the server with this ini sees it'],
    ['ukit game ~/.utpg/System/UT.ini --root /opt/ut', 'with an ini of the user'],
    ['ukit game --mod MyTC ~/UT2004', 'with a mod'],
    ['ukit game --stock ~/UnrealTournament', 'which files are original'],
  ],
  run,
}

async function run(call: Call<typeof OPTIONS>): Promise<ExitStatus> {
  const { positionals, options, output } = call
  const [path, ...more] = positionals
  if (path === undefined || more.length > 0) throw new UsageError(`game needs one folder or ini`)
  const json = options.json
  let facts: GameFacts
  try {
    if (options.stock) return await stock(path, call)
    facts = await factsOf(path, call)
  } catch (error) {
    if (call.signal.aborted || error instanceof CallError) throw error
    const problem = problemOf(error)
    output.error(`${path}: ${problem.message}`)
    if (json) await writeJson([{ path, ok: false, error: problem }], output)
    return 1
  }
  if (json) await writeJson([{ ...facts, error: null }], output)
  else await output.write(gameText(facts, options.all, output.width, output.style))
  return facts.ok ? 0 : 1
}

/** Prints which files came with the game. */
async function stock(path: string, call: Call<typeof OPTIONS>): Promise<ExitStatus> {
  const { options, output, signal } = call
  const install = await opened(path, call)
  const shipped = await ShippedFiles.load(install.game, { root: install.root, hash: hashFile })
  if (shipped === undefined) {
    const which = install.game === undefined ? 'a game that is not known by name' : install.game
    throw new SourceError('io', `expected a game whose files are listed (${STOCK_GAMES.join(', ')}), found ${which}`, {
      path,
    })
  }
  const report = await checkStock(install, shipped, {
    signal,
    onProgress: (done, total, at) => output.progress.update(done, total, at, 'packages'),
  })
  output.progress.clear()
  const ok = report.files.every(({ state }) => state !== 'changed' && state !== 'unreadable')
  if (options.json) {
    const facts = await gameFacts(path, install, install.problems)
    await writeJson([{ ...facts, ok, stock: stockFacts(report), error: null }], output)
  } else {
    const name = gameById(report.game)?.name ?? report.game
    await output.write(stockText(install.root, name, report, options.all, output.style))
  }
  return ok ? 0 : 1
}

async function factsOf(path: string, call: Call<typeof OPTIONS>): Promise<GameFacts> {
  const { options } = call
  const install = await opened(path, call)
  if (options['no-check']) return gameFacts(path, install, install.problems)
  const shipped = await ShippedFiles.load(install.game, { root: install.root, hash: hashFile })
  const level = shipped === undefined ? undefined : await patchLevelOf(install, shipped)
  return gameFacts(path, install, await check(install, level, call), level)
}

function opened(path: string, { options }: Call<typeof OPTIONS>): Promise<Install> {
  const { mod, root } = options
  return openGame(path, {
    cooked: options.cooked ?? OPEN_INSTALL_DEFAULTS.cooked,
    mod,
    root,
  })
}

/**
 * Checks a game with the index of the last run; an index that cannot be saved is reported, but not a failure.
 */
async function check(
  install: Install,
  level: PatchLevel | undefined,
  { options, output, signal }: Call<typeof OPTIONS>,
) {
  const path = options['no-index'] ? undefined : defaultIndexPath(install.root)
  const { index, rejected } =
    path === undefined ? { index: new TableIndex(), rejected: undefined } : await loadIndex(path)
  if (rejected !== undefined) output.note(`the index ${path} is rebuilt: ${rejected}`)
  const problems = await checkInstall(install, {
    reader: new TableReader(folderFiles, { index, codecs: nodeCodecs, signal }),
    level,
    signal,
    onProgress: (done, total, at) => output.progress.update(done, total, at, 'packages'),
  })
  if (path === undefined) return problems
  try {
    await saveIndex(path, index)
  } catch (error) {
    output.note(`the index ${path} was not written: ${reasonOf(error)}`)
  }
  return problems
}
