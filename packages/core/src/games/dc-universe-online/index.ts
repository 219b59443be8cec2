import { type Game, one } from '../game.js'
import { fieldsAfter, refuseChunks } from '../hooks.js'
import { serializeUnterminatedName } from '../table-entries.js'

/** *DC Universe Online.* Based on public readers only. */
export const dcUniverseOnline: Game = {
  id: 'dc-universe-online',
  name: 'DC Universe Online',
  engine: 3,
  builds: [one(648, 6405)],
  layout: () => ({
    name: serializeUnterminatedName,
    summary: fieldsAfter({
      end: (ar, summary) =>
        refuseChunks(
          ar,
          summary,
          'DC Universe Online: its chunks leave out the header, and how offsets are counted then is not public',
        ),
    }),
  }),
  deviations: ['names without terminator'],
  limits:
    'Packages with compressed chunks: their header is outside the chunks, and how offsets are counted then is ' +
    'not publicly known.',
}
