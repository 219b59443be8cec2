import { createHash } from 'node:crypto'
import { gameById } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { PackageError, piecesOf } from '@ukit/files'
import { editionsOf, editionsText, type Original, OriginalFiles, type OriginalFinding } from '@ukit/game'
import { inspect } from '@ukit/inspect'
import type { BatchVerb, Outcome } from '../../batch/batch-verb.js'
import { runBatch } from '../../batch/run.js'
import { PACKAGE_FILES } from '../../command/files-help.js'
import { ARCHIVES_OPTION, BATCH_OPTIONS, COMMON_OPTIONS, type Options } from '../../command/option.js'
import { jsonElement } from '../../terminal/json.js'
import type { Style } from '../../terminal/style.js'
import { padEnd, printable } from '../../terminal/text.js'

const OPTIONS = { ...COMMON_OPTIONS, ...ARCHIVES_OPTION, ...BATCH_OPTIONS } as const satisfies Options

/** `ukit original FILE…` */
export const original: BatchVerb<typeof OPTIONS> = {
  when: [
    'You have packages without the game around them, and want to know which of them a game shipped: each is ' +
      'compared, by its hash, with lists of what games, patches and official bonus packs contain. Its name does ' +
      'not matter.',
    'For an installed game, ukit game --stock compares all of its files.',
  ],
  files: PACKAGE_FILES,
  options: OPTIONS,
  notes: [
    [
      'States',
      'original: a listed version has the same hash. changed: a game ships a file of this name, and no version ' +
        'has its hash: it was edited or damaged, or is a version that is not listed. unknown: not every listed ' +
        'version has a hash. other: no listed game ships a file of this name.',
    ],
    ['JSON', 'path, state, versions [{game, path, edition}], error.'],
  ],
  result: 'Exit status 1 only when a file cannot be read.',
  examples: [
    ['ukit original Botpack.u', 'is it the original, and of which patch?'],
    ['ukit original --json ~/Downloads', 'for a program'],
  ],
  // Lists are loaded in each thread, which takes as long as hashing some hundred megabytes.
  worthThreads: { files: Number.POSITIVE_INFINITY, bytes: 1e9 },
  run: (call) => runBatch(original, call, call.options),
  between: () => '',

  async *report({ input, opened, settings, style }): AsyncGenerator<string, Outcome> {
    const { source, fileName } = opened
    const { game } = settings
    const facts = await inspect(source, { fileName, codecs: nodeCodecs, game })
    if (facts.kind === 'unknown' && facts.error !== null) throw new PackageError(facts.error.kind, facts.error.message)
    const found = await (await allOriginals()).find({
      fileName,
      size: source.byteLength,
      guid: facts.guid ?? undefined,
      game: game ?? facts.game ?? undefined,
      hash: async (kind) => {
        const hash = createHash(kind === 'gitblob' ? 'sha1' : kind)
        if (kind === 'gitblob') hash.update(`blob ${source.byteLength}\0`)
        for await (const piece of piecesOf(source)) hash.update(piece)
        return hash.digest().subarray(0, 16).toString('base64url')
      },
    })
    if (settings.json) yield* jsonElement({ path: input.path, ...factsOf(found), error: null })
    else yield line(input.path, found, style)
    return { failed: false, errors: [], counts: { [found.state]: 1 } }
  },

  failure(input, error, { json }): string {
    return json ? [...jsonElement({ path: input.path, state: null, versions: [], error })].join('') : ''
  },

  tail: (files, failed, counts) => {
    const parts = (['original', 'changed', 'unknown', 'other'] as const).map(
      (state) => `${counts[state] ?? 0} ${state}`,
    )
    return files < 2 ? '' : `\n${parts.join(', ')}${failed === 0 ? '' : `, ${failed} cannot be read`}\n`
  },
}

let loaded: Promise<OriginalFiles> | undefined

/** The lists of all games, loaded once. */
function allOriginals(): Promise<OriginalFiles> {
  loaded ??= OriginalFiles.load()
  return loaded
}

function factsOf({ state, versions }: OriginalFinding) {
  return { state, versions: versions.map(({ game, row }) => ({ game, path: row.path, edition: row.edition })) }
}

function line(path: string, { state, versions }: OriginalFinding, style: Style): string {
  const color = { original: style.green, changed: style.red, unknown: style.yellow, other: style.dim }[state]
  const of = versions.length === 0 ? '' : `: ${gamesText(versions)}`
  return `${color(padEnd(state, 8))}  ${style.bold(printable(path))}${of}\n`
}

/** `Unreal Tournament, System/Botpack.u (stock, patch 436)`, one after the other for each game. */
function gamesText(versions: readonly Original[]): string {
  const games = [...new Set(versions.map(({ game }) => game))]
  return games
    .map((id) => {
      const rows = versions.filter(({ game }) => game === id).map(({ row }) => row)
      return `${gameById(id)?.name ?? id}, ${printable(rows[0]?.path ?? '')} (${editionsText(editionsOf(rows))})`
    })
    .join('; ')
}
