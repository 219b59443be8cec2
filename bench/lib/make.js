// `make`: a package of Engine's size from its sources to the file, in a separate process; one changed class
// rebuilt as with --watch, in a process that keeps running; and the time that each phase of building takes.
// The sources are generated.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CLASSES, makeSources, NAME } from './made-sources.js'
import { ROOT } from './options.js'
import { digits, printTable } from './print.js'
import { measureCommand, runTask } from './process.js'
import { cli } from './startup.js'
import { range } from './stats.js'

/** Number of times that a changed class is built again, and with `--short`. */
const ROUNDS = [6, 1]
const GUID = '00000000-0000-0000-0000-000000000001'

export async function benchMake({ options, folder }) {
  const game = join(folder, 'make')
  const system = join(game, 'System')
  await mkdir(system, { recursive: true })
  const classes = options.size(...CLASSES)
  const lines = await makeSources(game, classes)
  const made = (root, name, ...more) =>
    measureCommand(
      cli(root, 'make', join(game, name), '--all', '--no-backup', '--guid', GUID, '--packages', system, ...more),
      folder,
    )
  for (const [name, ...more] of [['Core', '--new', '69'], ['Engine']]) {
    const { status } = await made(ROOT, name, '--out', join(system, `${name}.u`), ...more)
    if (status !== 0) throw new Error(`${name} was not made: status ${status}`)
  }
  const roots = [ROOT, ...(options.against === undefined ? [] : [options.against])]
  const results = roots.map((root) => ({ root, ms: [], cpuMs: [], changedMs: [], changedCpuMs: [], peakBytes: 0 }))
  for (let run = 0; run < Math.min(options.runs, 3); run++) {
    for (const result of results) {
      const whole = await made(result.root, NAME, '--out', join(system, `${NAME}.u`))
      if (whole.status !== 0) throw new Error(`${NAME} was not made: status ${whole.status}`)
      result.ms.push(whole.ms)
      if (whole.cpuMs !== undefined) result.cpuMs.push(whole.cpuMs)
      result.peakBytes = Math.max(result.peakBytes, whole.peak ?? 0)
      const watched = await runTask({ task: 'makeAgain', root: result.root, game, rounds: options.size(...ROUNDS) })
      result.changedMs.push(watched.ms)
      result.changedCpuMs.push(watched.cpuMs)
    }
  }
  const phases = await runTask({ task: 'makePhases', root: ROOT, game })
  const least = (values) => (values.length === 0 ? '' : digits(range(values).min))
  console.log(`  ${NAME}: ${classes} classes, ${lines.toLocaleString('en')} lines; least of the runs`)
  printTable(
    ['', 'make, ms', 'CPU ms', 'one class changed, ms', 'CPU ms', 'peak MB'],
    results.map(({ root, ms, cpuMs, changedMs, changedCpuMs, peakBytes }) => [
      root === ROOT ? 'ukit' : 'against',
      least(ms),
      least(cpuMs),
      least(changedMs),
      least(changedCpuMs),
      peakBytes === 0 ? '' : digits(peakBytes / 1e6),
    ]),
  )
  console.log()
  printTable(
    ['phase, in a fresh process', 'CPU ms'],
    Object.entries(phases.cpuMs).map(([name, ms]) => [name, digits(ms)]),
  )
  return {
    lines,
    classes,
    results: results.map(({ root, ...rest }) => ({ ours: root === ROOT, ...rest })),
    phases,
  }
}
