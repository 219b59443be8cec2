import { Token } from '@ukit/objects/script'
import { didYouMean } from '../problems/did-you-mean.js'
import type { ClassSymbol, EnumSymbol, StructSymbol, Type, VariableSymbol } from '../symbols/symbol.js'
import type { Expression } from '../syntax/nodes.js'
import { type MemoryLayout, valueSize } from '../types/layout.js'
import { BOOL, BYTE, FLOAT, INT, isClassOf, NAME, NONE, STRING, typeName } from '../types/types.js'
import { compileCall, compileMetaCast, compileNew } from './calls.js'
import { convert, delegateToken } from './convert.js'
import { type CompileEnvironment, type CompileProblem, CompileStop } from './environment.js'
import { contextToken, memberClass, objectClass, stringValue, tagNumber } from './members.js'
import { compileConditional, compilePostfix, compilePrefix, compileRun } from './operator-expressions.js'
import {
  constantOf,
  enumOf,
  functionInState,
  functionOf,
  memberOf,
  missingAbove,
  missingInStruct,
  type Scope,
  variableOf,
} from './scope.js'
import { MissingTokenError, type TokenWriter } from './token-writer.js'
import { literal, place, result, type Value } from './value.js'

/** Tokens may nest so deep and no deeper: reading them back ends there. */
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
  readonly #layout: MemoryLayout
  #depth = 0
  /** Constants being compiled: one that names itself ends. */
  #constants = 0

  constructor(env: CompileEnvironment, scope: Scope) {
    this.env = env
    this.scope = scope
    this.writer = env.writer
    this.#layout = { referenceInStruct: env.dialect.referenceInStruct, nameSize: env.writer.set.nameSize === 8 ? 8 : 4 }
  }

  /** Notes what is wrong and ends the statement. */
  fail(node: { start: number; end: number }, message: string, more: Partial<CompileProblem> = {}): never {
    const { start, end } = node
    this.problems.push({ message, start, end, suggestion: undefined, missingPackage: undefined, ...more })
    throw new CompileStop()
  }

  /** An expression with its type converted to what is wanted. */
  typed(node: Expression, want: Type, what: string, coerce = false): Value {
    const value = this.compile(node, want)
    const converted = convert(this.env, value, want, coerce)
    if (converted !== undefined) return converted
    return this.fail(node, `Type mismatch in ${what}: ${typeName(value.type)} is not ${typeName(want)}`, {
      missingPackage: this.missingIn(value.type) ?? this.missingIn(want),
    })
  }

  /** The package that is not available and that a type needs to be known. */
  missingIn(type: Type): string | undefined {
    switch (type.kind) {
      case 'object':
      case 'interface':
        return type.class === null ? this.#anyMissing : (missingAbove(type.class) ?? undefined)
      case 'class':
        return type.metaClass === null ? this.#anyMissing : (missingAbove(type.metaClass) ?? undefined)
      case 'struct':
        return type.struct === null ? this.#anyMissing : (missingInStruct(type.struct) ?? undefined)
      case 'delegate':
        return type.function === null ? this.#anyMissing : undefined
      case 'array':
        return this.missingIn(type.inner)
      default:
        return undefined
    }
  }

  /** Of a type that nothing is known of only this much can be said: a package of script is missing. */
  get #anyMissing(): string | undefined {
    return this.env.world.missingPackages[0]
  }

  /** Notes that what was decided here may be otherwise in that package, which is not available. */
  doubt(missing: string | null | undefined): void {
    this.doubted ??= missing ?? undefined
  }

  /** The bytes that a value takes, where the code says how many. */
  sizeOf(type: Type, dimension: number): number {
    if (type.kind === 'struct') this.doubt(this.missingIn(type))
    return valueSize(type, dimension, this.#layout)
  }

  /** An expression. */
  compile(node: Expression, want: Type | null): Value {
    if (++this.#depth > MAX_DEPTH) {
      this.#depth = 0
      return this.fail(node, `Expression nested deeper than ${MAX_DEPTH} levels`)
    }
    const value = this.#compile(node, want)
    this.#depth--
    return value
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

  /** Whether an error ends a statement; a token that the engine's line lacks becomes a problem. */
  isStop(error: unknown): boolean {
    if (error instanceof CompileStop) return true
    if (!(error instanceof MissingTokenError)) return false
    this.problems.push({ message: error.message, start: -1, end: -1, suggestion: undefined, missingPackage: undefined })
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
      if (!this.isStop(error)) throw error
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

  /** Begins a statement anew, after one that failed. */
  reset(): void {
    this.#depth = 0
    this.#constants = 0
  }

  #compile(node: Expression, want: Type | null): Value {
    const { writer } = this
    switch (node.kind) {
      case 'Int':
        return this.#int(node.value, node.isHex, want)
      case 'Float':
        return this.#float(node.value, want)
      case 'String':
        return literal(writer.string(stringValue(node.raw, this.env.dialect.escapes)), STRING)
      case 'Name':
        return literal(writer.make('NameConst', this.env.binder.name(node.name === '' ? 'None' : node.name)), NAME)
      case 'Bool':
        return literal(writer.make(node.value ? 'True' : 'False'), BOOL)
      case 'None':
        return this.#none(want)
      case 'Self':
        return result(writer.make('Self'), { kind: 'object', class: this.scope.class })
      case 'Object':
        return this.#object(node)
      case 'Vector':
        return literal(writer.make('VectorConst', Float32Array.from(node.values)), this.#struct('Vector'))
      case 'Rotator':
        return literal(writer.make('RotationConst', Int32Array.from(node.values)), this.#struct('Rotator'))
      case 'Range':
        return literal(writer.make('RangeConst', Float32Array.from(node.values)), this.#struct('Range'))
      case 'Identifier':
        return this.#identifier(node, node.name, want)
      case 'Member':
        return this.#member(node, want)
      case 'Qualified':
        return this.#qualified(node, want)
      case 'Element':
        return this.#element(node)
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

  #int(written: number, isHex: boolean, want: Type | null): Value {
    const { writer, env } = this
    let value = written
    if (value > 0x7fff_ffff || value < -0x8000_0000) {
      const largest = value < 0 ? -0x8000_0000 : 0x7fff_ffff
      // A number that is wanted as a float stays what it is.
      if (want?.kind === 'float')
        return literal(
          writer.float(isHex ? value | 0 : env.dialect.largeNumbers === 'saturate' ? largest : value),
          FLOAT,
        )
      value = isHex || env.dialect.largeNumbers === 'wrap' ? value | 0 : largest
    }
    if (want?.kind === 'float') return literal(writer.float(value), FLOAT)
    if (want?.kind === 'byte' && (env.dialect.cutsBytes || (value >= 0 && value <= env.dialect.largestByte))) {
      return literal(writer.make('ByteConst', value & 0xff), BYTE, 'int')
    }
    return literal(writer.int(value), INT, 'int')
  }

  #float(value: number, want: Type | null): Value {
    if ((want?.kind === 'int' || want?.kind === 'byte') && Number.isInteger(value)) return this.#int(value, false, want)
    return literal(this.writer.float(value), FLOAT, 'float')
  }

  #none(want: Type | null): Value {
    const value = literal(this.writer.make('NoObject'), NONE)
    if (want?.kind === 'name' || want?.kind === 'delegate') return convert(this.env, value, want, false) ?? value
    return value
  }

  #struct(name: string): Type {
    return { kind: 'struct', struct: this.env.world.struct(name) ?? null }
  }

  /** A class by name, as code of this class finds it. */
  classNamed(name: string): ClassSymbol | undefined {
    return this.env.world.class(name, this.env.packageName)
  }

  #object(node: Expression & { kind: 'Object' }): Value {
    const { binder, world } = this.env
    const kind = node.className.toLowerCase()
    if (kind === 'class') {
      const found = this.classNamed(node.path)
      if (found === undefined) {
        // A class that only the table of imports knows.
        const other = this.env.findObject(node.className, node.path)
        if (other !== undefined) {
          return literal(this.writer.make('ObjectConst', other.reference), {
            kind: 'class',
            metaClass: other.class ?? null,
          })
        }
        return this.fail(node, `Can't find Class '${node.path}'`, { missingPackage: this.missingFor(node.path) })
      }
      return literal(this.writer.make('ObjectConst', binder.symbol(found)), { kind: 'class', metaClass: found })
    }
    const type: Type = { kind: 'object', class: this.classNamed(node.className) ?? null }
    const last = node.path.slice(node.path.lastIndexOf('.') + 1)
    if (kind === 'enum') {
      const found = this.#enumAnywhere(last)
      if (found !== undefined) return literal(this.writer.make('ObjectConst', binder.symbol(found)), type)
    }
    if (kind === 'function' || kind === 'state' || kind === 'struct' || kind === 'scriptstruct') {
      const found = world.byPath(node.path)
      if (found !== undefined) return literal(this.writer.make('ObjectConst', binder.symbol(found)), type)
    }
    const found = this.env.findObject(node.className, node.path)
    if (found === undefined) {
      return this.fail(node, `Can't find ${node.className} '${node.path}'`, {
        missingPackage: this.missingFor(node.path),
      })
    }
    return literal(this.writer.make('ObjectConst', found.reference), type)
  }

  /**
   * An enum by its name alone: in the package that is compiled the class that comes first in the alphabet, as
   * their files are read (UT99, its patches and Tactical Ops: Actor's EInputKey, in Console too).
   */
  #enumAnywhere(name: string): EnumSymbol | undefined {
    const { world, packageName } = this.env
    const own = world
      .enumsNamed(name)
      .filter(({ owner }) => owner?.packageName.toLowerCase() === packageName.toLowerCase())
    own.sort((a, b) => ((a.owner?.name.toLowerCase() ?? '') < (b.owner?.name.toLowerCase() ?? '') ? -1 : 1))
    return own[0] ?? world.enum(name)
  }

  /** The missing package that the objects come from which this class's objects live in. */
  missingOuter(): string | undefined {
    let outer = this.outer()
    for (let depth = 0; outer !== undefined && depth < 8; depth++) {
      const missing = missingAbove(outer.class)
      if (missing !== null) return missing
      outer = this.outer(outer)
    }
    return undefined
  }

  /** What the decompiler calls a native function that only its number is known of. */
  missingNative(name: string): string | undefined {
    return /^native\d+$/i.test(name) ? this.#anyMissing : undefined
  }

  /** The missing package that may declare a name. */
  missingFor(name: string): string | undefined {
    const { missingPackages } = this.env.world
    const root = name.split('.', 1)[0]?.toLowerCase()
    return missingPackages.find((one) => one.toLowerCase() === root) ?? missingPackages[0]
  }

  #identifier(node: { start: number; end: number }, name: string, want: Type | null): Value {
    const key = name.toLowerCase()
    const { scope } = this
    const local = scope.local(key)
    if (local !== undefined) return this.variable(local, this.#isOut(local) ? 'OutVariable' : 'LocalVariable')
    const variable = variableOf(scope.class, key)
    if (variable !== undefined) return this.#own(variable)
    this.doubt(missingAbove(scope.class))
    return (
      this.#constant(scope.class, key, want, node) ??
      this.#tag(key, want) ??
      this.#functionValue(key, want) ??
      this.#fromOuter(node, name, want) ??
      this.#enumObject(key) ??
      this.unknownName(node, name, scope.class)
    )
  }

  /** A name that nobody declares. */
  unknownName(node: { start: number; end: number }, name: string, owner: ClassSymbol): never {
    return this.fail(node, `'${name}': Bad command or expression`, {
      suggestion: didYouMean(name, this.#names(owner)),
      missingPackage:
        missingAbove(owner) ?? this.missingOuter() ?? (this.env.mayNameMissingTags ? this.#anyMissing : undefined),
    })
  }

  *#names(owner: ClassSymbol): Iterable<string> {
    yield* this.scope.localNames
    for (let at: ClassSymbol | null = owner, depth = 0; at !== null && depth < 64; at = at.super, depth++) {
      for (const { name } of at.variables.values()) yield name
      for (const { name } of at.functions.values()) yield name
      for (const { name } of at.constants.values()) yield name
    }
  }

  #isOut(variable: VariableSymbol): boolean {
    return this.env.dialect.hasOutVariables && (variable.flags & 0x180) === 0x180
  }

  #own(variable: VariableSymbol): Value {
    const value = this.variable(variable, 'InstanceVariable')
    return this.#retyped(variable, value, this.scope.class)
  }

  /** `Class` and `Outer` are of the types that they have in the object that they are read from. */
  #retyped(variable: VariableSymbol, value: Value, owner: ClassSymbol | null): Value {
    if (owner === null || value.type.kind === 'struct') return value
    const key = variable.name.toLowerCase()
    if (key === 'class' && value.type.kind === 'class') return { ...value, type: { kind: 'class', metaClass: owner } }
    if (key === 'outer' && value.type.kind === 'object') {
      let at: ClassSymbol | null = owner
      for (let depth = 0; at !== null && depth < 512; depth++) {
        const { within } = at
        if (within !== null && within.name.toLowerCase() !== 'object')
          return { ...value, type: { kind: 'object', class: within } }
        at = at.super
      }
    }
    return value
  }

  /** A variable by the token that reads its kind; those of bools are wrapped. */
  variable(variable: VariableSymbol, token: string): Value {
    const plain = this.writer.make(token, this.env.binder.symbol(variable))
    return place(this.boolean(plain, variable), variable.type, variable, variable.dimension)
  }

  /** Access to a bool is wrapped, since it is one bit of many. */
  boolean(token: Token, variable: VariableSymbol): Token {
    return variable.type.kind === 'bool' ? this.writer.make('BoolVariable', token) : token
  }

  #constant(
    owner: ClassSymbol | null,
    key: string,
    want: Type | null,
    node: { start: number; end: number },
  ): Value | undefined {
    const constant = constantOf(owner, key)
    if (constant === undefined) return undefined
    const expression = this.env.constant(constant.text)
    if (expression === undefined || this.#constants > 16) return this.fail(node, `'${constant.name}': bad constant`)
    this.#constants++
    const value = this.compile(expression, want)
    this.#constants--
    return value
  }

  #tag(key: string, want: Type | null): Value | undefined {
    const enums = this.env.world.enumsWithTag(key)
    const [first] = enums
    if (first === undefined) return undefined
    const wanted = want?.kind === 'byte' ? want.enum : null
    const own =
      enums.length === 1
        ? first
        : (enums.find((one) => one === wanted) ?? enums.find((one) => isClassOf(this.scope.class, one.owner)) ?? first)
    return this.tagValue(own, key, want)
  }

  /** The value of an enum's tag, which is there. */
  tagValue(owner: EnumSymbol, key: string, want: Type | null): Value {
    const number = tagNumber(owner, key)
    if (want?.kind === 'int' && this.env.dialect.tagIsInt) return literal(this.writer.int(number), INT, 'int')
    return literal(this.writer.make('ByteConst', number), { kind: 'byte', enum: owner }, 'tag')
  }

  /** An enum by its name, as an object (SWAT 4: `GetEnum(EPhysics, Physics)`). */
  #enumObject(key: string): Value | undefined {
    const found = enumOf(this.scope.class, key) ?? this.env.world.enum(key)
    if (found === undefined) return undefined
    const type: Type = { kind: 'object', class: this.classNamed('Enum') ?? null }
    return literal(this.writer.make('ObjectConst', this.env.binder.symbol(found)), type)
  }

  /** A function by its name, where a delegate is wanted. */
  #functionValue(key: string, want: Type | null): Value | undefined {
    if (want !== null && want.kind !== 'delegate') return undefined
    const found = functionInState(this.scope.state, key) ?? functionOf(this.scope.class, key)
    if (found === undefined) return undefined
    const property = variableOf(this.scope.class, `__${key}__delegate`)
    const type: Type = { kind: 'delegate', function: found }
    const token = delegateToken(this.env, found.name, property ?? null)
    return { ...literal(token, type), function: found, property: property ?? null }
  }

  /** A delegate as the target of an assignment, or as what is compared: the variable that holds it. */
  delegateVariable(node: Expression): Value | undefined {
    if (node.kind === 'Identifier') {
      const key = node.name.toLowerCase()
      if (this.scope.local(key) !== undefined || variableOf(this.scope.class, key) !== undefined) return undefined
      const variable = variableOf(this.scope.class, `__${key}__delegate`)
      return variable === undefined ? undefined : this.variable(variable, 'InstanceVariable')
    }
    if (node.kind === 'Member') {
      const key = node.name.toLowerCase()
      const object = this.compile(node.object, null)
      const owner = objectClass(object.type)
      if (owner === null || variableOf(owner, key) !== undefined) return undefined
      const variable = variableOf(owner, `__${key}__delegate`)
      return variable === undefined ? undefined : this.context(object, this.variable(variable, 'InstanceVariable'))
    }
    return undefined
  }

  /** Members of the object that this class's objects live in, or of the one that that lives in. */
  #fromOuter(node: { start: number; end: number }, name: string, want: Type | null): Value | undefined {
    const key = name.toLowerCase()
    let found = this.outer()
    for (let depth = 0; found !== undefined && depth < 8; depth++) {
      const value = this.#outerMember(found.value, found.class, key, want, node)
      if (value !== undefined) return value
      found = this.outer(found)
    }
    return undefined
  }

  #outerMember(
    outer: Value,
    owner: ClassSymbol,
    key: string,
    want: Type | null,
    node: { start: number; end: number },
  ): Value | undefined {
    const variable = variableOf(owner, key)
    if (variable !== undefined) {
      return this.context(outer, this.#retyped(variable, this.variable(variable, 'InstanceVariable'), owner), true)
    }
    const constant = this.#constant(owner, key, want, node)
    if (constant !== undefined) return constant
    const delegate = variableOf(owner, `__${key}__delegate`)
    if (want === null || want.kind !== 'delegate') {
      return delegate === undefined ? undefined : this.context(outer, this.variable(delegate, 'InstanceVariable'), true)
    }
    const fn = functionOf(owner, key)
    if (fn === undefined) return undefined
    const value = literal(delegateToken(this.env, fn.name, delegate ?? null), { kind: 'delegate', function: fn })
    return this.context(outer, { ...value, function: fn }, true)
  }

  /** The variable Outer, when it is of more than any class; `of` is an object whose Outer is meant. */
  outer(of?: { readonly value: Value; readonly class: ClassSymbol }): { value: Value; class: ClassSymbol } | undefined {
    const owner = of?.class ?? this.scope.class
    const variable = variableOf(owner, 'outer')
    if (variable === undefined) return undefined
    const own = this.#retyped(variable, this.variable(variable, 'InstanceVariable'), owner)
    const value = of === undefined ? own : this.context(of.value, own, true)
    if (value.type.kind !== 'object' || value.type.class === null) return undefined
    return value.type.class.name.toLowerCase() === 'object' ? undefined : { value, class: value.type.class }
  }

  #member(node: Expression & { kind: 'Member' }, want: Type | null): Value {
    const key = node.name.toLowerCase()
    const tag = this.#enumMember(node, key, want)
    if (tag !== undefined) return tag
    const object = this.compile(node.object, null)
    if (object.type.kind === 'struct') return this.#structMember(node, object, object.type.struct, key)
    if (object.type.kind === 'array' && key === 'length') {
      return place(this.writer.make('DynArrayLength', object.token), INT, null)
    }
    return this.#objectMember(node, object, key, want)
  }

  /** `Enum.Tag`, `object.Enum.Tag` and `Enum.EnumCount`. */
  #enumMember(node: Expression & { kind: 'Member' }, key: string, want: Type | null): Value | undefined {
    const { object } = node
    if (object.kind === 'Identifier') {
      const name = object.name.toLowerCase()
      if (this.scope.local(name) !== undefined || variableOf(this.scope.class, name) !== undefined) return undefined
      const found = enumOf(this.scope.class, name) ?? this.env.world.enum(name)
      return found === undefined ? undefined : this.#tagOf(found, key, want)
    }
    if (object.kind !== 'Member') return undefined
    const name = object.name.toLowerCase()
    if (this.env.world.enum(name) === undefined) return undefined
    const owner = this.compile(object.object, null)
    const of = objectClass(owner.type)
    if (of === null || variableOf(of, name) !== undefined) return undefined
    const found = enumOf(of, name)
    const value = found === undefined ? undefined : this.#tagOf(found, key, null)
    return value === undefined ? undefined : this.context(owner, value)
  }

  #tagOf(owner: EnumSymbol, key: string, want: Type | null): Value | undefined {
    if (key === 'enumcount') return this.enumCount(owner)
    return tagNumber(owner, key) < 0 ? undefined : this.tagValue(owner, key, want)
  }

  enumCount(owner: EnumSymbol): Value {
    const { enumCount } = this.env.dialect
    const count = owner.tags.length
    if (enumCount === 'byte') return literal(this.writer.make('ByteConst', count), { kind: 'byte', enum: owner }, 'tag')
    return literal(this.writer.int(enumCount === 'int' ? count : count - 1), INT, 'int')
  }

  #structMember(node: Expression & { kind: 'Member' }, object: Value, struct: StructSymbol | null, key: string): Value {
    const member = memberOf(struct, key)
    if (member === undefined) {
      return this.fail(node, `Unknown member '${node.name}' in struct '${struct?.name ?? '?'}'`, {
        suggestion:
          struct === null
            ? undefined
            : didYouMean(
                node.name,
                struct.members.map(({ name }) => name),
              ),
        missingPackage: this.missingIn(object.type),
      })
    }
    const { binder } = this.env
    const token = this.writer.makeNamed('StructMember', {
      member: binder.symbol(member),
      // UE3 calls its operand `value`, the others `struct`.
      ...(this.env.context.engine === 3
        ? {
            struct: struct === null ? null : binder.symbol(struct),
            value: object.token,
            isCopy: object.isVariable ? 0 : 1,
            isModified: 0,
          }
        : { struct: object.token }),
    })
    const value = this.boolean(token, member)
    return { ...place(value, member.type, member, member.dimension), isVariable: object.isVariable }
  }

  #objectMember(node: Expression & { kind: 'Member' }, object: Value, key: string, want: Type | null): Value {
    const owner = memberClass(this, object.type)
    if (owner === null) {
      return this.fail(node, `Unrecognized member '${node.name}' in '${typeName(object.type)}'`, {
        missingPackage: this.missingIn(object.type),
      })
    }
    const variable = variableOf(owner, key)
    if (variable !== undefined) {
      const retypedFor = objectClass(object.type)
      return this.context(object, this.#retyped(variable, this.variable(variable, 'InstanceVariable'), retypedFor))
    }
    const constant = this.#constant(owner, key, want, node)
    if (constant !== undefined) return this.context(object, constant)
    const delegate = this.#delegateMember(object, owner, key)
    if (delegate !== undefined) return delegate
    const tag = this.env.world.enumsWithTag(key).find((one) => isClassOf(owner, one.owner))
    if (tag !== undefined) return this.context(object, this.tagValue(tag, key, want))
    return this.fail(node, `Unrecognized member '${node.name}' in class '${owner.name}'`, {
      suggestion: didYouMean(node.name, this.#names(owner)),
      missingPackage: missingAbove(owner) ?? undefined,
    })
  }

  /** A delegate or function of another object, as a value. */
  #delegateMember(object: Value, owner: ClassSymbol, key: string): Value | undefined {
    const found = functionOf(owner, key)
    if (found === undefined) return undefined
    const property = variableOf(owner, `__${key}__delegate`)
    const type: Type = { kind: 'delegate', function: found }
    if (property !== undefined && this.env.dialect.delegatesOfObjectsAreVariables) {
      return this.context(object, this.variable(property, 'InstanceVariable'))
    }
    const token = delegateToken(this.env, found.name, property ?? null)
    return this.context(object, { ...literal(token, type), function: found })
  }

  /** What is behind `default.`, `static.` and `const.`; calls are elsewhere. */
  #qualified(node: Expression & { kind: 'Qualified' }, want: Type | null): Value {
    const key = node.name.toLowerCase()
    const object = node.object === null ? null : this.compile(node.object, null)
    const owner =
      object === null
        ? this.scope.class
        : object.type.kind === 'class'
          ? (object.type.metaClass ?? null)
          : objectClass(object.type)
    if (owner === null && object !== null) {
      return this.fail(node, `'${node.qualifier}': not an object or class`, {
        missingPackage: this.missingIn(object.type),
      })
    }
    if (node.qualifier === 'const') {
      const constant =
        this.#constant(owner, key, want, node) ?? this.unknownName(node, node.name, owner ?? this.scope.class)
      const isPlain = object === null || !this.env.dialect.constantsKeepContext
      return isPlain ? constant : this.context(object, constant, false, true)
    }
    const variable = variableOf(owner, key) ?? variableOf(owner, `__${key}__delegate`)
    if (variable !== undefined) {
      const member = this.#retyped(variable, this.variable(variable, 'DefaultVariable'), owner)
      return object === null ? member : this.context(object, member, false, true)
    }
    const constant = this.#constant(owner, key, want, node)
    if (constant !== undefined) return object === null ? constant : this.context(object, constant, false, true)
    const found = functionOf(owner, key)
    if (found !== undefined) {
      const type: Type = { kind: 'delegate', function: found }
      const value = { ...literal(delegateToken(this.env, found.name, null), type), function: found }
      return object === null ? value : this.context(object, value, false, true)
    }
    return this.unknownName(node, node.name, owner ?? this.scope.class)
  }

  #element(node: Expression & { kind: 'Element' }): Value {
    const array = this.compile(node.array, null)
    const index = this.typed(node.index, INT, 'array index')
    if (array.type.kind === 'array') {
      const { inner } = array.type
      const token = this.writer.make('DynArrayElement', index.token, array.token)
      return { ...place(token, inner, array.property), isVariable: array.isVariable }
    }
    // The bit of a bool is taken of the element, not of the array.
    const isBool = array.type.kind === 'bool' && this.writer.is(array.token, 'BoolVariable')
    const inside = isBool ? array.token.operands[0] : array.token
    const token = this.writer.make('ArrayElement', index.token, inside ?? array.token)
    return {
      ...place(isBool ? this.writer.make('BoolVariable', token) : token, array.type, array.property),
      isVariable: array.isVariable,
    }
  }

  /**
   * *A member in the context of an object.* Its size is what is skipped when there is no object; for members
   * of the implicit Outer only that of the variable is.
   */
  context(object: Value, member: Value, isImplicit = false, isOfClass = false): Value {
    return { ...member, token: contextToken(this, object, member, isImplicit, isOfClass) }
  }
}
