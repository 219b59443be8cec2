import { PropertyFlag } from '@ukit/container'
import { ExportObject, ImportObject, type ObjectReader, type PackageObject } from '@ukit/core'
import { script } from '@ukit/objects'
import type { ClassFacts, FunctionForm, StubType } from './stub-facts.js'

/** The facts about a class, if it is one of the missing package. */
export type FactsOf = (object: PackageObject | null | undefined) => ClassFacts | undefined

/**
 * *What code says of a missing class*: the functions that it calls and the variables that it uses, with the
 * types of what is given to them and assigned.
 */
export async function gatherCodeNeeds(reader: ObjectReader, factsOf: FactsOf): Promise<void> {
  const code = new CodeNeeds(reader, factsOf)
  const owners: { object: script.Struct; exported: ExportObject }[] = []
  for (const exported of reader.package.exports) {
    const isVariable = /property$/i.test(exported.className)
    if (!isVariable && !/^(?:class|function|state)$/i.test(exported.className)) continue
    const { object } = await reader.read(exported)
    if (object instanceof script.VariableField) code.variables.set(exported, object)
    else if (object instanceof script.Struct && object.script.tokens.length > 0) owners.push({ object, exported })
  }
  for (const { object, exported } of owners)
    if (object instanceof script.FunctionField)
      factsOf(superOf(exported.outer))?.overrides.set(exported.name.toLowerCase(), code.formOf(object))
  for (const { object, exported } of owners) code.visitAll(object.script.tokens, exported)
}

class CodeNeeds {
  readonly variables = new Map<ExportObject, script.VariableField>()
  readonly #reader: ObjectReader
  readonly #factsOf: FactsOf
  /** The class that the code is in, and the function. */
  #self: PackageObject | null = null
  #function: ExportObject | undefined

  constructor(reader: ObjectReader, factsOf: FactsOf) {
    this.#reader = reader
    this.#factsOf = factsOf
  }

  /** How a function is declared. */
  formOf(object: script.FunctionField): FunctionForm {
    const parameters: FunctionForm['parameters'][number][] = []
    for (let at = object.children; at instanceof ExportObject; ) {
      const variable = this.variables.get(at)
      if (variable === undefined) break
      if ((variable.flags & PropertyFlag.Parm) !== 0)
        parameters.push({ name: at.name, type: this.#typeOfField(at), flags: variable.flags })
      at = variable.next
    }
    return { flags: object.flags, parameters }
  }

  visitAll(tokens: readonly script.Token[], owner: ExportObject): void {
    this.#function = owner
    this.#self = owner
    while (this.#self !== null && this.#self.className !== 'Class') this.#self = this.#self.outer
    for (const token of tokens) this.#visit(token, undefined, true)
  }

  /**
   * @param result what the value is used as.
   * @param isStatement nothing uses the value.
   * @param of the class whose variables and functions a name means.
   */
  #visit(token: script.Token, result: StubType | undefined, isStatement = false, of = this.#self): void {
    const { context } = this.#reader.package
    const name = script.tokenName(token, context)
    const operands = script.namedOperands(token, context)
    const { target, value, object, member, condition } = operands
    if ((name === 'Let' || name === 'LetBool') && isToken(target) && isToken(value)) {
      const [left, right] = [this.#typeOf(target), this.#typeOf(value)]
      this.#visit(target, right)
      this.#visit(value, left ?? (name === 'LetBool' ? BOOL : undefined))
      return
    }
    if ((name === 'Context' || name === 'ClassContext') && isToken(object) && isToken(member)) {
      const facts = this.#factsOf(this.#typeOf(object)?.of)
      const called = script.namedOperands(member, context)
      if (facts !== undefined && script.tokenName(member, context) === 'VirtualFunction')
        this.#call(facts, String(called['function']), called['arguments'], result, isStatement)
      const owner = ownerOf(this.#fieldOf(member))
      this.#visit(object, owner === undefined ? undefined : { kind: 'object', of: owner })
      this.#visit(member, result, isStatement, this.#typeOf(object)?.of ?? null)
      return
    }
    if (name === 'FinalFunction') {
      const called = operands['function']
      const facts = called instanceof ImportObject ? this.#factsOf(called.outer) : undefined
      if (facts !== undefined && called instanceof ImportObject)
        this.#call(facts, called.name, operands['arguments'], result, isStatement)
      this.#bound(of, called)
    }
    if (name === 'VirtualFunction' && of === this.#self && !this.#isOwnFunction(String(operands['function'])))
      this.#call(
        this.#factsOf(superOf(of)),
        String(operands['function']),
        operands['arguments'],
        result,
        isStatement,
        'inheritedCall',
      )
    if (name === 'InstanceVariable' || name === 'DefaultVariable' || name === 'StaticVariable') {
      const variable = Object.values(operands)[0]
      const facts = variable instanceof ImportObject ? this.#factsOf(variable.outer) : undefined
      if (facts !== undefined && variable instanceof ImportObject)
        facts.variable(variable.name, typeAs(variable.className, result))
      this.#bound(of, variable)
    }
    // A member of a struct shows what struct a variable is.
    const { struct } = operands
    if (name === 'StructMember' && isToken(struct)) {
      this.#visit(struct, { kind: 'struct', of: ownerOf(member) }, false, of)
      return
    }
    if (name === 'BoolVariable' && isToken(operands['variable'])) {
      this.#visit(operands['variable'], BOOL, false, of)
      return
    }
    if (name === 'JumpIfNot' && isToken(condition)) {
      this.#visit(condition, BOOL)
      return
    }
    const inner = name === 'Return' ? this.#returnType() : nativeArgument(nativeNumber(token, name, operands['low']))
    for (const operand of token.operands) {
      if (isToken(operand)) this.#visit(operand, inner)
      else if (Array.isArray(operand)) for (const each of operand) if (isToken(each)) this.#visit(each, inner)
    }
  }

  /** A class has the variables and functions that are used of it: it extends the class that declares them. */
  #bound(of: PackageObject | null, field: unknown): void {
    const owner = ownerOf(field)
    const facts = this.#factsOf(superOf(of))
    if (field instanceof ImportObject && owner?.className === 'Class' && owner.name !== facts?.name)
      facts?.bounds.add(owner.name)
  }

  /** The variable or function that an expression is about. */
  #fieldOf(token: script.Token): unknown {
    const name = script.tokenName(token, this.#reader.package.context)
    const operands = script.namedOperands(token, this.#reader.package.context)
    if (name === 'FinalFunction') return operands['function']
    if (name === 'InstanceVariable' || name === 'DefaultVariable') return Object.values(operands)[0]
    const inner = name === 'BoolVariable' ? operands['variable'] : operands['array']
    return isToken(inner) ? this.#fieldOf(inner) : undefined
  }

  /** Whether a user's class, or one of its package above it, has the function. */
  #isOwnFunction(name: string): boolean {
    for (let at = this.#self; at instanceof ExportObject; at = at.super)
      if (this.#reader.package.find(`Function'${at.path}.${name}'`) !== undefined) return true
    return false
  }

  #call(
    facts: ClassFacts | undefined,
    name: string,
    given: unknown,
    result: StubType | undefined,
    isStatement: boolean,
    how: 'call' | 'inheritedCall' = 'call',
  ): void {
    if (facts === undefined) return
    const { context } = this.#reader.package
    const types = (Array.isArray(given) ? given : []).filter(isToken).map((token) => {
      const kind = script.tokenName(token, context)
      return kind === 'Nothing' || kind === 'EmptyParmValue' ? ('omitted' as const) : this.#typeOf(token)
    })
    facts[how](name, types, result ?? (isStatement ? undefined : INT))
  }

  #returnType(): StubType | undefined {
    for (const [exported, variable] of this.variables)
      if (exported.outer === this.#function && (variable.flags & PropertyFlag.ReturnParm) !== 0)
        return typeOfVariable(variable)
    return undefined
  }

  /** The type of an expression, as far as it shows. */
  #typeOf(token: script.Token): StubType | undefined {
    const { context } = this.#reader.package
    const name = script.tokenName(token, context) ?? ''
    const operands = script.namedOperands(token, context)
    const { value, member, array, variable } = operands
    const plain = CONSTANTS[name]
    if (plain !== undefined) return plain
    switch (name) {
      case 'Self':
        return { kind: 'object', of: this.#self }
      case 'ObjectConst':
        if (!isObject(value)) return undefined
        return value.className === 'Class' ? { kind: 'class', of: value } : { kind: 'object', of: classOf(value) }
      case 'InstanceVariable':
      case 'LocalVariable':
      case 'DefaultVariable':
      case 'StaticVariable':
      case 'LocalOutVariable':
        return this.#typeOfField(Object.values(operands)[0])
      case 'StructMember':
        return this.#typeOfField(member)
      case 'Context':
      case 'ClassContext':
        return isToken(member) ? this.#typeOf(member) : undefined
      case 'BoolVariable':
        return BOOL
      case 'ArrayElement':
        return isToken(array) ? this.#typeOf(array) : undefined
      case 'DynArrayElement':
        return isToken(array) ? this.#typeOf(array)?.inner : undefined
      case 'DynamicCast':
        return { kind: 'object', of: asObject(operands['class']) }
      case 'MetaCast':
        return { kind: 'class', of: asObject(operands['class']) }
      case 'PrimitiveCast':
        return castTo(script.castNames(context)[Number(operands['cast'])] ?? '')
      default:
        return variable === undefined ? castTo(name) : undefined
    }
  }

  #typeOfField(field: unknown): StubType | undefined {
    if (field instanceof ImportObject) return typeOfClass(field.className)
    const variable = field instanceof ExportObject ? this.variables.get(field) : undefined
    if (variable === undefined) return undefined
    const type = typeOfVariable(variable)
    if (type?.kind !== 'array' || !(variable instanceof script.ArrayProperty)) return type
    return { kind: 'array', inner: this.#typeOfField(variable.inner) }
  }
}

/** The class that declares a variable or function. */
function ownerOf(field: unknown): PackageObject | undefined {
  return isObject(field) ? (field.outer ?? undefined) : undefined
}

/** The nearest class above one of a user that is another package's. */
function superOf(of: PackageObject | null): PackageObject | null {
  let at = of
  for (let depth = 0; at instanceof ExportObject && depth < MOST_SUPERS; depth++) at = at.super
  return at
}

/** No class of any game has more; a circle, which only a damaged package has, ends. */
const MOST_SUPERS = 128

const BOOL: StubType = { kind: 'bool' }
const INT: StubType = { kind: 'int' }

const CONSTANTS: Readonly<Record<string, StubType>> = {
  IntConst: INT,
  IntZero: INT,
  IntOne: INT,
  IntConstByte: INT,
  ByteConst: { kind: 'byte' },
  FloatConst: { kind: 'float' },
  StringConst: { kind: 'str' },
  UnicodeStringConst: { kind: 'str' },
  NameConst: { kind: 'name' },
  True: BOOL,
  False: BOOL,
}

/** What natives of Object take, by number: of operators that most code uses. */
const NATIVE_ARGUMENTS: readonly (readonly [kind: StubType['kind'], numbers: readonly number[]])[] = [
  ['bool', [129, 130, 131, 132, 242, 243]],
  ['str', [112, 168, 122, 123, 124, 126]],
  ['int', [144, 145, 146, 147, 150, 151, 152, 153, 154, 155]],
  ['float', [169, 171, 172, 174, 175, 176, 177, 178, 179, 180, 181]],
  ['object', [114, 119]],
  ['name', [254, 255]],
]

function nativeNumber(token: script.Token, name: string | undefined, low: unknown): number | undefined {
  if (name === 'NativeFunction') return token.op
  return name === 'ExtendedNative' ? (token.op & 0xf) * 256 + Number(low) : undefined
}

function nativeArgument(number: number | undefined): StubType | undefined {
  const kind = NATIVE_ARGUMENTS.find(([, numbers]) => number !== undefined && numbers.includes(number))?.[0]
  return kind === undefined ? undefined : { kind }
}

/** `IntToString` gives a string. */
function castTo(name: string): StubType | undefined {
  const [, to] = /^[A-Z]\w*To(Byte|Int|Bool|Float|Name|String)$/.exec(name) ?? []
  if (to === undefined) return undefined
  return typeOfClass(to === 'String' ? 'StrProperty' : `${to}Property`)
}

/** The type that a class of properties has. */
export function typeOfClass(className: string): StubType | undefined {
  const kind = /^(\w+)property$/i.exec(className)?.[1]?.toLowerCase()
  switch (kind) {
    case 'byte':
    case 'int':
    case 'bool':
    case 'float':
    case 'name':
    case 'str':
    case 'object':
    case 'class':
    case 'struct':
    case 'array':
      return { kind }
    case 'component':
    case 'interface':
      return { kind: 'object' }
    default:
      return undefined
  }
}

/** The type of a variable of this class, with what a value of the same kind shows. */
function typeAs(className: string, value: StubType | undefined): StubType | undefined {
  const type = typeOfClass(className)
  return type !== undefined && value?.kind === type.kind ? value : type
}

function typeOfVariable(variable: script.VariableField): StubType | undefined {
  if (variable instanceof script.ClassProperty) return { kind: 'class', of: asObject(variable.metaClass) }
  if (variable instanceof script.ObjectProperty) return { kind: 'object', of: asObject(variable.class) }
  if (variable instanceof script.StructProperty) return { kind: 'struct', of: asObject(variable.struct) }
  if (variable instanceof script.ArrayProperty) return { kind: 'array' }
  for (const [type, kind] of PLAIN) if (variable instanceof type) return { kind }
  return undefined
}

const PLAIN = [
  [script.ByteProperty, 'byte'],
  [script.IntProperty, 'int'],
  [script.BoolProperty, 'bool'],
  [script.FloatProperty, 'float'],
  [script.NameProperty, 'name'],
  [script.StrProperty, 'str'],
] as const

function classOf(object: PackageObject): PackageObject | undefined {
  return object instanceof ExportObject ? (object.class ?? undefined) : undefined
}

function asObject(value: unknown): PackageObject | undefined {
  return isObject(value) ? value : undefined
}

function isObject(value: unknown): value is PackageObject {
  return value instanceof ExportObject || value instanceof ImportObject
}

function isToken(value: unknown): value is script.Token {
  return value instanceof script.Token
}
