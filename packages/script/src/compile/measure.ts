import { UString } from '@ukit/container'
import { type Operand, Token, type TokenSet } from '@ukit/objects/script'

/**
 * *Bytes of memory that a token takes*, with everything that belongs to it: sizes, skips and jumps count
 * these.
 *
 * The same count as `ScriptWalk` makes, without an archive: sizes are asked for at every context.
 */
export function memorySize(token: Token, set: TokenSet): number {
  const definition = set.tokens[token.op]
  if (definition === undefined) return 1
  let size = 1
  let slot = 0
  for (const { kind } of definition.operands) {
    const operand = token.operands[slot]
    switch (kind) {
      case 'expression':
        size += operand instanceof Token ? memorySize(operand, set) : 0
        break
      case 'arguments':
      case 'parameter':
        size += listSize(operand, set) + 1
        break
      case 'object':
        size += set.objectSize
        break
      case 'name':
        size += set.nameSize
        break
      case 'u8':
        size += 1
        break
      case 'u16':
      case 'offset':
      case 'skip':
        size += 2
        break
      case 'case':
        size += 2
        slot++
        if (operand !== 0xffff) {
          const value = token.operands[slot]
          size += value instanceof Token ? memorySize(value, set) : 0
        }
        break
      case 'i32':
      case 'float':
        size += 4
        break
      case 'range':
        size += 8
        break
      case 'vector':
      case 'rotator':
        size += 12
        break
      case 'ascii':
      case 'text':
        size += operand instanceof UString ? operand.length + 1 : 1
        break
      case 'unicode':
        size += operand instanceof Uint16Array ? 2 * operand.length : 0
        break
      case 'labels':
        size += Array.isArray(operand) ? operand.length * (set.nameSize + 4) : 0
        break
      case 'sizes':
        size += operand instanceof Int32Array ? operand.length + 1 : 1
        break
      case 'end':
        size += 1
        continue
      default:
        break
    }
    slot++
  }
  return token.debug === undefined ? size : size + memorySize(token.debug, set)
}

function listSize(operand: Operand | undefined, set: TokenSet): number {
  let size = 0
  if (Array.isArray(operand)) for (const entry of operand) if (entry instanceof Token) size += memorySize(entry, set)
  return size
}
