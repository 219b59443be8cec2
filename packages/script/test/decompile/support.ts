import { type FormatContext, Name, type ObjectSource } from '@ukit/container'
import type { Token } from '@ukit/objects/script'
import {
  assembleListing,
  type BodyOptions,
  type DecompiledBody,
  decompileFunction,
  decompileState,
  ListingSymbols,
} from '@ukit/script/decompile'
import type { ClassSymbol, FunctionSymbol, StateSymbol, Type, VariableSymbol, World } from '@ukit/script/symbols'
import type { Expression, Statement } from '@ukit/script/syntax'
import { contextByVersions } from '../../../../testing/packages.js'

const NO_PARTS = {
  missingPackage: null,
  within: null,
  flags: 0,
  isInterface: false,
  interfaces: [],
  fields: [],
  variables: new Map(),
  constants: new Map(),
  enums: new Map(),
  structs: new Map(),
  functions: new Map(),
  overloads: new Map(),
  operators: new Map(),
  states: new Map(),
}

const OWNER: ClassSymbol = {
  kind: 'class',
  name: 'A',
  path: 'P.A',
  packageName: 'P',
  super: null,
  isSuperMissing: false,
  ...NO_PARTS,
}

const FUNCTION: FunctionSymbol = {
  kind: 'function',
  name: 'F',
  path: 'P.A.F',
  friendlyName: 'F',
  class: OWNER,
  state: null,
  super: null,
  flags: 2,
  nativeIndex: 0,
  precedence: 0,
  textPosition: -1,
  parameters: [],
  returnValue: null,
  locals: [],
}

const STATE: StateSymbol = {
  kind: 'state',
  name: 'S',
  path: 'P.A.S',
  class: OWNER,
  super: null,
  flags: 0,
  functions: new Map(),
}

/** A world without any symbols. */
const NOTHING: World = {
  class: () => undefined,
  byPath: () => undefined,
  struct: () => undefined,
  structsNamed: () => [],
  enum: () => undefined,
  enumsNamed: () => [],
  constant: () => undefined,
  enumsWithTag: () => [],
  native: () => undefined,
  symbolOf: () => undefined,
  objectOf: () => undefined,
  exportOf: () => undefined,
  classesOf: () => [],
  openClasses: () => [],
  packages: [],
  missingPackages: [],
  standIns: [],
}

/** Tokens from a listing; its names and objects are created as they occur. */
function tokensOf(listing: string, context: FormatContext): readonly Token[] {
  const names: string[] = ['None']
  const objects: { className: string; path: string; reference: number }[] = []
  const tables = {
    names,
    imports: [],
    exports: [],
    nameAt: (): Name => Name.NONE,
    objectAt: (): ObjectSource | undefined => undefined,
  }
  const symbols = new ListingSymbols(tables, context, {
    name: (text) => new Name({ text, index: names.push(text) - 1 }),
    object: (className, path) => {
      const object = { className, path, reference: -objects.length - 1 }
      objects.push(object)
      return object
    },
  })
  const { scripts, problems } = assembleListing(listing, context, symbols)
  if (problems.length > 0) throw new Error(problems.map(({ line, message }) => `${line}: ${message}`).join('\n'))
  return scripts[0]?.tokens ?? []
}

/** A function of a class about which nothing else is known. */
export function body(listing: string, version = 69, options: BodyOptions = {}, licensee = 0): DecompiledBody {
  const context = contextByVersions(version, licensee)
  return decompileFunction(tokensOf(listing, context), NOTHING, context, FUNCTION, options)
}

/** The same in a world in which every native function is the operator `@@` for two values of a type. */
export function bodyWithOperators(listing: string, type: Type): DecompiledBody {
  const parameter: VariableSymbol = {
    kind: 'variable',
    name: 'V',
    className: '',
    flagsHigh: 0,
    path: 'P.O.V',
    type,
    flags: 0,
    dimension: 1,
  }
  const operator = { ...FUNCTION, name: 'O', friendlyName: '@@', flags: 0x1002, precedence: 30 }
  const symbol: FunctionSymbol = {
    ...operator,
    parameters: [parameter, parameter],
    returnValue: parameter,
  }
  const context = contextByVersions(69, 0)
  return decompileFunction(tokensOf(listing, context), { ...NOTHING, native: () => symbol }, context, FUNCTION)
}

/** The code of a state of that class. */
export function state(listing: string, version = 69): DecompiledBody {
  const context = contextByVersions(version, 0)
  return decompileState(tokensOf(listing, context), NOTHING, context, STATE)
}

/** A body on one line. */
export function shape({ body: { statements } }: DecompiledBody): string {
  return statements.map(statementText).join(' ')
}

function statementText(statement: Statement): string {
  switch (statement.kind) {
    case 'Block':
      return `{${statement.statements.map((one) => ` ${statementText(one)}`).join('')} }`
    case 'ExpressionStatement':
      return `${text(statement.expression)};`
    case 'Assignment':
      return `${text(statement.target)} = ${text(statement.value)};`
    case 'If': {
      const otherwise = statement.else === null ? '' : ` else ${statementText(statement.else)}`
      return `if ${text(statement.condition)} ${statementText(statement.then)}${otherwise}`
    }
    case 'While':
      return `while ${text(statement.condition)} ${statementText(statement.body)}`
    case 'Do':
      return `do ${statementText(statement.body)} until ${text(statement.condition)};`
    case 'For': {
      const [init, step] = [statement.init, statement.step].map((one) => (one === null ? ';' : statementText(one)))
      return `for ${init} ${text(statement.condition)}; ${step} ${statementText(statement.body)}`
    }
    case 'ForEach':
      return `foreach ${text(statement.call)} ${statementText(statement.body)}`
    case 'Switch':
      return `switch ${text(statement.value)} {${statement.statements.map((one) => ` ${statementText(one)}`).join('')} }`
    case 'Case':
      return statement.value === null ? 'default:' : `case ${text(statement.value)}:`
    case 'Return':
      return statement.value === null ? 'return;' : `return ${text(statement.value)};`
    case 'Goto':
      return `goto ${text(statement.label)};`
    case 'Label':
      return `${statement.name}:`
    case 'ErrorStatement':
      return `/* ${statement.text} */`
    default:
      return `${statement.kind.toLowerCase()};`
  }
}

/** An expression as source. */
function text(node: Expression | null): string {
  switch (node?.kind) {
    case undefined:
      return ''
    case 'Identifier':
      return node.name
    case 'Int':
    case 'Float':
    case 'Bool':
      return String(node.value)
    case 'String':
      return `"${node.raw}"`
    case 'Name':
      return `'${node.name}'`
    case 'Object':
      return `${node.className}'${node.path}'`
    case 'Member':
      return `${text(node.object)}.${node.name}`
    case 'Qualified': {
      const word = node.className === null ? node.qualifier : `${node.qualifier}(${node.className})`
      return `${node.object === null ? '' : `${text(node.object)}.`}${word}.${node.name}`
    }
    case 'Element':
      return `${text(node.array)}[${text(node.index)}]`
    case 'Call':
      return `${text(node.callee)}(${node.arguments.map(text).join(',')})`
    case 'MetaCast':
      return `class${node.className === null ? '' : `<${node.className}>`}(${text(node.value)})`
    case 'New':
      return `new(${(node.arguments ?? []).map(text).join(',')}) ${text(node.class)}`
    case 'Prefix':
      return `${node.operator}${text(node.operand)}`
    case 'Postfix':
      return `${text(node.operand)}${node.operator}`
    case 'Binary':
      return `${text(node.left)} ${node.operator} ${text(node.right)}`
    case 'Conditional':
      return `${text(node.condition)} ? ${text(node.yes)} : ${text(node.no)}`
    case 'Parenthesized':
      return `(${text(node.inner)})`
    case 'ErrorExpression':
      return `/* ${node.text} */`
    default:
      return node?.kind ?? ''
  }
}
