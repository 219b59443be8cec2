// Decoding speed of objects, by engine and class, in one process after two rounds of warming up: bodies are
// in memory, nothing is read from disk.
import { ROOT } from './options.js'
import { digits, printTable } from './print.js'
import { runTask } from './process.js'

/** Number of classes shown: those that take most of the time. */
const SHOWN = 20

export async function benchObjects({ files }) {
  const { real } = files
  if (real.length === 0) {
    console.log('  made packages hold no real objects: name some with --files')
    return undefined
  }
  const result = await runTask({ task: 'objects', root: ROOT, files: real.map((file) => file.path) })
  const row = ({ name, objects, bytes, understood, megabytesPerSecond, share }) => [
    name,
    objects.toLocaleString('en'),
    digits(bytes / 1e6),
    `${(understood * 100).toFixed(3)} %`,
    digits(megabytesPerSecond),
    share === undefined ? '' : `${Math.round(share * 100)} %`,
  ]
  const head = ['', 'objects', 'MB', 'understood', 'decode MB/s', 'of the time']
  printTable(head, result.engines.map(row))
  console.log()
  printTable(head, result.classes.slice(0, SHOWN).map(row))
  return result
}
