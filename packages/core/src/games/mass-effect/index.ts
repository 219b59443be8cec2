import type { FormatContext } from '@ukit/container'
import { type Game, one } from '../game.js'
import type { Part } from './features.js'
import { DEVIATIONS, layoutOf } from './layout.js'

const classes = async (format: FormatContext) => (await import('./classes.js')).classesOf(format)

/** The three parts of the Legendary Edition are laid out as the original games. */
function partOfLegendary(licensee: number): Part {
  if (licensee === 171) return 'mass-effect'
  return licensee === 168 ? 'mass-effect-2' : 'mass-effect-3'
}

/** Mass Effect: Xbox 360, PC, PlayStation 3. */
const massEffect1: Game = {
  id: 'mass-effect',
  name: 'Mass Effect',
  engine: 3,
  evidence: 'files',
  builds: [one(391, 92), one(491, 1008), one(684, 153)],
  layout: layoutOf(() => 'mass-effect'),
  classes,
  deviations: DEVIATIONS,
}

/** Mass Effect 2: PC and Xbox 360, PlayStation 3. */
const massEffect2: Game = {
  id: 'mass-effect-2',
  name: 'Mass Effect 2',
  engine: 3,
  evidence: 'files',
  builds: [one(512, 130), one(513, 130), one(684, 150)],
  layout: layoutOf(() => 'mass-effect-2'),
  classes,
  deviations: DEVIATIONS,
}

/** Mass Effect 3: demo, PC and consoles, Wii U. */
const massEffect3: Game = {
  id: 'mass-effect-3',
  name: 'Mass Effect 3',
  engine: 3,
  evidence: 'files',
  builds: [one(684, 185), one(684, 194), one(845, 194)],
  layout: layoutOf(() => 'mass-effect-3'),
  classes,
  // The only known Wii U game.
  consoleOf: (version) => (version === 845 ? 'wii-u' : undefined),
  deviations: DEVIATIONS,
}

/** Mass Effect Legendary Edition, all three parts. */
const massEffectLegendary: Game = {
  id: 'mass-effect-legendary',
  name: 'Mass Effect Legendary Edition',
  engine: 3,
  evidence: 'files',
  builds: [one(684, 171), one(684, 168), one(685, 205)],
  layout: layoutOf(partOfLegendary),
  classes,
  deviations: DEVIATIONS,
}

/** *Mass Effect 1 to 3 and the Legendary Edition.* */
export const massEffectGames: readonly Game[] = [massEffect1, massEffect2, massEffect3, massEffectLegendary]
