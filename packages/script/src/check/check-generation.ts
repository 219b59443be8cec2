import type { ScriptDialect } from '@ukit/core'
import { childrenOf } from '../syntax/children.js'
import type { SourceFile, SyntaxNode } from '../syntax/nodes.js'
import type { SourceProblem } from './source-problem.js'

/**
 * *What only later generations of the language have*: to the compilers before them it is text that they do
 * not understand.
 */
export function generationProblems(
  file: SourceFile,
  text: string,
  engine: number,
  { anyClassIsInterface }: Pick<ScriptDialect, 'anyClassIsInterface'>,
): SourceProblem[] {
  const problems: SourceProblem[] = []
  if (engine > 2) return problems
  const say = (start: number, length: number, message: string) =>
    problems.push({ level: 'error', message, start, end: start + length, suggestion: undefined })
  /** Where a sign is that comes after a place. */
  const sign = (what: string, from: number) => Math.max(from, text.indexOf(what, from))
  const visit = (node: SyntaxNode) => {
    switch (node.kind) {
      case 'ClassHeader':
        if (node.isInterface && !anyClassIsInterface) say(node.start, 9, "Unexpected 'interface'")
        return
      case 'CppText':
        if (engine === 1) say(node.start, node.word.length, `Unexpected '${node.word}'`)
        return
      case 'DefaultProperties':
        if (/^struct/i.test(node.word)) say(node.start, node.word.length, `Unexpected '${node.word}'`)
        return
      case 'Function':
        if (node.form === 'delegate' && engine === 1) say(node.start, 8, "Unexpected 'delegate'")
        if (node.isConst) say(sign('const', node.parameters.at(-1)?.end ?? node.start), 5, "Missing ';' before 'const'")
        break
      case 'DelegateType':
        if (engine === 1) say(node.start, 8, "Unrecognized type 'delegate'")
        return
      case 'Parameter':
        if (node.default !== null)
          say(sign('=', node.start), 1, `Missing ')' before '=': parameters have no defaults before Unreal Engine 3`)
        return
      case 'Declarator':
      case 'EnumTag':
        if (node.metadata !== null) say(sign('<', node.start), 1, "Missing ';' before '<'")
        return
      default:
        break
    }
    for (const child of childrenOf(node)) visit(child)
  }
  visit(file)
  return problems
}
