import type { ObjectSource } from '@ukit/container'
import {
  ArrayProperty,
  ByteProperty,
  Const,
  DelegateProperty,
  Enum,
  FunctionField,
  MapProperty,
  State,
  Struct,
  StructProperty,
  type VariableField,
} from '@ukit/objects/script'
import type { BrokenField, FieldObject } from './class-objects.js'
import { isVariable } from './variables.js'

type Member = FieldObject | BrokenField

/** What a class or struct declares, in the order of a text. */
export interface DeclarationOrder {
  /** Up to the last variable, constant, enum or struct. */
  readonly first: readonly Member[]
  /** Functions and states. */
  readonly code: readonly Member[]
}

/** Variables that the compiler makes for delegates. */
const DELEGATE_VARIABLE = /^__(.+)__delegate$/i

/**
 * *The order of the text, from the list of a class*: the compiler puts constants, types, functions, states
 * and the first variable at the head of the list, and each further variable after the one before it.
 *
 * So variables are in order, the others in reverse order, and those after the variables were declared before
 * the first of them. Where the others were between two variables is lost: a type is written directly before
 * the first variable that needs it.
 */
export function declarationOrder(
  list: readonly Member[],
  engine: 1 | 2 | 3,
  elementOf: (source: ObjectSource | null) => VariableField | undefined,
): DeclarationOrder {
  const isVar = (member: Member) => 'object' in member && isVariable(member)
  const variables = list.filter(isVar)
  const firstVar = list.findIndex(isVar)
  const waiting = list.filter((member) => !isVar(member)).reverse()
  const first: Member[] = firstVar < 0 ? [] : waiting.splice(0, list.slice(firstVar).filter((m) => !isVar(m)).length)
  const take = (last: (member: Member) => boolean) => {
    const at = waiting.findIndex(last)
    if (at >= 0) first.push(...waiting.splice(0, at + 1))
  }
  for (const variable of variables) {
    if (!('object' in variable) || !isVariable(variable)) continue
    const delegate = DELEGATE_VARIABLE.exec(variable.export.name)?.[1]?.toLowerCase()
    if (delegate !== undefined && variable.object instanceof DelegateProperty) {
      // It is made where the delegate is declared (64 of 64 classes of UT2004).
      if (engine === 2) take(({ export: { name } }) => name.toLowerCase() === delegate)
      continue
    }
    for (const type of neededTypes(variable.object, elementOf, 0)) take(({ export: exported }) => exported === type)
    first.push(variable)
  }
  const lastType = waiting.findIndex((member) => !isType(member))
  first.push(...waiting.splice(0, lastType < 0 ? waiting.length : lastType))
  return { first, code: waiting }
}

function isType(member: Member): boolean {
  if (!('object' in member)) return !/^(Function|State)$/.test(member.export.className)
  const { object } = member
  if (object instanceof FunctionField || object instanceof State) return false
  return object instanceof Const || object instanceof Enum || object instanceof Struct
}

/** Elements of elements are not in the language. */
const MOST_INNER = 4

/** The enums and structs that a variable's type names, its own or its elements'. */
function neededTypes(
  variable: VariableField | undefined,
  elementOf: (source: ObjectSource | null) => VariableField | undefined,
  depth: number,
): (ObjectSource | null)[] {
  if (depth > MOST_INNER) return []
  if (variable instanceof ByteProperty) return [variable.enum]
  if (variable instanceof StructProperty) return [variable.struct]
  const inner = (source: ObjectSource | null) => neededTypes(elementOf(source), elementOf, depth + 1)
  if (variable instanceof ArrayProperty) return inner(variable.inner)
  if (variable instanceof MapProperty) return [...inner(variable.key), ...inner(variable.value)]
  return []
}
