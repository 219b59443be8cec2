import type { SourceClass } from '../symbols/from-source.js'
import { childrenOf } from '../syntax/children.js'
import type { ConstDeclaration, Declarator, SourceFile, StructDeclaration, SyntaxNode } from '../syntax/nodes.js'
import type { SourceProblem } from './source-problem.js'

/**
 * *Sizes of arrays, values of constants, and structs that extend others*: the undeclared names in a
 * declaration.
 */
export function sizeProblems(file: SourceFile, owner: SourceClass): SourceProblem[] {
  const problems: SourceProblem[] = []
  const visit = (node: SyntaxNode) => {
    if (node.kind === 'Declarator') problems.push(...sizeOf(node, owner))
    else if (node.kind === 'Const') problems.push(...constantValue(node, owner))
    else if (node.kind === 'Struct') problems.push(...superOf(node, owner))
    for (const child of childrenOf(node)) visit(child)
  }
  visit(file)
  return problems
}

function sizeOf({ name, dimension, start, end }: Declarator, owner: SourceClass): SourceProblem[] {
  if (dimension === null) return []
  if (dimension.kind === 'Identifier' && !owner.hasNumber(dimension.name)) {
    const message = `Bad or missing expression in '[': '${dimension.name}' is not a constant`
    return [{ level: 'error', message, start: dimension.start, end: dimension.end, suggestion: undefined }]
  }
  const size = owner.numberOf(dimension)
  if (size >= 1) return []
  const message = `Illegal array size ${size}: '${name}' needs at least one element`
  return [{ level: 'error', message, start, end, suggestion: undefined }]
}

function constantValue({ value, name }: ConstDeclaration, owner: SourceClass): SourceProblem[] {
  if (value.kind !== 'Identifier' || owner.hasNumber(value.name)) return []
  const { start, end } = value
  const message = `Bad or missing expression in 'const ${name}': '${value.name}' is not a constant`
  return [{ level: 'error', message, start, end, suggestion: undefined }]
}

function superOf({ extends: above, name, start, end }: StructDeclaration, owner: SourceClass): SourceProblem[] {
  if (above === null || owner.structNamed(above) !== undefined) return []
  const message = `Superstruct ${above} of struct ${name} not found`
  return [{ level: 'error', message, start, end, suggestion: undefined }]
}
