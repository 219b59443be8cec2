import type { Layout } from '@ukit/container'
import { extra } from '@ukit/container/internal'
import { type Game, range } from '../game.js'
import { fieldsAfter } from '../hooks.js'
import { RAVEN_SHIELD_COMPILER } from './compiler.js'

/** The first licensee version whose packages have the number; no file of 11 to 13 is available. */
const WITH_BUILD = 14

/**
 * *Raven Shield*: the number of the game's build after the generations (0x17F, 0x185, 0x19C in 50 of 50
 * files of 118/14).
 */
export const ravenShield: Game = {
  id: 'raven-shield',
  name: "Tom Clancy's Rainbow Six 3: Raven Shield",
  engine: 2,
  evidence: 'files',
  builds: [range(118, 118, [11, 14])],
  layout: (_, licensee): Layout =>
    licensee < WITH_BUILD
      ? {}
      : {
          summary: fieldsAfter({
            end(ar, summary) {
              // A package written by another program may lack it: then the names follow directly.
              const has = ar.isLoading ? summary.nameOffset !== ar.position : 'build' in summary.extra
              if (has) extra.i32(ar, summary.extra, 'build')
            },
          }),
        },
  compiler: (_, licensee) => (licensee < WITH_BUILD ? undefined : RAVEN_SHIELD_COMPILER),
  deviations: ['the number of the build after the generations (licensee 14)'],
  imports: ['r6engine', 'r6game'],
  // Seen in an export of its editor.
  t3d: { level: 'MyLevel', endsWithName: true, emptyLines: false },
}
