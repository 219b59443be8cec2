// Speed of the lexer, the parser and the printer of UnrealScript over the texts that packages contain, warm,
// in one process; and of one text of 1,000,000 lines, in a separate process, with its memory. For comparison,
// if UKIT_UCX is the path of `ucx.js` of the npm package ucx (which is not a dependency of ukit), its `lint`
// of the same texts, minus its startup time: it has no entry point to the parser alone.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './options.js'
import { digits, printTable } from './print.js'
import { measureCommand, runTask } from './process.js'

/** Numbers of lines, and with `--short`. */
const SCALE = [[100_000, 1_000_000], [1000]]

export async function benchScriptParse({ files, folder, options }) {
  const paths = files.real.map((file) => file.path)
  const job = { task: 'scriptParse', root: ROOT, files: paths, seconds: options.seconds }
  const texts = await runTask(job)
  const scale = []
  for (const lines of options.size(...SCALE))
    scale.push({ lines, ...(await runTask({ task: 'scriptScale', root: ROOT, lines })) })
  const ucx = process.env.UKIT_UCX === undefined ? undefined : await lintOf(process.env.UKIT_UCX, job, folder)
  if (texts.lines > 0) {
    console.log(`  ${texts.texts.toLocaleString('en')} texts, ${texts.lines.toLocaleString('en')} lines`)
    printTable(
      ['', 'lines/s (CPU)'],
      Object.entries(texts.speeds).map(([name, speed]) => [name, Math.round(speed).toLocaleString('en')]),
    )
    if (ucx !== undefined) {
      const ours = texts.lines / texts.speeds.parse
      console.log(`  ucx lint: ${digits(ucx.seconds)} s of CPU, ${digits(ucx.seconds / ours)} times our parser's`)
    }
  }
  console.log()
  printTable(
    ['one text', 'ms', 'peak MB'],
    scale.map(({ lines, ms, maxRss }) => [`${lines.toLocaleString('en')} lines`, digits(ms), digits(maxRss / 1e6)]),
  )
  return { texts, scale, ucx }
}

/** CPU seconds that ucx takes for the texts of the packages, written as files. */
async function lintOf(ucx, job, folder) {
  const classes = join(folder, 'Texts', 'Classes')
  await mkdir(classes, { recursive: true })
  const { contents } = await runTask({ ...job, task: 'scriptTexts' })
  await Promise.all(contents.map((text, index) => writeFile(join(classes, `Text${index}.uc`), text, 'latin1')))
  const whole = await measureCommand([process.execPath, ucx, 'lint', classes], folder)
  const start = await measureCommand([process.execPath, ucx, 'version'], folder)
  return { seconds: (whole.cpuMs - start.cpuMs) / 1000 }
}
