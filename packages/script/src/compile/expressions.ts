import { Token } from '@ukit/objects/script'
import { Suggestions } from '../problems/suggestions.js'
import type { ClassSymbol, ScriptSymbol, Type } from '../symbols/symbol.js'
import type { Expression, Span } from '../syntax/nodes.js'
import { type MemoryLayout, valueSize } from '../types/layout.js'
import { BOOL, NAME, STRING, typeName } from '../types/types.js'
import { compileCall } from './calls.js'
import { convert } from './convert.js'
import { DebugNotes } from './debug-notes.js'
import { type CompileEnvironment, type CompileProblem, CompileStop } from './environment.js'
import { compileMetaCast } from './explicit-casts.js'
import { floatLiteral, intLiteral, noneLiteral, objectLiteral, structType } from './literals.js'
import { compileElement, compileMember, compileQualified } from './member-expressions.js'
import { contextToken, stringValue } from './members.js'
import { compileName, outerOf } from './names.js'
import { compileNew } from './new-objects.js'
import { compileConditional, compilePostfix, compilePrefix, compileRun } from './operator-expressions.js'
import { lackedBy, missingAbove, missingInStruct, type Scope } from './scope.js'
import { MissingTokenError, type TokenWriter } from './token-writer.js'
import { literal, result, type Value } from './value.js'

/** By the environment, which all its code has in common. */
const SUGGESTIONS = new WeakMap<CompileEnvironment['binder'], Suggestions>()

/** How deep tokens may nest: reading them back ends there. */
const MAX_DEPTH = 240

/**
 * *Expressions to tokens.* `want` is the type that the place of an expression asks for, when it is known
 * before the expression is: literals take it on.
 */
export class Expressions {
  readonly env: CompileEnvironment
  readonly scope: Scope
  readonly writer: TokenWriter
  readonly problems: CompileProblem[] = []
  /** A package that is not available and that could make the code another one than was compiled. */
  doubted: string | undefined
  /** Contexts of the implicit Outer: their skip is fixed. */
  readonly implicitContexts = new WeakSet<Token>()
  /** Of a build with `-debug`. */
  readonly notes: DebugNotes | undefined
  readonly #layout: MemoryLayout
  #depth = 0
  /** The purpose of an expression, for messages. */
  place: { readonly node: Span; readonly what: string } | undefined
  /** Constants being compiled: one that names itself ends. */
  constants = 0

  constructor(env: CompileEnvironment, scope: Scope) {
    this.env = env
    this.scope = scope
    this.writer = env.writer
    this.notes =
      env.debug === undefined || !env.writer.has('DebugInfo') ? undefined : new DebugNotes(env.writer, env.debug)
    const { referenceInStruct, padsStructs } = env.dialect
    this.#layout = { referenceInStruct, padsStructs, nameSize: env.writer.set.nameSize === 8 ? 8 : 4 }
  }

  /**
   * Suggestions for a word; limited, so that not every error of an environment gets one.
   */
  suggest(word: string, names: Iterable<string>): string | undefined {
    let suggestions = SUGGESTIONS.get(this.env.binder)
    if (suggestions === undefined) {
      suggestions = new Suggestions()
      SUGGESTIONS.set(this.env.binder, suggestions)
    }
    return suggestions.like(word, names)
  }

  /** Notes what is wrong and ends the statement. */
  fail(node: Span, message: string, more: Partial<CompileProblem> = {}): never {
    const { start, end } = node
    this.problems.push({ message, start, end, suggestion: undefined, missingPackage: undefined, ...more })
    throw new CompileStop()
  }

  /** An expression with its type converted to what is wanted. */
  typed(node: Expression, want: Type, what: string, coerce = false): Value {
    const value = this.compileIn(node, want, what)
    const converted = convert(this.env, value, want, coerce)
    if (converted !== undefined) return converted
    return this.fail(node, `Type mismatch in ${what}: ${typeName(value.type)} is not ${typeName(want)}`, {
      missingPackage: this.missingIn(value.type) ?? this.missingIn(want),
      lackedBy: lackedBy(value.type) ?? lackedBy(want),
    })
  }

  /** The package that is not available and that a type needs to be known. */
  missingIn(type: Type): string | undefined {
    switch (type.kind) {
      case 'object':
      case 'interface':
        return type.class === null ? this.anyMissing : (missingAbove(type.class) ?? undefined)
      case 'class':
        return type.metaClass === null ? this.anyMissing : (missingAbove(type.metaClass) ?? undefined)
      case 'struct':
        return type.struct === null ? this.anyMissing : (missingInStruct(type.struct) ?? undefined)
      case 'delegate':
        return type.function === null ? this.anyMissing : undefined
      case 'array':
        return this.missingIn(type.inner)
      default:
        return undefined
    }
  }

  /** Only one thing can be said about an unknown type: a package of script is missing. */
  get anyMissing(): string | undefined {
    return this.env.world.missingPackages[0]
  }

  /** Notes that this decision may be different with that package, which is not available. */
  doubt(missing: string | null | undefined): void {
    this.doubted ??= missing ?? undefined
  }

  /** The bytes that a value takes, where the code says how many. */
  sizeOf(type: Type, dimension: number): number {
    if (type.kind === 'struct') this.doubt(this.missingIn(type))
    return valueSize(type, dimension, this.#layout)
  }

  /** An expression, with its place for messages: `'If'`. */
  compileIn(node: Expression, want: Type | null, what: string): Value {
    const { place } = this
    this.place = { node, what }
    const value = this.compile(node, want)
    this.place = place
    return value
  }

  /** An expression. */
  compile(node: Expression, want: Type | null): Value {
    if (++this.#depth > MAX_DEPTH) {
      this.#depth = 0
      return this.fail(node, `Expression nested deeper than ${MAX_DEPTH} levels`)
    }
    const value = this.#compile(node, want)
    if (this.env.watch !== undefined) this.#tellOf(node, value)
    this.#depth--
    return value
  }

  /** Tells who watches what a part of the text means; what constants are made of is in no text. */
  means(node: Span, symbol: ScriptSymbol | null | undefined): void {
    if (this.constants === 0 && symbol !== null && symbol !== undefined) this.env.watch?.means(node, symbol)
  }

  /** What the value of a name, or of one operator and its operand, says about the name or operator. */
  #tellOf(node: Expression, value: Value): void {
    const { type, literal: written } = value
    if (node.kind === 'Identifier' || node.kind === 'Member' || node.kind === 'Qualified') {
      const tagOf = written === 'tag' && type.kind === 'byte' ? type.enum : null
      this.means(node, value.property ?? value.function ?? tagOf)
    } else if (node.kind === 'Prefix') {
      this.means({ start: node.start, end: node.operand.start }, value.operator)
    } else if (node.kind === 'Postfix') {
      this.means({ start: node.operand.end, end: node.end }, value.operator)
    } else if (node.kind === 'Object' || node.kind === 'MetaCast') {
      this.means(node, type.kind === 'class' ? type.metaClass : null)
    }
  }

  /** Where an attempt begins: what `back` goes back to. */
  mark(): { readonly depth: number; readonly problems: number } {
    return { depth: this.#depth, problems: this.problems.length }
  }

  /** Forgets what an attempt found wrong. */
  back({ depth, problems }: { readonly depth: number; readonly problems: number }): void {
    this.#depth = depth
    this.problems.length = Math.min(this.problems.length, problems)
  }

  /**
   * Tells whether an error ends what is at a place; a token that the engine's line lacks becomes a problem
   * there.
   */
  isStop(error: unknown, { start, end }: Span): boolean {
    if (error instanceof CompileStop) return true
    if (!(error instanceof MissingTokenError)) return false
    this.problems.push({ message: error.message, start, end, suggestion: undefined, missingPackage: undefined })
    return true
  }

  /** The type of an expression, which may be wrong. */
  tryType(node: Expression): Type | undefined {
    return this.tryValue(node)?.type
  }

  /** An expression, which may be wrong. */
  tryValue(node: Expression): Value | undefined {
    try {
      return this.compile(node, null)
    } catch (error) {
      if (!this.isStop(error, node)) throw error
      return undefined
    }
  }

  /** Marks the struct member that an assignment goes into (UE3): the innermost one of its target. */
  modify(target: Token): void {
    const { writer } = this
    if (this.env.context.engine < 3) return
    let at: Token | undefined = target
    let last: Token | undefined
    for (let depth = 0; at !== undefined && depth < MAX_DEPTH; depth++) {
      let inner: unknown
      if (writer.is(at, 'StructMember')) {
        last = at
        inner = at.operands.at(-1)
      } else if (writer.is(at, 'Context') || writer.is(at, 'ClassContext') || writer.is(at, 'InterfaceContext'))
        inner = at.operands[0]
      else if (writer.is(at, 'BoolVariable') || writer.is(at, 'DynArrayLength')) inner = at.operands[0]
      else if (writer.is(at, 'ArrayElement') || writer.is(at, 'DynArrayElement')) inner = at.operands[1]
      at = inner instanceof Token ? inner : undefined
    }
    if (last === undefined) return
    const definition = writer.set.tokens[last.op]
    const slot = definition?.operands.findIndex(({ name }) => name === 'isModified') ?? -1
    if (slot >= 0) last.operands[slot] = 1
  }

  /** Begins a statement again, after one that failed. */
  reset(): void {
    this.#depth = 0
    this.place = undefined
    this.constants = 0
  }

  #compile(node: Expression, want: Type | null): Value {
    const { writer } = this
    switch (node.kind) {
      case 'Int':
        return intLiteral(this, node.value, node.isHex, want)
      case 'Float':
        return floatLiteral(this, node.value, want)
      case 'String':
        return literal(writer.string(stringValue(node.raw, this.env.dialect.escapes)), STRING)
      case 'Name':
        return literal(writer.make('NameConst', this.env.binder.name(node.name === '' ? 'None' : node.name)), NAME)
      case 'Bool':
        return literal(writer.make(node.value ? 'True' : 'False'), BOOL)
      case 'None':
        return noneLiteral(this, want)
      case 'Self':
        return result(writer.make('Self'), { kind: 'object', class: this.scope.class })
      case 'Object':
        return objectLiteral(this, node)
      case 'Vector':
        return literal(writer.make('VectorConst', Float32Array.from(node.values)), structType(this, 'Vector'))
      case 'Rotator':
        return literal(writer.make('RotationConst', Int32Array.from(node.values)), structType(this, 'Rotator'))
      case 'Range':
        return literal(writer.make('RangeConst', Float32Array.from(node.values)), structType(this, 'Range'))
      case 'Identifier':
        return compileName(this, node, node.name, want)
      case 'Member':
        return compileMember(this, node, want)
      case 'Qualified':
        return compileQualified(this, node, want)
      case 'Element':
        return compileElement(this, node)
      case 'Call':
        return compileCall(this, node, want)
      case 'MetaCast':
        return compileMetaCast(this, node)
      case 'New':
        return compileNew(this, node)
      case 'Prefix':
        return compilePrefix(this, node)
      case 'Postfix':
        return compilePostfix(this, node)
      case 'Run':
        return compileRun(this, node.operands, node.operators, want)
      case 'Binary':
        return compileRun(this, [node.left, node.right], [node.operator], want)
      case 'Conditional':
        return compileConditional(this, node, want)
      case 'Parenthesized': {
        const value = this.compile(node.inner, want)
        if (want === null || !this.env.dialect.parenthesesConvert) return value
        return convert(this.env, value, want, false) ?? value
      }
      default:
        return this.fail(node, `'${node.text}': Bad command or expression`)
    }
  }

  /** A class by name, as code of this class finds it. */
  classNamed(name: string): ClassSymbol | undefined {
    return this.env.world.class(name, this.env.packageName)
  }

  /** The missing package that the objects come from which this class's objects live in. */
  missingOuter(): string | undefined {
    let outer = outerOf(this)
    for (let depth = 0; outer !== undefined && depth < 8; depth++) {
      const missing = missingAbove(outer.class)
      if (missing !== null) return missing
      outer = outerOf(this, outer)
    }
    return undefined
  }

  /** What the decompiler calls a native function of which only the number is known. */
  missingNative(name: string): string | undefined {
    return /^native\d+$/i.test(name) ? this.anyMissing : undefined
  }

  /** The missing package that may declare a name. */
  missingFor(name: string): string | undefined {
    const { missingPackages } = this.env.world
    const root = name.split('.', 1)[0]?.toLowerCase()
    return missingPackages.find((one) => one.toLowerCase() === root) ?? missingPackages[0]
  }

  /**
   * *A member in the context of an object.* Its size is what is skipped when there is no object; for members
   * of the implicit Outer only that of the variable is.
   */
  context(object: Value, member: Value, isImplicit = false, isOfClass = false): Value {
    return { ...member, token: contextToken(this, object, member, isImplicit, isOfClass) }
  }
}
