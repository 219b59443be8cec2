import { Feature, NEVER, type Threshold, Version } from '@ukit/container'
import { movedTo } from '../hooks.js'

/**
 * *The part of Mass Effect whose layout the objects have.* Ports to other consoles and the Legendary Edition
 * keep the layout of their part.
 */
export type Part = 'mass-effect' | 'mass-effect-2' | 'mass-effect-3'

/** Level of the first PlayStation 3 versions, whose engine is Mass Effect 3's. */
const LATE_ENGINE = 150
/** Level of Mass Effect 3 itself and the Legendary Edition. */
const LATER_THAN_PS3 = 160

/**
 * What the objects of Mass Effect have and lack, all determined from files.
 *
 * @param level BioWare's own count of the engine: the licensee version, or 100 for Mass Effect on PC, whose
 *   licensee version is 1008.
 */
export function featuresOf(
  part: Part,
  version: number,
  licensee: number,
  level: number,
): ReadonlyMap<Threshold, number> {
  const isFirst = part === 'mass-effect'
  const isThird = part === 'mass-effect-3'
  const hasLateEngine = level >= LATE_ENGINE
  const isLate = level >= LATER_THAN_PS3
  return movedTo([
    // Mass Effect has this earlier than the engine (391 on Xbox 360, 19,000 variables).
    [Version.ArrayEnum, isFirst],
    [Version.LightVolume, NEVER],
    [Version.PrecomputedVisibility, NEVER],
    [Version.LevelDistanceField, NEVER],
    [Version.RawAnimTracks, NEVER],
    [Version.CachedPvrtcMips, NEVER],
    [Version.CrossLevelCover, isLate],
    [Version.CompactKDop, hasLateEngine],
    [Version.TextureFileCacheGuid, level >= 101],
    [Feature.StrippedStructs, isThird],
    [Feature.VirtualFunctions, isThird],
    [Feature.NoStrippedPrecedence, isThird],
    [Feature.NoStrippedReplication, true],
    // Not in Mass Effect on PC, whose licensee version is counted differently.
    [Feature.ClassNumber, licensee >= 138 && licensee <= 152],
    [Feature.SecondClassNumber, licensee >= 139 && licensee !== 1008],
    [Feature.TwoShaderModels, true],
    [Feature.WideTerrainBoxes, true],
    [Feature.ThumbnailNumber, true],
    [Feature.MipNumber, level >= 65],
    [Feature.TerrainDisplacements, level >= 120],
    [Feature.SoundNumbers, isFirst],
    [Feature.DecalManager, isFirst],
    [Feature.ArtPlaceables, isFirst],
    [Feature.MaterialPair, isFirst && version === 491],
    [Feature.RawAnimBlock, !isFirst && !isLate],
    [Feature.WwiseNumbers, level <= LATE_ENGINE],
    [Feature.WwiseRelationships, !hasLateEngine],
    [Feature.CacheGuidNumber, hasLateEngine],
    [Feature.TerrainNumber, hasLateEngine],
    [Feature.BulkShadowSamples, hasLateEngine],
    [Feature.MaterialNumber, hasLateEngine],
    [Feature.VertexBufferNumber, hasLateEngine],
    [Feature.SkeletalSectionByte, hasLateEngine],
    [Feature.NoBoneBreakOptions, hasLateEngine],
    [Feature.NoSavedTransforms, hasLateEngine],
    [Feature.OptionalDistanceField, hasLateEngine],
    [Feature.NoSourceArt, isLate],
    [Feature.ShaderPayloads, isLate],
    [Feature.CrossLevelNavigation, isLate],
  ])
}
