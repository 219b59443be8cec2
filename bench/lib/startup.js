// `ukit info` as an entire process, and a program that opens one package, compared with Node that does
// nothing.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from './options.js'
import { digits, printTable } from './print.js'
import { measureCommand, timeCommand } from './process.js'
import { median, range, ratios } from './stats.js'

// One process takes some 40 ms and varies by several ms, so there are more runs than for long ones.
const RUNS_EACH = [4, 1]

/** Starts bare Node and `ukit info` in turn; the difference is what ukit adds. */
export async function benchStartup({ options, files, folder }) {
  const sorted = [...(files.real.length > 0 ? files.real : files.packages)].sort((a, b) => a.bytes - b.bytes)
  const file = sorted[sorted.length >> 1]
  const variants = [
    { name: 'node -e 0', command: [process.execPath, '-e', '0'] },
    { name: 'ukit --version', command: cli(ROOT, '--version') },
    { name: 'ukit info FILE', command: cli(ROOT, 'info', file.path) },
    { name: 'ukit info --json FILE', command: cli(ROOT, 'info', '--json', file.path) },
    { name: 'openFile(FILE)', command: openOne(ROOT, file.path) },
    ...(options.against === undefined
      ? []
      : [{ name: 'against: info FILE', command: cli(options.against, 'info', file.path) }]),
  ].filter(({ command }) => command[1].startsWith('-') || existsSync(command[1]))
  const times = variants.map(() => [])
  for (let run = 0; run < options.runs * options.size(...RUNS_EACH); run++) {
    for (const [i, { command }] of variants.entries()) times[i].push((await timeCommand(command)).ms)
  }
  const results = []
  for (const [i, { name, command }] of variants.entries()) {
    const { peak, status } = await measureCommand(command, folder)
    const extra = range(times[i].map((ms, run) => ms - times[0][run]))
    results.push({
      name,
      ms: range(times[i]),
      extraMs: extra,
      timesNode: ratios(times[i], times[0]),
      peakBytes: peak,
      status,
    })
  }
  printTable(
    ['', 'median ms', 'least ms', 'beyond Node ms', '÷ node', 'peak MB', 'exit'],
    results.map((result, i) => [
      result.name,
      digits(result.ms.median),
      digits(result.ms.min),
      i === 0 ? '' : digits(median(times[i]) - median(times[0])),
      digits(result.timesNode.median),
      digits(result.peakBytes / 1e6),
      result.status,
    ]),
  )
  return results
}

/** A program that opens one package with the library of a checkout. */
function openOne(root, path) {
  const [product, room] = ['packages/ukit/dist/library/node.js', 'packages/core/dist/node.js']
  const library = pathToFileURL(join(root, existsSync(join(root, product)) ? product : room)).href
  const program = `import { openFile } from '${library}'; await openFile(process.argv[1])`
  return [process.execPath, '--input-type=module', '-e', program, path]
}

/** The command that runs the ukit of a checkout. */
export function cli(root, ...args) {
  const program = ['packages/ukit/bin/ukit.js', 'packages/cli/bin/ukit.js'].find((path) => existsSync(join(root, path)))
  if (program === undefined) throw new Error(`${root} has no command: build it first`)
  return [process.execPath, join(root, program), ...args]
}
