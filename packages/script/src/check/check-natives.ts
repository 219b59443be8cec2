import type { SourceClass } from '../symbols/from-source.js'
import { functionAt } from '../symbols/function-at.js'
import type { FunctionSymbol, World } from '../symbols/symbol.js'
import type { SourceFile } from '../syntax/nodes.js'
import type { SourceProblem } from './source-problem.js'

/**
 * *Native functions whose number another function has*: the engine would call one of the two for both. A
 * function that overrides another has its number.
 */
export function nativeProblems(file: SourceFile, owner: SourceClass, world: World): SourceProblem[] {
  const numbered = new Map<number, FunctionSymbol>()
  const problems: SourceProblem[] = []
  const own = owner.fields
    .filter((field) => field.kind === 'function')
    .filter(({ nativeIndex, super: above }) => nativeIndex > 0 && above === null)
  if (own.length === 0) return problems
  for (const pkg of world.packages) {
    for (const { fields } of world.classesOf(pkg))
      for (const field of fields)
        if (field.kind === 'function' && field.nativeIndex > 0 && field.super === null)
          numbered.set(field.nativeIndex, field)
  }
  for (const node of file.declarations) {
    if (node.kind !== 'Function') continue
    const symbol = functionAt(own, node)
    if (symbol === undefined) continue
    const other = numbered.get(symbol.nativeIndex)
    if (other !== undefined && other.path.toLowerCase() !== symbol.path.toLowerCase()) {
      const message = `the native number ${symbol.nativeIndex} of '${node.name}' is that of '${other.path}'`
      problems.push({ level: 'warning', message, start: node.start, end: node.end, suggestion: undefined })
    } else numbered.set(symbol.nativeIndex, symbol)
  }
  return problems
}
