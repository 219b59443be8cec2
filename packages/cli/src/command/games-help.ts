import { GAMES, type Game } from '@ukit/core'
import type { Style } from '../terminal/style.js'
import { padEnd } from '../terminal/text.js'

/** Lists the games that ukit knows: the ID that `--game` takes, and the name of each game. */
export function gamesHelp(style: Style): string {
  const width = Math.max(...GAMES.map(({ id }) => id.length))
  const line = ({ id, name }: Pick<Game, 'id' | 'name'>) => `  ${style.cyan(padEnd(id, width))}  ${name}\n`
  let text = `${style.bold('Games')}: the IDs that --game takes, and that info prints\n`
  text += `\n${line({ id: 'unreal-engine', name: "the engine's own layout, for every game" })}`
  for (const engine of [1, 2, 3] as const) {
    const games = GAMES.filter((game) => game.engine === engine).sort((a, b) => (a.id < b.id ? -1 : 1))
    text += `\n${style.bold(`Unreal Engine ${engine}`)}\n${games.map(line).join('')}`
  }
  return text
}
