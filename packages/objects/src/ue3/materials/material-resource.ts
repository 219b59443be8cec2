import type { Archive, ObjectSource, Serializable, UString } from '@ukit/container'
import { Feature, Guid, Version } from '@ukit/container'
import { blockArray, NO_BYTES, NO_INTS, objectArray, recordArray, stringArray } from '../../common/arrays.js'
import { flag } from '../../common/flag.js'
import { UniformExpression } from './uniform-expression.js'

/** How many texture lookups that an expression needs depend on each other. */
export class TextureDependency implements Serializable {
  /** A MaterialExpression. */
  expression: ObjectSource | null = null
  /** Lookups in a row, each of which needs the result of the one before. */
  length = 0

  serialize(ar: Archive): void {
    this.expression = ar.object(this.expression, 'expression')
    this.length = ar.i32(this.length, 'length')
  }
}

/**
 * *Material resource: what the compiler found out about a material, for one quality of graphics card.* 381 of
 * 384 materials; the three others are Mass Effect 1's.
 */
export class MaterialResource implements Serializable {
  /** Messages of the compiler; empty for a material that compiled. */
  compileErrors: UString[] = []
  /** The length for each expression. */
  textureDependencies: TextureDependency[] = []
  /** The largest of these. */
  maxTextureDependencyLength = 0
  /** What the shader cache knows the material by. */
  id = Guid.ZERO
  /** Sets of texture coordinates that the material uses. */
  userTexCoords = 0
  /** Textures of the expressions. */
  expressionTextures: (ObjectSource | null)[] = []
  /** Before `Version.ExpressionTextures`: the expressions that the processor computes, by what comes out. */
  vectorExpressions: UniformExpression[] = []
  /** The same, for numbers. */
  scalarExpressions: UniformExpression[] = []
  /** The same, for textures. */
  texture2DExpressions: UniformExpression[] = []
  /** The same, for cube maps. */
  textureCubeExpressions: UniformExpression[] = []
  /** 1 when it reads what is already drawn, else 0. */
  usesSceneColour = 0
  /** 1 when it reads the depth of what is already drawn, else 0. */
  usesSceneDepth = 0
  /** 1 when a particle system sets one of its parameters, else 0. */
  usesDynamicParameter = 0
  /** 1 when it uses the coordinates of the light map, else 0. */
  usesLightmapUVs = 0
  /** 1 when it moves vertices, else 0. */
  usesVertexOffset = 0
  /** Since `Feature.MaterialNumber` one number, since `Feature.MaterialNumbers` six. */
  unknown: Int32Array = NO_INTS
  /** A bit for each transformation that the code asks for. */
  usedTransforms = 0
  /** Since `Feature.MaterialLookupPair`; 0 in all. */
  unknownLookups: Int32Array = new Int32Array(2)
  /** 16 bytes a lookup: coordinates, texture as integers, scale U and V as floats. */
  textureLookups: Uint8Array = NO_BYTES
  /** A bit for each input that simpler graphics cards go without. */
  droppedFallbackComponents = 0
  /** Since `Feature.MaterialPair`; 0 in all. */
  unknownPair: Int32Array = NO_INTS
  /** Blend mode that a permutation has instead of the material's own. */
  blendModeOverride = 0
  /** 1 when `blendModeOverride` counts, else 0. */
  isBlendModeOverridden = 0
  /** 1 when the permutation is masked, else 0. */
  isMaskedOverride = 0
  /** Seven numbers, in games that have them among their overrides. */
  unknownOverrides: Int32Array = NO_INTS

  /** True if the fields that say which blend mode counts are there: those of a terrain's layers have none. */
  readonly hasOverrides: boolean

  constructor(hasOverrides = true) {
    this.hasOverrides = hasOverrides
  }

  serialize(ar: Archive): void {
    this.compileErrors = stringArray(ar, this.compileErrors, 'compileErrors')
    this.textureDependencies = recordArray(
      ar,
      this.textureDependencies,
      () => new TextureDependency(),
      8,
      'textureDependencies',
    )
    this.maxTextureDependencyLength = ar.i32(this.maxTextureDependencyLength, 'maxTextureDependencyLength')
    this.id = ar.guid(this.id, 'id')
    this.userTexCoords = ar.i32(this.userTexCoords, 'userTexCoords')
    if (ar.since(Version.Lightmass))
      this.expressionTextures = objectArray(ar, this.expressionTextures, 'expressionTextures')
    else this.#serializeExpressions(ar)
    this.usesSceneColour = flag(ar, this.usesSceneColour, 'usesSceneColour')
    this.usesSceneDepth = flag(ar, this.usesSceneDepth, 'usesSceneDepth')
    if (ar.since(Version.Lightmass)) {
      this.usesDynamicParameter = flag(ar, this.usesDynamicParameter, 'usesDynamicParameter')
      this.usesLightmapUVs = flag(ar, this.usesLightmapUVs, 'usesLightmapUVs')
      this.usesVertexOffset = flag(ar, this.usesVertexOffset, 'usesVertexOffset')
    }
    const unknown = unknownCount(ar)
    this.unknown = ar.ints(resized(this.unknown, unknown), unknown, 'unknown')
    this.usedTransforms = ar.u32(this.usedTransforms, 'usedTransforms')
    if (ar.since(Feature.MaterialLookupPair)) this.unknownLookups = ar.ints(this.unknownLookups, 2, 'unknownLookups')
    this.textureLookups = blockArray(ar, this.textureLookups, 16, 'textureLookups')
    if (ar.isLoading) this.#checkLookups(ar)
    this.droppedFallbackComponents = ar.u32(this.droppedFallbackComponents, 'droppedFallbackComponents')
    if (ar.since(Feature.MaterialPair)) this.unknownPair = ar.ints(resized(this.unknownPair, 2), 2, 'unknownPair')
    if (this.hasOverrides && ar.since(Version.BlendModeOverride)) {
      this.blendModeOverride = ar.i32(this.blendModeOverride, 'blendModeOverride')
      this.isBlendModeOverridden = flag(ar, this.isBlendModeOverridden, 'isBlendModeOverridden')
      this.isMaskedOverride = flag(ar, this.isMaskedOverride, 'isMaskedOverride')
      if (ar.since(Feature.BlendModeNumbers))
        this.unknownOverrides = ar.ints(resized(this.unknownOverrides, 7), 7, 'unknownOverrides')
    }
  }

  /** Numbers of coordinates and textures are small; other ones are of fields that were read wrongly. */
  #checkLookups(ar: Archive): void {
    const { buffer, byteOffset, byteLength } = this.textureLookups
    const view = new DataView(buffer, byteOffset, byteLength)
    for (let at = 0; at < byteLength; at += 16)
      for (const number of [view.getInt32(at, !ar.bigEndian), view.getInt32(at + 4, !ar.bigEndian)])
        if (number < -1 || number > MOST_TEXTURES)
          throw ar.error('bad-value', 'textureLookups', `expected numbers of coordinates and textures, found ${number}`)
  }

  #serializeExpressions(ar: Archive): void {
    const create = () => new UniformExpression()
    this.vectorExpressions = recordArray(ar, this.vectorExpressions, create, 8, 'vectorExpressions')
    this.scalarExpressions = recordArray(ar, this.scalarExpressions, create, 8, 'scalarExpressions')
    this.texture2DExpressions = recordArray(ar, this.texture2DExpressions, create, 8, 'texture2DExpressions')
    this.textureCubeExpressions = recordArray(ar, this.textureCubeExpressions, create, 8, 'textureCubeExpressions')
  }
}

/** More textures than graphics cards take. */
const MOST_TEXTURES = 256

/** Numbers that games put in the middle. */
function unknownCount(ar: Archive): number {
  if (ar.since(Feature.MaterialNumbers)) return 6
  return ar.since(Feature.MaterialNumber) ? 1 : 0
}

/** Numbers for a version that stores another count of them. */
function resized(numbers: Int32Array, length: number): Int32Array {
  return numbers.length === length ? numbers : Int32Array.from({ length }, (_, i) => numbers[i] ?? 0)
}
