import { Feature, type Layout, PackageFlag } from '@ukit/container'
import { extra } from '@ukit/container/internal'
import { type Game, one, range } from '../game.js'
import { extraOf, fieldsAfter, movedTo } from '../hooks.js'
import { serializeExportStart } from '../table-entries.js'
import { rocketLeagueLayer } from './layer.js'

/** Summaries of cooked packages end with three numbers; offsets have 64 bits since licensee 22. */
const layout = (_: number, licensee: number): Layout => ({
  line: 'rocket-league',
  moved: movedTo([[Feature.NoInlineOffset, licensee >= 20]]),
  summary: fieldsAfter({
    end(ar, summary) {
      if ((summary.flags & PackageFlag.Cooked) === 0) return
      extra.i32(ar, summary.extra, 'garbageSize')
      extra.i32(ar, summary.extra, 'chunkTableOffset')
      extra.i32(ar, summary.extra, 'lastBlockSize')
    },
  }),
  ...(licensee < 22
    ? {}
    : {
        chunkSize: 24,
        chunk(ar, chunk) {
          chunk.uncompressedOffset = Number(ar.u64(BigInt(chunk.uncompressedOffset), 'uncompressedOffset'))
          chunk.uncompressedSize = ar.i32(chunk.uncompressedSize, 'uncompressedSize')
          chunk.compressedOffset = Number(ar.u64(BigInt(chunk.compressedOffset), 'compressedOffset'))
          chunk.compressedSize = ar.i32(chunk.compressedSize, 'compressedSize')
        },
        export(ar, entry) {
          serializeExportStart(ar, entry)
          entry.serializeFlags(ar)
          entry.serializeRange(ar)
          extra.i32(ar, extraOf(entry), 'offsetHigh')
          entry.serializeRest(ar)
        },
      }),
})

/** *Rocket League.* Its container is based on public readers only. */
export const rocketLeague: Game = {
  id: 'rocket-league',
  name: 'Rocket League',
  engine: 3,
  builds: [range(867, 868, [18, 32]), one(867, 9), one(868, 9)],
  layer: rocketLeagueLayer,
  layout,
  deviations: [
    'three numbers at the end of the summary of cooked packages',
    'names to chunk table encrypted with AES-256',
    { what: '64-bit chunk and export offsets', licensee: [22] },
  ],
  limits: 'Later releases use keys that no public reader holds.',
}
