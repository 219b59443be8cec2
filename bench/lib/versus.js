// Other programs compared with ukit, on the same files, in turn, as entire processes.

import { ROOT } from './options.js'
import { digits, printTable, spread } from './print.js'
import { measureCommand, timeCommand, wordsOf } from './process.js'
import { cli } from './startup.js'
import { median, range, ratios } from './stats.js'

export async function benchVersus({ options, files, folder }) {
  const paths = files.real.length > 0 ? files.real.map(({ path }) => path) : files.packages.map(({ path }) => path)
  const results = []
  for (const theirs of options.vs) results.push(await comparePair(theirs, paths, options, folder))
  return results
}

async function comparePair(theirs, paths, options, folder) {
  const { runs } = options
  const whole = theirs.includes('{files}')
  // Either both take all files in one process, or both take one file per process: anything else would not be
  // a comparison.
  const ours = options.ours.replace(/\{files?\}/, whole ? '{files}' : '{file}')
  const rounds = whole ? [paths] : paths.map((path) => [path])
  const ourCommand = (round) => cli(ROOT, ...fill(wordsOf(ours), round))
  const theirCommand = (round) => fill(wordsOf(theirs), round)
  const pairs = []
  for (const round of rounds) {
    const times = { ours: [], theirs: [] }
    let failed = 0
    for (let run = 0; run < runs; run++) {
      times.ours.push((await timeCommand(ourCommand(round))).ms)
      const other = await timeCommand(theirCommand(round))
      times.theirs.push(other.ms)
      if (other.status !== 0) failed++
    }
    pairs.push({
      ours: median(times.ours),
      theirs: median(times.theirs),
      failed: failed > 0,
      runs: ratios(times.theirs, times.ours),
    })
  }
  const peak = {
    ours: (await measureCommand(ourCommand(rounds[0]), folder)).peak,
    theirs: (await measureCommand(theirCommand(rounds[0]), folder)).peak,
  }
  const ratio =
    pairs.length === 1
      ? pairs[0].runs
      : ratios(
          pairs.map((pair) => pair.theirs),
          pairs.map((pair) => pair.ours),
        )
  const result = {
    // The program without its folder, since results are read on other machines.
    theirs: theirs.replace(/^\S*\//, ''),
    ours: `ukit ${ours}`,
    files: paths.length,
    failedFiles: pairs.filter((pair) => pair.failed).length,
    oursMs: range(pairs.map((pair) => pair.ours)),
    theirsMs: range(pairs.map((pair) => pair.theirs)),
    theirsTimesOurs: ratio,
    peakBytes: peak,
  }
  printTable(
    ['', 'median ms', 'peak MB', 'time ÷ ukit', 'files', 'exit not 0'],
    [
      [result.ours, digits(result.oursMs.median), digits(peak.ours / 1e6), '1', result.files, ''],
      [
        result.theirs,
        digits(result.theirsMs.median),
        digits(peak.theirs / 1e6),
        spread(ratio),
        result.files,
        result.failedFiles,
      ],
    ],
  )
  return result
}

function fill(words, paths) {
  return words.flatMap((word) => (word === '{files}' ? paths : [word.replaceAll('{file}', paths[0])]))
}
