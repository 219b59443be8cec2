// `ukit verify` over everything, with one process and with all cores.
import { availableParallelism } from 'node:os'
import { ROOT } from './options.js'
import { digits, printTable, spread } from './print.js'
import { measureCommand } from './process.js'
import { cli } from './startup.js'
import { range, ratios, sum } from './stats.js'

export async function benchVerify({ options, files, folder }) {
  const inputs = files.inputs.length > 0 ? files.inputs : files.packages.map(({ path }) => path)
  const bytes = sum((files.inputs.length > 0 ? files.real : files.packages).map((file) => file.bytes))
  const verify = (jobs) => cli(ROOT, 'verify', '--jobs', String(jobs), ...inputs)
  const cores = availableParallelism()
  const variants = [
    { name: '1 job', command: verify(1) },
    { name: `${cores} jobs`, command: verify(cores) },
  ]
  const runs = variants.map(() => [])
  for (let run = 0; run < Math.min(options.runs, 3); run++) {
    for (const [i, { command }] of variants.entries()) runs[i].push(await measureCommand(command, folder))
  }
  const results = variants.map(({ name }, i) => {
    const ms = runs[i].map((run) => run.ms)
    return {
      name,
      ms: range(ms),
      cpuMs: range(runs[i].map((run) => run.cpuMs)),
      peakBytes: Math.max(...runs[i].map((run) => run.peak)),
      megabytesPerSecond: bytes / 1000 / Math.min(...ms),
      timesFirst: ratios(
        ms,
        runs[0].map((run) => run.ms),
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
