import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { Feature, Version } from '@ukit/container'
import { objectArray } from '../../common/arrays.js'
import { UnrealObject } from '../../unreal-object.js'

/** *Where a viewport of the editor was.* */
export class LevelViewportInfo implements Serializable {
  /** X, Y, Z in world units. */
  cameraPosition: Float32Array = new Float32Array(3)
  /** Pitch, yaw, roll. */
  cameraRotation: Int32Array = new Int32Array(3)
  /** World units across a viewport without perspective. */
  orthoZoom = 0

  serialize(ar: Archive): void {
    this.cameraPosition = ar.floats(this.cameraPosition, 3, 'cameraPosition')
    this.cameraRotation = ar.ints(this.cameraRotation, 3, 'cameraRotation')
    this.orthoZoom = ar.f32(this.orthoZoom, 'orthoZoom')
  }
}

/** *World: the root of a map.* 66 of 66. */
export class World extends UnrealObject {
  /** The Level that is always loaded. */
  persistentLevel: ObjectSource | null = null
  /** Since `Version.WorldFaceFX`: the animations of faces that the whole map uses. */
  faceFXAnimSet: ObjectSource | null = null
  /** Perspective, top, front, side. */
  editorViews: LevelViewportInfo[] = []
  /** What a saved game is listed with; none in every map. */
  saveGameSummary: ObjectSource | null = null
  /** Since `Feature.DecalManager`. */
  decalManager: ObjectSource | null = null
  /** Objects that have to be kept though nothing else refers to them. */
  extraReferencedObjects: (ObjectSource | null)[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.persistentLevel = ar.object(this.persistentLevel, 'persistentLevel')
    if (ar.since(Version.WorldFaceFX)) this.faceFXAnimSet = ar.object(this.faceFXAnimSet, 'faceFXAnimSet')
    this.editorViews = ar.records(this.editorViews, 4, () => new LevelViewportInfo(), 'editorViews')
    this.saveGameSummary = ar.object(this.saveGameSummary, 'saveGameSummary')
    if (ar.since(Feature.DecalManager)) this.decalManager = ar.object(this.decalManager, 'decalManager')
    if (ar.since(Version.BulkArrays))
      this.extraReferencedObjects = objectArray(ar, this.extraReferencedObjects, 'extraReferencedObjects')
  }
}
