import type { SyntaxNode } from '../syntax/nodes.js'
import { DeclarationPrinter } from './declaration-printer.js'
import type { PrintOptions } from './options.js'

/**
 * *A tree as text*, in the layout of the engine's own sources. Parsing the text gives the same tree again,
 * but for operators: `Binary` nodes are read as runs.
 *
 * Parentheses that are in the tree are printed; others are added only where the text would mean something
 * else without them. Lines have no end after the last.
 */
export function printNode(node: SyntaxNode, options: PrintOptions = {}): string {
  const printer = new DeclarationPrinter(options)
  switch (node.kind) {
    case 'SourceFile':
      printer.sourceFile(node)
      break
    case 'ClassHeader':
      printer.header(node)
      break
    case 'ReplicationCondition':
      printer.replicationCondition(node)
      break
    case 'Modifier':
      return printer.modifier(node)
    case 'Parameter':
      return printer.parameter(node)
    case 'Declarator':
      return printer.declarator(node)
    case 'EnumTag':
      return printer.tag(node)
    case 'Ignores':
      return `ignores ${node.names.map(({ name }) => name).join(', ')};`
    case 'NamedType':
    case 'ClassType':
    case 'ArrayType':
    case 'MapType':
    case 'DelegateType':
    case 'SizedString':
      return printer.type(node)
    case 'DefaultStruct':
    case 'DefaultList':
    case 'DefaultText':
      return printer.value(node)
    case 'DefaultAssignment':
    case 'DefaultArrayCall':
    case 'DefaultObject':
    case 'DefaultError':
      printer.entry(node)
      break
    case 'Var':
    case 'Const':
    case 'Enum':
    case 'Struct':
    case 'Function':
    case 'State':
    case 'Replication':
    case 'DefaultProperties':
    case 'CppText':
    case 'Directive':
    case 'Import':
    case 'ErrorDeclaration':
      printer.declaration(node)
      break
    case 'Block':
    case 'Empty':
    case 'ExpressionStatement':
    case 'Assignment':
    case 'If':
    case 'While':
    case 'Do':
    case 'For':
    case 'ForEach':
    case 'Switch':
    case 'Case':
    case 'Break':
    case 'Continue':
    case 'Stop':
    case 'Return':
    case 'Goto':
    case 'Label':
    case 'Assert':
    case 'Local':
    case 'ErrorStatement':
      printer.statement(node)
      break
    default:
      return printer.expression(node)
  }
  return printer.text()
}
