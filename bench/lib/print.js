// Output of results on a terminal.

/** Prints the heading of a part. */
export function heading(text) {
  console.log(`\n${text}\n${'-'.repeat(text.length)}`)
}

/** Prints rows below titles, in columns: the first is aligned left, the others right. */
export function printTable(titles, rows) {
  const texts = [titles, ...rows].map((row) => row.map(String))
  const widths = titles.map((_, column) => Math.max(...texts.map((row) => row[column].length)))
  for (const row of texts) {
    const cells = row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
    console.log(`  ${cells.join('  ')}`.trimEnd())
  }
}

/** Three significant digits, without exponents. */
export function digits(value) {
  if (value === undefined || value === null || Number.isNaN(value)) return '–'
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en')
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2)
}

/** A ratio with its spread: median (minimum–maximum). */
export function spread({ min, median, max }) {
  return `${digits(median)} (${digits(min)}–${digits(max)})`
}
