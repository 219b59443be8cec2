import { Name, type ObjectSource, UString } from '@ukit/container'
import { type FieldValue, type Label, type Operand, Token } from '@ukit/objects/script'

/**
 * *Code with other names and objects instead of its own*; `undefined` when it has one that nothing is
 * given for. What has neither is shared: numbers, texts.
 */
export function copyTokens(
  tokens: readonly Token[],
  values: ReadonlyMap<object, Name | ObjectSource>,
): Token[] | undefined {
  let isWhole = true
  const nameOf = (name: Name): Name => {
    const value = values.get(name)
    if (value instanceof Name) return value
    // The end of a table of labels: a document finds its own `None` when it takes the code.
    if (name !== Name.NONE) isWhole = false
    return name
  }
  const objectOf = (object: ObjectSource): ObjectSource => {
    const value = values.get(object)
    if (value !== undefined && !(value instanceof Name)) return value
    isWhole = false
    return object
  }
  const listOf = (list: Token[] | Label[] | FieldValue[]): Operand => {
    const parts: Token[] = []
    const labels: Label[] = []
    const fields: FieldValue[] = []
    for (const one of list) {
      if (one instanceof Token) parts.push(tokenOf(one))
      else if ('offset' in one) labels.push({ name: nameOf(one.name), offset: one.offset })
      else fields.push({ field: one.field === null ? null : objectOf(one.field), value: tokenOf(one.value) })
    }
    if (labels.length > 0) return labels
    return fields.length > 0 ? fields : parts
  }
  const operandOf = (operand: Operand): Operand => {
    if (typeof operand !== 'object' || operand === null) return operand
    if (operand instanceof Token) return tokenOf(operand)
    if (operand instanceof Name) return nameOf(operand)
    if (Array.isArray(operand)) return listOf(operand)
    return operand instanceof UString || ArrayBuffer.isView(operand) ? operand : objectOf(operand)
  }
  const tokenOf = (token: Token): Token => {
    const copy = new Token(token.op, token.operands.map(operandOf))
    if (token.debug !== undefined) copy.debug = tokenOf(token.debug)
    return copy
  }
  const copies = tokens.map(tokenOf)
  return isWhole ? copies : undefined
}
