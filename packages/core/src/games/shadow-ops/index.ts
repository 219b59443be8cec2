import { Feature } from '@ukit/container'
import { type Game, one, plainGames } from '../game.js'
import { movedTo, perBuild } from '../hooks.js'

const layout = perBuild(() => ({ line: 'shadow-ops', moved: movedTo([[Feature.MaterialByte, true]]) }))

/**
 * *Shadow Ops and other games with the same engine*, 129 with licensee 3 and 10: materials have an extra
 * byte. Public readers only.
 */
export const shadowOpsGames: readonly Game[] = plainGames(2, [
  ['shark-tale', 'Shark Tale', [one(129, 3)]],
  ['lemony-snicket', "Lemony Snicket's A Series of Unfortunate Events", [one(129, 3)]],
  ['task-force-121', 'Combat: Task Force 121', [one(129, 10)]],
  ['red-mercury', 'Shadow Ops: Red Mercury', [one(129, 10)]],
  ['road-to-berlin', 'World War II Combat: Road to Berlin', [one(129, 10)]],
  ['iwo-jima', 'World War II Combat: Iwo Jima', [one(129, 10)]],
]).map((game) => ({ ...game, layout, deviations: ['objects: a byte in materials'] }))
