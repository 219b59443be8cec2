import type { Style } from '../../terminal/style.js'
import { count, displayWidth, padEnd, padStart, printable, shortBytes, shortenPath } from '../../terminal/text.js'
import type { InfoFacts } from './info-facts.js'

/** A column: its width is fixed, since lines are printed while later files are still being read. */
interface Column {
  readonly title: string
  readonly width: number
  readonly right: boolean
  /** Columns with higher numbers are left out first when the terminal is narrow. */
  readonly rank: number
  value(facts: InfoFacts): string
}

const COLUMNS: readonly Column[] = [
  { title: 'VERSION', width: 8, right: false, rank: 0, value: (facts) => versionOf(facts) },
  { title: 'ENDIAN', width: 6, right: false, rank: 4, value: ({ endian }) => endian ?? '' },
  { title: 'NAMES', width: 7, right: true, rank: 1, value: ({ names }) => number(names) },
  { title: 'IMPORTS', width: 7, right: true, rank: 1, value: ({ imports }) => number(imports) },
  { title: 'EXPORTS', width: 7, right: true, rank: 1, value: ({ exports }) => number(exports) },
  { title: 'SIZE', width: 7, right: true, rank: 0, value: ({ bytes }) => (bytes === null ? '' : shortBytes(bytes)) },
  { title: 'STORED', width: 6, right: false, rank: 2, value: (facts) => storedOf(facts) },
  { title: 'GAME', width: 21, right: false, rank: 3, value: ({ game }) => game ?? '-' },
]

/** Minimum width that is left for the path when further columns are shown. */
const PATH_WIDTH = 30
const GAP = '  '

/** The header line. */
export function infoHead(width: number, style: Style): string {
  const titles = columnsFor(width).map(({ title, width: size, right }) =>
    right ? padStart(title, size) : padEnd(title, size),
  )
  return `${style.dim([...titles, 'FILE'].join(GAP))}\n`
}

/** A file's facts on one line, with the path at the end; below it, a line for each checksum. */
export function infoLine(path: string, facts: InfoFacts, width: number, style: Style): string {
  const cells = columnsFor(width).map(({ width: size, right, value }) =>
    right ? padStart(value(facts), size) : padEnd(value(facts), size),
  )
  const before = cells.join(GAP) + GAP
  const room = Math.max(PATH_WIDTH / 2, width - displayWidth(before))
  const hashes = Object.entries(facts.hashes ?? {}).map(([kind, digest]) => `${GAP}${kind.toUpperCase()} ${digest}\n`)
  return `${before}${style.bold(shortenPath(printable(path), room))}\n${hashes.join('')}`
}

/** As many columns as leave enough room for the path. */
function columnsFor(width: number): readonly Column[] {
  for (let rank = 4; rank > 0; rank--) {
    const columns = COLUMNS.filter((column) => column.rank <= rank)
    const taken = columns.reduce((sum, column) => sum + column.width + GAP.length, 0)
    if (taken + PATH_WIDTH <= width) return columns
  }
  return COLUMNS.filter((column) => column.rank === 0)
}

function versionOf({ kind, version, licensee }: InfoFacts): string {
  return version === null ? kind : `${version}/${licensee ?? 0}`
}

function storedOf({ kind, compression, encrypted }: InfoFacts): string {
  if (kind !== 'package') return '-'
  return compression ?? (encrypted ? 'crypt' : 'plain')
}

function number(value: number | null): string {
  return value === null ? '-' : count(value)
}
