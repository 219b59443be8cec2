import { FunctionField, State } from '@ukit/objects/script'
import type { CompileEnvironment } from '../compile/environment.js'
import { type CompiledScript, compileFunction, compileState } from '../compile/scripts.js'
import { decompileFunction, decompileState } from '../decompile/bodies.js'
import { parseSource } from '../parser/parse.js'
import type { ClassSymbol, FunctionSymbol, StateSymbol } from '../symbols/symbol.js'
import type { FunctionDeclaration, Statement } from '../syntax/nodes.js'
import { type BodyDifference, bodyDifference } from './body-difference.js'
import { neededPackage, type ProofSkip } from './needed-package.js'

/** A function or state whose code is not what its text says. */
export interface TextDifference {
  /** Full path of the function or state. */
  readonly object: string
  /** What is different. */
  readonly cause: string
}

/** *The text that a class carries, beside its code.* */
export interface TextComparison {
  /** Functions and states that are in both and were compared. */
  readonly scripts: number
  /** Those that are the same in both. */
  readonly equal: number
  /** Those of `equal` that differ in choices that leave no trace in the bytes, such as `for` or `while`. */
  readonly neutral: number
  /** Those that are not. */
  readonly differences: readonly TextDifference[]
  /** Those that look different only because a package is missing, as far as that can be known. */
  readonly skipped: readonly ProofSkip[]
}

/**
 * *Compares the code of a class with its text*, body by body, as trees.
 *
 * Base packages matter: without them natives, enums and constants have no names. A script that is not equal
 * counts if its text can be judged without the missing packages, as `provePackage` does.
 *
 * @param env of the package that has the class: `environmentOf`.
 */
export function compareClassText(env: CompileEnvironment, of: ClassSymbol, text: string): TextComparison {
  const { world, context } = env
  const { file } = parseSource(text)
  const differences: TextDifference[] = []
  const skipped: ProofSkip[] = []
  let [scripts, equal, neutral] = [0, 0, 0]
  const judge = (
    symbol: FunctionSymbol | StateSymbol,
    ours: readonly Statement[],
    theirs: readonly Statement[],
    compile: () => CompiledScript,
  ) => {
    const scope = { world, class: of, function: symbol.kind === 'function' ? symbol : null }
    const strict = bodyDifference(ours, theirs, scope, false)
    const lenient = strict === undefined ? undefined : bodyDifference(ours, theirs, scope, true)
    const missing = lenient === undefined ? undefined : neededPackage(compile(), world, true)
    if (missing !== undefined) {
      skipped.push({ object: symbol.path.slice(symbol.path.indexOf('.') + 1), package: missing })
      return
    }
    scripts++
    if (lenient !== undefined) differences.push({ object: symbol.path, cause: causeOf(lenient) })
    else {
      equal++
      if (strict !== undefined) neutral++
    }
  }
  const functions = (declared: readonly FunctionDeclaration[], state: StateSymbol | null) => {
    for (const node of declared) {
      const { body, name, codeStart, form } = node
      if (body === null) continue
      const symbol = functionOf(of, state, name, codeStart, form)
      const object = symbol === undefined ? undefined : world.objectOf(symbol)
      if (symbol === undefined || !(object instanceof FunctionField)) continue
      const { body: ours } = decompileFunction(object.script.tokens, world, context, symbol)
      judge(symbol, ours.statements, body.statements, () => compileFunction(env, node, symbol))
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
    judge(state, body.statements, declared.code, () => compileState(env, declared, state))
  }
  return { scripts, equal, neutral, differences, skipped }
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
