import type { Game } from './game.js'

/** *The engine's own container*, for every package that no other game claims. */
export const standardGame: Game = { id: 'unreal-engine', name: 'Unreal Engine', engine: 1, builds: [] }
