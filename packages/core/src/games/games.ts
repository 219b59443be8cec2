import { massEffect1, massEffect2, massEffect3, massEffectLegendary } from './bioware.js'
import type { Game } from './game.js'

/** Every game that ukit knows by name. The order decides where versions overlap: the more particular first. */
export const GAMES: readonly Game[] = [massEffect1, massEffect2, massEffect3, massEffectLegendary]
