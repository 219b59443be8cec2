import type { Archive } from '@ukit/container'
import { Feature, Name, type ObjectSource, type Serializable, UString, Version } from '@ukit/container'
import { Field, isConsole } from './field.js'

/** Bits of a variable's flags that change the layout. */
const NET = 0x20
const COMMENT = 0x200_0000

/**
 * *Property: one variable of a class or struct, one parameter or local variable of a function.* Each kind is
 * a class of its own.
 *
 * Called VariableField here because `Property` is the tagged value of such a variable.
 *
 * 14,391 of UE1, 4,434 of UE2, 5,957 of UE3 in the corpus; 64,956, some 110,000 and 204,242 in a wider
 * collection.
 */
export class VariableField extends Field {
  /** Elements of a static array, 1 for a plain variable, in the low 16 bits. */
  arrayDim = 1
  /**
   * Lower half: 1 editable, 2 const, 0x20 replicated, 0x80 parameter, 0x100 out, 0x400 return value, 0x2000
   * transient, 0x4000 config, 0x400000 needs destruction.
   */
  flags = 0
  /** Upper half since `Version.PropertyFlags64`. */
  flagsHigh = 0
  /** Where the editor shows it; None when it does not. */
  category = Name.NONE
  /** The enum that gives the dimension of a static array. */
  arrayEnum: ObjectSource | null = null
  /** For replicated variables: position of the condition in the class's script, in bytes of memory. */
  replicationOffset = 0
  /** Since `Feature.VariableComment`: what the editor shows as a hint. */
  comment = UString.EMPTY
  /** Since `Feature.VariableConfigName`: ini file. */
  configName = Name.NONE
  /** What the package's game has of a variable. */
  added: Serializable | undefined = undefined

  /** `Feature.StrippedStructs` is of structs, not of variables. */
  protected override isLikelyStripped(ar: Archive): boolean {
    return isConsole(ar)
  }

  protected override serializeField(ar: Archive): void {
    super.serializeField(ar)
    this.arrayDim = ar.since(Feature.ShortArrayDim)
      ? ar.u16(this.arrayDim, 'arrayDim')
      : ar.i32(this.arrayDim, 'arrayDim')
    if (ar.since(Version.PropertyFlags64)) {
      this.flags = ar.flagsLow(this.flags, this.flagsHigh, 'flags')
      this.flagsHigh = ar.flagsHigh(this.flagsHigh)
    } else {
      this.flags = ar.u32(this.flags, 'flags')
    }
    if (ar.since(Feature.VariableConfigName)) this.configName = ar.name(this.configName, 'configName')
    if (!this.stripped) {
      this.category = ar.name(this.category, 'category')
      if (ar.since(Version.ArrayEnum)) this.arrayEnum = ar.object(this.arrayEnum, 'arrayEnum')
    }
    if ((this.flags & NET) !== 0) this.replicationOffset = ar.u16(this.replicationOffset, 'replicationOffset')
    if ((this.flags & COMMENT) !== 0 && ar.since(Feature.VariableComment)) {
      this.comment = ar.string(this.comment, 'comment')
    }
    this.added = ar.added('variable', this, this.added)
  }

  /** Elements of a static array, 1 for a plain variable. */
  get dimension(): number {
    return this.arrayDim & 0xffff
  }
}

/** *A number from 0 to 255*, or one of the names of an enum. */
export class ByteProperty extends VariableField {
  /** The Enum whose names its values have; none for a plain number. */
  enum: ObjectSource | null = null

  protected override serializeField(ar: Archive): void {
    super.serializeField(ar)
    this.enum = ar.object(this.enum, 'enum')
  }
}

export class IntProperty extends VariableField {}
export class BoolProperty extends VariableField {}
export class FloatProperty extends VariableField {}
export class StrProperty extends VariableField {}
/** *A name.* */
export class NameProperty extends VariableField {}
/** *A pointer of the engine's own C++ code*; four bytes. */
export class PointerProperty extends VariableField {}

/** *An index into a table of strings* (BioWare's games). */
export class StringRefProperty extends VariableField {}

/** *Text of a fixed size*, before StrProperty. */
export class StringProperty extends VariableField {
  /** Bytes. */
  size = 0

  protected override serializeField(ar: Archive): void {
    super.serializeField(ar)
    this.size = ar.i32(this.size, 'size')
  }
}

/** *A reference to an object of a class.* */
export class ObjectProperty extends VariableField {
  /** Objects of this class and its subclasses can be assigned. */
  class: ObjectSource | null = null

  protected override serializeField(ar: Archive): void {
    super.serializeField(ar)
    this.class = ar.object(this.class, 'class')
  }
}

/** *UE3: a reference to a component.* */
export class ComponentProperty extends ObjectProperty {}
/** *UE3: a reference to an object through one of its interfaces.* */
export class InterfaceProperty extends ObjectProperty {}

/** *A reference to a class.* */
export class ClassProperty extends ObjectProperty {
  /** What the class must inherit from: `class<MetaClass>`. */
  metaClass: ObjectSource | null = null

  protected override serializeField(ar: Archive): void {
    super.serializeField(ar)
    this.metaClass = ar.object(this.metaClass, 'metaClass')
  }
}

export class StructProperty extends VariableField {
  /** The Struct (UE3: ScriptStruct) whose fields its members are. */
  struct: ObjectSource | null = null

  protected override serializeField(ar: Archive): void {
    super.serializeField(ar)
    this.struct = ar.object(this.struct, 'struct')
  }
}

/** *A dynamic array.* */
export class ArrayProperty extends VariableField {
  /** The variable that represents an element: child of the array, of the same name. */
  inner: ObjectSource | null = null

  protected override serializeField(ar: Archive): void {
    super.serializeField(ar)
    this.inner = ar.object(this.inner, 'inner')
  }
}

/** *An array of a fixed size, declared by its element.* No file available has one. */
export class FixedArrayProperty extends ArrayProperty {
  /** Elements. */
  count = 0

  protected override serializeField(ar: Archive): void {
    super.serializeField(ar)
    this.count = ar.index(this.count, 'count')
  }
}

export class MapProperty extends VariableField {
  /** A property: the type of the keys. */
  key: ObjectSource | null = null
  /** A property: the type of the values. */
  value: ObjectSource | null = null

  protected override serializeField(ar: Archive): void {
    super.serializeField(ar)
    this.key = ar.object(this.key, 'key')
    this.value = ar.object(this.value, 'value')
  }
}

/** *A reference to a function of an object.* */
export class DelegateProperty extends VariableField {
  /** The function that declares parameters and result. */
  function: ObjectSource | null = null
  /**
   * Since `Version.DelegateSource`: the function that the variable was declared with; a name before
   * `Version.StructMemberStruct`.
   */
  source: ObjectSource | null = null
  /** The function's name, in versions that store a name; see `source`. */
  sourceName = Name.NONE

  protected override serializeField(ar: Archive): void {
    super.serializeField(ar)
    this.function = ar.object(this.function, 'function')
    if (!ar.since(Version.DelegateSource)) return
    if (ar.since(Version.StructMemberStruct)) this.source = ar.object(this.source, 'source')
    else this.sourceName = ar.name(this.sourceName, 'source')
  }
}
