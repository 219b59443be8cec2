// Opening packages: header and tables, by engine generation, warm and cold, and the memory that opened
// packages take.
import { ROOT } from './options.js'
import { digits, printTable, spread } from './print.js'
import { runTask } from './process.js'
import { median, range, ratios, sum } from './stats.js'

/** What is opened, and with `--short`. */
const GROUPS = [
  ['ue1', 'ue2', 'ue3', 'compressed', 'large ue1', 'large ue3'],
  ['ue1', 'large ue3'],
]

/** Number of files of a group that are opened cold, each in a fresh process, from small to large. */
const COLD_FILES = [5, 1]

/** Times every reader on every group; `reference/reader.js` is a typical simple reader. */
export async function benchOpening({ options, files }) {
  const readers = [
    { name: 'ukit', reader: 'ukit', root: ROOT },
    { name: 'ukit, entries', reader: 'entries', root: ROOT },
    { name: 'reference', reader: 'reference', root: ROOT },
    ...(options.against === undefined ? [] : [{ name: 'against', reader: 'ukit', root: options.against }]),
  ]
  const groups = []
  for (const group of options.size(...GROUPS)) {
    const members = files.packages.filter((file) => file.group === group)
    if (members.length === 0) continue
    // The reference does not support compression.
    const able = readers.filter(({ reader }) => group !== 'compressed' || reader !== 'reference')
    groups.push(await benchGroup(group, members, able, options))
  }
  print(groups)
  return groups
}

async function benchGroup(group, members, readers, { runs, seconds, size }) {
  const paths = members.map(({ path }) => path)
  const tableBytes = sum(members.map((file) => file.tableBytes))
  const entries = sum(members.map((file) => file.entries))
  const spreadPaths = everyNth(
    [...members].sort((a, b) => a.tableBytes - b.tableBytes),
    size(...COLD_FILES),
  )
  const coldPaths = spreadPaths.map(({ path }) => path)
  const coldBytes = sum(spreadPaths.map((file) => file.tableBytes))
  const times = readers.map(() => ({ warm: [], cold: [], peak: [] }))
  for (let run = 0; run < runs; run++) {
    for (const [i, { reader, root }] of readers.entries()) {
      const warm = await runTask({ task: 'warm', reader, root, files: paths, passes: size(3, 1), seconds })
      times[i].warm.push(median(warm.times))
      let cold = 0
      for (const path of coldPaths) cold += (await runTask({ task: 'cold', reader, root, files: [path] })).times[0]
      times[i].cold.push(cold)
      times[i].peak.push((await runTask({ task: 'cold', reader, root, files: paths })).maxRss)
    }
  }
  const results = []
  for (const [i, { name, reader, root }] of readers.entries()) {
    const held = await runTask({ task: 'memory', reader, root, files: paths }, ['--expose-gc'])
    const warmMs = Math.min(...times[i].warm)
    results.push({
      reader: name,
      warmMs: range(times[i].warm),
      megabytesPerSecond: tableBytes / 1000 / warmMs,
      packagesPerSecond: (members.length * 1000) / warmMs,
      coldMs: range(times[i].cold.map((ms) => ms / coldPaths.length)),
      coldMegabytesPerSecond: coldBytes / 1000 / Math.min(...times[i].cold),
      heldBytesPerTableByte: held.bytes / tableBytes,
      heldBytesPerEntry: held.bytes / entries,
      peakBytes: median(times[i].peak),
      timesUkit: i === 0 ? undefined : ratios(times[i].warm, times[0].warm),
      coldTimesUkit: i === 0 ? undefined : ratios(times[i].cold, times[0].cold),
    })
  }
  return { group, files: members.length, tableBytes, entries, coldFiles: coldPaths.length, readers: results }
}

function everyNth(list, count) {
  if (list.length <= count) return list
  if (count === 1) return [list[list.length >> 1]]
  return Array.from({ length: count }, (_, i) => list[Math.round((i * (list.length - 1)) / (count - 1))])
}

function print(groups) {
  const rows = groups.flatMap(({ group, files, tableBytes, readers }) =>
    readers.map((result, i) => [
      `${i === 0 ? group : ''}`.padEnd(11) + result.reader,
      i === 0 ? files : '',
      i === 0 ? digits(tableBytes / 1e6) : '',
      digits(result.megabytesPerSecond),
      digits(result.packagesPerSecond),
      result.timesUkit === undefined ? '1' : spread(result.timesUkit),
      digits(result.coldMs.median),
      result.coldTimesUkit === undefined ? '1' : spread(result.coldTimesUkit),
      digits(result.heldBytesPerTableByte),
      digits(result.heldBytesPerEntry),
      digits(result.peakBytes / 1e6),
    ]),
  )
  printTable(
    ['', 'files', 'MB', 'MB/s', 'pkg/s', 'time ÷ ukit', 'cold ms', 'cold ÷ ukit', 'held/byte', 'held/entry', 'peak MB'],
    rows,
  )
  console.log(
    '  MB: bytes of header and tables. Warm: bytes in memory, best of the runs. Cold: first file ' +
      'of a process, from disk.',
  )
  console.log(
    '  Ratios: median (least–most) of the runs. Held: heap and buffers of all packages of the group kept open.',
  )
}
