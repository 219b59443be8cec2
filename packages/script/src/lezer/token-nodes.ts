import { type Keyword, Kind, kindOf } from '../lexer/kinds.js'
import type { SyntaxNode } from '../syntax/nodes.js'
import type { TokenNode } from './node-types.js'

const KEYWORD_NODES = keywordNodes()

function keywordNodes(): ReadonlyMap<number, TokenNode> {
  const nodes = new Map<number, TokenNode>()
  const mark = (node: TokenNode, ...words: readonly Keyword[]) => {
    for (const word of words) nodes.set(kindOf(word), node)
  }
  mark('ControlKeyword', 'if', 'else', 'while', 'do', 'until', 'for', 'foreach', 'switch', 'case', 'default')
  mark('ControlKeyword', 'break', 'continue', 'return', 'goto', 'stop', 'assert')
  mark('DefinitionKeyword', 'class', 'interface', 'extends', 'expands', 'within', 'var', 'const', 'enum', 'struct')
  mark('DefinitionKeyword', 'function', 'event', 'delegate', 'operator', 'preoperator', 'postoperator', 'state')
  mark('DefinitionKeyword', 'replication', 'defaultproperties', 'structdefaultproperties', 'structdefaults')
  mark('DefinitionKeyword', 'cpptext', 'structcpptext', 'cppstruct', 'ignores', 'local', 'import')
  mark('ModifierWord', 'reliable', 'unreliable', 'auto', 'simulated', 'native', 'intrinsic', 'final', 'latent')
  mark('ModifierWord', 'iterator', 'singular', 'exec', 'private', 'protected', 'public', 'coerce', 'client', 'server')
  mark('ModifierWord', 'virtual', 'noexport', 'dllimport', 'noexportheader', 'demorecording', 'export', 'static')
  mark('BoolWord', 'true', 'false')
  mark('NoneWord', 'none')
  mark('SelfWord', 'self', 'super', 'global')
  mark('Operator', 'dot', 'cross', 'clockwisefrom')
  return nodes
}

const SYMBOL_NODES: Readonly<Record<number, TokenNode>> = {
  [Kind.LineComment]: 'LineComment',
  [Kind.BlockComment]: 'BlockComment',
  [Kind.Directive]: 'DirectiveLine',
  [Kind.Macro]: 'Macro',
  [Kind.Int]: 'Integer',
  [Kind.Hex]: 'Integer',
  [Kind.Float]: 'FloatNumber',
  [Kind.String]: 'StringText',
  [Kind.Name]: 'NameText',
  [Kind.BraceOpen]: '{',
  [Kind.BraceClose]: '}',
  [Kind.ParenOpen]: '(',
  [Kind.ParenClose]: ')',
  [Kind.BracketOpen]: '[',
  [Kind.BracketClose]: ']',
  [Kind.Semicolon]: 'Separator',
  [Kind.Comma]: 'Separator',
  [Kind.Dot]: 'Dot',
}

/** Where a word is, for those words that are not told by their spelling. */
export interface WordPlace {
  /** The innermost node that it is in; `undefined` outside of declarations. */
  readonly owner: SyntaxNode | undefined
  /** The node around that one. */
  readonly parent: SyntaxNode | undefined
  readonly text: string
  /** True if the owner begins with it. */
  readonly isFirst: boolean
  /** True if `(` is the next token. */
  readonly isBeforeParen: boolean
}

/** The node of a token that is not a word; `undefined` for blanks. */
export function symbolNode(kind: number): TokenNode | undefined {
  if (kind === Kind.Blank || kind === Kind.End || kind === Kind.Unknown) return undefined
  return SYMBOL_NODES[kind] ?? 'Operator'
}

/**
 * The node of a word: what it names, by the node that it is in. Keywords are not reserved, so that place goes
 * before spelling; `undefined` for words that say nothing, such as those in C++.
 */
export function wordNode(kind: number, place: WordPlace): TokenNode | undefined {
  const keyword = KEYWORD_NODES.get(kind) ?? (kind > Kind.Word ? 'Keyword' : undefined)
  const { owner, parent, text } = place
  const isCallee = parent?.kind === 'Call' && parent.callee === owner
  switch (owner?.kind) {
    case 'ClassHeader':
      return text === owner.name ? 'ClassDefinition' : (keyword ?? 'TypeName')
    case 'Function':
      if (place.isBeforeParen && text === owner.name) return 'FunctionDefinition'
      return keyword ?? 'VariableName'
    case 'State':
      return text === owner.name ? 'StateDefinition' : (keyword ?? 'TypeName')
    case 'Enum':
    case 'Struct':
      return text === owner.name && !place.isFirst ? 'TypeDefinition' : (keyword ?? 'TypeName')
    case 'Const':
    case 'EnumTag':
      return text === owner.name ? 'ConstantDefinition' : keyword
    case 'Declarator':
    case 'Parameter':
      return text === owner.name ? 'VariableDefinition' : keyword
    case 'Modifier':
      if (place.isFirst) return 'ModifierWord'
      return owner.isBare === true ? 'TypeName' : 'VariableName'
    case 'Identifier':
      if (parent?.kind === 'Goto') return 'LabelName'
      return isCallee ? 'FunctionName' : 'VariableName'
    case 'Member':
      return isCallee ? 'FunctionName' : 'PropertyName'
    case 'Qualified':
      if (text === owner.name) return isCallee ? 'FunctionName' : 'PropertyName'
      return keyword === 'ControlKeyword' ? 'Keyword' : (keyword ?? 'TypeName')
    case 'Label':
      return 'LabelName'
    case 'NamedType':
      return 'TypeName'
    case 'ClassType':
    case 'DelegateType':
    case 'MetaCast':
    case 'Object':
    case 'Import':
      return keyword ?? 'TypeName'
    case 'Run':
    case 'Prefix':
    case 'Postfix':
      return 'Operator'
    case 'DefaultAssignment':
    case 'DefaultArrayCall':
      return text === owner.name || owner.kind === 'DefaultAssignment' ? 'PropertyName' : 'FunctionName'
    case 'DefaultObject':
      return keyword ?? 'PropertyName'
    case 'Var':
    case 'CppText':
      return keyword
    default:
      return keyword ?? 'VariableName'
  }
}
