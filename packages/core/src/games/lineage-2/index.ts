import { Feature, type Layout, NEVER, Version } from '@ukit/container'
import { byContent, type Game, one, range } from '../game.js'
import { movedTo, perBuild } from '../hooks.js'
import { lineageCompiler } from './compiler.js'
import { lineageLayer } from './layer.js'
import { LineageMaterial } from './material.js'
import { LineageSequence } from './sequence.js'

/** Highest licensee version that readers mention. */
const LAST_LICENSEE = 60

const SEQUENCE = { sequence: () => new LineageSequence() }
const SEQUENCE_AND_MATERIAL = { ...SEQUENCE, material: () => new LineageMaterial() }

/** The layout of objects in packages with a licensee version. */
const OBJECTS: Layout = {
  // Seen in 133/40.
  propertyClasses: new Map([['ptrproperty', 'pointerproperty']]),
  // From a public reader; HeroTowerWnd.HandleShowHistory has 96 for `int(…)`.
  casts: {
    90: 'ByteToINT64',
    91: 'IntToINT64',
    92: 'BoolToINT64',
    93: 'FloatToINT64',
    94: 'StringToINT64',
    95: 'INT64ToByte',
    96: 'INT64ToInt',
    97: 'INT64ToBool',
    98: 'INT64ToFloat',
    99: 'INT64ToString',
  },
}

/**
 * *Lineage II's packages with a licensee version*; those without one (118, 123 and 126) are laid out as the
 * engine's. Public readers only, except for 123/12 and 133/40.
 */
const layout = perBuild((version, licensee) =>
  licensee < 2
    ? {}
    : {
        line: 'lineage-2',
        ...OBJECTS,
        moved: movedTo([
          [Version.BoneShapes, NEVER],
          [Version.BoneModels, NEVER],
          [Version.CollisionTree, NEVER],
          [Feature.LaterLodMesh, true],
          [Feature.NoFlexTracks, true],
          [Feature.OpaqueModelLight, true],
          [Feature.FloatVertices, 133],
          [Feature.NotifyText, 131],
          [Feature.NothingForClients, 132],
          [Feature.SkeletalNumber, licensee >= 3],
          [Feature.EnvironmentLights, licensee >= 4],
          [Feature.InstanceIndices, licensee >= 12],
          [Feature.SkeletalFloats, licensee >= 0x12 && 123],
          [Feature.LazyCollision, licensee >= 18],
          // For polygons, one reader says above 20, another from 23 on.
          [Feature.PolyNumber, licensee > 20],
          // This is a reader's assumption.
          [Feature.SecondActorList, licensee > 20],
          [Feature.LazyMotions, licensee >= 25 && 123],
          [Feature.SkeletalBoneMaps, licensee >= 0x1c],
          [Feature.SecondSkeletalNumber, licensee >= 0x23],
        ]),
        added: version >= 123 && licensee >= 16 ? SEQUENCE_AND_MATERIAL : SEQUENCE,
      },
)

/** *Lineage II and Exteel*, whose wrapper is recognised by its key. */
export const lineageGames: readonly Game[] = [
  {
    id: 'lineage-2',
    name: 'Lineage II',
    engine: 2,
    evidence: 'files',
    builds: [
      one(118, 0),
      one(123, 0),
      one(126, 0),
      one(123, 12),
      one(123, 37),
      range(132, 133, 40),
      byContent(115, 126, 0),
      // The versions that UT2004 (up to 128) and SWAT 4 (from 129) do not have.
      byContent(118, 128, [2, 24]),
      byContent(118, 128, [30, LAST_LICENSEE]),
      byContent(129, 133, [2, 22]),
      byContent(129, 133, [28, LAST_LICENSEE]),
    ],
    imports: [
      'lineageeffect',
      'lineageeffect2',
      'lineageskilleffect',
      'lineagedeco',
      'lineagedecos',
      'nwindow',
      'lineagewarrior',
    ],
    layer: lineageLayer,
    layout,
    compiler: lineageCompiler,
    deviations: ['objects: meshes, animations, BSP, materials, levels, at thresholds of licensee versions'],
  },
  { id: 'exteel', name: 'Exteel', engine: 2, builds: [] },
]
