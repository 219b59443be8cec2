import type { FormatContext } from '@ukit/container'
import { FunctionField, State } from '@ukit/objects/script'
import { decompileFunction, decompileState } from '../decompile/bodies.js'
import { parseSource } from '../parser/parse.js'
import type { ClassSymbol, FunctionSymbol, StateSymbol, World } from '../symbols/symbol.js'
import type { FunctionDeclaration, Statement } from '../syntax/nodes.js'
import { type BodyDifference, bodyDifference } from './body-difference.js'

/** A function or state whose code is not what its text says. */
export interface TextDifference {
  /** Full path of the function or state. */
  readonly object: string
  /** What is different. */
  readonly cause: string
}

/** *The text that a class carries, beside its code.* */
export interface TextComparison {
  /** Functions and states that are in both. */
  readonly scripts: number
  /** Those that are the same in both. */
  readonly equal: number
  /** Those of `equal` that differ in choices that leave no trace in the bytes, such as `for` or `while`. */
  readonly neutral: number
  /** Those that are not. */
  readonly differences: readonly TextDifference[]
}

/**
 * *Compares the code of a class with its text*, body by body, as trees.
 *
 * Base packages matter: without them natives, enums and constants have no names, and what is equal looks
 * different.
 */
export function compareClassText(world: World, context: FormatContext, of: ClassSymbol, text: string): TextComparison {
  const { file } = parseSource(text)
  const differences: TextDifference[] = []
  let [scripts, equal, neutral] = [0, 0, 0]
  const judge = (
    path: string,
    ours: readonly Statement[],
    theirs: readonly Statement[],
    body: FunctionSymbol | null,
  ) => {
    scripts++
    const scope = { world, class: of, function: body }
    const strict = bodyDifference(ours, theirs, scope, false)
    if (strict === undefined) {
      equal++
      return
    }
    const lenient = bodyDifference(ours, theirs, scope, true)
    if (lenient === undefined) {
      equal++
      neutral++
    } else differences.push({ object: path, cause: causeOf(lenient) })
  }
  const functions = (declared: readonly FunctionDeclaration[], state: StateSymbol | null) => {
    for (const { body, name, codeStart, form } of declared) {
      if (body === null) continue
      const symbol = functionOf(of, state, name, codeStart, form)
      const object = symbol === undefined ? undefined : world.objectOf(symbol)
      if (symbol === undefined || !(object instanceof FunctionField)) continue
      const { body: ours } = decompileFunction(object.script.tokens, world, context, symbol)
      judge(symbol.path, ours.statements, body.statements, symbol)
    }
  }
  functions(
    file.declarations.filter((one) => one.kind === 'Function'),
    null,
  )
  for (const declared of file.declarations) {
    if (declared.kind !== 'State') continue
    const state = of.states.get(declared.name.toLowerCase())
    if (state === undefined) continue
    functions(declared.functions, state)
    const object = world.objectOf(state)
    if (!(object instanceof State)) continue
    const { body } = decompileState(object.script.tokens, world, context, state)
    judge(state.path, body.statements, declared.code, null)
  }
  return { scripts, equal, neutral, differences }
}

/** The function that a declaration became: where several share a word, the place of its code decides. */
function functionOf(
  of: ClassSymbol,
  state: StateSymbol | null,
  name: string,
  codeStart: number,
  form: FunctionDeclaration['form'],
): FunctionSymbol | undefined {
  const key = name.toLowerCase()
  if (state !== null) return state.functions.get(key)
  const isOperator = form === 'operator' || form === 'preoperator' || form === 'postoperator'
  const several = isOperator ? of.operators.get(key) : of.overloads.get(key)
  return (
    several?.find(({ textPosition }) => textPosition === codeStart) ?? (isOperator ? undefined : of.functions.get(key))
  )
}

function causeOf({ cause, left, right }: BodyDifference): string {
  const [a, b] = [left?.kind ?? 'nothing', right?.kind ?? 'nothing']
  return `${cause}: ${a} in the code, ${b} in the text`
}
