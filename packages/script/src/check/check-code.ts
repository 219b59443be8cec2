import { FunctionFlag, PropertyFlag } from '@ukit/container'
import { constantOf, functionInState, functionOf, missingAbove, Scope, variableOf } from '../compile/scope.js'
import type { SourceClass } from '../symbols/from-source.js'
import { functionAt } from '../symbols/function-at.js'
import type { FunctionSymbol, StateSymbol, VariableSymbol, World } from '../symbols/symbol.js'
import { childrenOf } from '../syntax/children.js'
import type { Expression, FunctionDeclaration, SourceFile, Span, Statement, SyntaxNode } from '../syntax/nodes.js'
import type { SourceProblem } from './source-problem.js'
import { variableAt } from './variable-at.js'

/**
 * *Code that compiles but cannot work, or that UCC refuses although it could compile it*: in UCC's own words.
 */
export function codeProblems(file: SourceFile, owner: SourceClass, world: World): SourceProblem[] {
  const problems: SourceProblem[] = []
  const isNative = file.header?.modifiers.some(({ word }) => word.toLowerCase() === 'native') ?? false
  const ownFunctions = owner.fields.filter((field) => field.kind === 'function')
  const inFunction = (node: FunctionDeclaration, functions: readonly FunctionSymbol[], state: StateSymbol | null) => {
    const symbol = functionAt(functions, node)
    if (symbol !== undefined && node.body !== null)
      problems.push(...new CodeCheck(new Scope(owner, state, symbol), world, isNative).of(node.body))
  }
  for (const node of file.declarations) {
    if (node.kind === 'Function') inFunction(node, ownFunctions, null)
    else if (node.kind === 'State') {
      const state = owner.states.get(node.name.toLowerCase())
      if (state === undefined) continue
      const inside = [...state.functions.values()]
      for (const inner of node.functions) inFunction(inner, inside, state)
      for (const statement of node.code)
        problems.push(...new CodeCheck(new Scope(owner, state, null), world, isNative).of(statement))
    }
  }
  return problems
}

/** Expressions that do nothing by themselves. */
const VALUES: ReadonlySet<Expression['kind']> = new Set<Expression['kind']>([
  ...(['Int', 'Float', 'String', 'Bool', 'Name', 'None', 'Self', 'Object', 'Element'] as const),
])

/** Operators of Object that change no operand: no statement of 6,000 in five games ends with one. */
const PURE: ReadonlySet<string> = new Set([
  ...['==', '!=', '~=', '<', '>', '<=', '>=', '&&', '||', '^^', '+', '-', '*', '/', '%', '**', '$', '@', '&', '|', '^'],
  ...['<<', '>>', '>>>', 'dot', 'cross', 'clockwisefrom'],
])

/** A warning: the sources of UT2004's XInterface do so twice, and were compiled. */
const SINGULAR = 'Calling a singular function within a singular function on the same object will always fail'

function hasCall(node: SyntaxNode): boolean {
  return node.kind === 'Call' || childrenOf(node).some(hasCall)
}

class CodeCheck {
  readonly #scope: Scope
  readonly #world: World
  readonly #isStatic: boolean
  readonly #isNative: boolean
  readonly #problems: SourceProblem[] = []

  constructor(scope: Scope, world: World, isNative: boolean) {
    this.#scope = scope
    this.#world = world
    this.#isNative = isNative
    this.#isStatic = ((scope.function?.flags ?? 0) & FunctionFlag.Static) !== 0
  }

  of(node: SyntaxNode): readonly SourceProblem[] {
    this.#visit(node)
    return this.#problems
  }

  #visit(node: SyntaxNode): void {
    if (node.kind === 'Assignment') this.#assigned(node.target)
    else if (node.kind === 'ExpressionStatement') this.#statement(node.expression)
    else if (node.kind === 'Postfix') this.#assigned(node.operand)
    else if (node.kind === 'ForEach') this.#iterated(node.call)
    else if (node.kind === 'Switch') this.#switch(node.statements)
    else if (node.kind === 'Element') this.#index(node)
    else if (node.kind === 'Identifier') this.#inStatic(node)
    else if (node.kind === 'Self' && this.#isStatic) this.#say(node, "'Self' is not allowed in static functions")
    else if (node.kind === 'Stop' && this.#scope.function !== null) this.#say(node, "'Stop' is not allowed here")
    else if (node.kind === 'Do' && node.condition === null) {
      const end = { start: node.body.end, end: node.body.end }
      this.#say(end, "Missing 'until' in 'do': the loop never ends by itself", 'warning')
    } else if (node.kind === 'Call') {
      if (this.#called(node.callee, node.arguments)) return
      if (node.callee.kind === 'Identifier') this.#latent(node.callee)
      // A class that is cast to may have the name of a variable.
      if (node.callee.kind !== 'Identifier') this.#visit(node.callee)
      for (const given of node.arguments) if (given !== null) this.#visit(given)
      return
    }
    for (const child of childrenOf(node)) this.#visit(child)
  }

  #assigned(target: Expression): void {
    const variable = variableAt(this.#scope, this.#world, target)?.root
    // In the native class that has it, its constructors in script set it (Canvas of UT99's patch 469).
    const isOwn = this.#isNative && variable === this.#scope.class.variables.get(variable?.name.toLowerCase() ?? '')
    if (variable !== undefined && !isOwn && (variable.flags & PropertyFlag.Const) !== 0)
      this.#say(target, "Can't assign Const variables")
  }

  #switch(statements: readonly Statement[]): void {
    const defaults = statements.filter((one) => one.kind === 'Case' && one.value === null)
    for (const again of defaults.slice(1)) this.#say(again, "'Default' is not allowed here: the switch has one already")
  }

  #index({ array, index }: Expression & { kind: 'Element' }): void {
    const value = index.kind === 'Int' ? index.value : this.#constant(index)
    if (value === undefined) return
    if (value < 0) {
      this.#say(index, `Bad or missing expression in '[': ${value} is less than 0`)
      return
    }
    const { variable, isElement = false } = variableAt(this.#scope, this.#world, array) ?? {}
    if (variable === undefined || isElement || variable.dimension <= 1 || value < variable.dimension) return
    // Compilers take it; the words are those of the game when it runs such code.
    const message = `Accessed array '${variable.name}' out of bounds (${value}/${variable.dimension})`
    this.#say(index, message, 'warning')
  }

  /** The whole number of a constant of the class. */
  #constant(node: Expression): number | undefined {
    if (node.kind !== 'Identifier' || this.#variable(node) !== undefined) return undefined
    const text = constantOf(this.#scope.class, node.name.toLowerCase())?.text.trim() ?? ''
    return /^-?\d{1,9}$/.test(text) ? Number(text) : undefined
  }

  #statement(expression: Expression): void {
    if (expression.kind === 'Identifier' && this.#variable(expression) === undefined) {
      // A call without its parentheses, which is one in other languages.
      if (this.#functionNamed(expression.name) !== undefined)
        this.#say(expression, `'${expression.name}': Bad command or expression`)
      return
    }
    if (!this.#hasNoEffect(expression)) return
    // With a call in it, compilers take it: Killing Floor has `F(a) + F(b);`, its successor `a == B(F());`.
    this.#say(expression, 'Expression has no effect', hasCall(expression) ? 'warning' : 'error')
  }

  /**
   * An unused value: a literal, a variable, or what an operator makes that changes none of its
   * operands.
   */
  #hasNoEffect(expression: Expression): boolean {
    if (VALUES.has(expression.kind)) return true
    if (expression.kind === 'Parenthesized') return this.#hasNoEffect(expression.inner)
    if (expression.kind === 'Run') return expression.operators.every((operator) => PURE.has(operator.toLowerCase()))
    return this.#variable(expression) !== undefined
  }

  #iterated(call: Expression): void {
    const isCall = call.kind === 'Call' || call.kind === 'Member' || call.kind === 'Qualified'
    if (!isCall) this.#say(call, "'ForEach': An iterator expression is required")
    if (call.kind !== 'Call' || call.callee.kind !== 'Identifier') return
    const symbol = this.#functionNamed(call.callee.name)
    if (symbol !== undefined && (symbol.flags & FunctionFlag.Iterator) === 0)
      this.#say(call, "'ForEach': An iterator expression is required")
  }

  /** Checks a call; returns whether nothing is left to check. */
  #called(callee: Expression, given: readonly (Expression | null)[]): boolean {
    if (callee.kind !== 'Identifier') return false
    if (callee.name.toLowerCase() === 'arraycount') {
      const [list] = given
      const variable = list && this.#variable(list)
      if (list && variable?.dimension === 1 && variable.type.kind !== 'array')
        this.#say(list, 'ArrayCount argument is not an array')
      return true
    }
    const called = this.#functionNamed(callee.name)
    const { function: caller } = this.#scope
    if (((called?.flags ?? 0) & (caller?.flags ?? 0) & FunctionFlag.Singular) !== 0)
      this.#say(callee, SINGULAR, 'warning')
    const symbol = this.#isStatic ? called : undefined
    if (symbol === undefined || (symbol.flags & (FunctionFlag.Static | FunctionFlag.Native)) !== 0) return false
    this.#say(callee, "Can't call instance functions from within static functions")
    return false
  }

  /**
   * Latent functions take time, which only the code of states has, and in SWAT 4 other latent functions (42).
   */
  #latent(callee: Expression & { kind: 'Identifier' }): void {
    const { function: caller } = this.#scope
    if (caller === null || (caller.flags & FunctionFlag.Latent) !== 0) return
    const called = this.#functionNamed(callee.name)
    if (((called?.flags ?? 0) & FunctionFlag.Latent) !== 0)
      this.#say(callee, `'${callee.name}': latent functions can only be called by the code of states`)
  }

  #inStatic(node: Expression): void {
    if (this.#isStatic && this.#instanceVariable(node) !== undefined)
      this.#say(node, 'You can only access default values of variables here')
  }

  #variable(node: Expression): VariableSymbol | undefined {
    if (node.kind !== 'Identifier') return undefined
    return this.#scope.local(node.name.toLowerCase()) ?? this.#instanceVariable(node)
  }

  #instanceVariable(node: Expression): VariableSymbol | undefined {
    if (node.kind !== 'Identifier') return undefined
    const key = node.name.toLowerCase()
    return this.#scope.local(key) === undefined ? variableOf(this.#scope.class, key) : undefined
  }

  #functionNamed(name: string): FunctionSymbol | undefined {
    const { class: owner, state } = this.#scope
    if (missingAbove(owner) !== null) return undefined
    return functionInState(state, name.toLowerCase()) ?? functionOf(owner, name.toLowerCase())
  }

  #say({ start, end }: Span, message: string, level: 'error' | 'warning' = 'error'): void {
    this.#problems.push({ level, message, start, end, suggestion: undefined })
  }
}
