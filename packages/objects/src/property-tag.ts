import type { Archive, FormatContext } from '@ukit/container'

/** What a tag says of its value. */
export type TagType =
  | 'byte'
  | 'int'
  | 'bool'
  | 'float'
  | 'object'
  | 'name'
  | 'string'
  | 'delegate'
  | 'class'
  | 'array'
  | 'struct'
  | 'vector'
  | 'rotator'
  | 'str'
  | 'map'
  | 'fixedArray'
  | 'component'
  | 'interface'
  | 'unknown'

/** UE1 and UE2: type by number. 7 is the old string of fixed length in UE1, a delegate in UE2. */
const PACKED_TYPES: readonly (TagType | undefined)[] = [
  undefined,
  'byte',
  'int',
  'bool',
  'float',
  'object',
  'name',
  'string',
  'class',
  'array',
  'struct',
  'vector',
  'rotator',
  'str',
  'map',
  'fixedArray',
]

/** UE3: type by the name of the property's class. */
const NAMED_TYPES: Readonly<Record<string, TagType>> = {
  byteproperty: 'byte',
  intproperty: 'int',
  boolproperty: 'bool',
  floatproperty: 'float',
  objectproperty: 'object',
  componentproperty: 'component',
  classproperty: 'class',
  interfaceproperty: 'interface',
  nameproperty: 'name',
  strproperty: 'str',
  structproperty: 'struct',
  arrayproperty: 'array',
  delegateproperty: 'delegate',
  mapproperty: 'map',
  stringrefproperty: 'int',
}

/** The type of a packed tag's number; `undefined` for 0, which only damaged data has. */
export function packedType(code: number, engine: number): TagType | undefined {
  return code === 7 && engine >= 2 ? 'delegate' : PACKED_TYPES[code]
}

/** The number of a type in a packed tag; UE3's own types count as objects. */
export function packedCode(type: TagType): number {
  if (type === 'delegate') return 7
  const code = PACKED_TYPES.indexOf(type)
  return code < 0 ? 5 : code
}

/**
 * The type by the name of a property class, such as `IntProperty` (also in tags of arrays since
 * `Feature.ArrayTagType`).
 */
export function namedType(name: string, { dialect }: FormatContext): TagType {
  const plain = ENGINE_TYPES.get(name)
  if (plain !== undefined) return plain
  const key = name.toLowerCase()
  return NAMED_TYPES[key] ?? NAMED_TYPES[dialect.propertyClasses?.get(key) ?? ''] ?? 'unknown'
}

/** The name of the property class that tags of UE3 give for a type: all kinds of references are objects. */
export function tagNameOf(type: TagType): string {
  return TAG_NAMES[type] ?? 'ObjectProperty'
}

/** The names as the engine writes them, which nearly all tags have: asked for with every property. */
const ENGINE_TYPES: ReadonlyMap<string, TagType> = new Map([
  ['ByteProperty', 'byte'],
  ['IntProperty', 'int'],
  ['BoolProperty', 'bool'],
  ['FloatProperty', 'float'],
  ['ObjectProperty', 'object'],
  ['NameProperty', 'name'],
  ['StrProperty', 'str'],
  ['StructProperty', 'struct'],
  ['ArrayProperty', 'array'],
])

const TAG_NAMES: Readonly<Partial<Record<TagType, string>>> = {
  byte: 'ByteProperty',
  int: 'IntProperty',
  bool: 'BoolProperty',
  float: 'FloatProperty',
  interface: 'InterfaceProperty',
  name: 'NameProperty',
  str: 'StrProperty',
  struct: 'StructProperty',
  array: 'ArrayProperty',
  delegate: 'DelegateProperty',
}

/** Sizes that have a code of their own in a packed tag, by code. */
const FIXED_SIZES = [1, 2, 4, 12, 16]

/**
 * The smallest size code for a size: 0 to 4 for fixed sizes, then 5, 6, 7 for a size in one, two or four
 * bytes.
 */
export function sizeCodeOf(size: number): number {
  const fixed = FIXED_SIZES.indexOf(size)
  if (fixed >= 0) return fixed
  return size < 0x100 ? 5 : size < 0x1_0000 ? 6 : 7
}

/** The size that follows a packed tag's info byte, if its code needs one. */
export function serializePackedSize(ar: Archive, code: number, size: number): number {
  const fixed = FIXED_SIZES[code]
  if (fixed !== undefined) return fixed
  return code === 5 ? ar.u8(size, 'size') : code === 6 ? ar.u16(size, 'size') : ar.i32(size, 'size')
}

/**
 * An array index of a packed tag: one byte below 128, two big-endian ones with the top bit set below 16384,
 * else four with the two top bits set.
 *
 * 178,470 of one byte and 35,333 of two in files of UE1; the largest is 16383, so that two bytes do not reach
 * further is seen, not guessed.
 */
export function serializePackedIndex(ar: Archive, index: number): number {
  const first = ar.u8(index < 0x80 ? index : index < 0x4000 ? 0x80 | (index >> 8) : 0xc0 | (index >>> 24), 'arrayIndex')
  if (first < 0x80) return first
  const second = ar.u8((index < 0x4000 ? index : index >>> 16) & 0xff, 'arrayIndex')
  if ((first & 0x40) === 0) return ((first & 0x3f) << 8) | second
  const third = ar.u8((index >>> 8) & 0xff, 'arrayIndex')
  const fourth = ar.u8(index & 0xff, 'arrayIndex')
  return ((first & 0x3f) << 24) | (second << 16) | (third << 8) | fourth
}
