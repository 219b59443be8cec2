import { tokenText } from '../listing/token-writer.js'
import type { Type } from '../symbols/symbol.js'
import type { Expression, Statement } from '../syntax/nodes.js'
import type { Expressions } from './expressions.js'
import { enumIn, isNothing } from './lifted.js'
import type { Line } from './lines.js'
import type { LineReader } from './regions.js'
import { made, parenthesized } from './tree.js'

/** *Tokens of statements to nodes*: the parts that do not jump. */
export class Statements implements LineReader {
  readonly expressions: Expressions
  /** Statements that are printed as a comment. */
  resistedLines = 0
  readonly #switched = new Map<Line, Type | undefined>()

  constructor(expressions: Expressions) {
    this.expressions = expressions
  }

  statement(line: Line): Statement {
    const { expressions } = this
    const { view } = expressions
    const { token, name } = line
    switch (name) {
      case 'Let':
      case 'LetBool':
      case 'LetDelegate': {
        const [targetToken, valueToken] = [view.token(token, 'target'), view.token(token, 'value')]
        if (targetToken === undefined || valueToken === undefined) return this.resisted(line)
        const target = expressions.value(targetToken)
        const value = expressions.typed(valueToken, target.type, false, enumIn(target.type))
        return made({ kind: 'Assignment', target: target.node, value: value.node })
      }
      case 'Return': {
        const value = view.token(token, 'value')
        const isEmpty = value === undefined || isNothing(view.name(value)) || view.name(value) === 'ReturnNothing'
        if (isEmpty) return made({ kind: 'Return', value: null })
        const type = expressions.scope.function?.returnValue?.type
        return made({ kind: 'Return', value: expressions.typed(value, type, false, enumIn(type)).node })
      }
      case 'Stop':
        return made({ kind: 'Stop' })
      case 'GotoLabel':
        return made({ kind: 'Goto', label: notALabel(this.#operand(line, 'label', { kind: 'name' })) })
      case 'Assert': {
        const condition = this.#operand(line, 'condition', { kind: 'bool' })
        return made({ kind: 'Assert', condition, line: Math.max(0, view.number(token, 'line')) })
      }
      case 'Nothing':
      case 'EmptyParmValue':
      case 'DefaultParmValue':
      case 'NativeParm':
      case 'EndFunctionParms':
      case 'EndParmValue':
      case '':
        return this.resisted(line)
      default:
        return made({ kind: 'ExpressionStatement', expression: expressions.value(token).node })
    }
  }

  condition(line: Line): Expression {
    return this.#operand(line, 'condition', { kind: 'bool' })
  }

  iterator(line: Line): Expression {
    return line.name === 'Iterator' ? this.#operand(line, 'call') : this.expressions.value(line.token).node
  }

  switched(line: Line): Expression {
    const token = this.expressions.view.token(line.token, 'value')
    if (token === undefined) return this.expressions.resist(line.token).node
    const { node, type } = this.expressions.typed(token, undefined)
    this.#switched.set(line, type)
    return node
  }

  case(line: Line, owner: Line): Expression {
    return this.#operand(line, 'value', this.#switched.get(owner))
  }

  resisted(line: Line): Statement {
    this.resistedLines++
    return made({ kind: 'ErrorStatement', text: tokenText(line.token, this.expressions.scope.context) })
  }

  #operand(line: Line, name: string, type?: Type): Expression {
    const token = this.expressions.view.token(line.token, name)
    if (token === undefined) return this.expressions.resist(line.token).node
    return this.expressions.typed(token, type, false, enumIn(type)).node
  }
}

/** A variable of a `goto`, in parentheses: a bare word is the label of that name. */
function notALabel(node: Expression): Expression {
  return node.kind === 'Identifier' ? parenthesized(node) : node
}
