// The main figures of a run as a page that is kept with a release.
import { digits, spread } from './print.js'

/**
 * Markdown of the parts that were run.
 *
 * @param {any} results
 */
export function pageOf(results) {
  const { ukit, machine, runs, opening, startup, verify, codecs, extract, scale, redirect, versus } = results
  const parts = [
    `# ukit ${ukit}`,
    `Node ${machine.node}, ${machine.cpus} CPUs, ${machine.platform}; ${runs} runs of each ` +
      `variant, alternating. The columns are explained in \`docs/guides/benchmarks.md\`.`,
  ]
  if (opening !== undefined) parts.push('## Opening', openingTable(opening))
  if (startup !== undefined) {
    const rows = startup.map((row) => [
      row.name,
      digits(row.ms.median),
      digits(row.extraMs.median),
      megabytes(row.peakBytes),
    ])
    parts.push('## Start-up', table(['process', 'ms', 'beyond Node, ms', 'peak MB'], rows))
  }
  if (verify !== undefined) {
    const rows = verify.map((row) => [
      row.name,
      digits(row.ms.median),
      digits(row.cpuMs.median),
      spread(row.timesFirst),
      megabytes(row.peakBytes),
    ])
    parts.push('## `ukit verify` of all files', table(['jobs', 'wall ms', 'CPU ms', '÷ 1 job', 'peak MB'], rows))
  }
  if (codecs !== undefined) {
    const rows = codecs.map((row) => [
      row.name,
      digits(row.decodeMegabytesPerSecond.max),
      digits(row.encodeMegabytesPerSecond?.max),
      megabytes(row.peakBytes),
    ])
    parts.push('## Codecs', table(['codec', 'decode MB/s', 'encode MB/s', 'peak MB'], rows))
  }
  if (extract !== undefined) parts.push('## `ukit extract`, beside UE Viewer', ...extractTables(extract))
  if (scale !== undefined) {
    const rows = scale.map((row) => [
      row.name,
      ...row.microsecondsPerObject.map(digits),
      ...row.timesSmallest.slice(1).map(digits),
    ])
    const columns = ['verb', 'µs/object of 12,500', 'of 50,000', 'of 200,000', '50,000 ÷ 12,500', '200,000 ÷ 12,500']
    parts.push('## Packages of many small objects', table(columns, rows))
  }
  if (redirect !== undefined) {
    const rows = redirect.rows.map((row) => [
      row.name,
      `${spread(row.ukit)} ${row.unit}`,
      row.nginx === undefined ? '–' : spread(row.nginx),
      row.timesNginx === undefined ? '–' : spread(row.timesNginx),
    ])
    parts.push('## The redirect, beside nginx', table(['load', 'ukit', 'nginx', 'ukit ÷ nginx'], rows))
  }
  if (versus !== undefined) {
    const rows = versus.map((row) => [row.theirs, row.ours, row.files, spread(row.theirsTimesOurs), row.failedFiles])
    parts.push(
      '## Beside other programs',
      table(['program', 'ours', 'files', 'time ÷ ukit', 'files it failed on'], rows),
    )
  }
  return `${parts.join('\n\n')}\n`
}

function extractTables({ rows, many, decode }) {
  const packages = rows.map((row) => [
    `${row.kind}, ${row.file}`,
    digits(row.cpuMs.median),
    megabytes(row.peakBytes),
    row.timesTheirs === undefined ? '–' : spread(row.timesTheirs),
    row.theirPngBytes > 0 ? digits(row.pngBytes / row.theirPngBytes) : '–',
  ])
  const large = many.map((row) => [row.format, megabytes(row.peakBytes), digits(row.cpuMs), digits(row.ms)])
  const pixels = decode.map(({ format, megapixels }) => [format, digits(megapixels)])
  return [
    table(['package', 'CPU ms', 'peak MB', 'CPU ÷ UE Viewer', 'PNGs ÷ its PNGs'], packages),
    table(['600 textures of 512 × 512, all cores', 'peak MB', 'CPU ms', 'ms'], large),
    table(['decoded in memory', 'Mpixel/s'], pixels),
  ]
}

function openingTable(groups) {
  const rows = groups.flatMap(({ group, files, tableBytes, readers }) =>
    readers.map((row) => [
      `${group} (${files}, ${digits(tableBytes / 1e6)} MB)`,
      row.reader,
      digits(row.megabytesPerSecond),
      digits(row.packagesPerSecond),
      row.timesUkit === undefined ? '1' : spread(row.timesUkit),
      digits(row.coldMs.median),
      digits(row.heldBytesPerTableByte),
    ]),
  )
  return table(['files', 'reader', 'MB/s', 'packages/s', 'time ÷ ukit', 'cold ms', 'held ÷ table bytes'], rows)
}

function megabytes(bytes) {
  return digits(bytes / 1e6)
}

function table(titles, rows) {
  const lines = [titles, titles.map((_, i) => (i === 0 ? '---' : '--:')), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
