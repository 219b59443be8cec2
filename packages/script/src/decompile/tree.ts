import type {
  Block,
  CallExpression,
  Expression,
  Identifier,
  IfStatement,
  LabelStatement,
  MemberExpression,
  ParenthesizedExpression,
  QualifiedExpression,
  Span,
  Statement,
} from '../syntax/nodes.js'

/** The span of a node that is not from a text. */
const NOWHERE: Span = { start: -1, end: -1 }

/** A node of the decompiler's. */
export function made<const T extends { kind: string }>(node: T): T & Span {
  return { ...node, ...NOWHERE }
}

export function word(name: string): Identifier {
  return { kind: 'Identifier', name, start: -1, end: -1 }
}

/** What the latent function of the statement before gave (SWAT 4): a pass puts the two together. */
export const LATENT_RESULT: Identifier = word('LatentResult')

export function memberOf(object: Expression, name: string): MemberExpression {
  return { kind: 'Member', object, name, start: -1, end: -1 }
}

export function qualified(
  qualifier: QualifiedExpression['qualifier'],
  name: string,
  object: Expression | null = null,
  className: string | null = null,
): QualifiedExpression {
  return { kind: 'Qualified', qualifier, object, className, name, start: -1, end: -1 }
}

export function call(callee: Expression, given: (Expression | null)[]): CallExpression {
  return { kind: 'Call', callee, arguments: given, start: -1, end: -1 }
}

export function parenthesized(inner: Expression): ParenthesizedExpression {
  return { kind: 'Parenthesized', inner, start: -1, end: -1 }
}

export function block(statements: Statement[]): Block {
  return { kind: 'Block', statements, start: -1, end: -1 }
}

export function ifStatement(condition: Expression, then: Statement, otherwise: Statement | null): IfStatement {
  return { kind: 'If', condition, then, else: otherwise, start: -1, end: -1 }
}

export function label(name: string): LabelStatement {
  return { kind: 'Label', name, start: -1, end: -1 }
}

/** The statements that a statement has inside it, as lists; one that is not in a block is its own list. */
function innerLists(statement: Statement): Statement[][] {
  switch (statement.kind) {
    case 'Block':
    case 'Switch':
      return [statement.statements]
    case 'If':
      return statement.else === null ? [listOf(statement.then)] : [listOf(statement.then), listOf(statement.else)]
    case 'While':
    case 'Do':
    case 'For':
    case 'ForEach':
      return [listOf(statement.body)]
    default:
      return []
  }
}

/** The statements of a block, or a single statement instead of one. */
function listOf(statement: Statement): Statement[] {
  return statement.kind === 'Block' ? statement.statements : [statement]
}

/** Every list of statements in a body, outer ones first. */
export function listsOf(body: Block): Statement[][] {
  const lists: Statement[][] = [body.statements]
  for (let i = 0; i < lists.length; i++) {
    for (const statement of lists[i] ?? []) lists.push(...innerLists(statement))
  }
  return lists
}
