import type { Archive } from '@ukit/container'
import { NEVER, type Threshold } from '@ukit/container'

/**
 * *The lines of UE2 and what changed in each.*
 *
 * From 118 on, UT2003 and UT2004 went a way of their own: the same file version means different layouts in the two lines, so that a change has a version in each.
 * `standard` is everything else by Epic's licensees (Unreal Warfare, Lineage II, Shrek 2, …).
 */
export interface Change {
  /** In UT2003, UT2004, Killing Floor. */
  readonly ut2004: number
  /** In the other games. */
  readonly standard: number
  readonly evidence: string
}

/** Changes of object layouts that the two lines made at different versions; named by what is there since. */
export const Ue2Change = {
  /** BSP nodes lose four floats that were always 0. */
  NodesWithoutGap: {
    ut2004: 122,
    standard: NEVER,
    evidence: 'files: 119 to 121 have them, 122 to 128 have not; standard has them to 140',
  },
  /** Static meshes collide by a k-DOP tree (UT) or by a tree of 16-bit boxes (standard) instead of planes. */
  CollisionTree: { ut2004: 126, standard: 126, evidence: 'files: 125 and 126 of UT, 123 and 126 of the standard line' },
  /** Skeletal meshes have spheres and boxes around bones, and Karma properties. */
  BoneShapes: { ut2004: 122, standard: 124, evidence: 'readers; files from 122 of UT, 126 standard' },
  /** Skeletal meshes have models around bones. */
  BoneModels: { ut2004: 122, standard: 125, evidence: 'readers; files from 122 of UT, 126 standard' },
  /** Bone shapes say whether they block Karma objects. */
  BoneBlocksKarma: { ut2004: 124, standard: NEVER, evidence: 'readers; files of 127 and 128' },
  /** Bone shapes say whether they block traces. */
  BoneBlocksTraces: { ut2004: 125, standard: NEVER, evidence: 'readers; files of 127 and 128' },
  /** Skeletal meshes may collide as a static mesh. */
  CollisionMesh: { ut2004: 127, standard: NEVER, evidence: 'readers; files of 126 to 128' },
} as const satisfies Record<string, Change>

/** Changes that all lines made at one version. */
export const Ue2Version = {
  /** Polygons have a scale of light maps. */
  PolyLightMapScale: since(106, 'readers'),
  /** Notifications of animations are objects. */
  NotifyObjects: since(112, 'readers'),
  /** Static meshes lose twelve bytes. */
  StaticMeshWithoutGap: since(114, 'readers; files from 115'),
  /** Animation sequences start with a float. */
  SequenceBookmark: since(115, 'readers'),
  /** Fonts have a distance between characters, and a map of them. */
  FontKerning: since(119, 'readers; UT2003 on'),
  /** Meshes end with a key that tells whether they were changed. */
  AuthenticationKey: since(120, 'readers; files of 119 and 120'),
  /** Fonts have one list of characters instead of pages. */
  FontCharacters: since(122, 'readers; files from 122'),
  /** Sounds may have a track for lips (standard line). */
  LipSync: since(128, 'files: absent in 126 and 127, present in 128 and 129 of the standard line'),
  /** Polygons name their item before their material (Unreal Warfare). */
  PolyItemFirst: since(130, 'files: 129 and 130 to 144'),
  /** Models start with further arrays, always empty (Unreal Warfare). */
  ModelArrays: since(132, 'files of 130, 132 to 144'),
  /** BSP nodes lose their light maps and spheres; components of models and meshes hold the light instead (Unreal Warfare). */
  LightComponents: since(141, 'files of 140 and 141'),
  /** One of the arrays of `ModelArrays` is gone. */
  OneModelArray: since(142, 'files of 141 and 142'),
  /** Bounds are a centre, an extent and a radius (Unreal Warfare). */
  BoundsByExtent: since(144, 'files of 142 and 144'),
} as const satisfies Record<string, Threshold>

function since(version: number, evidence: string): Threshold {
  return { version, evidence }
}

/** True when the package's line had made the change when it was saved. */
export function hasChange(ar: Archive, change: Change): boolean {
  return ar.version >= (isUt2004(ar) ? change.ut2004 : change.standard)
}

/** UT2003, UT2004, Killing Floor. */
export function isUt2004(ar: Archive): boolean {
  return ar.context.branch === 'ut2004'
}

/** Unreal Warfare on its way to UE3, 130 to 144. */
export function isWarfare(ar: Archive): boolean {
  return ar.context.branch === 'unreal-warfare'
}

/** SWAT 4, Tribes: Vengeance. */
export function isVengeance(ar: Archive): boolean {
  return ar.context.branch === 'vengeance'
}

/** Highest licensee version of Lineage II that readers name. */
const LINEAGE_LICENSEES = 60

/**
 * Lineage II with a licensee version; its packages without one (118, 123 and 126) are laid out as the standard line's.
 *
 * Other games that count so are told apart where they are known: Republic Commando (licensee 1), Land of the Dead (126/1), Shadow Ops (129/10), America's Army (128/32).
 */
export function isLineage(ar: Archive): boolean {
  if (ar.context.branch !== 'standard' || ar.licensee < 2 || ar.licensee > LINEAGE_LICENSEES) return false
  if (ar.version === 128 && ar.licensee >= 32 && ar.licensee <= 35) return false
  if (ar.version === 129 && (ar.licensee === 10 || ar.licensee === 34 || ar.licensee === 35)) return false
  return ar.version >= 118 && ar.version <= 133
}
