// `ukit verify`, `ls` and `info` over everything, with one thread and with all cores.
import { availableParallelism } from 'node:os'
import { ROOT } from './options.js'
import { digits, printTable, spread } from './print.js'
import { measureCommand } from './process.js'
import { cli } from './startup.js'
import { range, ratios, sum } from './stats.js'

export async function benchVerify({ options, files, folder }) {
  const inputs = files.inputs.length > 0 ? files.inputs : files.packages.map(({ path }) => path)
  const bytes = sum((files.inputs.length > 0 ? files.real : files.packages).map((file) => file.bytes))
  const cores = availableParallelism()
  const roots = [['', ROOT], ...(options.against === undefined ? [] : [['against: ', options.against]])]
  // The other variants of each verb are compared with its first one.
  const variants = ['verify', 'ls', 'info'].flatMap((verb) =>
    roots.flatMap(([label, root]) =>
      [1, cores].map((jobs) => ({
        verb,
        name: `${label}${verb}, ${jobs} ${jobs === 1 ? 'job' : 'jobs'}`,
        command: cli(root, verb, '--jobs', String(jobs), ...inputs),
      })),
    ),
  )
  const runs = variants.map(() => [])
  for (let run = 0; run < Math.min(options.runs, 3); run++) {
    for (const [i, { command }] of variants.entries()) runs[i].push(await measureCommand(command, folder))
  }
  const results = variants.map(({ name, verb }, i) => {
    const first = runs[variants.findIndex((variant) => variant.verb === verb)]
    const ms = runs[i].map((run) => run.ms)
    return {
      name,
      ms: range(ms),
      cpuMs: range(runs[i].map((run) => run.cpuMs)),
      peakBytes: Math.max(...runs[i].map((run) => run.peak)),
      megabytesPerSecond: bytes / 1000 / Math.min(...ms),
      timesFirst: ratios(
        ms,
        first.map((run) => run.ms),
      ),
      status: runs[i][0].status,
    }
  })
  printTable(
    ['', 'wall ms', 'CPU ms', 'MB/s', '÷ 1 job', 'peak MB', 'exit'],
    results.map((result) => [
      result.name,
      digits(result.ms.median),
      digits(result.cpuMs.median),
      digits(result.megabytesPerSecond),
      spread(result.timesFirst),
      digits(result.peakBytes / 1e6),
      result.status,
    ]),
  )
  return results
}
