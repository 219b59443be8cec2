import type { SourceClass } from '../symbols/from-source.js'
import type { World } from '../symbols/symbol.js'
import { childrenOf } from '../syntax/children.js'
import type { SourceFile, SyntaxNode, TypeReference } from '../syntax/nodes.js'
import type { SourceProblem } from './check-sources.js'
import type { KnownNames } from './known-names.js'

/**
 * *What is wrong in the declarations of a class*: a name that is not the file's, a super class that does not
 * exist, undeclared types.
 *
 * @param fileName without folder and ending; empty for a text that is not in a file.
 */
export function declarationProblems(
  file: SourceFile,
  symbol: SourceClass,
  fileName: string,
  world: World,
  names: KnownNames,
): SourceProblem[] {
  const problems: SourceProblem[] = []
  const { header } = file
  if (header === null) return problems
  if (fileName !== '' && fileName.toLowerCase() !== header.name.toLowerCase())
    problems.push(error(header, `Script vs. class name mismatch (${header.name}/${fileName})`))
  if (header.extends !== null && symbol.superByName === undefined) {
    const message = `Superclass ${header.extends} of class ${header.name} not found`
    problems.push(error(header, message, names.classLike(header.extends)))
  }
  const visit = (node: SyntaxNode) => {
    const unknown = unknownIn(node, symbol, world)
    if (unknown !== undefined && !names.isReferredTo(unknown)) problems.push(typeProblem(node, unknown, names))
    for (const child of childrenOf(node)) visit(child)
  }
  visit(file)
  return problems
}

/** The undeclared name in a type. */
function unknownIn(node: SyntaxNode, symbol: SourceClass, world: World): string | undefined {
  if (node.kind === 'ClassType') {
    const { metaClass } = node
    return metaClass === null || world.class(metaClass, symbol.packageName) !== undefined ? undefined : metaClass
  }
  if (node.kind !== 'NamedType' || node.cpp !== null || node.name === '' || isIteratorWord(node)) return undefined
  const type = symbol.typeOf(node)
  const isKnown = type.kind !== 'object' || type.class !== null
  return isKnown ? undefined : node.name
}

/** `function iterator All(…)`: the word is in the place of a type. */
function isIteratorWord(node: TypeReference): boolean {
  return node.kind === 'NamedType' && node.name.toLowerCase() === 'iterator'
}

function typeProblem(node: SyntaxNode, name: string, names: KnownNames): SourceProblem {
  return node.kind === 'ClassType'
    ? error(node, `'class': Limitor '${name}' is not a class name`, names.classLike(name))
    : error(node, `Unrecognized type '${name}'`, names.typeLike(name))
}

function error({ start, end }: SyntaxNode, message: string, suggestion?: string): SourceProblem {
  return { level: 'error', message, start, end, suggestion }
}
