import { State, Struct } from '@ukit/objects/script'
import type { KeptResults } from '@ukit/script/analysis'
import {
  type CompileEnvironment,
  type CompileProblem,
  compileConditions,
  compileFunction,
  compileState,
} from '@ukit/script/compile'
import type { ScriptSymbol } from '@ukit/script/symbols'
import type { ClassDraft } from './declare/class-draft.js'
import { functionOf, functionsOf } from './declare/function-of.js'
import { DependencyTrace } from './dependencies.js'
import type { PackageDraft } from './draft/draft.js'
import { type ClassScript, type CompiledClass, KeptClass, Recorder } from './draft/kept-class.js'

/**
 * *Compiles the code of a class*: its replication conditions, then functions and states in the order of its
 * list, which is the reverse order of the text; the functions of a state before its own code.
 *
 * @param kept what classes were compiled to before: what still holds is not compiled again.
 * @param hasNotes code says which place in the text it comes from, as with UCC's `-debug`.
 */
export function compileClass(
  draft: PackageDraft,
  owner: ClassDraft,
  kept?: KeptResults<KeptClass>,
  hasNotes = false,
): CompiledCode {
  const units = unitsOf(owner)
  const { scripts, dependencies } = kept?.of(owner.source)?.into(draft) ?? compiled(draft, owner, units, kept, hasNotes)
  const problems: CompileProblem[] = []
  let doubted: string | undefined
  for (const [index, { symbol }] of units.entries()) {
    const script = scripts[index]
    if (script === undefined) continue
    problems.push(...script.problems)
    doubted ??= script.doubted
    const object = draft.objectOf(symbol)
    if (object instanceof Struct) {
      object.script.tokens = script.tokens
      if (object instanceof State && symbol.kind === 'state') object.labelTableOffset = script.labelTableOffset
    }
    if (script.offsets !== undefined) owner.placeConditions(script.offsets)
  }
  owner.dependencies = dependencies
  return { problems, doubted }
}

/** What is to be said about the code of a class. */
interface CompiledCode {
  readonly problems: readonly CompileProblem[]
  /** A missing package, if it could change the code. */
  readonly doubted: string | undefined
}

/** Something with code. */
interface Unit {
  readonly symbol: ScriptSymbol
  readonly compile: (env: CompileEnvironment) => ClassScript
}

/** In the order in which they are compiled. */
function unitsOf({ symbol, source, replication }: ClassDraft): Unit[] {
  const units: Unit[] = []
  if (replication.length > 0) units.push({ symbol, compile: (env) => compileConditions(env, replication, symbol) })
  const functions = functionsOf(symbol)
  for (const node of [...source.file.declarations].reverse()) {
    if (node.kind === 'Function') {
      const found = functionOf(functions, node)
      if (found !== undefined) units.push({ symbol: found, compile: (env) => compileFunction(env, node, found) })
    } else if (node.kind === 'State') {
      const state = symbol.states.get(node.name.toLowerCase())
      if (state === undefined) continue
      const inside = [...state.functions.values()]
      for (const inner of [...node.functions].reverse()) {
        const found = functionOf(inside, inner)
        if (found !== undefined) units.push({ symbol: found, compile: (env) => compileFunction(env, inner, found) })
      }
      units.push({ symbol: state, compile: (env) => compileState(env, node, state) })
    }
  }
  return units
}

function compiled(
  draft: PackageDraft,
  owner: ClassDraft,
  units: readonly Unit[],
  kept: KeptResults<KeptClass> | undefined,
  hasNotes: boolean,
): CompiledClass {
  const { source } = owner
  const trace = new DependencyTrace()
  const recorder = kept === undefined ? undefined : new Recorder(draft)
  const debug = hasNotes ? { text: source.text, lineOf: (position: number) => owner.lineOf(position) } : undefined
  const env: CompileEnvironment = { ...(recorder?.environment ?? draft.environment), trace, debug }
  const scripts = units.map(({ compile }) => compile(env))
  const result = { scripts, dependencies: trace.classes }
  if (recorder !== undefined) {
    const forNext = KeptClass.of(result, recorder)
    if (forNext !== undefined) kept?.keep(source, forNext)
  }
  return result
}
