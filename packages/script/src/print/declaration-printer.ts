import type {
  ClassHeader,
  Declaration,
  DefaultAssignment,
  DefaultEntry,
  DefaultValue,
  EnumDeclaration,
  FunctionDeclaration,
  Modifier,
  Parameter,
  ReplicationCondition,
  SourceFile,
  StateDeclaration,
  StructDeclaration,
  TypeReference,
  VarDeclaration,
} from '../syntax/nodes.js'
import { StatementPrinter } from './statement-printer.js'

/** Declarations that are side by side without an empty line between two of a kind. */
const TOGETHER: ReadonlySet<string> = new Set(['Var', 'Const', 'Directive', 'Import'])

/** Declarations of one kind, and native functions one after the other. */
function areTogether(before: Declaration, declaration: Declaration): boolean {
  if (isNative(before) && isNative(declaration)) return true
  return before.kind === declaration.kind && TOGETHER.has(before.kind)
}

function isNative(node: Declaration): boolean {
  const isBare = node.kind === 'Function' && node.body === null
  return isBare && node.modifiers.some(({ word }) => /^native$/i.test(word))
}

/** *Declarations, default properties and whole texts as lines.* */
export class DeclarationPrinter extends StatementPrinter {
  sourceFile({ header, declarations }: SourceFile): void {
    if (header !== null) {
      this.header(header)
      if (declarations.length > 0) this.gap()
    }
    this.declarations(declarations)
  }

  private declarations(list: readonly Declaration[]): void {
    list.forEach((declaration, index) => {
      const before = list[index - 1]
      if (before !== undefined && !areTogether(before, declaration)) this.gap()
      this.declaration(declaration)
    })
  }

  /** One modifier is in the line of the class, more are in lines of their own. */
  header({ isInterface, name, extends: superName, modifiers }: ClassHeader): void {
    const head = `${isInterface ? 'interface' : 'class'} ${name}${superName === null ? '' : ` extends ${superName}`}`
    const words = modifiers.map((modifier) => this.modifier(modifier))
    if (words.length < 2) {
      this.line(`${[head, ...words].join(' ')};`)
      return
    }
    this.line(head)
    this.level++
    words.forEach((word, index) => {
      this.line(index < words.length - 1 ? word : `${word};`)
    })
    this.level--
  }

  modifier({ word, arguments: given, isBare, cpp }: Modifier): string {
    const list = given === null ? '' : isBare === true ? ` ${given.join(', ')}` : `(${given.join(',')})`
    return word + list + (cpp === null ? '' : `{${cpp}}`)
  }

  private modifiers(list: readonly Modifier[]): string {
    return list.map((modifier) => `${this.modifier(modifier)} `).join('')
  }

  declaration(node: Declaration): void {
    switch (node.kind) {
      case 'Var':
        this.variable(node)
        break
      case 'Const':
        this.statement(node)
        break
      case 'Enum':
        this.enum(node, '', ';')
        break
      case 'Struct':
        this.struct(node, '', ';')
        break
      case 'Function':
        this.function(node)
        break
      case 'State':
        this.state(node)
        break
      case 'Replication':
        this.braced('replication', () => {
          node.conditions.forEach((condition, index) => {
            if (index > 0) this.gap()
            this.replicationCondition(condition)
          })
        })
        break
      case 'DefaultProperties':
        this.braced(node.word, () => this.entries(node.entries))
        break
      case 'CppText':
        this.line(node.word)
        this.raw(`{${node.text}}`)
        break
      case 'Directive':
        this.raw(`#${node.word}${node.text === '' ? '' : ` ${node.text}`}`)
        break
      case 'Import':
        this.line(`import ${node.what} ${node.name}${node.from === null ? '' : ` from ${node.from}`};`)
        break
      case 'ErrorDeclaration':
        this.error(node.text, node.start)
        break
    }
  }

  private variable({ category, modifiers, type, names }: VarDeclaration): void {
    const head = `var${category === null ? '' : `(${category})`} ${this.modifiers(modifiers)}`
    const tail = ` ${this.declarators(names)};`
    if (type.kind === 'Enum') this.enum(type, head, tail)
    else if (type.kind === 'Struct') this.struct(type, head, tail)
    else this.line(head + this.type(type) + tail)
  }

  private enum({ name, tags }: EnumDeclaration, head: string, tail: string): void {
    this.braced(
      `${head}enum ${name}`,
      () => {
        tags.forEach((tag, index) => {
          this.line(`${this.tag(tag)}${index < tags.length - 1 ? ',' : ''}`)
        })
      },
      tail,
    )
  }

  tag({ name, metadata }: EnumDeclaration['tags'][number]): string {
    return metadata === null ? name : `${name}<${metadata}>`
  }

  private struct(node: StructDeclaration, head: string, tail: string): void {
    this.braced(head + this.structHead(node), () => this.declarations(node.members), tail)
  }

  private structHead({ modifiers, cpp, name, extends: superName }: StructDeclaration): string {
    const inBraces = cpp === null ? '' : `{${cpp}} `
    return `struct ${this.modifiers(modifiers)}${inBraces}${name}${superName === null ? '' : ` extends ${superName}`}`
  }

  protected inlineType(node: TypeReference): string {
    if (node.kind === 'Enum') return `enum ${node.name} { ${node.tags.map((tag) => this.tag(tag)).join(', ')} }`
    if (node.kind !== 'Struct') return this.type(node)
    const printer = new DeclarationPrinter({ indent: '', braces: 'same-line', lineEnd: '\n' })
    printer.struct(node, '', '')
    return printer.text().replace(/\n+/g, ' ')
  }

  private function(node: FunctionDeclaration): void {
    const head = this.functionHead(node)
    const { body } = node
    if (body === null) this.line(`${head};`)
    else this.braced(head, () => this.statements(body.statements))
  }

  functionHead(node: FunctionDeclaration): string {
    const precedence = node.precedence === null ? '' : `(${node.precedence})`
    const type = node.returnType === null ? '' : `${this.type(node.returnType)} `
    const words = `${this.modifiers(node.modifiers)}${node.form}${precedence} ${this.modifiers(node.returnModifiers)}${type}`
    const parameters = node.parameters.map((parameter) => this.parameter(parameter)).join(', ')
    // Symbols are set apart, as in the engine's own text.
    const name = /^\w+$/.test(node.name) ? node.name : `${node.name} `
    return `${words}${name}(${parameters})${node.isConst ? ' const' : ''}`
  }

  parameter({ modifiers, type, name, dimension, default: value }: Parameter): string {
    const size = dimension === null ? '' : `[${this.expression(dimension)}]`
    const given = value === null ? '' : ` = ${this.expression(value)}`
    return `${this.modifiers(modifiers)}${this.type(type)} ${name}${size}${given}`
  }

  private state(node: StateDeclaration): void {
    const superName = node.extends === null ? '' : ` extends ${node.extends}`
    const head = `${this.modifiers(node.modifiers)}state${node.isEditable ? '()' : ''} ${node.name}${superName}`
    this.braced(head, () => {
      for (const { names } of node.ignores) this.line(`ignores ${names.map(({ name }) => name).join(', ')};`)
      for (const declaration of node.functions) {
        this.gap()
        this.function(declaration)
      }
      if (node.code.length > 0) this.gap()
      this.statements(node.code)
    })
  }

  replicationCondition({ reliable, condition, names }: ReplicationCondition): void {
    const word = reliable === null ? '' : reliable ? 'reliable ' : 'unreliable '
    this.line(`${word}if (${this.expression(condition)})`)
    this.level++
    this.line(`${names.map(({ name }) => name).join(', ')};`)
    this.level--
  }

  private entries(list: readonly DefaultEntry[]): void {
    for (const entry of list) this.entry(entry)
  }

  entry(node: DefaultEntry): void {
    switch (node.kind) {
      case 'DefaultAssignment':
        this.line(this.assignment(node))
        break
      case 'DefaultArrayCall': {
        const given = node.arguments === null ? '' : `(${this.values(node.arguments)})`
        this.line(`${node.name}.${node.operation}${given}`)
        break
      }
      case 'DefaultObject': {
        const { className, name, settings } = node
        const words = [
          ...(className === null ? [] : [`Class=${className}`]),
          ...(name === null ? [] : [`Name=${name}`]),
          ...settings.map(({ key, value }) => `${key}=${/[\s,]/.test(value) ? `"${value}"` : value}`),
        ]
        this.line(['Begin Object', ...words].join(' '))
        this.level++
        this.entries(node.body)
        this.level--
        this.line('End Object')
        break
      }
      case 'DefaultError':
        this.error(node.text, node.start)
        break
    }
  }

  private assignment({ name, index, brackets, value }: DefaultAssignment): string {
    const inner = index === null ? '' : this.expression(index)
    const place = index === null ? '' : brackets === '[' ? `[${inner}]` : `(${inner})`
    return `${name}${place}=${this.value(value)}`
  }

  value(node: DefaultValue): string {
    switch (node.kind) {
      case 'DefaultStruct':
        return `(${node.members.map((member) => this.assignment(member)).join(',')})`
      case 'DefaultList':
        return `(${this.values(node.values)})`
      case 'DefaultText':
        return node.text
      // The engine writes values with a capital, its programmers write code without.
      case 'Bool':
        return node.value ? 'True' : 'False'
      default:
        return this.expression(node)
    }
  }

  private values(list: readonly DefaultValue[]): string {
    return list.map((value) => this.value(value)).join(',')
  }
}
