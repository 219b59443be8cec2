// Bytecode to text and back, by engine, in one process after a round of warming up: objects are in memory.
import { ROOT } from './options.js'
import { digits, printTable } from './print.js'
import { runTask } from './process.js'

export async function benchScript({ files }) {
  const { real } = files
  if (real.length === 0) {
    console.log('  made packages have no scripts: name some with --files')
    return undefined
  }
  const result = await runTask({ task: 'script', root: ROOT, files: real.map((file) => file.path) })
  const row = ({ name, scripts, tokens, disassembled, assembled, identical }) => [
    name,
    scripts.toLocaleString('en'),
    tokens.toLocaleString('en'),
    digits(disassembled),
    digits(assembled),
    identical.toLocaleString('en'),
  ]
  printTable(['', 'scripts', 'tokens', 'disassembled/s', 'assembled/s', 'identical'], result.engines.map(row))
  return result
}
