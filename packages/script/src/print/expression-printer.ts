import { OPERATOR_PAIRS } from '../lexer/lex.js'
import type {
  BinaryExpression,
  CallExpression,
  Expression,
  PostfixExpression,
  PrefixExpression,
  QualifiedExpression,
  TypeReference,
} from '../syntax/nodes.js'
import { usualPrecedence } from '../syntax/precedence.js'
import { decimalText, floatText, intText } from './numbers.js'
import type { PrintOptions } from './options.js'

const QUALIFIERS = { super: 'Super', global: 'Global', default: 'default', static: 'static', const: 'const' } as const
const STRUCT_WORDS = { Vector: 'vect', Range: 'rng' } as const

/**
 * *Expressions and types as text.* Parentheses that are in the tree are printed; others are added where the
 * text would be read as another tree without them, and nowhere else.
 */
export abstract class ExpressionPrinter {
  private readonly precedence: (operator: string) => number
  private readonly macros: boolean

  constructor(options: PrintOptions) {
    this.precedence = options.precedence ?? usualPrecedence
    this.macros = options.macros ?? false
  }

  expression(node: Expression): string {
    switch (node.kind) {
      case 'Int':
        return intText(node.value, node.isHex)
      case 'Float':
        return floatText(node.value)
      case 'String':
        return `"${node.raw}"`
      case 'Name':
        return `'${node.name}'`
      case 'Bool':
        return node.value ? 'true' : 'false'
      case 'None':
        return 'None'
      case 'Self':
        return 'self'
      case 'Object':
        return `${node.className}'${node.path}'`
      case 'Rotator':
        return `rot(${node.values.map((value) => intText(value, false)).join(', ')})`
      case 'Vector':
      case 'Range':
        return `${STRUCT_WORDS[node.kind]}(${node.values.map(decimalText).join(', ')})`
      case 'Identifier':
        return node.name
      case 'Member':
        return `${this.linked(node.object)}.${node.name}`
      case 'Qualified':
        return this.qualified(node)
      case 'Element':
        return `${this.linked(node.array)}[${this.expression(node.index)}]`
      case 'Call':
        return (this.macros ? this.macro(node) : undefined) ?? this.call(node)
      case 'MetaCast':
        return `class${node.className === null ? '' : `<${node.className}>`}(${this.expression(node.value)})`
      case 'New': {
        const given = node.arguments === null ? '' : `(${this.arguments(node.arguments)})`
        const following = node.constructorArguments === null ? '' : `(${this.arguments(node.constructorArguments)})`
        return `new${given} ${this.linked(node.class)}${following}`
      }
      case 'Prefix':
        return this.prefix(node)
      case 'Postfix':
        return this.postfix(node)
      case 'Run':
        return this.run(node.operands, node.operators)
      case 'Binary':
        return this.binary(node)
      case 'Conditional':
        return `${this.condition(node.condition)} ? ${this.branch(node.yes)} : ${this.expression(node.no)}`
      case 'Parenthesized':
        return `(${this.expression(node.inner)})`
      case 'ErrorExpression':
        return node.text
    }
  }

  private call({ callee, arguments: list }: CallExpression): string {
    return `${this.linked(callee)}(${this.arguments(list)})`
  }

  /** `` `log(TEXT[, , TAG]) `` or `` `warn(TEXT) ``, for a call that the macro becomes. */
  private macro({ callee, arguments: list }: CallExpression): string | undefined {
    const [text = null, tag = null] = list
    const called = callee.kind === 'Identifier' ? callee.name : ''
    if (text === null || list.length > 2 || (list.length === 2 && tag === null)) return undefined
    if (called === 'WarnInternal' && tag === null) return `\`warn(${this.expression(text)})`
    if (called !== 'LogInternal') return undefined
    return `\`log(${this.expression(text)}${tag === null ? '' : `,, ${this.expression(tag)}`})`
  }

  /** Arguments; one that is left out is nothing. */
  private arguments(list: readonly (Expression | null)[]): string {
    let text = ''
    list.forEach((argument, index) => {
      if (index > 0) text += argument === null ? ',' : ', '
      if (argument !== null) text += this.expression(argument)
    })
    return text
  }

  private qualified(node: QualifiedExpression): string {
    const object = node.object === null ? '' : `${this.linked(node.object)}.`
    const className = node.className === null ? '' : `(${node.className})`
    return `${object}${QUALIFIERS[node.qualifier]}${className}.${node.name}`
  }

  /** In front of `.`, `[` or `(`. */
  private linked(node: Expression): string {
    switch (node.kind) {
      case 'Int':
      case 'Float':
      case 'New':
      case 'Prefix':
      case 'Postfix':
      case 'Run':
      case 'Binary':
      case 'Conditional':
        return `(${this.expression(node)})`
      default:
        return this.expression(node)
    }
  }

  private prefix({ operator, operand }: PrefixExpression): string {
    const text = isLoose(operand) ? `(${this.expression(operand)})` : this.expression(operand)
    return operator + (needsBlank(operator, text) ? ' ' : '') + text
  }

  private postfix({ operator, operand }: PostfixExpression): string {
    const text = operand.kind === 'Postfix' ? this.expression(operand) : this.linked(operand)
    return text + operator
  }

  private run(operands: readonly Expression[], operators: readonly string[]): string {
    let text = ''
    operands.forEach((operand, index) => {
      if (index > 0) text += ` ${operators[index - 1] ?? ''} `
      text += isLoose(operand) ? `(${this.expression(operand)})` : this.expression(operand)
    })
    return text
  }

  /** Equal operators are read from the left. */
  private binary(node: BinaryExpression): string {
    const own = this.precedence(node.operator)
    const left = this.side(node.left, own)
    return `${left} ${node.operator} ${this.side(node.right, own - 1)}`
  }

  /** An operand that may bind as loosely as `loosest` and no more. */
  private side(node: Expression, loosest: number): string {
    const text = this.expression(node)
    if (node.kind === 'Binary') return this.precedence(node.operator) > loosest ? `(${text})` : text
    return isLoose(node) ? `(${text})` : text
  }

  private condition(node: Expression): string {
    return node.kind === 'Conditional' ? `(${this.expression(node)})` : this.expression(node)
  }

  private branch(node: Expression): string {
    return this.expression(node)
  }

  type(node: TypeReference): string {
    switch (node.kind) {
      case 'NamedType':
        if (node.isInAngles === true) return `${node.name}<${node.cpp ?? ''}>`
        return node.name + (node.cpp === null ? '' : `{${node.cpp}}`)
      case 'ClassType':
        return node.metaClass === null ? 'class' : `class<${node.metaClass}>`
      case 'ArrayType': {
        const words = node.modifiers.map(({ word }) => `${word} `).join('')
        const size = node.size === undefined ? '' : `,${node.size}`
        return angled('array', `${words}${this.type(node.element)}${size}`)
      }
      case 'MapType':
        if (node.key === null || node.value === null) return `map{${node.cpp ?? ''}}`
        return angled('map', `${this.type(node.key)}, ${this.type(node.value)}`)
      case 'DelegateType':
        return `delegate<${node.function}>`
      case 'SizedString':
        return `string[${node.size}]`
      case 'Enum':
      case 'Struct':
        return this.inlineType(node)
    }
  }

  /** An enum or struct that is declared where it is used. */
  protected abstract inlineType(node: TypeReference): string
}

/** Two `>` in a row would be an operator to the older compilers. */
function angled(word: string, inner: string): string {
  return `${word}<${inner}${inner.endsWith('>') ? ' ' : ''}>`
}

function isLoose({ kind }: Expression): boolean {
  return kind === 'Binary' || kind === 'Run' || kind === 'Conditional'
}

/** Tells whether an operator and what follows would be read as something else: `--a`, `-1`, `Dota`. */
function needsBlank(operator: string, text: string): boolean {
  const first = text.charAt(0)
  if (/\w$/.test(operator)) return true
  if (/^[-+]$/.test(operator) && /^[\d.]/.test(first)) return true
  return OPERATOR_PAIRS.has(operator.slice(-1) + first)
}
