import type { Layout } from '@ukit/container'
import { PackageFlag, Version } from '@ukit/container'
import { extra } from '@ukit/container/internal'
import { type Game, one, range } from './game.js'
import { fieldsAfter, numberOf, without } from './hooks.js'

// Gearbox's games. By public readers only. A chunk whose two sizes are equal is stored without a header
// (`BlockChunk` reads that for all games).

/** *Aliens: Colonial Marines*: three 16-bit numbers in place of the engine version, a word at the end. */
const aliens = (_: number, licensee: number): Layout => ({
  moved: without(Version.EngineVersion),
  summary: fieldsAfter({
    generations(ar, { extra: fields }) {
      extra.u16(ar, fields, 'engine1')
      // Its highest bit announces the third.
      if ((extra.u16(ar, fields, 'engine2') & 0x8000) !== 0) extra.u16(ar, fields, 'engine3')
    },
    end: (ar, { extra: fields }) => void (licensee >= 38 && extra.i32(ar, fields, 'aliens')),
  }),
})

/** Release half of the engine version from which a zero GUID ends the summary of uncooked packages. */
const GUID_RELEASE = 1055

/**
 * *Battleborn*: a word and a map from strings to numbers before the texture allocations, a GUID at the end.
 */
const battleborn = (_: number, licensee: number): Layout => ({
  summary: fieldsAfter({
    additionalPackages(ar, { extra: fields }) {
      if (licensee < 61) return
      extra.i32(ar, fields, 'battleborn')
      const count = ar.count(numberOf(fields['mapCount']), 'mapCount', 8)
      fields['mapCount'] = count
      for (let i = 0; i < count; i++) {
        extra.string(ar, fields, `map${i}Key`)
        extra.i32(ar, fields, `map${i}Value`)
      }
    },
    end(ar, summary) {
      const cooked = (summary.flags & PackageFlag.Cooked) !== 0
      if (!cooked && summary.engineVersion >> 16 >= GUID_RELEASE) extra.guid(ar, summary.extra, 'battlebornGuid')
    },
  }),
})

export const gearboxGames: readonly Game[] = [
  { id: 'brothers-in-arms', name: "Brothers in Arms: Hell's Highway", engine: 3, builds: [one(512, 35)] },
  {
    id: 'borderlands',
    name: 'Borderlands',
    engine: 3,
    builds: [range(584, 584, [57, 58])],
    deviations: ['chunks of equal sizes stored without a header'],
  },
  {
    id: 'borderlands-goty-enhanced',
    name: 'Borderlands: Game of the Year Enhanced',
    engine: 3,
    builds: [one(594, 58), one(832, 58)],
    layout: () => ({ asVersion: 832, moved: without(Version.ImportExportGuids, Version.TextureAllocations) }),
    deviations: ['stored as version 832', 'no GUID table', 'no texture allocations'],
  },
  {
    id: 'aliens-colonial-marines',
    name: 'Aliens: Colonial Marines',
    engine: 3,
    builds: [one(787, 47)],
    layout: aliens,
    deviations: ['three 16-bit numbers for the engine version', 'word at the end of the summary (licensee ≥ 38)'],
  },
  {
    id: 'borderlands-2',
    name: 'Borderlands 2',
    engine: 3,
    builds: [one(832, 46), one(832, 56), one(895, 46)],
    deviations: ['chunks of equal sizes stored without a header'],
  },
  {
    id: 'battleborn',
    name: 'Battleborn',
    engine: 3,
    builds: [one(874, 78)],
    layout: battleborn,
    deviations: ['word and map after the additional packages (licensee ≥ 61)', 'GUID at the end of uncooked packages'],
  },
]
