import { Feature, NEVER, Version } from '@ukit/container'
import { movedTo, perBuild } from '../hooks.js'

/**
 * *UT2003, UT2004 and the games made with their engine*: from 118 on they diverged, so objects differ from
 * those of the same file version in the rest of UE2. Their container is the engine's.
 */
export const ut2004Layout = perBuild((version, licensee) =>
  version < 118
    ? {}
    : {
        line: 'ut2004',
        moved: movedTo([
          [Version.BoneShapes, 122],
          [Version.BoneModels, 122],
          [Version.LipSync, NEVER],
          [Version.CppText, NEVER],
          [Feature.NodesWithoutGap, 122],
          [Feature.KDopCollision, true],
          [Feature.BoneBlocksKarma, 124],
          [Feature.BoneBlocksTraces, 125],
          [Feature.CollisionMesh, 127],
          [Feature.SoundLikelihood, true],
          [Feature.VariableComment, true],
          [Feature.EarlyStructFlags, licensee >= 26],
          [Feature.PlainStaticMesh, true],
          [Feature.StaticMeshNumber, licensee === 22],
          [Feature.StaticMeshNumbers, licensee >= 23],
        ]),
      },
)
