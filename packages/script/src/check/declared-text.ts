import { Kind } from '../lexer/kinds.js'
import type { ParsedSource } from '../parser/parse.js'
import type { World } from '../symbols/symbol.js'
import type { FunctionDeclaration } from '../syntax/nodes.js'
import type { Span } from '../syntax/span.js'

/**
 * *Asks for the classes that only imports name*, before code does: then they do not depend on which code is
 * compiled first, or at all.
 *
 * @returns names, in lower case, that may be one of several classes anyway.
 */
export function decideClasses(world: World): string[] {
  const nameOf = (path: string) => path.slice(path.lastIndexOf('.') + 1)
  for (const path of world.openClasses()) world.class(nameOf(path))
  return world.openClasses().map((path) => nameOf(path).toLowerCase())
}

const words = new WeakMap<ParsedSource, ReadonlySet<string>>()

/** What may be the name of a class, in lower case. */
export function wordsOf(source: ParsedSource): ReadonlySet<string> {
  let found = words.get(source)
  if (found === undefined) {
    const { tokens } = source
    const all = new Set<string>()
    for (let at = 0; at < tokens.count; at++) {
      const kind = tokens.kindAt(at)
      if (kind === Kind.Word) all.add(tokens.textAt(at).toLowerCase())
      else if (kind === Kind.Name) for (const word of tokens.textAt(at).toLowerCase().split(/\W+/)) all.add(word)
    }
    found = all
    words.set(source, found)
  }
  return found
}

const known = new WeakMap<ParsedSource, string>()

/**
 * A text without the parts that only its own class can see: bodies of functions, default properties, blanks
 * and comments. Constants, which a body declares for the whole class, are kept, and so is whether a body is
 * empty.
 */
export function declaredText(source: ParsedSource): string {
  let text = known.get(source)
  if (text === undefined) {
    text = withoutBodies(source)
    known.set(source, text)
  }
  return text
}

function withoutBodies({ file, tokens }: ParsedSource): string {
  const hidden: Span[] = []
  const body = ({ body: block }: FunctionDeclaration) => {
    if (block === null || block.statements.length === 0) return
    if (!block.statements.some(({ kind }) => kind === 'Const')) hidden.push(block)
  }
  const parts: string[] = []
  for (const node of file.declarations) {
    if (node.kind === 'Function') body(node)
    else if (node.kind === 'State') for (const inner of node.functions) body(inner)
    else if (node.kind === 'DefaultProperties') hidden.push(node)
    // Constants may come from outside the text: SWAT 4's macros.
    else if (node.kind === 'Const') parts.push(node.name, node.text)
  }
  hidden.sort((a, b) => a.start - b.start)
  let next = 0
  for (let at = 0; at < tokens.count; at++) {
    if (tokens.kindAt(at) <= Kind.BlockComment) continue
    const start = tokens.startAt(at)
    while ((hidden[next]?.end ?? Number.POSITIVE_INFINITY) <= start) {
      parts.push('{ }')
      next++
    }
    if (start < (hidden[next]?.start ?? Number.POSITIVE_INFINITY)) parts.push(tokens.textAt(at))
  }
  return parts.join('\n')
}
