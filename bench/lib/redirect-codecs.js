// Compressed downloads: speed both ways and ratio of each format over entire packages, compared with the zlib
// that they use, in the same process.
import { ROOT } from './options.js'
import { printTable, spread } from './print.js'
import { runTask } from './process.js'
import { range, ratios } from './stats.js'

const FORMATS = ['zlib alone', 'uz 1234', 'uz 5678', 'uz2', 'uz3']

/** Enough bytes to be fair to every engine, and few enough for a short run. */
const MOST_BYTES = 12e6

export async function benchRedirectCodecs({ options, files }) {
  const paths = chosen(files)
  const results = FORMATS.map((format) => ({ format, compress: [], decompress: [], ratio: 0 }))
  for (let run = 0; run < Math.min(options.runs, 5); run++) {
    const { rows } = await runTask({ task: 'redirect', root: ROOT, files: paths, formats: FORMATS, turn: run })
    for (const result of results) {
      const row = rows.find(({ format }) => format === result.format)
      result.compress.push(row.compress)
      result.decompress.push(row.decompress)
      result.ratio = row.ratio
    }
  }
  const [zlib] = results
  printTable(
    ['', 'compress MB/s', 'beside zlib', 'decompress MB/s', 'beside zlib', 'packed to'],
    results.map(({ format, compress, decompress, ratio }) => [
      format,
      spread(range(compress)),
      spread(ratios(compress, zlib.compress)),
      spread(range(decompress)),
      spread(ratios(decompress, zlib.decompress)),
      `${(ratio * 100).toFixed(1)} %`,
    ]),
  )
  console.log(`  ${paths.length} packages, one core; median (least–most); "zlib alone" is Node's, on 32 kB at a time`)
  return results.map(({ format, compress, decompress, ratio }) => ({
    format,
    ratio,
    compressMegabytesPerSecond: range(compress),
    decompressMegabytesPerSecond: range(decompress),
    compressBesideZlib: ratios(compress, zlib.compress),
    decompressBesideZlib: ratios(decompress, zlib.decompress),
  }))
}

/**
 * Uncompressed packages from the largest down, until there is enough; if there are none, those made for this
 * purpose.
 */
function chosen({ real, packages }) {
  const plain = (real.length > 0 ? real : packages).filter(({ packed }) => !packed)
  let bytes = 0
  return [...plain]
    .sort((a, b) => b.bytes - a.bytes)
    .filter((file) => {
      if (bytes + file.bytes > MOST_BYTES) return false
      bytes += file.bytes
      return true
    })
    .map(({ path }) => path)
}
