import { gameById } from '@ukit/core'
import type { Style } from '../../terminal/style.js'
import { count, padEnd, plural, printable, wrap } from '../../terminal/text.js'
import type { InfoFacts } from './info-facts.js'
import { levelRows } from './level-rows.js'

const KINDS: Readonly<Record<string, string>> = {
  umod: 'installer (UMOD)',
  uz: 'compressed download of UT99 (.uz)',
  uz2: 'compressed download of UT2004 (.uz2)',
  uz3: 'compressed download of UT3 (.uz3)',
}

/** Width of the labels on the left. */
const LABEL = 13
/** Maximum number of generations that are listed. */
const MOST_GENERATIONS = 6
/** Maximum width of a card: longer lines would be hard to read. */
const MAX_WIDTH = 100

/** A file's facts, with labels on the left and the facts on the right. */
export function infoCard(path: string, facts: InfoFacts, width: number, style: Style): string {
  const lines = [style.bold(printable(path))]
  for (const [label, values] of rows(facts)) {
    const room = Math.max(20, Math.min(width, MAX_WIDTH) - 2 - LABEL)
    values
      .flatMap((value) => wrap(printable(value), room))
      .forEach((line, i) => {
        lines.push(`  ${style.dim(padEnd(i === 0 ? label : '', LABEL))}${line}`)
      })
  }
  return `${lines.join('\n')}\n`
}

function* rows(facts: InfoFacts): Generator<[label: string, values: string[]]> {
  const { kind, version, licensee, endian, bytes } = facts
  if (kind !== 'package') yield ['Kind', [KINDS[kind] ?? kind]]
  if (version !== null) {
    yield ['Version', [`${version}, licensee ${licensee ?? 0}${endian === 'big' ? ', big-endian' : ''}`]]
  }
  if (facts.game !== null) yield ['Game', [`${gameById(facts.game)?.name ?? facts.game} (${facts.game})`]]
  if (facts.engineVersion !== null) {
    const cooker = facts.cookerVersion === null ? '' : `, cooker ${facts.cookerVersion}`
    yield ['Engine', [`build ${facts.engineVersion}${cooker}`]]
  }
  if (bytes !== null) yield ['Size', [plural(bytes, 'byte')]]
  if (facts.inside !== null) yield ['Inside', insideLines(facts.inside)]
  if (facts.names !== null) {
    const { names, imports, exports } = facts
    yield ['Tables', [`${plural(names, 'name')}, ${plural(imports ?? 0, 'import')}, ${plural(exports ?? 0, 'export')}`]]
  }
  if (facts.compression !== null) yield ['Compression', [facts.compression]]
  if (facts.encryption !== null) yield ['Encryption', [facts.encryption]]
  if (facts.flags.length > 0) yield ['Flags', [facts.flags.join(' ')]]
  if (facts.guid !== null) yield ['GUID', [facts.guid]]
  if (facts.generations.length > 0) yield ['Generations', generationLines(facts)]
  if (facts.level !== null) yield* levelRows(facts.level)
  for (const [kind, digest] of Object.entries(facts.hashes ?? {})) yield [kind.toUpperCase(), [digest]]
  for (const note of facts.notes) yield ['Note', [note]]
}

function insideLines({ name, bytes, version, licensee, game, guid }: NonNullable<InfoFacts['inside']>): string[] {
  const lines = [`${name}, ${plural(bytes, 'byte')}`]
  if (version === undefined) return lines
  const of = game === null || game === undefined ? '' : `, ${gameById(game)?.name ?? game} (${game})`
  lines.push(`package of version ${version}, licensee ${licensee ?? 0}${of}`)
  if (guid !== null && guid !== undefined) lines.push(`GUID ${guid}`)
  return lines
}

/** `1: 317 exports, 437 names`, one line per generation; if there are many, only the last ones. */
function generationLines({ generations }: InfoFacts): string[] {
  const digits = String(generations.length).length
  const lines = generations.map(
    ({ exports, names }, i) =>
      `${String(i + 1).padStart(digits)}: ${plural(exports, 'export')}, ${plural(names, 'name')}`,
  )
  if (lines.length <= MOST_GENERATIONS) return lines
  const hidden = lines.length - MOST_GENERATIONS + 1
  return [`${count(hidden)} earlier ones, then`, ...lines.slice(hidden)]
}
