import type { Archive, Serializable } from '@ukit/container'
import { Feature, Guid, Name, type ObjectSource, Version } from '@ukit/container'
import { blockArray, byteArray, NO_BYTES, objectArray, recordArray } from '../../common/arrays.js'
import { UnrealObject } from '../../unreal-object.js'
import { StaticParameterSet } from './static-parameter-set.js'

/** The checksum of a type of shader: when it is another, the shader is compiled again. */
export class TypeCrc implements Serializable {
  /** Name of the class in C++. */
  type: Name = Name.NONE
  /** 32 bits over the source that the type is compiled from. */
  crc = 0

  serialize(ar: Archive): void {
    this.type = ar.name(this.type, 'type')
    this.crc = ar.u32(this.crc, 'crc')
  }
}

/** *A compiled shader.* */
export class CachedShader implements Serializable {
  /** Name of its class in C++. */
  type: Name = Name.NONE
  /** What shader maps refer to it by. */
  id = Guid.ZERO
  /** SHA-1 of its source; since `Version.ShaderSourceHash`. */
  sourceHash: Uint8Array = NO_BYTES
  /**
   * Everything of it: sizes of the writes that made it, platform, frequency, machine code, checksum, the
   * identity again, number of instructions, and three 16-bit numbers for each parameter. After the position
   * of its end, which is rewritten.
   */
  body: Uint8Array = NO_BYTES

  serialize(ar: Archive): void {
    this.type = ar.name(this.type, 'type')
    this.id = ar.guid(this.id, 'id')
    if (ar.since(Version.ShaderSourceHash)) this.sourceHash = ar.bytes(hash(this.sourceHash), HASH_SIZE, 'sourceHash')
    this.body = skippedBytes(ar, this.body, 'body')
  }

  /** Minimum size in bytes of one. */
  static readonly MIN_SIZE = 28
}

const HASH_SIZE = 20

/** A hash for a version that stores one, where none was read. */
function hash(bytes: Uint8Array): Uint8Array {
  return bytes.length === HASH_SIZE ? bytes : new Uint8Array(HASH_SIZE)
}

/** Bytes up to a position that comes before them. */
function skippedBytes(ar: Archive, value: Uint8Array, field: string): Uint8Array {
  return ar.skippable(`${field}.end`, (end) => ar.bytes(value, ar.isLoading ? end - ar.position : value.length, field))
}

/** *The shaders of a material, for one set of choices.* */
export class MaterialShaderMap implements Serializable {
  /** The set of choices, with the GUID of the material. */
  parameters = new StaticParameterSet()
  /** Since `Version.Lightmass`: file version of the package that it was made for. */
  version = 0
  /** Licensee version of that package. */
  licensee = 0
  /**
   * Which shaders it is made of, its name, and the expressions that the processor computes. After the
   * position of its end, which is rewritten.
   */
  body: Uint8Array = NO_BYTES

  serialize(ar: Archive): void {
    ar.record(this.parameters, 'parameters')
    if (ar.since(Version.Lightmass)) {
      this.version = ar.i32(this.version, 'version')
      this.licensee = ar.i32(this.licensee, 'licensee')
    }
    this.body = skippedBytes(ar, this.body, 'body')
  }

  /** Minimum size in bytes of one. */
  static readonly MIN_SIZE = StaticParameterSet.MIN_SIZE + 4
}

/** A block of shaders that were compressed together. */
export class CompressedShaderChunk implements Serializable {
  /** Bytes before compression. */
  uncompressedSize = 0
  /** The shaders, compressed as the platform does. */
  data: Uint8Array = NO_BYTES

  serialize(ar: Archive): void {
    this.uncompressedSize = ar.i32(this.uncompressedSize, 'uncompressedSize')
    this.data = byteArray(ar, this.data, 'data')
  }
}

/** *The machine code of all shaders of one type*, compressed in blocks. */
export class CompressedShaderType implements Serializable {
  /** Name of the shaders' class in C++. */
  type: Name = Name.NONE
  /** 24 bytes a shader: GUID, 32 bits number of its chunk, 16 bits place in it, 16 bits size. */
  shaders: Uint8Array = NO_BYTES
  /** What the chunk numbers of `shaders` refer to. */
  chunks: CompressedShaderChunk[] = []

  serialize(ar: Archive): void {
    this.type = ar.name(this.type, 'type')
    this.shaders = blockArray(ar, this.shaders, 24, 'shaders')
    this.chunks = recordArray(ar, this.chunks, () => new CompressedShaderChunk(), 8, 'chunks')
  }
}

/** Which shader is meant. */
export class ShaderReference implements Serializable {
  /** Name of the shader's class in C++. */
  type: Name = Name.NONE
  /** The shader's `id` in the cache. */
  id = Guid.ZERO
  /** The same name once more. */
  typeAgain: Name = Name.NONE

  serialize(ar: Archive): void {
    this.type = ar.name(this.type, 'type')
    this.id = ar.guid(this.id, 'id')
    this.typeAgain = ar.name(this.typeAgain, 'typeAgain')
  }
}

/** *ShaderCache: compiled shaders, so that players need not wait for the compiler.* 18 of 18. */
export class ShaderCache extends UnrealObject {
  /** Which cache counts when several have the same shader. */
  priority = 0
  /**
   * 0 shader model 3 on PC, 1 PlayStation 3, 2 Xbox 360, 5 Wii U. A byte; 32 bits before
   * `Version.BulkArrays`.
   */
  platform = 0
  /** Before `Version.NoTypeCrcs`. */
  shaderTypeCrcs: TypeCrc[] = []
  /** Since `Version.CompressedShaders`; in use on Xbox 360. */
  compressedShaders: CompressedShaderType[] = []
  /** Each with its `id`. */
  shaders: CachedShader[] = []
  /** Checksums of the vertex factories' sources. */
  vertexFactoryCrcs: TypeCrc[] = []
  /** Which shaders each material uses. */
  materialShaderMaps: MaterialShaderMap[] = []
  /** Before `Version.BulkArrays`: shaders that belong to no material. */
  globalShaders: ShaderReference[] = []
  /** Since `Feature.ShaderPayloads`: the objects that the shaders are in. */
  payloads: (ObjectSource | null)[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    if (ar.since(Version.ShaderCachePriority)) this.priority = ar.i32(this.priority, 'priority')
    if (!ar.since(Version.BulkArrays)) this.platform = ar.i32(this.platform, 'platform')
    else {
      this.platform = ar.u8(this.platform, 'platform')
      if (!ar.since(Version.NoTypeCrcs)) this.shaderTypeCrcs = crcs(ar, this.shaderTypeCrcs, 'shaderTypeCrcs')
      if (ar.since(Version.CompressedShaders)) this.compressedShaders = compressed(ar, this.compressedShaders)
    }
    this.shaders = shaders(ar, this.shaders)
    if (ar.since(Version.BulkArrays) && !ar.since(Version.NoTypeCrcs))
      this.vertexFactoryCrcs = crcs(ar, this.vertexFactoryCrcs, 'vertexFactoryCrcs')
    this.materialShaderMaps = shaderMaps(ar, this.materialShaderMaps)
    if (!ar.since(Version.BulkArrays))
      this.globalShaders = recordArray(ar, this.globalShaders, () => new ShaderReference(), 32, 'globalShaders')
    if (ar.since(Feature.ShaderPayloads)) this.payloads = objectArray(ar, this.payloads, 'payloads')
  }
}

function crcs(ar: Archive, list: TypeCrc[], field: string): TypeCrc[] {
  return recordArray(ar, list, () => new TypeCrc(), 12, field)
}

function shaders(ar: Archive, list: CachedShader[]): CachedShader[] {
  return recordArray(ar, list, () => new CachedShader(), CachedShader.MIN_SIZE, 'shaders')
}

function shaderMaps(ar: Archive, list: MaterialShaderMap[]): MaterialShaderMap[] {
  return recordArray(ar, list, () => new MaterialShaderMap(), MaterialShaderMap.MIN_SIZE, 'materialShaderMaps')
}

function compressed(ar: Archive, list: CompressedShaderType[]): CompressedShaderType[] {
  return recordArray(ar, list, () => new CompressedShaderType(), 16, 'compressedShaders')
}
