// An entire install: the dependencies of every package, resolved and drawn as a graph, from the files and
// from the index of the previous run; as entire processes.

import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { library } from './library.js'
import { makeInstall } from './made-install.js'
import { ROOT } from './options.js'
import { digits, printTable } from './print.js'
import { measureCommand } from './process.js'
import { median } from './stats.js'

/** Number of packages, and with `--short`. */
const PACKAGES = [10_000, 40]

export async function benchInstall({ options, folder }) {
  const core = await library(ROOT)
  const root = join(folder, 'install')
  const made = await makeInstall(core, root, options.size(...PACKAGES))
  console.log(
    `${made.packages.toLocaleString('en')} packages, ${made.imports.toLocaleString('en')} imports, ` +
      `${made.exports.toLocaleString('en')} exports, ${digits(made.bytes / 1e6)} MB`,
  )
  const index = join(folder, 'install.index')
  const ukit = [process.execPath, join(ROOT, 'packages/ukit/bin/ukit.js'), 'deps', '--game', root]
  const variants = [
    { name: 'graph, first run', command: [...ukit, '--index', index, '--dot'], fresh: true },
    { name: 'graph, from the index', command: [...ukit, '--index', index, '--dot'], fresh: false },
    { name: 'unused packages, from the index', command: [...ukit, '--index', index, '--unused'], fresh: false },
    {
      name: 'who uses Engine.Texture, from the index',
      command: [...ukit, '--index', index, '--who', 'Engine.Texture'],
      fresh: false,
    },
  ]
  const results = []
  for (const { name, command, fresh } of variants) {
    const runs = []
    for (let run = 0; run < Math.min(options.runs, 3); run++) {
      if (fresh) await rm(index, { force: true })
      const measured = await measureCommand(command, folder)
      // 1: some objects are missing, as intended.
      if (measured.status !== 0 && measured.status !== 1) throw new Error(`${name}: exit status ${measured.status}`)
      runs.push(measured)
    }
    const peaks = runs.flatMap(({ peak }) => (peak === undefined ? [] : [peak]))
    results.push({
      name,
      ms: median(runs.map(({ ms }) => ms)),
      cpuMs: runs.some(({ cpuMs }) => cpuMs === undefined) ? undefined : median(runs.map(({ cpuMs }) => cpuMs)),
      peak: peaks.length > 0 ? Math.max(...peaks) : undefined,
    })
  }
  const { size } = await stat(index)
  printTable(
    ['', 's', 'CPU s', 'peak MB'],
    results.map(({ name, ms, cpuMs, peak }) => [
      name,
      digits(ms / 1000),
      digits(cpuMs === undefined ? undefined : cpuMs / 1000),
      digits(peak === undefined ? undefined : peak / 1e6),
    ]),
  )
  console.log(`index: ${digits(size / 1e6)} MB`)
  return { ...made, index: size, results }
}
