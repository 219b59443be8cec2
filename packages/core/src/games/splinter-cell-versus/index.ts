import { type Game, one } from '../game.js'

/** *The multiplayer parts of Splinter Cell.* Based on public readers only. */
export const splinterCellVersusGames: readonly Game[] = [
  {
    id: 'splinter-cell-chaos-theory-versus',
    name: "Tom Clancy's Splinter Cell: Chaos Theory (Versus)",
    engine: 2,
    builds: [one(175, 0), one(232, 70), one(382, 100), one(442, 118), one(466, 120)],
    // Its version numbers are the studio's own: everything is as in version 120.
    layout: () => ({ asVersion: 120 }),
    deviations: ['stored as version 120, whatever the version says'],
  },
  {
    id: 'splinter-cell-double-agent-online',
    name: "Tom Clancy's Splinter Cell: Double Agent (online)",
    engine: 2,
    builds: [one(249, 0), one(260, 0), one(264, 0), one(272, 0), one(275, 0)],
    layout: () => ({ asVersion: 120 }),
    deviations: ['stored as version 120, whatever the version says'],
  },
]
