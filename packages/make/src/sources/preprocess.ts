import { type Expression, type OperatorRun, parseExpression } from '@ukit/script/syntax'

/** A macro that a text defines. */
export interface MacroDefinition {
  readonly name: string
  /** What is after the name, without a comment. */
  readonly value: string
  /** Where its line begins. */
  readonly start: number
}

/** A text after the preprocessor. */
export interface PreprocessedText {
  readonly text: string
  readonly macros: readonly MacroDefinition[]
}

const DIRECTIVE = /^([ \t]*)#[ \t]*(\w+)(.*)/

/** A part of the text between `#if` and `#endif`. */
interface Branch {
  isTaken: boolean
  /** A branch before this one was taken. */
  wasTaken: boolean
}

/**
 * *The text of a class as a compiler with a preprocessor gets it*: comments, lines with `#`, and what `#if`
 * leaves out are blanks, so that everything else stays where it was (602 of the 603 texts of SWAT 4).
 *
 * @param macroOf what a macro is that the text itself does not define; `undefined` for one that nobody does.
 */
export function preprocess(text: string, macroOf: (name: string) => string | undefined): PreprocessedText {
  const own = new Map<string, string>()
  const macros: MacroDefinition[] = []
  const branches: Branch[] = []
  const isTrue = (condition: string) => valueOfCondition(condition, (name) => own.get(name) ?? macroOf(name)) !== 0
  const isKept = () => branches.every(({ isTaken }) => isTaken)
  const lines: string[] = []
  let isInComment = false
  let start = 0
  for (const line of text.split('\n')) {
    const directive = isInComment ? null : DIRECTIVE.exec(line)
    if (directive !== null) {
      const [, indent = '', word = '', rest = ''] = directive
      const operand = rest.replace(/\/\/.*|\/\*.*?\*\//g, '').trim()
      if (word === 'define' && isKept()) {
        const [name = '', ...value] = operand.split(/\s+/)
        own.set(name, value.join(' '))
        macros.push({ name, value: value.join(' '), start })
      } else changeBranch(branches, word, () => isKept() && isTrue(operand))
      lines.push(indent + blank(line.slice(indent.length)))
    } else if (isInComment || isKept()) {
      const { code, isOpen } = withoutComments(line, isInComment)
      isInComment = isOpen
      lines.push(code)
    } else lines.push(blank(line))
    start += line.length + 1
  }
  return { text: lines.join('\n'), macros }
}

/**
 * What a directive does to the branches that a line is in. That `#elif` never holds is how it was built (1 of
 * 1).
 */
function changeBranch(branches: Branch[], word: string, isTrue: () => boolean): void {
  const last = branches.at(-1)
  if (word === 'if') {
    const isTaken = isTrue()
    branches.push({ isTaken, wasTaken: isTaken })
  } else if (word === 'elif' && last !== undefined) last.isTaken = false
  else if (word === 'else' && last !== undefined) {
    last.isTaken = !last.wasTaken
    last.wasTaken = true
  } else if (word === 'endif') branches.pop()
}

function blank(text: string): string {
  return text.replace(/[^\r]/g, ' ')
}

/** A line with blanks instead of its comments. */
function withoutComments(line: string, isInComment: boolean): { code: string; isOpen: boolean } {
  let code = ''
  let isOpen = isInComment
  for (let at = 0; at < line.length; ) {
    if (isOpen) {
      const end = line.indexOf('*/', at)
      const stop = end < 0 ? line.length : end + 2
      code += blank(line.slice(at, stop))
      isOpen = end < 0
      at = stop
      continue
    }
    COMMENT_OR_STRING.lastIndex = at
    const found = COMMENT_OR_STRING.exec(line)
    if (found === null) return { code: code + line.slice(at), isOpen }
    code += line.slice(at, found.index)
    if (found[0] === '//') return { code: code + blank(line.slice(found.index)), isOpen }
    isOpen = found[0] === '/*'
    code += isOpen ? '  ' : found[0]
    at = COMMENT_OR_STRING.lastIndex
  }
  return { code, isOpen }
}

const COMMENT_OR_STRING = /\/\*|\/\/|"(?:\\.|[^"\\])*"?/g

/** What a condition comes to: numbers and macros with `!`, `&&` and `||`; 0 for what makes no sense. */
function valueOfCondition(condition: string, macro: (name: string) => string | undefined): number {
  let looked = 0
  const evaluate = (node: Expression, depth: number): number => {
    if (depth > MAX_DEPTH || ++looked > MAX_LOOKED) return 0
    const isSet = (inner: Expression) => evaluate(inner, depth + 1) !== 0
    switch (node.kind) {
      case 'Int':
        return node.value
      case 'Parenthesized':
        return evaluate(node.inner, depth + 1)
      case 'Identifier': {
        const text = macro(node.name)
        return text === undefined || text === '' ? 0 : evaluate(parseExpression(text).tree, depth + 1)
      }
      case 'Prefix':
        return node.operator === '!' && !isSet(node.operand) ? 1 : 0
      case 'Run':
        return alternatives(node).some((operands) => operands.every(isSet)) ? 1 : 0
      default:
        return 0
    }
  }
  return evaluate(parseExpression(condition).tree, 0)
}

/** Macros that are other macros: deeper is a circle. */
const MAX_DEPTH = 64
/** Parts of a condition and of the macros in it. */
const MAX_LOOKED = 10_000

/** What is between `||`, each as the operands of its `&&`. */
function alternatives({ operands, operators }: OperatorRun): Expression[][] {
  const found: Expression[][] = [[]]
  for (const [index, operand] of operands.entries()) {
    if (operators[index - 1] === '||') found.push([])
    found.at(-1)?.push(operand)
  }
  return found
}
