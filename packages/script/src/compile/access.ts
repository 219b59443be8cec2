import { FunctionFlag } from '@ukit/container'
import type { ClassSymbol, FunctionSymbol, VariableSymbol } from '../symbols/symbol.js'
import type { Span } from '../syntax/nodes.js'
import { isClassOf } from '../types/types.js'
import type { Expressions } from './expressions.js'

/** Classes above each other. */
const MOST_SUPERS = 512

/** Refuses a variable that code of this class may not see; `owner` is the class that it was found through. */
export function refuseVariable(at: Expressions, node: Span, variable: VariableSymbol, owner: ClassSymbol): void {
  const { access } = variable
  if (access === undefined) return
  if (at.env.dialect.arraysArePublic && (variable.type.kind === 'array' || variable.type.kind === 'map')) return
  const key = variable.name.toLowerCase()
  let declaring: ClassSymbol | null = owner
  for (let depth = 0; declaring !== null && depth < MOST_SUPERS; depth++, declaring = declaring.super)
    if (declaring.variables.get(key) === variable) break
  if (declaring !== null) refuse(at, node, access, `variable '${variable.name}'`, declaring)
}

/** Refuses a function that code of this class may not call. */
export function refuseFunction(at: Expressions, node: Span, { flags, friendlyName, class: of }: FunctionSymbol): void {
  if (at.env.context.engine < 2) return
  if ((flags & FunctionFlag.Private) !== 0) refuse(at, node, 'private', `function '${friendlyName}'`, of)
  else if ((flags & FunctionFlag.Protected) !== 0) refuse(at, node, 'protected', `function '${friendlyName}'`, of)
}

function refuse(
  at: Expressions,
  node: Span,
  access: 'private' | 'protected',
  what: string,
  declaring: ClassSymbol,
): void {
  const { class: own } = at.scope
  const isAllowed = access === 'private' ? own === declaring : isClassOf(own, declaring) || isWithin(at, declaring)
  if (!isAllowed) at.fail(node, `Can't access ${access} ${what} in '${declaring.name}'`)
}

/**
 * UE3's compiler lets a class whose objects live in those of another class use what is protected there: UDK's
 * own GameCheatManager, within GamePlayerController, sets the protected FOVAngle of another PlayerController.
 */
function isWithin(at: Expressions, declaring: ClassSymbol): boolean {
  if (at.env.context.engine !== 3) return false
  let own: ClassSymbol | null = at.scope.class
  for (let depth = 0; own !== null && depth < MOST_SUPERS; depth++, own = own.super)
    if (own.within !== null && isClassOf(own.within, declaring)) return true
  return false
}
