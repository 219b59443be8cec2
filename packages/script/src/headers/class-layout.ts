import { type FormatContext, Version } from '@ukit/container'
import { StringProperty } from '@ukit/objects/script'
import type { ClassSymbol, StructSymbol, Type, VariableSymbol, World } from '../symbols/symbol.js'
import { lineOf } from './cpp-names.js'

/** A variable where it is in memory. */
export interface PlacedVariable {
  /** The variable. */
  readonly symbol: VariableSymbol
  /** Bytes from the beginning of the object or struct. */
  readonly offset: number
  readonly size: number
  /** Of a bool, its bit in the word at the offset; −1 for others. */
  readonly bit: number
}

/**
 * *A class or struct in memory*: 32-bit code, fields in the order of the source, on boundaries of 4 bytes.
 */
export interface MemoryLayout {
  /** Where its own variables begin: the size of its super. */
  readonly start: number
  /** In the order of memory. */
  readonly variables: readonly PlacedVariable[]
  /** Bytes of the whole, its super included. */
  readonly size: number
  /** False when something in it is of an unknown size: a super or struct of a package that is missing. */
  readonly isExact: boolean
}

const BITS = 32
const MAX_DEPTH = 64

/**
 * *Where the engine's 32-bit builds have the variables of classes.*
 *
 * Bytes follow each other, neighbouring bools share a word, everything else is on a boundary of 4. Classes
 * begin where their super ends, rounded up to 4. That is how the headers of Unreal Tournament 432 tell a
 * compiler to lay them out (packed to 4, bools as bits of a word).
 */
export class Layouts {
  readonly #world: World
  readonly #context: FormatContext
  readonly #classes = new Map<ClassSymbol, MemoryLayout>()
  readonly #structs = new Map<StructSymbol, MemoryLayout>()

  constructor(world: World, context: FormatContext) {
    this.#world = world
    this.#context = context
  }

  /** Variables of a class, those of its supers apart. */
  classLayout(symbol: ClassSymbol): MemoryLayout {
    const line = [...lineOf(symbol)].reverse()
    let layout: MemoryLayout = { start: 0, variables: [], size: 0, isExact: true }
    for (const [depth, at] of line.entries()) {
      const known = this.#classes.get(at)
      if (known !== undefined) {
        layout = known
        continue
      }
      const isRoot = depth === 0 && (at.isSuperMissing || at.name.toLowerCase() !== 'object')
      const variables = at.fields.filter((field) => field.kind === 'variable')
      layout = this.#place(variables, layout.size, 0, layout.isExact && !isRoot && at.missingPackage === null)
      this.#classes.set(at, layout)
    }
    return layout
  }

  /** The members of a struct, those of its super included in its size. */
  structLayout(symbol: StructSymbol, depth = 0): MemoryLayout {
    const known = this.#structs.get(symbol)
    if (known !== undefined) return known
    if (depth > MAX_DEPTH) return { start: 0, variables: [], size: 0, isExact: false }
    const above = symbol.super === null ? undefined : this.structLayout(symbol.super, depth + 1)
    const isExact = (above?.isExact ?? true) && symbol.missingPackage === null
    const layout = this.#place(symbol.members, above?.size ?? 0, depth, isExact)
    this.#structs.set(symbol, layout)
    return layout
  }

  #place(variables: readonly VariableSymbol[], start: number, depth: number, isExact: boolean): MemoryLayout {
    const placed: PlacedVariable[] = []
    let at = start
    let word = -1
    let bit = 0
    let exact = isExact
    for (const symbol of variables) {
      if (symbol.type.kind === 'bool' && symbol.dimension === 1) {
        if (word < 0 || bit === BITS) {
          at = aligned(at)
          word = at
          bit = 0
          at += 4
        }
        placed.push({ symbol, offset: word, size: 4, bit: bit++ })
        continue
      }
      word = -1
      const { size, align, isExact: isKnown } = this.#sizeOf(symbol, depth)
      if (align === 4) at = aligned(at)
      exact &&= isKnown
      placed.push({ symbol, offset: at, size: size * symbol.dimension, bit: -1 })
      at += size * symbol.dimension
    }
    return { start, variables: placed, size: aligned(at), isExact: exact }
  }

  #sizeOf(symbol: VariableSymbol, depth: number): { size: number; align: 1 | 4; isExact: boolean } {
    if (symbol.className === 'StringProperty') {
      const object = this.#world.objectOf(symbol)
      const size = object instanceof StringProperty ? object.size : 0
      return { size, align: 1, isExact: size > 0 }
    }
    return this.#typeSize(symbol.type, depth)
  }

  #typeSize(type: Type, depth: number): { size: number; align: 1 | 4; isExact: boolean } {
    const words = (count: number, isExact = true) => ({ size: 4 * count, align: 4, isExact }) as const
    const nameWords = this.#context.since(Version.NameNumbers) ? 2 : 1
    switch (type.kind) {
      case 'byte':
        return { size: 1, align: 1, isExact: true }
      case 'name':
        return words(nameWords)
      case 'string':
      case 'array':
        return words(3)
      case 'delegate':
        return words(1 + nameWords)
      case 'interface':
        return words(2)
      case 'struct': {
        if (type.struct === null) return words(0, false)
        const { size, isExact } = this.structLayout(type.struct, depth + 1)
        return { size, align: 4, isExact }
      }
      case 'map':
        return words(5, false)
      default:
        return words(1)
    }
  }
}

function aligned(at: number): number {
  return (at + 3) & ~3
}
