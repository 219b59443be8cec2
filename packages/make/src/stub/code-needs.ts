import { type ExportObject, ImportObject, type ObjectReader } from '@ukit/core'
import { script } from '@ukit/objects'
import type { ClassSymbol, FunctionSymbol, Type, VariableSymbol, World } from '@ukit/script/symbols'
import { CodeTypes, castTypes, type FactsOf, isToken, nativeNumber, typeOfClass } from './code-types.js'
import { type Argument, classIn, type FunctionForm, noteCall } from './stub-facts.js'

/**
 * How often code is gone through: what one function shows of a result is what another one needs to know of
 * its members.
 */
const PASSES = 3

/**
 * *What code says of missing classes*: the functions that it calls and the variables that it uses, with the
 * types of what is given to them and assigned, and what the classes extend.
 */
export async function gatherCodeNeeds(users: readonly ObjectReader[], world: World, factsOf: FactsOf): Promise<void> {
  const all: { code: CodeNeeds; owner: Owner }[] = []
  for (const reader of users) {
    const code = new CodeNeeds(world, reader, factsOf)
    for (const exported of reader.package.exports) {
      if (!/^(?:class|function|state)$/i.test(exported.className)) continue
      const { object } = await reader.read(exported)
      if (object instanceof script.Struct && object.script.tokens.length > 0)
        all.push({ code, owner: { exported, tokens: object.script.tokens } })
      if (object instanceof script.FunctionField) code.noteOverride(exported)
    }
  }
  for (let pass = 0; pass < PASSES; pass++) for (const { code, owner } of all) code.visitAll(owner)
}

interface Owner {
  readonly exported: ExportObject
  readonly tokens: readonly script.Token[]
}

/** *Goes through the code of a user.* */
class CodeNeeds {
  readonly #types: CodeTypes
  readonly #users: string
  #function: FunctionSymbol | undefined
  /** Types of what the switches around are about. */
  #switches: (Type | undefined)[] = []

  constructor(world: World, reader: ObjectReader, factsOf: FactsOf) {
    this.#types = new CodeTypes(world, reader.package.context, factsOf)
    this.#users = reader.package.name.toLowerCase()
  }

  /** A function of a user's class: one of the same name in a missing class above it has its form. */
  noteOverride(exported: ExportObject): void {
    const symbol = this.#types.world.symbolOf(exported)
    if (symbol?.kind !== 'function') return
    this.#types.missingAmong(symbol.class)?.overrides.set(symbol.friendlyName.toLowerCase(), formOf(symbol))
  }

  visitAll({ exported, tokens }: Owner): void {
    const types = this.#types
    const symbol = types.world.symbolOf(exported)
    this.#function = symbol?.kind === 'function' ? symbol : undefined
    if (symbol?.kind === 'class') [types.self, types.state] = [symbol, null]
    else if (symbol?.kind === 'state') [types.self, types.state] = [symbol.class, symbol]
    else if (symbol?.kind === 'function') [types.self, types.state] = [symbol.class, symbol.state]
    else [types.self, types.state] = [null, null]
    this.#switches = []
    for (const token of tokens) this.#visit(token, undefined, types.self, true)
  }

  /**
   * @param expected what the value is used as.
   * @param of the class whose variables and functions a name means.
   * @param isStatement nothing uses the value.
   */
  #visit(token: script.Token, expected: Type | undefined, of: ClassSymbol | null, isStatement = false): void {
    const types = this.#types
    const name = script.tokenName(token, types.context)
    const operands = script.namedOperands(token, types.context)
    if (!isStatement) this.#use(token, expected, of)
    const { target, value, object, member, condition, array, index, struct, call } = operands
    const inside = (inner: unknown, type: Type | undefined, isCall = false) => {
      if (isToken(inner)) this.#visit(inner, type, types.self, isCall)
    }
    switch (name) {
      case 'Let':
      case 'LetBool':
      case 'LetDelegate':
        if (!isToken(target) || !isToken(value)) return
        this.#assign(target, types.typeOf(value) ?? (name === 'LetBool' ? BOOL : undefined))
        this.#visit(value, this.#sureType(target) ?? (name === 'LetBool' ? BOOL : undefined), types.self)
        return
      case 'Context':
      case 'ClassContext':
        if (isToken(object) && isToken(member)) this.#visitContext(name, object, member, expected, isStatement)
        return
      case 'StructMember': {
        const owner = isToken(struct) && member instanceof ImportObject ? types.world.symbolOf(member.outer) : undefined
        inside(struct, { kind: 'struct', struct: owner?.kind === 'struct' ? owner : null })
        return
      }
      case 'ArrayElement': {
        const shown = isToken(array) ? types.shownOf(array, of) : undefined
        if (shown !== undefined) shown.length = Math.max(shown.length, elementsBy(index, types))
        inside(index, INT)
        if (isToken(array)) this.#visit(array, expected, of, isStatement)
        return
      }
      case 'DynArrayElement':
        inside(index, INT)
        if (isToken(array)) this.#visit(array, { kind: 'array', inner: expected ?? VOID }, of)
        return
      case 'DynArrayLength':
        if (isToken(array)) this.#visit(array, { kind: 'array', inner: VOID }, of)
        return
      case 'BoolVariable':
        if (isToken(operands['variable'])) this.#visit(operands['variable'], BOOL, of)
        return
      case 'JumpIfNot':
      case 'Assert':
        inside(condition, BOOL)
        return
      case 'Return':
        inside(value, this.#function?.returnValue?.type)
        return
      case 'Skip':
        inside(value, expected)
        return
      case 'DynamicCast':
      case 'MetaCast':
        // What a value is used as, it is, and so is what it is cast to; what is assigned to it may be less.
        if (isToken(value) && types.shownOf(value, types.self)?.uses.size !== 0)
          this.#bind(types.classAt(operands['class']), types.classOf(value))
        inside(value, name === 'MetaCast' ? { kind: 'class', metaClass: null } : { kind: 'object', class: null })
        return
      case 'Iterator':
        inside(call, undefined, true)
        return
      case 'InstanceVariable':
      case 'DefaultVariable':
      case 'StaticVariable':
        if (of === types.self) this.#bind(of, types.ownerOf(Object.values(operands)[0]))
        return
      case 'Switch':
        this.#switches.push(isToken(value) ? this.#sureType(value) : undefined)
        inside(value, undefined)
        return
      case 'Case': {
        const given = token.operands[1]
        // Without a value it is the default, which ends the switch.
        if (isToken(given)) this.#visit(given, this.#switches.at(-1), types.self)
        else this.#switches.pop()
        return
      }
      case 'EatString':
        inside(value, undefined, true)
        return
      default:
    }
    const cast = castTypes(
      name === 'PrimitiveCast' ? (script.castNames(types.context)[Number(operands['cast'])] ?? '') : (name ?? ''),
    ).from
    if (this.#visitCall(token, name, of)) return
    for (const operand of token.operands) {
      inside(operand, cast)
      if (Array.isArray(operand)) for (const each of operand) inside(each, cast)
    }
  }

  #visitContext(
    name: string,
    object: script.Token,
    member: script.Token,
    expected: Type | undefined,
    isStatement: boolean,
  ): void {
    const types = this.#types
    const of = types.classOf(object)
    const owner = this.#ownerOfMember(member)
    const isClass = name === 'ClassContext'
    if (types.shownOf(object, types.self) === undefined) this.#bind(of, owner)
    if (owner !== null)
      this.#visit(object, isClass ? { kind: 'class', metaClass: owner } : { kind: 'object', class: owner }, types.self)
    else {
      this.#visit(object, isClass ? { kind: 'class', metaClass: null } : { kind: 'object', class: null }, types.self)
      this.#noteUnknown(object, member, expected)
    }
    this.#visit(member, expected, of, isStatement)
  }

  /** Notes a function that is called on an object that is not known to have it. */
  #noteUnknown(object: script.Token, member: script.Token, expected: Type | undefined): void {
    const types = this.#types
    const of = types.classOf(object)
    if (!/^(?:Virtual|Global)Function$/.test(script.tokenName(member, types.context) ?? '')) return
    if (types.calledBy(member, of) !== null || types.missingFunction(member, of) !== undefined) return
    const { function: name, arguments: list } = script.namedOperands(member, types.context)
    const called = types.shownOf(object, types.self)?.called(String(name))
    if (called === undefined) return
    noteCall(called, this.#given(list))
    if (expected !== undefined) called.result.use(this.#foreign(expected))
  }

  #given(list: unknown): Argument[] {
    const types = this.#types
    return (Array.isArray(list) ? list : []).filter(isToken).map((one) => {
      if (isOmitted(one, types)) return 'omitted'
      return { type: types.typeOf(one), isText: types.isMadeText(one) }
    })
  }

  /** The class that declares the variable or function that a member of an object is. */
  #ownerOfMember(token: script.Token): ClassSymbol | null {
    const types = this.#types
    const name = script.tokenName(token, types.context)
    const operands = script.namedOperands(token, types.context)
    if (name === 'FinalFunction') return types.ownerOf(operands['function'])
    if (name === 'InstanceVariable' || name === 'DefaultVariable' || name === 'StaticVariable')
      return types.ownerOf(Object.values(operands)[0])
    const inner = operands['variable'] ?? operands['array'] ?? operands['struct']
    if (isToken(inner)) return this.#ownerOfMember(inner)
    const number = nativeNumber(token, name, operands['low'])
    return number === undefined ? null : (types.calledBy(token, null)?.class ?? null)
  }

  /** Visits what a call gives; returns false for what is not a call. */
  #visitCall(token: script.Token, name: string | undefined, of: ClassSymbol | null): boolean {
    const types = this.#types
    const { arguments: list, function: called, low } = script.namedOperands(token, types.context)
    if (!Array.isArray(list)) return false
    const given = list.filter(isToken)
    if (name === 'FinalFunction' && of === types.self) this.#bind(of, types.ownerOf(called))
    const known = types.calledBy(token, of)
    const missing = known === null ? types.missingFunction(token, of) : undefined
    if (missing !== undefined) noteCall(missing, this.#given(list))
    const number = nativeNumber(token, name, low)
    const taken = (i: number) => known?.parameters[i]?.type ?? (known === null ? nativeArgument(number) : undefined)
    for (const [i, one] of given.entries()) this.#visit(one, taken(i), types.self)
    return true
  }

  /** Notes that a value is used as one of a type. */
  #use(token: script.Token, expected: Type | undefined, of: ClassSymbol | null): void {
    const types = this.#types
    const shown = types.shownOf(token, of)
    shown?.use(this.#foreign(expected))
    if (expected !== undefined && shown === undefined) {
      const given = types.typeOf(token, of)
      if (given !== undefined && given.kind === expected.kind) this.#bind(classIn(given), classIn(expected))
    }
  }

  /** The type of a value, without a class that it only has since something of it is assigned. */
  #sureType(token: script.Token): Type | undefined {
    const types = this.#types
    const type = types.typeOf(token)
    const shown = types.shownOf(token, types.self)
    if (shown === undefined || shown.uses.size > 0) return type
    if (type?.kind === 'object') return { kind: 'object', class: null }
    return type?.kind === 'class' ? { kind: 'class', metaClass: null } : type
  }

  /** Notes what is assigned to a variable. */
  #assign(target: script.Token, given: Type | undefined): void {
    const types = this.#types
    const element = script.tokenName(target, types.context) === 'DynArrayElement'
    if (!element) types.shownOf(target, types.self)?.assign(this.#foreign(given))
    // What is on the way to it is used as its owner.
    this.#visit(target, element ? given : undefined, types.self, !element)
  }

  /** A type without a class of users, which the missing package cannot refer to. */
  #foreign(type: Type | undefined): Type | undefined {
    if (type === undefined) return undefined
    const of = (symbol: ClassSymbol | null) => {
      let at = symbol
      for (let i = 0; at !== null && at.packageName.toLowerCase() === this.#users && i < 128; i++)
        at = this.#types.superOf(at)
      return at
    }
    if (type.kind === 'object') return { kind: 'object', class: of(type.class) }
    if (type.kind === 'class') return { kind: 'class', metaClass: of(type.metaClass) }
    return type
  }

  /** One class is another one or extends it: the missing class among its supers does. */
  #bind(below: ClassSymbol | null, above: ClassSymbol | null): void {
    if (below === null || above === null || above.packageName.toLowerCase() === this.#users) return
    const types = this.#types
    for (let at: ClassSymbol | null = below, i = 0; at !== null && i < 128; i++) {
      if (at === above) return
      const facts = types.factsOf(at)
      if (facts !== undefined) {
        if (above.name !== 'Object') facts.bounds.add(above.name)
        return
      }
      at = types.superOf(at)
    }
  }
}

function isOmitted(token: script.Token, { context }: CodeTypes): boolean {
  const name = script.tokenName(token, context)
  return name === 'Nothing' || name === 'EmptyParmValue'
}

/** How many elements an array has whose element a constant names; many, where nothing shows it. */
function elementsBy(index: unknown, { context }: CodeTypes): number {
  if (!isToken(index)) return 2
  const name = script.tokenName(index, context)
  const { value } = script.namedOperands(index, context)
  if (name === 'IntZero' || name === 'IntOne') return 2
  return /^(?:IntConst|IntConstByte|ByteConst)$/.test(name ?? '') ? Math.min(Number(value) + 1, 255) : UNKNOWN_LENGTH
}

/** Elements of an array of which no user shows how many it has. */
const UNKNOWN_LENGTH = 32

/** How a function is declared. */
function formOf({ flags, parameters, returnValue }: FunctionSymbol): FunctionForm {
  const form = ({ name, type, flags: of, dimension }: VariableSymbol) => ({ name, type, flags: of, dimension })
  return { flags, parameters: [...parameters, ...(returnValue === null ? [] : [returnValue])].map(form) }
}

const BOOL: Type = { kind: 'bool' }
const INT: Type = { kind: 'int' }
const VOID: Type = { kind: 'void' }

/** What natives of Object take, by number: of operators that most code uses, for where Core is missing. */
const NATIVE_ARGUMENTS: readonly (readonly [className: string, numbers: readonly number[]])[] = [
  ['BoolProperty', [129, 130, 131, 132, 242, 243]],
  ['StrProperty', [112, 168, 122, 123, 124, 126]],
  ['IntProperty', [144, 145, 146, 147, 150, 151, 152, 153, 154, 155]],
  ['FloatProperty', [169, 171, 172, 174, 175, 176, 177, 178, 179, 180, 181]],
  ['ObjectProperty', [114, 119]],
  ['NameProperty', [254, 255]],
]

function nativeArgument(number: number | undefined): Type | undefined {
  const found = NATIVE_ARGUMENTS.find(([, numbers]) => number !== undefined && numbers.includes(number))
  return found === undefined ? undefined : typeOfClass(found[0])
}
