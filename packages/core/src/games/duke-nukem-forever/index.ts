import { Feature, NEVER, Version } from '@ukit/container'
import { extra } from '@ukit/container/internal'
import { type Game, one } from '../game.js'
import { movedTo, perBuild } from '../hooks.js'
import { DukeClass, DukeStruct, DukeVariable } from './records.js'
import { TOKENS } from './tokens.js'

/** Package flag of the maps that carry the date of their build. */
const DATED = 0x20

/**
 * *Duke Nukem Forever* (2011). The generations are followed by the date of the build (year, month, day,
 * second of the day) in packages with flag 0x20, then in all packages by a string that is empty (20 of 20
 * files, 7 of them maps with a date).
 */
export const dukeNukemForever: Game = {
  id: 'duke-nukem-forever',
  name: 'Duke Nukem Forever',
  engine: 2,
  evidence: 'files',
  builds: [one(156, 36)],
  deviations: ['date of the build (package flag 0x20) and a string after the generations'],
  greyFormats: [21],
  classes: async () => (await import('./classes.js')).CLASSES,
  layout: perBuild(() => ({
    line: 'duke-nukem-forever',
    stock: 'duke',
    moved: movedTo([
      // Its engine descends from UE1, where each cast is a token.
      [Version.PrimitiveCast, NEVER],
      [Feature.StateFrameWord, true],
      [Feature.ArrayTagType, true],
      [Feature.NoRawStructs, true],
      [Feature.NoDependencyDepth, true],
      [Feature.ShortArrayDim, true],
    ]),
    added: {
      struct: () => new DukeStruct(),
      class: () => new DukeClass(),
      variable: (variable) => new DukeVariable(variable),
    },
    tokens: TOKENS,
    extendedNatives: 0x80,
    summary(ar, summary, after) {
      if (after !== 'generations') return
      if ((summary.flags & DATED) !== 0) {
        extra.i32(ar, summary.extra, 'buildYear')
        extra.i32(ar, summary.extra, 'buildMonth')
        extra.i32(ar, summary.extra, 'buildDay')
        extra.i32(ar, summary.extra, 'buildSecond')
      }
      extra.string(ar, summary.extra, 'buildName')
    },
  })),
}
