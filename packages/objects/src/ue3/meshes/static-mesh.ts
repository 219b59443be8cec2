import type { Archive, Name, ObjectSource, Serializable } from '@ukit/container'
import { Feature, Guid, UString, Version } from '@ukit/container'
import type { CheckReport } from '../../check.js'
import { floatArray, intArray, NO_FLOATS, NO_INTS, nameArray, recordArray } from '../../common/arrays.js'
import { BulkData } from '../../common/bulk-data.js'
import { flag } from '../../common/flag.js'
import { UnrealObject } from '../../unreal-object.js'
import { BoxSphereBounds } from '../bounds.js'
import { KDopTree } from './kdop-tree.js'
import { StaticMeshLodModel } from './static-mesh-lod.js'

/** *How one level of detail was simplified.* */
export class OptimizationSettings implements Serializable {
  /** Since `Version.LongOptimizationRecords`: 0 by a share of triangles, 1 by their deviation. */
  reductionMethod = 0
  /** How far the surface may move, as a share of the mesh's size. */
  maxDeviation = 0
  /** Since `Version.LongOptimizationRecords`: share of the triangles that stay. */
  triangleShare = 1
  /** How much the outline counts; 3 is normal. */
  silhouetteImportance = 3
  /** The same for seams of textures. */
  textureImportance = 3
  /** The same for shading. */
  shadingImportance = 3
  /** Since `Version.LongOptimizationRecords`, as the next two: 1 when normals are computed again. */
  recalculateNormals = 1
  /** Degrees between triangles that share a normal. */
  normalsThreshold = 60
  /** World units below which two vertices are one. */
  weldingThreshold = 0.1

  serialize(ar: Archive): void {
    const isLong = ar.since(Version.LongOptimizationRecords)
    if (isLong) this.reductionMethod = ar.u8(this.reductionMethod, 'reductionMethod')
    this.maxDeviation = ar.f32(this.maxDeviation, 'maxDeviation')
    if (isLong) this.triangleShare = ar.f32(this.triangleShare, 'triangleShare')
    this.silhouetteImportance = ar.u8(this.silhouetteImportance, 'silhouetteImportance')
    this.textureImportance = ar.u8(this.textureImportance, 'textureImportance')
    this.shadingImportance = ar.u8(this.shadingImportance, 'shadingImportance')
    if (!isLong) return
    this.recalculateNormals = ar.i32(this.recalculateNormals, 'recalculateNormals')
    this.normalsThreshold = ar.f32(this.normalsThreshold, 'normalsThreshold')
    this.weldingThreshold = ar.f32(this.weldingThreshold, 'weldingThreshold')
  }
}

/** *StaticMesh (UE3): a mesh that does not bend.* 305 of 305, versions 491 to 897. */
export class StaticMesh extends UnrealObject {
  /** Since `Feature.SourceFiles`: where the mesh was imported from. */
  sourceFile = UString.EMPTY
  /** In the mesh's space. */
  bounds = new BoxSphereBounds()
  /** An RB_BodySetup: the simple shapes that it collides as. */
  bodySetup: ObjectSource | null = null
  /** Tree over the triangles that traces hit. */
  kDop = new KDopTree()
  /** Version of the mesh format: 16 in file version 512, 18 in later ones. */
  internalVersion = 18
  /** Words that the editor finds it by. */
  contentTags: Name[] = []
  /** 1 when the mesh keeps what it was before it was simplified. */
  hasSourceData = 0
  /** The mesh before it was simplified; `undefined` when `hasSourceData` is 0. */
  sourceData: StaticMeshLodModel | undefined = undefined
  /** Settings of the simplification, for each level of detail. */
  optimizationSettings: OptimizationSettings[] = []
  /** Before `Version.OptimizationRecords`: numbers instead. */
  optimizationNumbers: Int32Array = NO_INTS
  /** 1 when the editor removed triangles, else 0. */
  hasBeenSimplified = 0
  /** Since 859; 0 in all. */
  unknown859 = 0
  /** The finest first. */
  lodModels: StaticMeshLodModel[] = []
  /** Levels of detail that have settings; the settings themselves are properties. */
  lodInfoCount = 0
  /** Before `Version.BulkArrays`: the mesh as imported, COLLADA as UTF-16. */
  sourceText = new BulkData()
  /** How the editor's thumbnail looks at it: pitch, yaw, roll. */
  thumbnailAngle: Int32Array = new Int32Array(3)
  /** How far away the editor's thumbnail looks from, in world units. */
  thumbnailDistance = 0
  /** Since `Feature.ThumbnailNumber`. */
  unknown = 0
  /** The mesh that this one is a simpler form of. */
  highResSourceMeshName = UString.EMPTY
  /** Checksum of that mesh when this one was made. */
  highResSourceMeshCrc = 0
  /** Changed by each change that makes built lighting out of date. */
  lightingGuid = Guid.ZERO
  /** Counts changes of vertices, for colours that were painted on. */
  vertexPositionVersion = 0
  /** Size of a texture on the mesh, for each of four sets of coordinates; or none. */
  cachedStreamingTextureFactors: Float32Array = NO_FLOATS
  /** 1 when triangles without an area are removed at an import, else 0. */
  removeDegenerates = 1
  /** Since 859; 0 in all. */
  unknown859A = 0
  /** Since 859; 0 in all. */
  unknown859B = 0
  /** Since `Feature.MeshEndNumbers`: up to three numbers more; 4, 0, 0 in both meshes available. */
  endNumbers: Int32Array = NO_INTS

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    if (ar.since(Feature.SourceFiles)) this.sourceFile = ar.string(this.sourceFile, 'sourceFile')
    ar.record(this.bounds, 'bounds')
    this.bodySetup = ar.object(this.bodySetup, 'bodySetup')
    ar.record(this.kDop, 'kDop')
    this.internalVersion = ar.i32(this.internalVersion, 'internalVersion')
    if (this.internalVersion >= CONTENT_TAGS && !ar.since(Version.NoContentTags))
      this.contentTags = nameArray(ar, this.contentTags, 'contentTags')
    if (ar.since(Version.MeshSourceData)) this.#serializeSimplification(ar)
    if (ar.since(Version.MeshUnknown859)) this.unknown859 = ar.i32(this.unknown859, 'unknown859')
    this.lodModels = recordArray(ar, this.lodModels, () => new StaticMeshLodModel(), 48, 'lodModels')
    this.lodInfoCount = ar.i32(this.lodInfoCount, 'lodInfoCount')
    if (!ar.since(Version.BulkArrays)) ar.record(this.sourceText, 'sourceText')
    this.thumbnailAngle = ar.ints(this.thumbnailAngle, 3, 'thumbnailAngle')
    this.thumbnailDistance = ar.f32(this.thumbnailDistance, 'thumbnailDistance')
    if (ar.since(Feature.ThumbnailNumber)) this.unknown = ar.i32(this.unknown, 'unknown')
    if (ar.since(Version.HighResSourceMesh)) {
      this.highResSourceMeshName = ar.string(this.highResSourceMeshName, 'highResSourceMeshName')
      this.highResSourceMeshCrc = ar.u32(this.highResSourceMeshCrc, 'highResSourceMeshCrc')
    }
    if (ar.since(Version.LightingGuid)) this.lightingGuid = ar.guid(this.lightingGuid, 'lightingGuid')
    if (ar.since(Version.VertexPositionVersion))
      this.vertexPositionVersion = ar.i32(this.vertexPositionVersion, 'vertexPositionVersion')
    if (ar.since(Version.StreamingTextureFactors))
      this.cachedStreamingTextureFactors = floatArray(
        ar,
        this.cachedStreamingTextureFactors,
        'cachedStreamingTextureFactors',
      )
    if (ar.since(Version.VertexPositionVersion))
      this.removeDegenerates = flag(ar, this.removeDegenerates, 'removeDegenerates')
    if (ar.since(Version.MeshUnknown859)) {
      this.unknown859A = ar.i32(this.unknown859A, 'unknown859A')
      this.unknown859B = ar.i32(this.unknown859B, 'unknown859B')
    }
    if (ar.since(Feature.MeshEndNumbers)) {
      // Earlier builds of the game have fewer.
      const count = ar.isLoading ? Math.min(ar.remaining >> 2, MOST_END_NUMBERS) : this.endNumbers.length
      this.endNumbers = ar.ints(this.endNumbers, count, 'endNumbers')
    }
  }

  #serializeSimplification(ar: Archive): void {
    this.hasSourceData = flag(ar, this.hasSourceData, 'hasSourceData')
    if (this.hasSourceData !== 0) {
      this.sourceData ??= new StaticMeshLodModel()
      ar.record(this.sourceData, 'sourceData')
    }
    if (ar.since(Version.OptimizationRecords))
      this.optimizationSettings = recordArray(
        ar,
        this.optimizationSettings,
        () => new OptimizationSettings(),
        7,
        'optimizationSettings',
      )
    else this.optimizationNumbers = intArray(ar, this.optimizationNumbers, 'optimizationNumbers')
    this.hasBeenSimplified = flag(ar, this.hasBeenSimplified, 'hasBeenSimplified')
  }

  override check(report: CheckReport): void {
    super.check(report)
    for (const [i, lod] of this.lodModels.entries()) lod.check(report, `lodModels[${i}]`)
    const vertices = this.lodModels[0]?.vertexCount ?? 0
    report.indices('kDop.triangles', this.kDop.triangles, vertices, 'vertices', 4, 3)
  }
}

const MOST_END_NUMBERS = 3

/** Internal version from which on a mesh has tags. */
const CONTENT_TAGS = 17
