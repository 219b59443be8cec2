import { NodeProp, NodeSet, NodeType } from '@lezer/common'
import { styleTags, type Tag, tags } from '@lezer/highlight'
import type { SyntaxNode } from '../syntax/nodes.js'

/** Kinds of nodes of our tree that are nodes of Lezer's, by the same names. */
const TREE_KINDS = [
  ...['ClassHeader', 'Var', 'Const', 'Enum', 'Struct', 'Function', 'State', 'Replication', 'CppText', 'Import'],
  ...['ErrorDeclaration', 'Declarator', 'Modifier', 'EnumTag', 'Parameter', 'Ignores', 'ReplicationCondition'],
  ...['NamedType', 'ClassType', 'ArrayType', 'MapType', 'DelegateType', 'SizedString'],
  ...['Block', 'Empty', 'ExpressionStatement', 'Assignment', 'If', 'While', 'Do', 'For', 'ForEach', 'Switch', 'Case'],
  ...['Break', 'Continue', 'Stop', 'Return', 'Goto', 'Label', 'Assert', 'Local', 'ErrorStatement'],
  ...['Member', 'Qualified', 'Element', 'Call', 'MetaCast', 'New', 'Prefix', 'Postfix', 'Run', 'Conditional'],
  ...['Parenthesized', 'Object', 'Vector', 'Rotator', 'Range', 'ErrorExpression'],
  ...['DefaultProperties', 'DefaultAssignment', 'DefaultArrayCall', 'DefaultObject', 'DefaultStruct', 'DefaultList'],
  ...['DefaultText', 'DefaultError'],
] as const satisfies readonly SyntaxNode['kind'][]

/** Kinds that no grammar has. */
const ERROR_KINDS: ReadonlySet<string> = new Set([
  'ErrorDeclaration',
  'ErrorStatement',
  'ErrorExpression',
  'DefaultError',
])

/**
 * What a token is, and how `@lezer/highlight` calls that. A token without a tag is looked at for brackets.
 */
const TOKEN_TAGS = {
  LineComment: tags.lineComment,
  BlockComment: tags.blockComment,
  DirectiveLine: tags.processingInstruction,
  Macro: tags.macroName,
  Integer: tags.integer,
  FloatNumber: tags.float,
  StringText: tags.string,
  NameText: tags.special(tags.string),
  Keyword: tags.keyword,
  ControlKeyword: tags.controlKeyword,
  DefinitionKeyword: tags.definitionKeyword,
  ModifierWord: tags.modifier,
  BoolWord: tags.bool,
  NoneWord: tags.null,
  SelfWord: tags.self,
  Operator: tags.operator,
  Separator: tags.separator,
  Dot: tags.derefOperator,
  '{': tags.brace,
  '}': tags.brace,
  '(': tags.paren,
  ')': tags.paren,
  '[': tags.squareBracket,
  ']': tags.squareBracket,
  VariableName: tags.variableName,
  PropertyName: tags.propertyName,
  FunctionName: tags.function(tags.variableName),
  TypeName: tags.typeName,
  LabelName: tags.labelName,
  VariableDefinition: tags.definition(tags.variableName),
  FunctionDefinition: tags.definition(tags.function(tags.variableName)),
  TypeDefinition: tags.definition(tags.typeName),
  ClassDefinition: tags.definition(tags.className),
  StateDefinition: tags.definition(tags.namespace),
  ConstantDefinition: tags.definition(tags.constant(tags.variableName)),
} as const satisfies Readonly<Record<string, Tag>>

/** The name of the node that a token is. */
export type TokenNode = keyof typeof TOKEN_TAGS

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' }

const ids = new Map<string, number>()

function make(name: string, options: { top?: boolean; error?: boolean } = {}): NodeType {
  ids.set(name, ids.size)
  const props = Object.entries(CLOSING).flatMap(([open, close]) => {
    if (name === open) return [[NodeProp.closedBy, [close]] as const]
    return name === close ? [[NodeProp.openedBy, [open]] as const] : []
  })
  return NodeType.define({ id: ids.size - 1, name, ...options, props: props.map(([prop, value]) => [prop, value]) })
}

/**
 * The kinds of nodes that Lezer's trees of UnrealScript have: `SourceFile` at the top, one for each kind of
 * `SyntaxNode` that has others or several tokens in it, and one for each kind of token. They are tagged for
 * `@lezer/highlight`.
 */
export const NODE_SET: NodeSet = new NodeSet([
  make('SourceFile', { top: true }),
  ...TREE_KINDS.map((kind) => make(kind, { error: ERROR_KINDS.has(kind) })),
  ...Object.keys(TOKEN_TAGS).map((name) => make(name)),
]).extend(styleTags(Object.fromEntries(Object.entries(TOKEN_TAGS))))

/** The number of a kind of node in `NODE_SET`; `undefined` for kinds that are only a token. */
export function nodeId(name: string): number | undefined {
  return ids.get(name)
}
