import { addTo } from '@ukit/files/internal'
import { DebugKind } from '../listing/debug-kinds.js'
import type {
  Block,
  Expression,
  GotoStatement,
  IfStatement,
  LabelStatement,
  Statement,
  WhileStatement,
} from '../syntax/nodes.js'
import { type Frame, innermostLoop, isExit, type LoopFacts, openIterators } from './frame.js'
import { BAD_TARGET, type Line, type Lines, NO_TARGET } from './lines.js'
import { block, ifStatement, label, made, parenthesized, word } from './tree.js'

/** What compilers wrote nests less; deeper code is printed flat. */
const MAX_NESTING = 200

/**
 * Kinds of DebugInfo of jumps that a word is written for: such a jump is not the one in front of an `else`.
 */
const JUMPS: readonly number[] = [
  DebugKind.BreakLoop,
  DebugKind.BreakFor,
  DebugKind.BreakForeach,
  DebugKind.BreakSwitch,
  DebugKind.ContinueLoop,
  DebugKind.ContinueForeach,
  DebugKind.ContinueFor,
]

/** What the parts of a statement are as nodes: the structure does not look into expressions. */
export interface LineReader {
  /** A statement of one token that does not jump. */
  statement(line: Line): Statement
  /** The condition of a JumpIfNot. */
  condition(line: Line): Expression
  /** What an iterator calls. */
  iterator(line: Line): Expression
  /** The value of a switch. */
  switched(line: Line): Expression
  /** The value of a case of that switch. */
  case(line: Line, owner: Line): Expression
  /** Tokens that make no sense where they are, as a comment. */
  resisted(line: Line): Statement
}

/** *A body in its first form*: what the tokens dictate, and every other jump as a `goto`. */
export interface Regions {
  readonly body: Block
  /** The line that each `goto` leads to. */
  readonly gotos: Map<GotoStatement, number>
  /** Where a `goto` may lead: made for every line that something jumps to. */
  readonly marks: Map<LabelStatement, number>
  readonly loops: Map<WhileStatement, LoopFacts>
}

/** Lines to nested statements, by the forms in which every compiler of the three engines writes them. */
export function regionsOf(script: Lines, end: number, reader: LineReader): Regions {
  return new Structure(script, reader).all(end)
}

class Structure {
  readonly #lines: readonly Line[]
  readonly #sources: Lines['sources']
  readonly #labels: ReadonlyMap<number, readonly string[]>
  readonly #reader: LineReader
  /** For each line: how many `Switch` are before it. */
  readonly #switches: Int32Array
  readonly #gotos = new Map<GotoStatement, number>()
  readonly #marks = new Map<LabelStatement, number>()
  readonly #marked = new Set<number>()
  readonly #loops = new Map<WhileStatement, LoopFacts>()

  constructor(script: Lines, reader: LineReader) {
    this.#lines = script.lines
    this.#sources = script.sources
    this.#reader = reader
    const labels = new Map<number, string[]>()
    for (const { name, line } of [...script.labels].reverse()) addTo(labels, line, name)
    this.#labels = labels
    this.#switches = new Int32Array(script.lines.length + 1)
    script.lines.forEach((line, i) => {
      this.#switches[i + 1] = (this.#switches[i] ?? 0) + (line.name === 'Switch' ? 1 : 0)
    })
  }

  all(end: number): Regions {
    const statements = this.#region(0, end, undefined, 0)
    this.#mark(end, statements)
    return { body: block(statements), gotos: this.#gotos, marks: this.#marks, loops: this.#loops }
  }

  /** The lines from one to another (which is not part of it). */
  #region(from: number, to: number, frame: Frame | undefined, depth: number): Statement[] {
    const out: Statement[] = []
    if (depth > MAX_NESTING) return this.#flat(from, to, out)
    for (let i = from; i < to; ) {
      const line = this.#lines[i]
      if (line === undefined) break
      this.#mark(i, out)
      const loopEnd = this.#loopAt(i, to)
      if (loopEnd >= 0) {
        this.#loop(i, loopEnd, frame, depth, out)
        i = loopEnd + 1
      } else i = this.#line(i, line, to, frame, depth, out)
    }
    return out
  }

  /** One statement and what is in it; gives the line after it. */
  #line(i: number, line: Line, to: number, frame: Frame | undefined, depth: number, out: Statement[]): number {
    switch (line.name) {
      case 'JumpIfNot':
        return this.#if(i, to, frame, depth, out)
      case 'Jump':
        out.push(this.#jump(line, frame))
        return i + 1
      case 'Switch':
        return this.#switch(i, line, to, frame, depth, out)
      case 'Iterator':
      case 'DynArrayIterator':
        return this.#foreach(i, line, to, frame, depth, out)
      case 'IteratorNext': {
        const next = this.#lines[i + 1]
        const loop = innermostLoop(frame)
        if (next?.name !== 'Jump' || loop?.kind !== 'foreach' || next.target !== loop.breakTo || i + 1 >= to) break
        out.push(made({ kind: 'Continue' }))
        return i + 2
      }
      case 'IteratorPop': {
        let end = i + 1
        while (end < to && this.#lines[end]?.name === 'IteratorPop') end++
        if (this.#lines[end]?.name === 'Return' && end < to && end - i === openIterators(frame)) return end
        break
      }
      case 'Case':
      case 'FilterEditorOnly':
        break
      default:
        out.push(this.#reader.statement(line))
        return i + 1
    }
    out.push(this.#reader.resisted(line))
    return i + 1
  }

  /** The last line of the outermost loop that begins at a line; −1 when none does. */
  #loopAt(i: number, to: number): number {
    const sources = this.#sources[i] ?? []
    for (let s = below(sources, to) - 1; s >= 0; s--) {
      const j = sources[s] ?? -1
      if (j < i) break
      const name = this.#lines[j]?.name
      if (name === 'JumpIfNot') return j
      if (name === 'Jump' && j > i && this.#lines[i]?.name === 'JumpIfNot' && this.#lines[i]?.target === j + 1) return j
    }
    return -1
  }

  #loop(i: number, j: number, frame: Frame | undefined, depth: number, out: Statement[]): void {
    const [first, last] = [this.#lines[i], this.#lines[j]]
    if (first === undefined || last === undefined) return
    if (last.name === 'JumpIfNot') {
      const inner: Frame = { kind: 'loop', breakTo: j + 1, continueTo: j, stepAt: -1, facts: undefined, parent: frame }
      const body = this.#region(i, j, inner, depth + 1)
      this.#mark(j, body)
      out.push(made({ kind: 'Do', body: block(body), condition: this.#reader.condition(last) }))
      return
    }
    const facts: LoopFacts = {
      isWhile: first.debug.includes(DebugKind.While),
      isFor: first.debug.includes(DebugKind.ForTest),
      toStep: new Set(),
    }
    const stepAt = j - 1 > i && isPlain(this.#lines[j - 1]) ? j - 1 : -1
    const inner: Frame = { kind: 'loop', breakTo: j + 1, continueTo: j, stepAt, facts, parent: frame }
    const condition = this.#reader.condition(first)
    const body = this.#region(i + 1, j, inner, depth + 1)
    this.#mark(j, body)
    const node = made({ kind: 'While', condition, body: block(body) })
    this.#loops.set(node, facts)
    out.push(node)
  }

  /** An `if` with its chain of `else if`; gives the line after it. */
  #if(i: number, to: number, frame: Frame | undefined, depth: number, out: Statement[]): number {
    let outer: IfStatement | undefined
    for (let at = i, end = to; ; ) {
      const line = this.#lines[at]
      if (line === undefined) return at
      if (line.target <= at || line.target > end) {
        out.push(this.#conditionalGoto(line))
        return at + 1
      }
      const { thenTo, elseTo } = this.#shape(at, end, frame)
      const condition = this.#reader.condition(line)
      const then = this.#region(at + 1, thenTo, frame, depth + 1)
      if (thenTo < line.target) this.#mark(thenTo, then)
      const node = ifStatement(condition, block(then), null)
      if (outer === undefined) out.push(node)
      else outer.else = node
      const next = line.target
      if (elseTo < 0) return next
      if (this.#isChain(next, elseTo, frame)) {
        outer = node
        at = next
        end = elseTo
        continue
      }
      node.else = block(this.#region(next, elseTo, frame, depth + 1))
      return elseTo
    }
  }

  /** Tells whether an `else` part is nothing but another `if`. */
  #isChain(from: number, to: number, frame: Frame | undefined): boolean {
    const line = this.#lines[from]
    if (from >= to || line?.name !== 'JumpIfNot' || line.target <= from || line.target > to) return false
    if ((this.#sources[from]?.length ?? 0) > 1 || this.#labels.has(from)) return false
    const { elseTo } = this.#shape(from, to, frame)
    return (elseTo < 0 ? line.target : elseTo) === to
  }

  /** Where the first part of an `if` ends, and where its `else` does (−1 without). */
  #shape(at: number, end: number, frame: Frame | undefined): { thenTo: number; elseTo: number } {
    const target = this.#lines[at]?.target ?? at
    const none = { thenTo: target, elseTo: -1 }
    const k = target - 1
    const last = this.#lines[k]
    if (k <= at || last?.name !== 'Jump' || last.target < target || last.target > end) return none
    if (last.debug.some((kind) => JUMPS.includes(kind))) return none
    // A jump that passes over the last one shows that it belongs to something inside.
    const sources = this.#sources[target] ?? []
    if ((sources[below(sources, at + 1)] ?? k) < k) return none
    if (k === at + 1 && isExit(last.target, frame)) return none
    if (last.target === target && isExit(target, frame)) return none
    // The last `break` of a switch; otherwise an empty `else`.
    if (last.target === target && (this.#switches[k] ?? 0) > (this.#switches[at] ?? 0)) return none
    return { thenTo: k, elseTo: last.target }
  }

  #switch(i: number, line: Line, to: number, frame: Frame | undefined, depth: number, out: Statement[]): number {
    const { cases, end } = this.#switchShape(i, to, frame)
    if (cases.length === 0) {
      out.push(this.#reader.resisted(line))
      return i + 1
    }
    const inner: Frame = {
      kind: 'switch',
      breakTo: end,
      continueTo: NO_TARGET,
      stepAt: NO_TARGET,
      facts: undefined,
      parent: frame,
    }
    const value = this.#reader.switched(line)
    const statements: Statement[] = []
    cases.forEach((at, c) => {
      const label = this.#lines[at]
      if (label === undefined) return
      this.#mark(at, statements)
      const isDefault = label.target === NO_TARGET
      statements.push(made({ kind: 'Case', value: isDefault ? null : this.#reader.case(label, line) }))
      statements.push(...this.#region(at + 1, cases[c + 1] ?? end, inner, depth + 1))
    })
    out.push(made({ kind: 'Switch', value, statements }))
    return end
  }

  /** The cases of a switch and the line after it. */
  #switchShape(i: number, to: number, frame: Frame | undefined): { cases: number[]; end: number } {
    const { cases, last } = this.#caseChain(i + 1, to)
    if (cases.length === 0) return { cases, end: i + 1 }
    const end = this.#switchEnd(i, last, to, frame)
    // After a `default` in the middle the chain goes on, but nothing leads there.
    for (let at = last + 1; at < end; at++) {
      if (this.#lines[at]?.name === 'Switch') at = Math.max(at, this.#caseChain(at + 1, end).last)
      else if (this.#lines[at]?.name === 'Case') cases.push(at)
    }
    return { cases, end }
  }

  /** Cases from the first on, each leading to the next; the last one is the `default`. */
  #caseChain(first: number, to: number): { cases: number[]; last: number } {
    const cases: number[] = []
    for (let at = first; at < to; ) {
      const line = this.#lines[at]
      if (line?.name !== 'Case') break
      cases.push(at)
      if (line.target <= at || line.target > to) break
      at = line.target
    }
    return { cases, last: cases.at(-1) ?? first - 1 }
  }

  #switchEnd(i: number, last: number, to: number, frame: Frame | undefined): number {
    let end = -1
    let exit = -1
    for (let at = i + 1; at < last; at++) {
      const line = this.#lines[at]
      if (line?.name !== 'Jump' || line.target <= last || line.target > to) continue
      // Of the step and the closing jump of the loop around, the first is what `break` leads to.
      if (isExit(line.target, frame)) exit = exit < 0 ? line.target : Math.min(exit, line.target)
      else end = Math.max(end, line.target)
    }
    if (end >= 0 || exit >= 0) return end >= 0 ? end : exit
    // Without any `break` before the last case nothing says where it ends; a chain may lead after it.
    const target = this.#lines[last]?.target ?? NO_TARGET
    return target > last && target <= to ? target : last + 1
  }

  #foreach(i: number, line: Line, to: number, frame: Frame | undefined, depth: number, out: Statement[]): number {
    const pop = line.target
    const next = pop - 1
    if (
      next <= i ||
      pop >= to ||
      this.#lines[pop]?.name !== 'IteratorPop' ||
      this.#lines[next]?.name !== 'IteratorNext'
    ) {
      out.push(this.#reader.resisted(line))
      return i + 1
    }
    const inner: Frame = {
      kind: 'foreach',
      breakTo: pop,
      continueTo: NO_TARGET,
      stepAt: NO_TARGET,
      facts: undefined,
      parent: frame,
    }
    const call = this.#reader.iterator(line)
    const body = this.#region(i + 1, next, inner, depth + 1)
    this.#mark(next, body)
    out.push(made({ kind: 'ForEach', call, body: block(body) }))
    return pop + 1
  }

  #jump(line: Line, frame: Frame | undefined): Statement {
    const { target } = line
    if (target === BAD_TARGET) return this.#reader.resisted(line)
    if (frame !== undefined && target === frame.breakTo) return made({ kind: 'Break' })
    const loop = innermostLoop(frame)
    if (loop?.kind === 'loop' && target === loop.continueTo) {
      if (loop.facts !== undefined) loop.facts.isWhile = true
      return made({ kind: 'Continue' })
    }
    const node = this.#goto(target)
    if (loop?.kind === 'loop' && target === loop.stepAt) loop.facts?.toStep.add(node)
    return node
  }

  #goto(target: number): GotoStatement {
    const node: GotoStatement = made({ kind: 'Goto', label: word('') })
    this.#gotos.set(node, target)
    return node
  }

  /** `if (!(condition)) goto …`: no compiler writes such a jump. */
  #conditionalGoto(line: Line): Statement {
    if (line.target === BAD_TARGET) return this.#reader.resisted(line)
    const condition = made({ kind: 'Prefix', operator: '!', operand: parenthesized(this.#reader.condition(line)) })
    return ifStatement(condition, block([this.#goto(line.target)]), null)
  }

  /** Lines one by one, every jump as a `goto`. */
  #flat(from: number, to: number, out: Statement[]): Statement[] {
    for (let i = from; i < to; i++) {
      const line = this.#lines[i]
      if (line === undefined) break
      this.#mark(i, out)
      if (line.name === 'JumpIfNot') out.push(this.#conditionalGoto(line))
      else if (line.name === 'Jump' && line.target !== BAD_TARGET) out.push(this.#goto(line.target))
      else if (isPlain(line)) out.push(this.#reader.statement(line))
      else out.push(this.#reader.resisted(line))
    }
    return out
  }

  /** Sets a label where something jumps to a line, and the labels of a state. */
  #mark(i: number, out: Statement[]): void {
    if (this.#marked.has(i)) return
    const names = this.#labels.get(i)
    if (names === undefined && (this.#sources[i]?.length ?? 0) === 0) return
    this.#marked.add(i)
    for (const name of names ?? []) out.push(label(name))
    const mark = label('')
    this.#marks.set(mark, i)
    out.push(mark)
  }
}

const STRUCTURE = new Set([
  'Jump',
  'JumpIfNot',
  'Switch',
  'Case',
  'Iterator',
  'DynArrayIterator',
  'IteratorNext',
  'IteratorPop',
  'FilterEditorOnly',
  'Return',
])

function isPlain(line: Line | undefined): boolean {
  return line !== undefined && (line.name === 'Return' || !STRUCTURE.has(line.name))
}

/** Index of the first number that is not below a limit. */
function below(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < limit) low = middle + 1
    else high = middle
  }
  return low
}
