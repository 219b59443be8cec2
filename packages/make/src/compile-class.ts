import { State, Struct } from '@ukit/objects/script'
import {
  type CompiledScript,
  type CompileEnvironment,
  type CompileProblem,
  compileConditions,
  compileFunction,
  compileState,
  type ScriptSymbol,
} from '@ukit/script'
import type { ClassDraft } from './declare/class-draft.js'
import { functionOf, functionsOf } from './declare/function-of.js'
import { DependencyTrace } from './dependencies.js'
import type { PackageDraft } from './draft/draft.js'

/**
 * *Compiles the code of a class*: its replication conditions, then functions and states in the order of its
 * list, which is the reverse order of the text; the functions of a state before its own code.
 */
export function compileClass(draft: PackageDraft, owner: ClassDraft): readonly CompileProblem[] {
  const { symbol, source } = owner
  const trace = new DependencyTrace()
  const env: CompileEnvironment = { ...draft.environment, trace }
  const problems: CompileProblem[] = []
  const store = (of: ScriptSymbol, script: CompiledScript): void => {
    problems.push(...script.problems)
    const object = draft.objectOf(of)
    if (!(object instanceof Struct)) return
    object.script.tokens = script.tokens
    if (object instanceof State && of.kind === 'state') object.labelTableOffset = script.labelTableOffset
  }
  if (owner.replication.length > 0) {
    const conditions = compileConditions(env, owner.replication, symbol)
    store(symbol, conditions)
    owner.placeConditions(conditions.offsets)
  }
  const functions = functionsOf(symbol)
  for (const node of [...source.file.declarations].reverse()) {
    if (node.kind === 'Function') {
      const found = functionOf(functions, node)
      if (found !== undefined) store(found, compileFunction(env, node, found))
    } else if (node.kind === 'State') {
      const state = symbol.states.get(node.name.toLowerCase())
      if (state === undefined) continue
      for (const inner of [...node.functions].reverse()) {
        const found = functionOf(state.functions.values(), inner)
        if (found !== undefined) store(found, compileFunction(env, inner, found))
      }
      store(state, compileState(env, node, state))
    }
  }
  owner.dependencies = trace.classes
  return problems
}
