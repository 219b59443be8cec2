import type { ClassSymbol, StructSymbol, VariableSymbol } from '@ukit/script/symbols'
import { classAndSupers } from '../declare/class-and-supers.js'

// Deeper than any real chain; ends a circle of structs that extend each other.
const MAX_SUPERS = 64

/**
 * The variable that an entry of default properties means: of the class or the nearest super; a delegate by
 * its name.
 */
export function variableNamed(owner: ClassSymbol, name: string): VariableSymbol | undefined {
  const key = name.toLowerCase()
  for (const { variables } of classAndSupers(owner)) {
    const found = variables.get(key) ?? variables.get(`__${key}__delegate`)
    if (found !== undefined) return found
  }
  return undefined
}

/** A struct and what it extends, nearest first. */
export function structAndSupers(struct: StructSymbol): StructSymbol[] {
  const chain: StructSymbol[] = []
  for (let at: StructSymbol | null = struct; at !== null && chain.length < MAX_SUPERS; at = at.super) chain.push(at)
  return chain
}

/** A member of a struct or of one that it extends. */
export function memberNamed(struct: StructSymbol, name: string): VariableSymbol | undefined {
  const key = name.toLowerCase()
  for (const { members } of structAndSupers(struct)) {
    const found = members.find((member) => member.name.toLowerCase() === key)
    if (found !== undefined) return found
  }
  return undefined
}
