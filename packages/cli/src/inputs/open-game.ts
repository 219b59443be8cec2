// Loaded on demand: on its own, without the rest of its package.
export { gameOfFile, openGame } from '@ukit/game/node'
