import type { Token } from '@ukit/objects/script'
import { DebugKind } from '../listing/debug-kinds.js'
import type { Type } from '../symbols/symbol.js'
import type {
  Expression,
  ForEachStatement,
  ForStatement,
  IfStatement,
  ReturnStatement,
  Span,
  Statement,
  SwitchStatement,
} from '../syntax/nodes.js'
import { BOOL, NAME, typeName } from '../types/types.js'
import { assign } from './assignment.js'
import { convert } from './convert.js'
import { discard } from './discard.js'
import type { Expressions } from './expressions.js'
import { arrayIterator, skipLoop } from './foreach.js'
import { Code, type Label } from './labels.js'
import { labelsIn } from './labels-in.js'
import { FOR, FOR_EACH, type Loop, SWITCH, WHILE } from './loop.js'
import { kindOfMember } from './members.js'
import { variableValue } from './names.js'
import { shortJump } from './short-forms.js'
import { literal, type Value } from './value.js'

/** How deep statements may nest: what the parser lets through. */
const MAX_DEPTH = 200

/** *Statements to tokens*, in a function or in the code of a state. */
export class Statements {
  readonly code: Code
  readonly #at: Expressions
  readonly #returns: Type | null
  readonly #loops: Loop[] = []
  readonly #labels = new Map<string, Label>()
  /** Labels in the order of the text, for the table of a state. */
  readonly labelNames: { readonly name: string; readonly label: Label }[] = []
  #depth = 0
  /** The statement is what comes after an `else`. */
  #isElse = false

  /** @param returns the type of the function's result; `null` without one. */
  constructor(at: Expressions, returns: Type | null) {
    this.#at = at
    this.#returns = returns
    this.code = new Code(at.writer, at.env.watch !== undefined)
  }

  /** A body: labels are known before what jumps to them. */
  body(statements: readonly Statement[]): void {
    for (const { name } of labelsIn(statements, MAX_DEPTH)) {
      const label = this.code.label()
      this.#labels.set(name.toLowerCase(), label)
      this.labelNames.push({ name, label })
    }
    this.#list(statements)
  }

  #list(statements: readonly Statement[]): void {
    for (const statement of statements) this.#statement(statement)
  }

  /** One statement; what is wrong in it does not keep the next ones from being compiled. */
  #statement(statement: Statement): void {
    if (++this.#depth > MAX_DEPTH) {
      const { start, end } = statement
      this.#at.problems.push({
        message: `Code nested deeper than ${MAX_DEPTH} levels`,
        start,
        end,
        suggestion: undefined,
        missingPackage: undefined,
      })
      this.#depth--
      return
    }
    const depth = this.#depth
    const loops = this.#loops.length
    const { source } = this.code
    this.code.source = statement
    try {
      this.#compile(statement)
    } catch (error) {
      if (!this.#at.isStop(error, statement)) throw error
      this.#at.reset()
      this.#loops.length = loops
    }
    this.code.source = source
    this.#depth = depth - 1
  }

  /** The compilers read the step of a `for` where it is written, and compile it again after the body. */
  #traceStep(step: Statement): void {
    const { trace } = this.#at.env
    if (trace === undefined) return
    const { tokens } = this.code
    const count = tokens.length
    const problems = this.#at.problems.length
    this.#statement(step)
    tokens.length = count
    this.#at.problems.length = problems
    trace.forget()
  }

  #compile(statement: Statement): void {
    const { code } = this
    const isElse = this.#isElse
    this.#isElse = false
    const { writer } = this.#at
    switch (statement.kind) {
      case 'Block':
        this.#list(statement.statements)
        return
      case 'Empty':
      case 'Local':
      case 'Const':
        return
      case 'ExpressionStatement':
        this.#expression(statement.expression)
        return
      case 'Assignment':
        assign(this.#at, code, statement)
        return
      case 'If':
        this.#if(statement, isElse)
        return
      case 'While': {
        const [top, next, end] = [code.label(), code.label(), code.label()]
        code.place(top)
        this.note(DebugKind.While, statement.start + 5)
        this.#unless(statement.condition, end, "'While'")
        this.#loop({ ...WHILE, end, next }, statement.body)
        code.place(next)
        this.#jump(top)
        code.place(end)
        return
      }
      case 'Do': {
        const [top, next, end] = [code.label(), code.label(), code.label()]
        code.place(top)
        this.#loop({ ...WHILE, end, next }, statement.body)
        code.place(next)
        if (statement.condition === null) this.#jump(top)
        else this.#unless(statement.condition, top, "'Until'")
        code.place(end)
        return
      }
      case 'For':
        this.#for(statement)
        return
      case 'ForEach':
        this.#forEach(statement)
        return
      case 'Switch':
        this.#switch(statement)
        return
      case 'Case':
        // UE2 takes a `default:` without a `switch`, and does nothing (SWAT 4, Raven Shield).
        if (statement.value === null && this.#at.env.dialect.strayDefaults) return
        throw this.#at.fail(statement, "'Case' is not allowed here")
      case 'Break': {
        const loop = this.#loops.at(-1)
        if (loop === undefined) throw this.#at.fail(statement, "'Break' is not allowed here")
        this.note(loop.debugBreak, statement.start + 5)
        this.#jump(loop.end)
        return
      }
      case 'Continue': {
        const loop = this.#loops.filter(({ isSwitch }) => !isSwitch).at(-1)
        if (loop === undefined || loop.next === null) throw this.#at.fail(statement, "'Continue' is not allowed here")
        this.note(loop.debugContinue, statement.start + 8)
        if (loop.isForEach) code.add(writer.make('IteratorNext'))
        this.#jump(loop.next)
        return
      }
      case 'Stop':
        code.add(writer.make('Stop'))
        return
      case 'Return':
        this.#return(statement)
        return
      case 'Goto':
        this.#goto(statement.label)
        return
      case 'Label': {
        const label = this.#labels.get(statement.name.toLowerCase())
        if (label !== undefined) this.#label(label, statement.end)
        return
      }
      case 'Assert': {
        const condition = this.#at.typed(statement.condition, BOOL, "'Assert'")
        this.note(DebugKind.Assert, statement.start + 6)
        code.add(writer.makeNamed('Assert', { line: statement.line & 0xffff, isDebug: 0, condition: condition.token }))
        return
      }
      default:
        throw this.#at.fail(statement, `'${statement.text}': Bad command or expression`)
    }
  }

  #jump(label: Label): void {
    this.code.add(this.code.refer(this.#at.writer.make('Jump', 0), 0, label))
  }

  /** Jumps when a condition does not hold. */
  #unless(condition: Expression, label: Label, what: string): void {
    const value = this.#at.typed(condition, BOOL, what)
    const short = shortJump(this.#at.writer, value.token)
    if (short !== undefined) this.code.add(this.code.refer(short, short.operands.length - 1, label))
    else this.code.add(this.code.refer(this.#at.writer.make('JumpIfNot', 0, value.token), 0, label))
  }

  #loop(loop: Loop, body: Statement): void {
    this.#loops.push(loop)
    this.#statement(body)
    this.#loops.pop()
  }

  #if({ condition, then, else: otherwise, start }: IfStatement, isElse: boolean): void {
    const { code } = this
    const { notes } = this.#at
    const next = code.label()
    // After an `else` the compiler has looked for what follows the `if`.
    this.note(DebugKind.If, isElse && notes !== undefined ? notes.afterBlanks(start + 2) : start + 2)
    this.#unless(condition, next, "'If'")
    this.#statement(then)
    if (otherwise === null) {
      code.place(next)
      return
    }
    const end = code.label()
    this.#jump(end)
    code.place(next)
    // A chain of `else if` is not nested, however long.
    this.#depth--
    this.#isElse = true
    this.#statement(otherwise)
    this.#depth++
    code.place(end)
  }

  #expression(node: Expression): void {
    const value = this.#at.compile(node, null)
    discard(this.#at, this.code, value)
    if (value.isLatent === true && this.#at.notes !== undefined) {
      this.note(DebugKind.PreviousStackLatent, node.end)
      this.code.add(this.#at.writer.nothing())
      this.note(DebugKind.NewStackLatent, node.end)
    }
  }

  /** A note of a debug build, in front of what comes next. */
  note(kind: DebugKind, position: number): void {
    const note = this.#at.notes?.make(kind, position)
    if (note !== undefined) this.code.add(note)
  }

  /** A label of a state: in debug builds code after it is a part of its own. */
  #label(label: Label, end: number): void {
    const { code } = this
    if (this.#at.notes === undefined || this.#at.scope.function !== null) {
      code.place(label)
      return
    }
    if (label !== this.labelNames[0]?.label) this.note(DebugKind.PreviousStackLabel, end)
    code.place(label)
    code.add(this.#at.writer.nothing())
    this.note(DebugKind.NewStackLabel, end)
  }

  #for(statement: ForStatement): void {
    const { code } = this
    const { notes } = this.#at
    const { init, condition, step } = statement
    const [top, next, end] = [code.label(), code.label(), code.label()]
    // After the `(`, and after each `;`.
    const first = notes === undefined ? 0 : notes.nextWord(statement.start + 3) + 1
    const second = notes === undefined ? 0 : notes.nextWord(init?.end ?? first) + 1
    const third = notes === undefined ? 0 : notes.nextWord(condition?.end ?? second) + 1
    if (init !== null) {
      this.note(DebugKind.ForInit, first)
      if (notes !== undefined) notes.leavesOutNext = true
      this.#statement(init)
      if (notes !== undefined) notes.leavesOutNext = false
    }
    code.place(top)
    if (condition !== null) {
      this.note(DebugKind.ForTest, second)
      this.#unless(condition, end, "'For'")
    }
    if (step !== null) this.#traceStep(step)
    this.#loop({ ...FOR, end, next }, statement.body)
    code.place(next)
    if (step !== null) {
      this.note(DebugKind.ForStep, third)
      this.#statement(step)
    }
    this.#jump(top)
    code.place(end)
  }

  #forEach(statement: ForEachStatement): void {
    const { code } = this
    const at = this.#at
    const { writer } = at
    const [pop, after] = [code.label(), code.label()]
    const array = arrayIterator(at, statement.call)
    if (array !== undefined) {
      skipLoop(at, code, array.token, 1, after)
      const token = writer.makeNamed('DynArrayIterator', {
        array: array.token,
        item: array.item,
        hasIndex: array.index === null ? 0 : 1,
        index: array.index ?? writer.make('EmptyParmValue'),
        end: 0,
      })
      code.add(code.refer(token, token.operands.length - 1, pop))
    } else {
      const call = at.compile(statement.call, null)
      skipLoop(at, code, call.token, 1, after)
      code.add(code.refer(writer.make('Iterator', call.token, 0), 1, pop))
    }
    const { notes } = at
    const { end } = statement.call
    this.note(DebugKind.EndOfIterator, array === undefined && notes !== undefined ? notes.afterBlanks(end) : end)
    this.#loop({ ...FOR_EACH, end: pop, next: pop }, statement.body)
    code.add(writer.make('IteratorNext'))
    code.place(pop)
    code.add(writer.make('IteratorPop'))
    code.place(after)
  }

  #switch(statement: SwitchStatement): void {
    const { code } = this
    const at = this.#at
    const { writer, env } = at
    this.note(DebugKind.Switch, statement.start + 6)
    const value = at.compile(statement.value, null)
    const size = env.dialect.contextProperties ? 0 : at.sizeOf(value.type, value.dimension)
    const operands = env.dialect.contextProperties ? kindOfMember(at, null, value) : { size, type: size }
    code.add(writer.makeNamed('Switch', { ...operands, value: value.token }))
    const end = code.label()
    this.#loops.push({ ...SWITCH, end, next: null })
    let next: Label | undefined
    let hasDefault = false
    for (const inner of statement.statements) {
      if (inner.kind !== 'Case') {
        this.#statement(inner)
        continue
      }
      code.source = inner
      if (next !== undefined) code.place(next)
      next = undefined
      if (inner.value === null) {
        hasDefault = true
        code.add(writer.make('Case', 0xffff, null))
        continue
      }
      next = code.label()
      const { value: caseNode } = inner
      const token = this.#guarded(caseNode, () => this.#case(caseNode, value.type).token)
      if (token !== undefined) code.add(code.refer(writer.make('Case', 0, token), 0, next))
    }
    code.source = statement
    if (next !== undefined) code.place(next)
    if (!hasDefault) code.add(writer.make('Case', 0xffff, null))
    code.place(end)
    this.#loops.pop()
  }

  /** A tag stays a byte here, even where a whole number is wanted. */
  #case(node: Expression, type: Type): Value {
    const at = this.#at
    if (type.kind !== 'int' || (node.kind !== 'Identifier' && node.kind !== 'Member'))
      return at.typed(node, type, "'Case'")
    const value = at.compile(node, null)
    return convert(at.env, value, type, false) ?? at.typed(node, type, "'Case'")
  }

  #guarded<T>(at: Span, compile: () => T): T | undefined {
    try {
      return compile()
    } catch (error) {
      if (!this.#at.isStop(error, at)) throw error
      this.#at.reset()
      return undefined
    }
  }

  #return({ value: node, start }: ReturnStatement): void {
    const at = this.#at
    const { writer } = at
    const returns = this.#returns
    let value: Token
    if (node === null) {
      const result = at.scope.function?.returnValue ?? null
      const isNamed = result !== null && at.env.context.engine === 3
      value = isNamed ? writer.makeNamed('ReturnNothing', { variable: at.env.binder.symbol(result) }) : writer.nothing()
    } else if (at.env.dialect.isFirst && returns !== null) {
      this.#returnByVariable(node, returns)
      return
    } else if (returns === null) throw at.fail(node, "'Return': nothing is returned here, the function has no result")
    else if (returns.kind === 'interface' && node.kind === 'None') value = at.compile(node, null).token
    else value = at.typed(node, returns, "'Return'").token
    for (const loop of this.#loops) if (loop.isForEach) this.code.add(writer.make('IteratorPop'))
    const end = start + 6
    this.note(node === null ? DebugKind.Return : DebugKind.ReturnValue, end)
    this.code.add(writer.makeNamed('Return', { value }))
    const after = node?.end ?? end
    this.note(DebugKind.PreviousStack, at.notes?.afterBlanks(after) ?? after)
  }

  /** Before 62 the result is a variable like others. */
  #returnByVariable(node: Expression, type: Type): void {
    const at = this.#at
    const value = at.typed(node, type, "'Return'").token
    for (const loop of this.#loops) if (loop.isForEach) this.code.add(at.writer.make('IteratorPop'))
    const result = at.scope.function?.returnValue ?? null
    if (result !== null) this.code.add(at.writer.make('Let', variableValue(at, result, 'LocalVariable').token, value))
    this.code.add(at.writer.make('Return'))
  }

  #goto(node: Expression): void {
    const at = this.#at
    const { writer, env } = at
    const isFunction = at.scope.function !== null
    if (node.kind === 'Identifier') {
      const label = this.#labels.get(node.name.toLowerCase())
      if (label !== undefined && (isFunction || env.dialect.gotoInStatesJumps)) {
        this.#jump(label)
        return
      }
      if (isFunction && label === undefined) throw at.fail(node, `Label '${node.name}' not found in this block of code`)
      if (label !== undefined || !env.dialect.gotoInStatesJumps) {
        const token = literal(writer.make('NameConst', env.binder.name(node.name)), NAME).token
        this.code.add(writer.make('GotoLabel', token))
        return
      }
    }
    const value = at.compile(node, NAME)
    const name = convert(env, value, NAME, false)
    if (name === undefined) throw at.fail(node, `Type mismatch in 'Goto': ${typeName(value.type)} is not name`)
    this.code.add(writer.make('GotoLabel', name.token))
  }
}
