// Decoding speed of each compression, on a megabyte of mixed data.
import { ROOT } from './options.js'
import { digits, printTable } from './print.js'
import { runTask } from './process.js'
import { range } from './stats.js'

const CODECS = [
  { name: 'zlib', codec: 'zlib', set: 'portable' },
  { name: 'zlib by Node', codec: 'zlib', set: 'node' },
  { name: 'lzo', codec: 'lzo', set: 'portable' },
  { name: 'lzx', codec: 'lzx', set: 'portable' },
  { name: 'lzma', codec: 'lzma', set: 'portable' },
]

export async function benchCodecs({ options, files }) {
  // ukit does not write LZX, so its samples are from a package that a real cooker compressed.
  const real = files.packages.filter((file) => file.compression === 'lzx').map((file) => file.path)
  const results = CODECS.map((codec) => ({ ...codec, decode: [], encode: [], ratio: 0, peakBytes: 0, sample: '' }))
  for (let run = 0; run < Math.min(options.runs, 3); run++) {
    for (const result of results) {
      const { codec, set } = result
      if (codec === 'lzx' && real.length === 0) continue
      const task = {
        task: 'codec',
        root: ROOT,
        codec,
        set,
        seconds: options.seconds,
        files: codec === 'lzx' ? real : [],
      }
      const one = await runTask(task)
      result.decode.push(one.decode)
      if (one.encode !== undefined) result.encode.push(one.encode)
      Object.assign(result, { ratio: one.ratio, sample: one.sample, peakBytes: one.maxRss })
    }
  }
  const done = results.filter(({ decode }) => decode.length > 0)
  printTable(
    ['', 'decode MB/s', 'encode MB/s', 'packed to', 'peak MB', 'sample'],
    done.map((result) => [
      result.name,
      digits(Math.max(...result.decode)),
      result.encode.length > 0 ? digits(Math.max(...result.encode)) : '–',
      `${Math.round(result.ratio * 100)} %`,
      digits(result.peakBytes / 1e6),
      result.sample,
    ]),
  )
  if (real.length === 0) console.log('  lzx: no package compressed so is available, and ukit does not write it')
  return done.map(({ decode, encode, ...rest }) => ({
    ...rest,
    decodeMegabytesPerSecond: range(decode),
    encodeMegabytesPerSecond: encode.length > 0 ? range(encode) : undefined,
  }))
}
