import { FunctionFlag } from '@ukit/container'
import { functionOf, missingAbove } from '../compile/scope.js'
import type { SourceClass } from '../symbols/from-source.js'
import type { ClassSymbol, FunctionSymbol } from '../symbols/symbol.js'
import type { SourceFile, Span } from '../syntax/nodes.js'
import { sameSignature } from '../types/signatures.js'
import type { SourceProblem } from './source-problem.js'

/** Classes above each other. */
const MOST_SUPERS = 256

/** What an interface may not declare, as its declaration begins. */
const REFUSED: ReadonlyMap<string, string> = new Map([
  ['Var', 'var'],
  ['State', 'state'],
  ['Replication', 'replication'],
])

/** *What is wrong with interfaces of UE3*: in their declarations, and in the classes that implement them. */
export function interfaceProblems(file: SourceFile, owner: SourceClass): SourceProblem[] {
  const problems: SourceProblem[] = []
  const { header } = file
  if (owner.world.engine < 3 || header === null) return problems
  const say = ({ start, end }: Span, message: string) =>
    problems.push({ level: 'error', message, start, end, suggestion: undefined })
  if (owner.isInterface) {
    for (const { kind, start } of file.declarations) {
      const word = REFUSED.get(kind)
      if (word !== undefined) say({ start, end: start + word.length }, `'${word}' is not allowed in an interface`)
    }
    return problems
  }
  if (missingAbove(owner) !== null) return problems
  const place = header.modifiers.find(({ word }) => word.toLowerCase() === 'implements') ?? header
  for (const of of owner.interfaces) {
    if (!of.isInterface) {
      say(place, `Implements: class ${of.name} is not an interface`)
      continue
    }
    for (const wanted of functionsOf(of)) {
      const found = functionOf(owner, wanted.name.toLowerCase())
      if (found === undefined)
        say(place, `Class ${owner.name} does not implement '${wanted.name}' of interface ${of.name}`)
      else if (!sameSignature(found, wanted))
        say(place, `Redefinition of 'function ${found.name}' differs from original in ${of.name}`)
    }
  }
  return problems
}

/** The functions that a class has to have for an interface; what is native may be in C++ alone. */
function functionsOf(of: ClassSymbol): FunctionSymbol[] {
  const found: FunctionSymbol[] = []
  let at: ClassSymbol | null = of
  for (let depth = 0; at?.isInterface === true && depth < MOST_SUPERS; depth++, at = at.super)
    for (const one of at.functions.values()) if ((one.flags & FunctionFlag.Native) === 0) found.push(one)
  return found
}
