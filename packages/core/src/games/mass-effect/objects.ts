import type { Archive, Serializable } from '@ukit/container'
import { Name, type ObjectSource } from '@ukit/container'
import { UnrealObject } from '@ukit/objects'
import { byteArray, intArray, NO_BYTES, NO_FLOATS, NO_INTS, objectArray, recordArray } from '@ukit/objects/common'
import { bulkFloats, CachedShader, CompressedShaderType, MaterialShaderMap, TypeCrc } from '@ukit/objects/ue3'

/** An animation of a pawn. */
export class AnimationEntry implements Serializable {
  /** The name by which the game plays it. */
  name: Name = Name.NONE
  /** An AnimSequence or a set of them. */
  animation: ObjectSource | null = null

  serialize(ar: Archive): void {
    this.name = ar.name(this.name, 'name')
    this.animation = ar.object(this.animation, 'animation')
  }
}

/** *BioPawn (Mass Effect 2).* Verified on 6 of 6 objects. */
export class BioPawn extends UnrealObject {
  /** One for each name. */
  animations: AnimationEntry[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.animations = recordArray(ar, this.animations, () => new AnimationEntry(), 12, 'animations')
  }
}

/** How a cell of a table stores its value. */
export const CellType = { Int: 0, Name: 1, Float: 2, Empty: 3 } as const

/** *A cell of a table.* */
export class Bio2DACell implements Serializable {
  /** Row × number of columns + column; only in tables that leave out cells. */
  index = 0
  /** See `CellType`. */
  type: number = CellType.Int
  /** The value of a cell with a whole number. */
  int = 0
  /** The value of a cell with a name. */
  name: Name = Name.NONE
  /** The value of a cell with a float. */
  float = 0
  readonly #isSparse: boolean

  constructor(isSparse: boolean) {
    this.#isSparse = isSparse
  }

  serialize(ar: Archive): void {
    if (this.#isSparse) this.index = ar.i32(this.index, 'index')
    this.type = ar.u8(this.type, 'type')
    if (this.type === CellType.Int) this.int = ar.i32(this.int, 'int')
    else if (this.type === CellType.Name) this.name = ar.name(this.name, 'name')
    else if (this.type === CellType.Float) this.float = ar.f32(this.float, 'float')
    else if (this.type !== CellType.Empty)
      throw ar.error('bad-value', 'type', `expected a cell of a type from 0 to 3, found ${this.type}`, ar.position - 1)
  }
}

/** A column: its name and its number. */
export class Bio2DAColumn implements Serializable {
  /** The name by which rules refer to it. */
  name: Name = Name.NONE
  /** Number of the column, from 0. */
  index = 0

  serialize(ar: Archive): void {
    this.name = ar.name(this.name, 'name')
    this.index = ar.i32(this.index, 'index')
  }
}

/**
 * *Bio2DA, Bio2DANumberedRows: a table of a game's rules (Mass Effect 1 and 2).* Verified on 81 of 81
 * objects; the names of the rows are properties.
 */
export class Bio2DA extends UnrealObject {
  /** All cells, row by row; if empty, `sparseCells` has those that are set. */
  cells: Bio2DACell[] = []
  /** Always 0; only present after a full table. */
  unknown = 0
  /** Cells with their `index`; empty if `cells` has them all. */
  sparseCells: Bio2DACell[] = []
  /** In file order, which need not be that of their numbers. */
  columns: Bio2DAColumn[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.cells = recordArray(ar, this.cells, () => new Bio2DACell(false), 1, 'cells')
    if (this.cells.length > 0) this.unknown = ar.i32(this.unknown, 'unknown')
    else this.sparseCells = recordArray(ar, this.sparseCells, () => new Bio2DACell(true), 5, 'sparseCells')
    this.columns = recordArray(ar, this.columns, () => new Bio2DAColumn(), 12, 'columns')
  }
}

/** A node of the Huffman tree that the characters are coded with. */
export class HuffmanNode implements Serializable {
  /** 1 for a character, 0 for a node with two children. */
  isLeaf = 0
  /** In leaves: a UTF-16 unit. */
  character = 0
  /** In other nodes: the node for bit 0. */
  left = 0
  /** In other nodes: the node for bit 1. */
  right = 0

  serialize(ar: Archive): void {
    this.isLeaf = ar.u8(this.isLeaf, 'isLeaf')
    if (this.isLeaf !== 0) {
      this.character = ar.u16(this.character, 'character')
      return
    }
    this.left = ar.i16(this.left, 'left')
    this.right = ar.i16(this.right, 'right')
  }
}

/** *A compressed text.* */
export class TlkString implements Serializable {
  /** Characters of the text. */
  length = 0
  /** The bits of its characters; see `HuffmanNode`. */
  data: Uint8Array = NO_BYTES

  serialize(ar: Archive): void {
    this.length = ar.i32(this.length, 'length')
    const size = ar.count(this.data.length, 'size', 1)
    this.data = ar.bytes(this.data, size, 'data')
  }
}

/** *BioTlkFile (Mass Effect 1): all texts of a language.* Verified on 2 of 2 objects. */
export class BioTlkFile extends UnrealObject {
  /** Three numbers each: id of the text, flags (1: there is one), position in `strings`. */
  references: Int32Array = NO_INTS
  /** Node 0 is the root. */
  nodes: HuffmanNode[] = []
  /** The strings that `references` refers to. */
  strings: TlkString[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.references = intArray(ar, this.references, 'references', 3)
    this.nodes = recordArray(ar, this.nodes, () => new HuffmanNode(), 3, 'nodes')
    this.strings = recordArray(ar, this.strings, () => new TlkString(), 8, 'strings')
  }
}

/** The texts of one language. */
export class TlkLanguage implements Serializable {
  /** Such as `INT`. */
  language: Name = Name.NONE
  /** For a male and for a female player. */
  files: (ObjectSource | null)[] = []

  serialize(ar: Archive): void {
    this.language = ar.name(this.language, 'language')
    this.files = objectArray(ar, this.files, 'files')
  }
}

/** *BioTlkFileSet (Mass Effect 1): a level's texts in all languages.* */
export class BioTlkFileSet extends UnrealObject {
  /** One for each language. */
  languages: TlkLanguage[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.languages = recordArray(ar, this.languages, () => new TlkLanguage(), 12, 'languages')
  }
}

/**
 * *A BioWare class with one number after its properties*: 0 in every file, likely the count of a map that is
 * only filled at run time.
 */
export class BioEmptyMap extends UnrealObject {
  /** 0 in every file. */
  count = 0

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.count = ar.i32(this.count, 'count')
  }
}

/**
 * *BioGamePropertyEventDispatcher, BioCodexMap, BioQuestMap*: as `BioEmptyMap`, with a count for each of
 * several lists (sections and pages; quests and three kinds of tasks).
 */
export class BioEmptyMaps extends UnrealObject {
  /** 0 in every file. */
  counts: Int32Array
  readonly #count: number

  /** @param count how many lists there are. */
  constructor(count = 2) {
    super()
    this.#count = count
    this.counts = new Int32Array(count)
  }

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.counts = ar.ints(this.counts, this.#count, 'counts')
  }
}

/** One level of detail of a face. */
export class MorphFaceLod implements Serializable {
  /** X, Y, Z of each vertex of the head. */
  positions: Float32Array = NO_FLOATS

  serialize(ar: Archive): void {
    this.positions = bulkFloats(ar, this.positions, 3, 'positions')
  }
}

/** *BioMorphFace: a face made in the editor of characters.* */
export class BioMorphFace extends UnrealObject {
  /** The levels of detail of the head's mesh, the finest first. */
  lods: MorphFaceLod[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.lods = recordArray(ar, this.lods, () => new MorphFaceLod(), 4, 'lods')
  }
}

/** A pose and its names. */
export class GestureEntry implements Serializable {
  /** The name of the pose. */
  key: Name = Name.NONE
  /** Nine names, most of them None. */
  names: Name[] = []

  serialize(ar: Archive): void {
    this.key = ar.name(this.key, 'key')
    for (let i = 0; i < 9; i++) this.names[i] = ar.name(this.names[i] ?? Name.NONE, `names[${i}]`)
  }
}

/** A name that is mapped to another. */
export class NamePair implements Serializable {
  /** The name that is looked up. */
  key: Name = Name.NONE
  /** The name that it is mapped to. */
  value: Name = Name.NONE

  serialize(ar: Archive): void {
    this.key = ar.name(this.key, 'key')
    this.value = ar.name(this.value, 'value')
  }
}

/** *BioGestureRuntimeData (Mass Effect 1).* Verified on 2 of 2 objects. */
export class BioGestureRuntimeData extends UnrealObject {
  /** The set that contains a gesture's animation, by gesture. */
  animationSets: NamePair[] = []
  /** Poses that need a prop in the hand. */
  props: GestureEntry[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.animationSets = recordArray(ar, this.animationSets, () => new NamePair(), 16, 'animationSets')
    this.props = recordArray(ar, this.props, () => new GestureEntry(), 80, 'props')
  }
}

/** *BioSoundNodeWaveStreamingData (Mass Effect 1): streamed sounds, in ISACT's format.* */
export class BioSoundNodeWaveStreamingData extends UnrealObject {
  /** An index and sounds, in RIFF. */
  data: Uint8Array = NO_BYTES

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.data = byteArray(ar, this.data, 'data')
  }
}

/**
 * *FaceFXAsset, FaceFXAnimSet: a face or its movements* (Mass Effect 1 on Xbox 360, Mass Effect 3). In other
 * builds their data are properties, and nothing follows them.
 */
export class FaceFXData extends UnrealObject {
  /** True if the data are here; else they are properties. */
  hasData = true
  /** What FaceFX itself saves (`FACE`, in the console's byte order). */
  data: Uint8Array = NO_BYTES
  /** Further data saved by FaceFX's own editor. */
  sessionData: Uint8Array = NO_BYTES

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    if (ar.isLoading) this.hasData = ar.remaining > 0
    if (!this.hasData) return
    this.data = byteArray(ar, this.data, 'data')
    this.sessionData = byteArray(ar, this.sessionData, 'sessionData')
  }
}

/** *BioStage (Mass Effect 3): a location for a conversation.* */
export class BioStage extends UnrealObject {
  /** Number of bytes that follow: 0 or 20. */
  size = 0
  /** None when `size` is 0. */
  name: Name = Name.NONE
  /** Zeros in every file. */
  data: Uint8Array = NO_BYTES

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.size = ar.count(this.size, 'size', 1)
    if (this.size === 0) return
    this.name = ar.name(this.name, 'name')
    this.data = ar.bytes(this.data, this.size - 8, 'data')
  }
}

/** A sequence and how often it is in use. */
export class DynamicAnimSetEntry implements Serializable {
  /** Name of the sequence. */
  name: Name = Name.NONE
  /** How often it is in use. */
  count = 0

  serialize(ar: Archive): void {
    this.name = ar.name(this.name, 'name')
    this.count = ar.i32(this.count, 'count')
  }
}

/**
 * *BioDynamicAnimSet (Mass Effect): a set of animations that is assembled while the game runs.* Verified on
 * 32 of 32 objects.
 */
export class BioDynamicAnimSet extends UnrealObject {
  /** One for each sequence in use. */
  sequences: DynamicAnimSetEntry[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.sequences = recordArray(ar, this.sequences, () => new DynamicAnimSetEntry(), 12, 'sequences')
  }
}

/**
 * *ShaderCachePayload (Mass Effect 3 on consoles): the shaders that a cache names.* Verified on 7 of 7
 * objects.
 */
export class ShaderCachePayload extends UnrealObject {
  /** As `platform` of a shader cache. */
  platform = 0
  /** Empty in every file. */
  shaderTypeCrcs: TypeCrc[] = []
  /** As in a shader cache. */
  compressedShaders: CompressedShaderType[] = []
  /** As in a shader cache. */
  shaders: CachedShader[] = []
  /** As in a shader cache. */
  materialShaderMaps: MaterialShaderMap[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.platform = ar.u8(this.platform, 'platform')
    this.shaderTypeCrcs = recordArray(ar, this.shaderTypeCrcs, () => new TypeCrc(), 12, 'shaderTypeCrcs')
    this.compressedShaders = recordArray(
      ar,
      this.compressedShaders,
      () => new CompressedShaderType(),
      16,
      'compressedShaders',
    )
    this.shaders = recordArray(ar, this.shaders, () => new CachedShader(), CachedShader.MIN_SIZE, 'shaders')
    this.materialShaderMaps = recordArray(
      ar,
      this.materialShaderMaps,
      () => new MaterialShaderMap(),
      MaterialShaderMap.MIN_SIZE,
      'materialShaderMaps',
    )
  }
}
