import type { Game } from './game.js'

/** *The engine's own container*, for every package that is not from another known game. */
export const standardGame: Game = { id: 'unreal-engine', name: 'Unreal Engine', engine: 1, builds: [] }
