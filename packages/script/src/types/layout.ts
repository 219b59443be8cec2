import type { StructSymbol, Type, VariableSymbol } from '../symbols/symbol.js'

/** How values are laid out in memory by the compiler that wrote a package. */
export interface MemoryLayout {
  /** Bytes of a reference inside a struct. */
  readonly referenceInStruct: 4 | 8
  /** Bytes of a name: 8 since 343. */
  readonly nameSize: 4 | 8
  /** True if a struct takes a multiple of 4 by itself too; in other structs it always does. */
  readonly padsStructs?: boolean
}

const MAX_DEPTH = 32

/**
 * *The size byte of contexts and switches*: of one value as the virtual machine copies it. Strings and arrays
 * count nothing by themselves, but fully inside structs; static arrays all their elements.
 */
export function valueSize(type: Type, dimension: number, layout: MemoryLayout): number {
  const { padsStructs = true } = layout
  const isWhole = padsStructs || dimension !== 1 || type.kind !== 'struct' || type.struct === null
  return (isWhole ? sizeOf(type, layout) * dimension : membersEnd(type.struct, new Sizes(layout), 0)) & 0xff
}

function sizeOf(type: Type, layout: MemoryLayout): number {
  switch (type.kind) {
    case 'byte':
      return 1
    case 'string':
      return type.size ?? 0
    case 'array':
    case 'map':
    case 'void':
      return 0
    case 'name':
      return layout.nameSize
    case 'delegate':
      return 4 + layout.nameSize
    case 'interface':
      return 8
    case 'struct':
      return type.struct === null ? 0 : structSize(type.struct, new Sizes(layout), 0)
    default:
      return 4
  }
}

/** *Bytes that variables take in memory*; a struct that contains itself ends somewhere. */
export function memorySize(variables: Iterable<VariableSymbol>, layout: MemoryLayout): number {
  const sizes = new Sizes(layout)
  let bytes = 0
  for (const variable of variables) bytes += memberSize(variable, sizes, 0).size
  return bytes
}

/** Sizes of structs that are known: structs in structs are counted once, however often they are met. */
class Sizes {
  readonly layout: MemoryLayout
  readonly known = new Map<StructSymbol, number>()

  constructor(layout: MemoryLayout) {
    this.layout = layout
  }
}

/** Bytes of a struct: members are aligned to 4, but bytes to 1; bools that follow each other share 4. */
function structSize(struct: StructSymbol, sizes: Sizes, depth = 0): number {
  const known = sizes.known.get(struct)
  if (known !== undefined) return known
  const size = depth > MAX_DEPTH ? 0 : align(membersEnd(struct, sizes, depth), 4)
  sizes.known.set(struct, size)
  return size
}

function membersEnd(struct: StructSymbol, sizes: Sizes, depth: number): number {
  let at = struct.super === null ? 0 : structSize(struct.super, sizes, depth + 1)
  let isAfterBool = false
  for (const member of struct.members) {
    const isBool = member.type.kind === 'bool' && member.dimension === 1
    if (isBool && isAfterBool) continue
    isAfterBool = isBool
    const { size, alignment } = memberSize(member, sizes, depth)
    at = align(at, alignment) + size
  }
  return at
}

function memberSize(member: VariableSymbol, sizes: Sizes, depth: number): { size: number; alignment: number } {
  const { type, dimension } = member
  const { layout } = sizes
  const reference = layout.referenceInStruct
  switch (type.kind) {
    case 'byte':
      return { size: dimension, alignment: 1 }
    case 'struct': {
      const size = type.struct === null ? 4 : structSize(type.struct, sizes, depth + 1)
      return { size: size * dimension, alignment: 4 }
    }
    case 'string':
      if (type.size !== undefined) return { size: type.size * dimension, alignment: 1 }
      return { size: (reference + 8) * dimension, alignment: reference }
    case 'array':
      return { size: (reference + 8) * dimension, alignment: reference }
    case 'map':
      return { size: 20 * dimension, alignment: 4 }
    case 'name':
      return { size: layout.nameSize * dimension, alignment: 4 }
    case 'delegate':
      return { size: (4 + layout.nameSize) * dimension, alignment: 4 }
    case 'interface':
      return { size: 8 * dimension, alignment: 4 }
    case 'object':
    case 'class':
    case 'pointer':
      return { size: reference * dimension, alignment: reference }
    default:
      return { size: 4 * dimension, alignment: 4 }
  }
}

function align(at: number, to: number): number {
  return Math.ceil(at / to) * to
}
