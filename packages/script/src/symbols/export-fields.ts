import { mainObjectFlags, ObjectFlag, ObjectFlagLow, type ObjectSource, Version } from '@ukit/container'
import type { UnrealObject } from '@ukit/objects'
import {
  ArrayProperty,
  BoolProperty,
  ByteProperty,
  ClassProperty,
  Const,
  DelegateProperty,
  Enum,
  FloatProperty,
  InterfaceProperty,
  IntProperty,
  MapProperty,
  NameProperty,
  ObjectProperty,
  StringProperty,
  StringRefProperty,
  StrProperty,
  StructProperty,
  VariableField,
} from '@ukit/objects/script'
import { ExportSymbol, type PackageWorld } from './export-symbol.js'
import type { ClassSymbol, ConstSymbol, EnumSymbol, ScriptSymbol, Type, VariableSymbol } from './symbol.js'

// Deeper than any real nesting; ends a circle in a damaged package.
const MAX_INNER = 8

const BYTE: Type = { kind: 'byte', enum: null }
const SIMPLE = new Map<unknown, Type>([
  [IntProperty, { kind: 'int' }],
  [StringRefProperty, { kind: 'int', isStringRef: true }],
  [BoolProperty, { kind: 'bool' }],
  [FloatProperty, { kind: 'float' }],
  [NameProperty, { kind: 'name' }],
  [StrProperty, { kind: 'string' }],
  [MapProperty, { kind: 'map' }],
])
/** Of an object: UT2004's compiler marks variables (70 of 70, 106 of 106). */
const MARKED_PRIVATE = 0x80
const MARKED_PROTECTED = 0x800

const POINTER: Type = { kind: 'pointer' }

/** A variable, from its property. */
export class ExportVariable extends ExportSymbol implements VariableSymbol {
  readonly kind = 'variable'
  #type: Type | undefined

  get className(): string {
    return this.file.package.exports[this.index]?.className ?? ''
  }

  get type(): Type {
    this.#type ??= typeOf(this.object, this.world, 0)
    return this.#type
  }

  get dimension(): number {
    const { object } = this
    return object instanceof VariableField ? Math.max(1, object.dimension) : 1
  }

  get flags(): number {
    const { object } = this
    return object instanceof VariableField ? object.flags : 0
  }

  get access(): 'private' | 'protected' | undefined {
    const { context, exports } = this.file.package
    const exported = exports[this.index]
    if (exported === undefined) return undefined
    if (context.engine === 3) {
      if ((exported.flags & ObjectFlagLow.Protected) !== 0) return 'protected'
      return (mainObjectFlags(exported, context) & ObjectFlag.Public) === 0 ? 'private' : undefined
    }
    if (context.engine !== 2 || !context.since(Version.MarkedPrivate)) return undefined
    const { flags } = exported.entry
    return (flags & MARKED_PRIVATE) !== 0 ? 'private' : (flags & MARKED_PROTECTED) !== 0 ? 'protected' : undefined
  }

  get flagsHigh(): number {
    const { object } = this
    return object instanceof VariableField ? object.flagsHigh : 0
  }
}

function typeOf(object: UnrealObject | undefined, world: PackageWorld, depth: number): Type {
  if (object === undefined || depth > MAX_INNER) return POINTER
  const simple = SIMPLE.get(object.constructor)
  if (simple !== undefined) return simple
  if (object instanceof StringProperty) return { kind: 'string', size: object.size }
  const at = (reference: ObjectSource | null): ScriptSymbol | undefined => world.symbolOf(reference)
  const classAt = (reference: ObjectSource | null): ClassSymbol | null => {
    const found = at(reference)
    return found?.kind === 'class' ? found : null
  }
  if (object instanceof ByteProperty) {
    const found = at(object.enum)
    return found?.kind === 'enum' ? { kind: 'byte', enum: found } : BYTE
  }
  if (object instanceof ClassProperty) return { kind: 'class', metaClass: classAt(object.metaClass) }
  if (object instanceof InterfaceProperty) return { kind: 'interface', class: classAt(object.class) }
  if (object instanceof ObjectProperty) return { kind: 'object', class: classAt(object.class) }
  if (object instanceof StructProperty) {
    const found = at(object.struct)
    return { kind: 'struct', struct: found?.kind === 'struct' ? found : null }
  }
  if (object instanceof ArrayProperty) {
    const inner = at(object.inner)
    return { kind: 'array', inner: inner?.kind === 'variable' ? inner.type : POINTER }
  }
  if (object instanceof DelegateProperty) {
    const found = at(object.source ?? object.function) ?? at(object.function)
    return { kind: 'delegate', function: found?.kind === 'function' ? found : null }
  }
  return POINTER
}

/** An enum, from its object. */
export class ExportEnum extends ExportSymbol implements EnumSymbol {
  readonly kind = 'enum'
  #tags: readonly string[] | undefined

  get owner(): ClassSymbol | null {
    const outer = this.outerSymbol()
    return outer?.kind === 'class' ? outer : null
  }

  get tags(): readonly string[] {
    const { object } = this
    this.#tags ??= object instanceof Enum ? object.names.map(String) : []
    return this.#tags
  }
}

/** A constant, from its object. */
export class ExportConst extends ExportSymbol implements ConstSymbol {
  readonly kind = 'const'

  get owner(): ClassSymbol | null {
    const outer = this.outerSymbol()
    return outer?.kind === 'class' ? outer : null
  }

  get text(): string {
    const { object } = this
    return object instanceof Const ? object.value.text : ''
  }
}
