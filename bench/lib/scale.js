// Packages of many small objects, built and changed: the time per object, compared with that of the smallest
// package. In a verb that searches without success, the time per object grows with the package.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { digits, printTable } from './print.js'

/** Number of objects in the packages, smallest first, and with `--short`. */
const SIZES = [
  [12_500, 50_000, 200_000],
  [100, 200],
]

const SELF = fileURLToPath(new URL('./scale-job.js', import.meta.url))

/** Measures each size in a separate process, so that none inherits a heap; the fastest run counts. */
export function benchScale({ options }) {
  const sizes = options.size(...SIZES)
  const rows = new Map()
  for (const size of sizes) {
    for (let run = 0; run < Math.min(options.runs, 3); run++) {
      const job = JSON.stringify({ size })
      const { status, stdout, stderr } = spawnSync(process.execPath, [SELF, job], {
        encoding: 'utf8',
        maxBuffer: 1 << 24,
      })
      if (status !== 0) throw new Error(`${size} objects ended with status ${status}: ${stderr}`)
      for (const [name, ms] of Object.entries(JSON.parse(stdout))) {
        const row = rows.get(name) ?? new Map()
        rows.set(name, row.set(size, Math.min(ms, row.get(size) ?? Infinity)))
      }
    }
  }
  const results = [...rows].map(([name, times]) => {
    const each = sizes.map((size) => ((times.get(size) ?? Number.NaN) * 1000) / size)
    return { name, microsecondsPerObject: each, timesSmallest: each.map((value) => value / (each[0] ?? Number.NaN)) }
  })
  printTable(
    [
      '',
      ...sizes.map((size) => `${size.toLocaleString('en')}: µs/object`),
      ...sizes.slice(1).map((size) => `÷ smallest, ${size.toLocaleString('en')}`),
    ],
    results.map(({ name, microsecondsPerObject, timesSmallest }) => [
      name,
      ...microsecondsPerObject.map(digits),
      ...timesSmallest.slice(1).map(digits),
    ]),
  )
  return results
}
