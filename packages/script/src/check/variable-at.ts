import { functionInState, functionOf, memberOf, missingAbove, type Scope, variableOf } from '../compile/scope.js'
import type { ClassSymbol, FunctionSymbol, Type, VariableSymbol, World } from '../symbols/symbol.js'
import type { Expression } from '../syntax/nodes.js'

/** Parts of one expression in each other: more are in no text that a person wrote. */
const MOST_PARTS = 256

/** *What an expression reads or assigns to.* */
export interface VariableAt {
  /** The variable that it names: of a class, a struct, or a function. */
  readonly variable: VariableSymbol
  readonly type: Type
  /** The variable of a class that it is, or that it is a part of; of a local variable `undefined`. */
  readonly root: VariableSymbol | undefined
  /** It is an element of the variable. */
  readonly isElement?: boolean
}

/** The variable that an expression is or is a part of, also one of another object; `undefined` for others. */
export function variableAt(scope: Scope, world: World, node: Expression, depth = 0): VariableAt | undefined {
  if (depth > MOST_PARTS) return undefined
  if (node.kind === 'Parenthesized') return variableAt(scope, world, node.inner, depth + 1)
  if (node.kind === 'Identifier') {
    const key = node.name.toLowerCase()
    const local = scope.local(key)
    if (local !== undefined) return { variable: local, type: local.type, root: undefined }
    const variable = variableOf(scope.class, key)
    return variable === undefined ? undefined : { variable, type: variable.type, root: variable }
  }
  if (node.kind === 'Element') {
    const of = variableAt(scope, world, node.array, depth + 1)
    return of === undefined
      ? undefined
      : { ...of, type: of.type.kind === 'array' ? of.type.inner : of.type, isElement: true }
  }
  if (node.kind !== 'Member') return undefined
  const key = node.name.toLowerCase()
  const of = variableAt(scope, world, node.object, depth + 1)
  const type = of?.type ?? typeAt(scope, world, node.object, depth + 1)
  if (type?.kind === 'struct') {
    const variable = memberOf(type.struct, key)
    return variable === undefined ? undefined : { variable, type: variable.type, root: of?.root }
  }
  if (type?.kind !== 'object') return undefined
  const variable = variableOf(type.class, key)
  return variable === undefined ? undefined : { variable, type: variable.type, root: variable }
}

/** The type of what is not a variable, as far as it is certain: `Self`, casts, and what functions return. */
function typeAt(scope: Scope, world: World, node: Expression, depth: number): Type | undefined {
  if (node.kind === 'Self') return { kind: 'object', class: scope.class }
  if (node.kind === 'Parenthesized') return typeAt(scope, world, node.inner, depth + 1)
  if (node.kind !== 'Call') return undefined
  const { callee } = node
  if (callee.kind === 'Identifier') {
    const key = callee.name.toLowerCase()
    const found = functionInState(scope.state, key) ?? functionOf(scope.class, key)
    if (found !== undefined) return resultOf(found)
    // A function of a class that is not known could be meant.
    if (missingAbove(scope.class) !== null) return undefined
    const cast = world.class(callee.name, scope.class.packageName)
    return cast === undefined ? undefined : { kind: 'object', class: cast }
  }
  if (callee.kind !== 'Member') return undefined
  const of = variableAt(scope, world, callee.object, depth + 1)?.type ?? typeAt(scope, world, callee.object, depth + 1)
  const owner: ClassSymbol | null = of?.kind === 'object' ? of.class : null
  return resultOf(functionOf(owner, callee.name.toLowerCase()))
}

/** The result that a call has whatever its arguments are: `Spawn` returns what it is given. */
function resultOf(found: FunctionSymbol | undefined): Type | undefined {
  const isCoerced = found?.parameters.some(({ type }) => type.kind === 'class') ?? true
  return isCoerced ? undefined : found?.returnValue?.type
}
