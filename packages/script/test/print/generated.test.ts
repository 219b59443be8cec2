import {
  type Expression,
  parseBody,
  parseExpression,
  printNode,
  type Statement,
  treeDifference,
} from '@ukit/script/syntax'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const made = { start: -1, end: -1 } as const
const block = (statements: Statement[]): Statement => ({ kind: 'Block', ...made, statements })

const name = fc.constantFrom('a', 'Bee', 'c_3', '_d', 'Event')
const symbol = fc.constantFrom(
  '+',
  '-',
  '*',
  '/',
  '%',
  '**',
  '$',
  '@',
  '<<',
  '>>',
  '>>>',
  '<',
  '==',
  '~=',
  '&&',
  '^',
  'dot',
)
const characters = fc.string({ maxLength: 6 }).map((text) => text.replace(/[^\x20-\x7e]|["'\\]/g, ''))
const single = fc.float({ noNaN: true, noDefaultInfinity: true })
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })

const literal: fc.Arbitrary<Expression> = fc
  .oneof(
    fc.record({ kind: fc.constant('Int' as const), value: fc.integer(), isHex: fc.boolean() }),
    fc.record({ kind: fc.constant('Float' as const), value: single }),
    fc.record({ kind: fc.constant('String' as const), raw: characters }),
    fc.record({ kind: fc.constant('Name' as const), name: characters }),
    fc.record({ kind: fc.constant('Bool' as const), value: fc.boolean() }),
    fc.record({ kind: fc.constantFrom('None' as const, 'Self' as const) }),
    fc.record({ kind: fc.constant('Object' as const), className: name, path: characters }),
    fc.record({ kind: fc.constant('Identifier' as const), name }),
    fc.tuple(single, single, single).map((values) => ({ kind: 'Vector' as const, values })),
    fc.tuple(fc.integer(), fc.integer(), fc.integer()).map((values) => ({ kind: 'Rotator' as const, values })),
  )
  .map((node) => ({ ...made, ...node }))

/** Expressions; `Parenthesized` is used where the grammar requires it, as in a parsed tree. */
const { expression } = fc.letrec<{ expression: Expression; linked: Expression; operand: Expression }>((tie) => {
  const args = fc
    .array(optional(tie('expression')), { maxLength: 3 })
    // `f(,)` has two arguments; a single omitted argument cannot be written.
    .map((list) => (list.length === 1 && list[0] === null ? [] : list))
  const linked = fc
    .oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.record({ kind: fc.constant('Identifier' as const), name }),
      fc.record({ kind: fc.constant('Member' as const), object: tie('linked'), name }),
      fc.record({ kind: fc.constant('Element' as const), array: tie('linked'), index: tie('expression') }),
      fc.record({
        kind: fc.constant('Call' as const),
        callee: fc.record({ ...constants({ kind: 'Member' as const, ...made }), object: tie('linked'), name }),
        arguments: args,
      }),
      fc.record({
        ...constants({ kind: 'Qualified' as const, className: null }),
        qualifier: fc.constantFrom('default' as const, 'static' as const, 'const' as const),
        object: optional(tie('linked')),
        name,
      }),
      fc.record({
        ...constants({ kind: 'Qualified' as const, qualifier: 'super' as const, object: null }),
        className: optional(name),
        name,
      }),
      fc.record({ kind: fc.constant('MetaCast' as const), className: optional(name), value: tie('expression') }),
      fc.record({ kind: fc.constant('Parenthesized' as const), inner: tie('expression') }),
    )
    .map((node) => ({ ...made, ...node }))
  const operand = fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    literal,
    linked,
    fc
      .record({
        kind: fc.constant('Prefix' as const),
        operator: fc.constantFrom('-', '!', '~', '++', '--'),
        operand: tie('operand'),
      })
      .map((node) => ({ ...made, ...node })),
    fc
      .record({ kind: fc.constant('Postfix' as const), operator: fc.constantFrom('++', '--'), operand: tie('linked') })
      .map((node) => ({ ...made, ...node })),
  )
  const run = fc
    .tuple(tie('operand'), fc.array(fc.tuple(symbol, tie('operand')), { minLength: 1, maxLength: 3 }))
    .map(([first, rest]) => ({
      kind: 'Run' as const,
      ...made,
      operands: [first, ...rest.map(([, right]) => right)],
      operators: rest.map(([operator]) => operator),
    }))
  const conditional = fc
    .record({
      kind: fc.constant('Conditional' as const),
      condition: fc.oneof(tie('operand'), run),
      yes: tie('expression'),
      no: tie('expression'),
    })
    .map((node) => ({ ...made, ...node }))
  return { linked, operand, expression: fc.oneof({ depthSize: 'small' }, operand, run, conditional) }
})

function constants<T extends object>(values: T): { [K in keyof T]: fc.Arbitrary<T[K]> } {
  const entries = Object.entries(values).map(([key, value]) => [key, fc.constant(value)])
  return Object.fromEntries(entries)
}

const { statement } = fc.letrec<{ statement: Statement }>((tie) => {
  const body = fc.array(tie('statement'), { maxLength: 3 }).map(block)
  return {
    statement: fc
      .oneof(
        { depthSize: 'small' },
        fc.record({ kind: fc.constant('ExpressionStatement' as const), expression }),
        fc.record({ kind: fc.constantFrom('Empty' as const, 'Break' as const, 'Continue' as const, 'Stop' as const) }),
        fc.record({ kind: fc.constant('Return' as const), value: optional(expression) }),
        fc.record({ kind: fc.constant('Label' as const), name }),
        fc.record({
          kind: fc.constant('Goto' as const),
          label: fc.record({ ...constants(made), kind: fc.constant('Identifier' as const), name }),
        }),
        fc.record({ kind: fc.constant('Assert' as const), condition: expression, line: fc.constant(0) }),
        fc.record({
          kind: fc.constant('Assignment' as const),
          target: fc.record({ ...constants(made), kind: fc.constant('Identifier' as const), name }),
          value: expression,
        }),
        fc.record({ kind: fc.constant('While' as const), condition: expression, body }),
        fc.record({ kind: fc.constant('Do' as const), body, condition: optional(expression) }),
        fc
          .record({ kind: fc.constant('If' as const), condition: expression, else: optional(body) })
          .chain((node) => body.map((then) => Object.fromEntries([...Object.entries(node), ['then', then]]) as never)),
        fc.record({
          kind: fc.constant('Switch' as const),
          value: expression,
          statements: fc.array(tie('statement'), { maxLength: 3 }),
        }),
        body,
      )
      .map((node) => ({ ...made, ...node }) as Statement),
  }
})

describe('generated trees', () => {
  it('are the same after printing and parsing: expressions', () => {
    fc.assert(
      fc.property(expression, (tree) => {
        const text = printNode(tree)
        const parsed = parseExpression(text)
        expect([text, parsed.problems, treeDifference(tree, parsed.tree)]).toEqual([text, [], undefined])
      }),
      { numRuns: 2000, seed: 12 },
    )
  })

  it('are the same after printing and parsing: statements', () => {
    fc.assert(
      fc.property(fc.array(statement, { maxLength: 4 }), (statements) => {
        const tree = block(statements)
        for (const braces of ['own-line', 'same-line'] as const) {
          const text = printNode(tree, { braces })
          const parsed = parseBody(text)
          expect([text, parsed.problems, treeDifference(tree, parsed.tree)]).toEqual([text, [], undefined])
        }
      }),
      { numRuns: 500, seed: 12 },
    )
  })
})
