import { parseSource } from '@ukit/script/syntax'
import type { SourceFileText } from '../build.js'
import type { ProjectProblem, ProjectTexts } from './project-problem.js'

/** The head of the class of a file: what `class A extends B` says. */
interface Head {
  readonly file: string
  readonly name: string
  readonly above: string | null
  readonly start: number
  readonly end: number
}

/**
 * *What is wrong with the classes of a package as such*: files that declare none, two files that declare the
 * same one, and classes that extend themselves, by way of others or at once. While there are any, nothing can
 * be said of what the texts mean.
 */
export function headerProblems(
  packageName: string,
  files: readonly SourceFileText[],
  texts: ProjectTexts,
): ProjectProblem[] {
  const heads: Head[] = []
  const problems: ProjectProblem[] = []
  const error = (file: string, start: number, end: number, message: string) =>
    problems.push({ severity: 'error', package: packageName, message, ...texts.span(file, start, end) })
  for (const { file, text } of files) {
    // The head is before the first semicolon: the rest of the text is parsed once, later.
    const { header } = parseSource(text.slice(0, endOfHead(text))).file
    if (header === null) error(file, 0, 1, 'No class definition found: expected "class NAME extends SUPERCLASS;"')
    else heads.push({ file, name: header.name, above: header.extends, start: header.start, end: header.end })
  }
  const byName = new Map<string, Head>()
  for (const head of heads) {
    const key = head.name.toLowerCase()
    const first = byName.get(key)
    if (first === undefined) byName.set(key, head)
    else error(head.file, head.start, head.end, `Class ${head.name} is already declared in ${first.file}`)
  }
  for (const head of byName.values()) {
    const circle = circleOf(head, byName)
    if (circle === undefined) continue
    const way =
      circle.length === 1 ? 'itself' : [...circle.slice(1), head].map(({ name }) => name).join(', which extends ')
    error(head.file, head.start, head.end, `Circular inheritance: ${head.name} extends ${way}`)
  }
  return problems
}

/** The classes from this one back to itself; `undefined` when its supers end somewhere. */
function circleOf(head: Head, byName: ReadonlyMap<string, Head>): Head[] | undefined {
  const way = [head]
  for (let at = above(head, byName); at !== undefined; at = above(at, byName)) {
    if (at === head) return way
    // A circle further up: its own classes report it.
    if (way.includes(at)) return undefined
    way.push(at)
  }
  return undefined
}

function above({ above: name }: Head, byName: ReadonlyMap<string, Head>): Head | undefined {
  // Of another package when a package is named: one's own may be named too, which then is found by its name.
  return name === null ? undefined : byName.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase())
}

const COMMENT = /\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"?/y

/** Offset after the first semicolon that is not in a comment. */
function endOfHead(text: string): number {
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (char === ';') return i + 1
    if (char !== '/' && char !== '"') continue
    COMMENT.lastIndex = i
    const skipped = COMMENT.exec(text)
    if (skipped !== null) i += skipped[0].length - 1
  }
  return text.length
}
