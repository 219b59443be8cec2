import type { TokenRow } from '@ukit/container'
import { Feature } from '@ukit/container'
import { byContent, type Game, one, range } from '../game.js'
import { movedTo, perBuild } from '../hooks.js'
import { VENGEANCE_COMPILER } from './compiler.js'
import { VengeanceClass, VengeanceStruct, VengeanceVariable } from './records.js'

/**
 * Two extra tokens: the call of a constructor, in `new` (338 of 338 are in front of `construct…`), and the
 * result of a latent function, with its size (2 of 2, in Scripting).
 */
const TOKENS: readonly TokenRow[] = [
  [0x46, 'ConstructorCall', 'call:expression'],
  [0x47, 'LatentResult', 'size:u8'],
]

/** Licensee version of the only levels available. */
const LEVEL_LICENSEE = 27

const ADDED = {
  struct: () => new VengeanceStruct(),
  variable: () => new VengeanceVariable(),
  class: () => new VengeanceClass(),
}

/**
 * *The engine of SWAT 4 and Tribes: Vengeance*, from 129 on. Licensee versions at which parts of meshes and
 * textures got headers are from readers.
 */
const layout = perBuild((version, licensee) =>
  version < 129
    ? {}
    : {
        line: 'vengeance',
        stock: 'vengeance',
        moved: movedTo([
          [Feature.ObjectPreamble, true],
          [Feature.EarlyStructFlags, true],
          [Feature.PlainStaticMesh, true],
          [Feature.NoSkeletalEnd, true],
          [Feature.StaticMeshEnd, true],
          [Feature.ShortSounds, true],
          [Feature.StaticMeshHeader, licensee >= 3],
          [Feature.SkeletalMeshHeader, licensee >= 4],
          // The number that readers state for meshes.
          [Feature.BspHeader, licensee >= 4],
          [Feature.ModelHeader, licensee >= 4],
          [Feature.SkeletalLodHeader, licensee >= 9],
          [Feature.StaticVerticesHeader, licensee >= 0xd],
          [Feature.SkinVerticesHeader, licensee >= 0x11],
          [Feature.MipHeader, licensee >= 0x1a],
          // The first licensee version of each is not known.
          [Feature.StateFrameHeader, licensee >= LEVEL_LICENSEE],
          [Feature.LevelHeader, licensee >= LEVEL_LICENSEE],
          [Feature.BspSectionHeader, licensee >= LEVEL_LICENSEE],
          [Feature.InstanceHeader, licensee >= LEVEL_LICENSEE],
          [Feature.InstanceIndices, licensee >= LEVEL_LICENSEE],
        ]),
        added: ADDED,
        tokens: TOKENS,
      },
)

/** Only versions with that layout have this compiler. */
const compiler = (version: number) => (version < 129 ? undefined : VENGEANCE_COMPILER)

const DEVIATIONS = [{ what: 'objects: numbers in front of each, headers of parts of meshes, script', version: [129] }]

/** *SWAT 4 and Tribes: Vengeance.* Real packages of SWAT 4; Tribes: Vengeance by public readers. */
export const vengeanceGames: readonly Game[] = [
  {
    id: 'swat-4',
    name: 'SWAT 4',
    engine: 2,
    evidence: 'files',
    builds: [one(129, 27)],
    imports: ['swatgame', 'swatequipment', 'swatgui'],
    layout,
    compiler,
    classes: async () => (await import('./classes.js')).CLASSES,
    deviations: DEVIATIONS,
  },
  {
    id: 'tribes-vengeance',
    name: 'Tribes: Vengeance',
    engine: 2,
    builds: [
      one(130, 27),
      range(123, 123, [3, 11]),
      range(123, 123, [13, 15]),
      range(126, 126, [18, 23]),
      byContent(129, 130, [23, 27]),
    ],
    imports: ['tribesgui'],
    // Seen in an export of its editor.
    t3d: { level: '', classPaths: true, endsWithName: true, emptyLines: false },
    layout,
    compiler,
    deviations: DEVIATIONS,
  },
]
