import type { DeclarationRules } from '@ukit/core'
import type { SourceClass } from '../symbols/from-source.js'
import type { SourceFile } from '../syntax/nodes.js'
import type { SourceProblem } from './source-problem.js'

/**
 * Tells whether the compiler of UE3 does not see default properties, given their text: it looks for their
 * brace in a line of its own.
 */
export function areUnseenByUe3(defaults: string): boolean {
  return /^\s*defaultproperties[ \t]*\{/i.test(defaults)
}

/**
 * *Where default properties are in a class*: what comes after them is not compiled, and neither are they in
 * UE3 when their brace is in the line of the word.
 *
 * @param rule whether it is script for the game's compiler.
 */
export function placeOfDefaults(
  { declarations }: SourceFile,
  owner: SourceClass,
  text: string,
  rule: DeclarationRules['defaultsInText'] = 'end it',
): SourceProblem[] {
  const problems: SourceProblem[] = []
  const at = declarations.findIndex((one) => one.kind === 'DefaultProperties' && /^defaultproperties$/i.test(one.word))
  const node = declarations[at]
  if (node === undefined) return problems
  const { start } = node
  if (owner.world.engine === 3 && areUnseenByUe3(text.slice(start, node.end))) {
    const message = "'{' is not in a line of its own: the compiler of UE3 ignores these 'defaultproperties'"
    problems.push({ level: 'warning', message, start, end: start + 17, suggestion: undefined })
  }
  const lost = declarations.slice(at + 1).find(({ kind }) => kind !== 'Directive' && kind !== 'ErrorDeclaration')
  if (lost === undefined || rule !== 'end it') return problems
  const word = /^\w+/.exec(text.slice(lost.start))?.[0] ?? ''
  const message = `Unexpected '${word}' after 'defaultproperties': nothing there is compiled`
  problems.push({ level: 'error', message, start: lost.start, end: lost.start + word.length, suggestion: undefined })
  return problems
}
