import { GAMES } from '../games/games.js'
import { ENGINE_CHUNK_TAGS } from '../layers/blocks.js'

/** The first words that compressed chunks may have, in packages of any game. */
export const CHUNK_TAGS: ReadonlySet<number> = new Set([
  ...ENGINE_CHUNK_TAGS,
  ...GAMES.flatMap(({ chunkTags }) => chunkTags ?? []),
])
