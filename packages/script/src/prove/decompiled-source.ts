import type { FormatContext } from '@ukit/container'
import type { Token } from '@ukit/objects/script'
import { decompileConditions, decompileFunction, decompileState } from '../decompile/bodies.js'
import { parseBody, parseExpression } from '../parser/parse.js'
import { printNode } from '../print/print.js'
import type { ClassSymbol, FunctionSymbol, StateSymbol, World } from '../symbols/symbol.js'
import type {
  Block,
  Expression,
  FunctionDeclaration,
  Parameter,
  ReplicationBlock,
  StateDeclaration,
} from '../syntax/nodes.js'
import { operatorsOf } from '../types/operators.js'

const MADE = { start: -1, end: -1 }
const BODY = 0x2

/**
 * *Decompiled code as text, parsed again*, in declarations as far as compiling it asks for them: what is
 * compiled is what a person would read.
 */
export class DecompiledSource {
  readonly #world: World
  readonly #context: FormatContext

  constructor(world: World, context: FormatContext) {
    this.#world = world
    this.#context = context
  }

  function(symbol: FunctionSymbol, tokens: readonly Token[]): FunctionDeclaration {
    const { body, defaults } = decompileFunction(tokens, this.#world, this.#context, symbol)
    const optional = symbol.parameters.filter(({ flags }) => (flags & 0x10) !== 0)
    return {
      ...MADE,
      kind: 'Function',
      modifiers: [],
      form: 'function',
      precedence: null,
      returnType: null,
      returnModifiers: [],
      name: symbol.friendlyName,
      parameters: symbol.parameters.map((parameter): Parameter => {
        const value = defaults[optional.indexOf(parameter)] ?? null
        return {
          ...MADE,
          kind: 'Parameter',
          modifiers: [],
          type: { ...MADE, kind: 'NamedType', name: '', cpp: null },
          name: parameter.name,
          dimension: null,
          default: value === null ? null : this.#expression(value, symbol.class),
        }
      }),
      isConst: false,
      body: (symbol.flags & BODY) === 0 && body.statements.length === 0 ? null : this.#body(body, symbol.class),
      codeStart: -1,
    }
  }

  state(symbol: StateSymbol, tokens: readonly Token[]): StateDeclaration {
    const { body } = decompileState(tokens, this.#world, this.#context, symbol)
    return {
      ...MADE,
      kind: 'State',
      modifiers: [],
      isEditable: false,
      name: symbol.name,
      extends: null,
      ignores: [],
      functions: [],
      code: this.#body(body, symbol.class).statements,
      codeStart: -1,
    }
  }

  conditions(symbol: ClassSymbol, tokens: readonly Token[]): ReplicationBlock {
    return {
      ...MADE,
      kind: 'Replication',
      conditions: decompileConditions(tokens, this.#world, this.#context, symbol).map(({ expression }) => ({
        ...MADE,
        kind: 'ReplicationCondition',
        reliable: null,
        condition: this.#expression(expression, symbol),
        names: [],
      })),
    }
  }

  #body(body: Block, owner: ClassSymbol): Block {
    return parseBody(printNode(body, { precedence: precedenceIn(owner) })).tree
  }

  #expression(expression: Expression, owner: ClassSymbol): Expression {
    return parseExpression(printNode(expression, { precedence: precedenceIn(owner) })).tree
  }
}

function precedenceIn(owner: ClassSymbol): (operator: string) => number {
  return (operator) => operatorsOf(owner, operator).precedence
}
