import type { Archive } from '@ukit/container'
import { Name, type ObjectSource, UString, Version } from '@ukit/container'
import { Field, isConsole } from './field.js'

/** Bits of a variable's flags that change the layout. */
const NET = 0x20
const UT2004_COMMENT = 0x200_0000
const DUKE_COMMENT = 0x80_0000
const DUKE_NOTIFY = 0x200_0000

/** The later XCOM 2 names an ini file in each variable. */
const XCOM_2_CONFIG_LICENSEE = 120

/**
 * *Property: one variable of a class or struct, one parameter or local variable of a function.* Each kind is a class of its own.
 *
 * Called VariableField here because `Property` is the tagged value of such a variable.
 *
 * 14,391 of UE1, 4,434 of UE2, 5,957 of UE3 in the corpus; 64,956, some 110,000 and 204,242 in a wider collection.
 */
export class VariableField extends Field {
  /** Elements of a static array, 1 for a plain variable, in the low 16 bits. */
  arrayDim = 1
  /** Lower half: 1 editable, 2 const, 0x20 replicated, 0x80 parameter, 0x100 out, 0x400 return value, 0x2000 transient, 0x4000 config, 0x400000 needs destruction. */
  flags = 0
  /** Upper half since `Version.PropertyFlags64`. */
  flagsHigh = 0
  /** Where the editor shows it; None when it does not. */
  category = Name.NONE
  /** The enum that gives the dimension of a static array. */
  arrayEnum: ObjectSource | null = null
  /** For replicated variables: position of the condition in the class's script, in bytes of memory. */
  replicationOffset = 0
  /** UT2004, SWAT 4, Duke Nukem Forever: what the editor shows as a hint. */
  comment = UString.EMPTY
  /** SWAT 4: kind of combo box and of display in the editor. Duke Nukem Forever: the function to call on replication is the first. */
  editorNames: [Name, Name] = [Name.NONE, Name.NONE]
  /** XCOM 2 (War of the Chosen): ini file. */
  configName = Name.NONE

  /** Mass Effect 3 on PC strips structs but not variables. */
  protected override isLikelyStripped(ar: Archive): boolean {
    return isConsole(ar)
  }

  protected override serializeField(ar: Archive): void {
    super.serializeField(ar)
    const { branch } = ar.context
    this.arrayDim =
      branch === 'duke-nukem-forever' ? ar.u16(this.arrayDim, 'arrayDim') : ar.i32(this.arrayDim, 'arrayDim')
    if (ar.since(Version.PropertyFlags64)) {
      this.flags = ar.flagsLow(this.flags, this.flagsHigh, 'flags')
      this.flagsHigh = ar.flagsHigh(this.flagsHigh)
    } else {
      this.flags = ar.u32(this.flags, 'flags')
    }
    if (branch === 'xcom-2' && ar.licensee >= XCOM_2_CONFIG_LICENSEE) {
      this.configName = ar.name(this.configName, 'configName')
    }
    if (!this.stripped) {
      this.category = ar.name(this.category, 'category')
      // Mass Effect had it before the engine's version (391 on Xbox 360, 19,000 variables).
      if (ar.since(Version.ArrayEnum) || branch === 'mass-effect')
        this.arrayEnum = ar.object(this.arrayEnum, 'arrayEnum')
    }
    if ((this.flags & NET) !== 0) this.replicationOffset = ar.u16(this.replicationOffset, 'replicationOffset')
    if (branch === 'vengeance') {
      this.#serializeEditorName(ar, 0)
      this.#serializeEditorName(ar, 1)
      this.comment = ar.string(this.comment, 'comment')
    } else if (branch === 'duke-nukem-forever') {
      if ((this.flags & DUKE_COMMENT) !== 0) this.comment = ar.string(this.comment, 'comment')
      if ((this.flags & DUKE_NOTIFY) !== 0) this.#serializeEditorName(ar, 0)
    } else if (branch === 'ut2004' && (this.flags & UT2004_COMMENT) !== 0) {
      this.comment = ar.string(this.comment, 'comment')
    }
  }

  #serializeEditorName(ar: Archive, index: 0 | 1): void {
    this.editorNames[index] = ar.name(this.editorNames[index], `editorNames[${index}]`)
  }

  /** Elements of a static array, 1 for a plain variable. */
  get dimension(): number {
    return this.arrayDim & 0xffff
  }
}

/** *A number from 0 to 255*, or one of the names of an enum. */
export class ByteProperty extends VariableField {
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
export class NameProperty extends VariableField {
  /** Duke Nukem Forever: two names and two indices of unknown meaning, None and 0 in all 860. */
  dukeNames: [Name, Name] = [Name.NONE, Name.NONE]
  dukeIndices: [number, number] = [0, 0]

  protected override serializeField(ar: Archive): void {
    super.serializeField(ar)
    if (ar.context.branch !== 'duke-nukem-forever') return
    const [first, second] = this.dukeNames
    this.dukeNames = [ar.name(first, 'dukeNames[0]'), ar.name(second, 'dukeNames[1]')]
    const [third, fourth] = this.dukeIndices
    this.dukeIndices = [ar.compactIndex(third, 'dukeIndices[0]'), ar.compactIndex(fourth, 'dukeIndices[1]')]
  }
}

/** *A pointer of the engine's own C++ code*; four bytes. */
export class PointerProperty extends VariableField {
  /** Duke Nukem Forever: the type in C++. */
  dukeType = Name.NONE

  protected override serializeField(ar: Archive): void {
    super.serializeField(ar)
    if (ar.context.branch === 'duke-nukem-forever') this.dukeType = ar.name(this.dukeType, 'dukeType')
  }
}

/** *BioWare's index into a table of strings.* */
export class StringRefProperty extends VariableField {}

/** *BioWare's byte of four bits*; has an enum as a byte has. */
export class BioMask4Property extends ByteProperty {}

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
  struct: ObjectSource | null = null

  protected override serializeField(ar: Archive): void {
    super.serializeField(ar)
    this.struct = ar.object(this.struct, 'struct')
  }
}

/** *A dynamic array.* */
export class ArrayProperty extends VariableField {
  /** The variable that stands for an element: child of the array, of the same name. */
  inner: ObjectSource | null = null

  protected override serializeField(ar: Archive): void {
    super.serializeField(ar)
    this.inner = ar.object(this.inner, 'inner')
  }
}

/** *An array of a fixed size, declared by its element.* No file at hand has one. */
export class FixedArrayProperty extends ArrayProperty {
  count = 0

  protected override serializeField(ar: Archive): void {
    super.serializeField(ar)
    this.count = ar.index(this.count, 'count')
  }
}

export class MapProperty extends VariableField {
  key: ObjectSource | null = null
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
  /** Since `Version.DelegateSource`: the function that the variable was declared with; a name before `Version.StructMemberStruct`. */
  source: ObjectSource | null = null
  sourceName = Name.NONE

  protected override serializeField(ar: Archive): void {
    super.serializeField(ar)
    this.function = ar.object(this.function, 'function')
    if (!ar.since(Version.DelegateSource)) return
    if (ar.since(Version.StructMemberStruct)) this.source = ar.object(this.source, 'source')
    else this.sourceName = ar.name(this.sourceName, 'source')
  }
}
