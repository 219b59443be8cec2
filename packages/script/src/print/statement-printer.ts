import type { Block, Declarator, DoStatement, IfStatement, Statement, SwitchStatement } from '../syntax/nodes.js'
import { ExpressionPrinter } from './expression-printer.js'
import type { PrintOptions } from './options.js'

/** *Statements as lines.* */
export abstract class StatementPrinter extends ExpressionPrinter {
  private readonly lines: string[] = []
  private readonly indent: string
  private readonly lineEnd: string
  private readonly sameLine: boolean
  protected level: number

  constructor(options: PrintOptions) {
    super(options)
    this.indent = options.indent ?? '\t'
    this.lineEnd = options.lineEnd ?? '\n'
    this.sameLine = options.braces === 'same-line'
    this.level = options.level ?? 0
  }

  /** Everything that was printed, the last line without an end. */
  text(): string {
    return this.lines.join(this.lineEnd)
  }

  protected line(text: string): void {
    this.lines.push(text === '' ? '' : this.indent.repeat(this.level) + text)
  }

  /** A line that is in the text as it is. */
  protected raw(text: string): void {
    this.lines.push(text)
  }

  /** An empty line, unless there is one, or the text begins. */
  protected gap(): void {
    const last = this.lines[this.lines.length - 1]
    if (last !== undefined && last !== '' && !last.endsWith('{')) this.lines.push('')
  }

  /** `head`, `{`, what `body` prints one level deeper, `}` and `tail`. */
  protected braced(head: string, body: () => void, tail = ''): void {
    if (head === '') this.line('{')
    else if (this.sameLine) this.line(`${head} {`)
    else {
      this.line(head)
      this.line('{')
    }
    this.level++
    body()
    this.level--
    this.line(`}${tail}`)
  }

  statements(list: readonly Statement[]): void {
    list.forEach((statement, index) => {
      this.statement(statement)
      const next = list[index + 1]
      if (statement.kind === 'Local' && next !== undefined && next.kind !== 'Local') this.gap()
    })
  }

  statement(node: Statement): void {
    switch (node.kind) {
      case 'Block':
        this.braced('', () => this.statements(node.statements))
        break
      case 'If':
        this.if(node, 'if')
        break
      case 'While':
        this.body(`while (${this.expression(node.condition)})`, node.body)
        break
      case 'For': {
        const [init, step] = [node.init, node.step].map((part) => (part === null ? '' : this.simple(part)))
        const condition = node.condition === null ? '' : ` ${this.expression(node.condition)}`
        this.body(`for (${init};${condition};${step === '' ? '' : ` ${step}`})`, node.body)
        break
      }
      case 'ForEach':
        this.body(`foreach ${this.expression(node.call)}`, node.body)
        break
      case 'Do':
        this.do(node)
        break
      case 'Switch':
        this.switch(node)
        break
      case 'Case':
        this.line(node.value === null ? 'default:' : `case ${this.expression(node.value)}:`)
        break
      case 'Label':
        this.label(node.name)
        break
      case 'Local':
        this.line(`local ${this.type(node.type)} ${this.declarators(node.names)};`)
        break
      case 'ErrorStatement':
        this.error(node.text, node.start)
        break
      default:
        this.line(`${this.simple(node)};`)
        break
    }
  }

  /** A statement that ends with `;`, without it. */
  private simple(node: Statement): string {
    switch (node.kind) {
      case 'Empty':
        return ''
      case 'ExpressionStatement':
        return this.expression(node.expression)
      case 'Assignment':
        return `${this.expression(node.target)} = ${this.expression(node.value)}`
      case 'Break':
        return 'break'
      case 'Continue':
        return 'continue'
      case 'Stop':
        return 'stop'
      case 'Return':
        return node.value === null ? 'return' : `return ${this.expression(node.value)}`
      case 'Goto':
        return `goto ${this.expression(node.label)}`
      case 'Assert':
        return `assert(${this.expression(node.condition)})`
      case 'Const':
        return `const ${node.name} =${node.text === '' ? ` ${this.expression(node.value)}` : node.text}`
      default:
        return ''
    }
  }

  private label(name: string): void {
    const level = this.level
    this.level = Math.max(0, level - 1)
    this.line(`${name}:`)
    this.level = level
  }

  /** What is not a statement: as it was written, or, from the decompiler, a comment. */
  protected error(text: string, start: number): void {
    if (start < 0) for (const line of text.split('\n')) this.line(`// ${line}`.trimEnd())
    else this.line(text)
  }

  private body(head: string, node: Statement): void {
    if (node.kind === 'Block') {
      this.braced(head, () => this.statements(node.statements))
    } else {
      this.line(head)
      this.inner(node)
    }
  }

  private inner(node: Statement): void {
    this.level++
    this.statement(node)
    this.level--
  }

  /** `else if` is one line. */
  private if(node: IfStatement, word: string): void {
    let branch: IfStatement = node
    let head = word
    for (;;) {
      this.body(`${head} (${this.expression(branch.condition)})`, this.thenOf(branch))
      const otherwise = branch.else
      if (otherwise === null) return
      if (otherwise.kind !== 'If') {
        this.body('else', otherwise)
        return
      }
      branch = otherwise
      head = 'else if'
    }
  }

  /** An `else` belongs to the nearest `if`: an inner one that has none is put in braces. */
  private thenOf({ then, else: otherwise }: IfStatement): Statement {
    if (otherwise === null || !takesElse(then)) return then
    const block: Block = { kind: 'Block', start: -1, end: -1, statements: [then] }
    return block
  }

  private do({ body, condition }: DoStatement): void {
    const tail = condition === null ? '' : `until (${this.expression(condition)});`
    if (body.kind === 'Block') {
      this.braced('do', () => this.statements(body.statements), tail && ` ${tail}`)
    } else {
      this.line('do')
      this.inner(body)
      if (tail !== '') this.line(tail)
    }
  }

  private switch({ value, statements }: SwitchStatement): void {
    this.braced(`switch (${this.expression(value)})`, () => {
      let isInCase = false
      for (const statement of statements) {
        const isCase = statement.kind === 'Case'
        if (isInCase && !isCase) this.inner(statement)
        else this.statement(statement)
        isInCase ||= isCase
      }
    })
  }

  protected declarators(names: readonly Declarator[]): string {
    return names.map((name) => this.declarator(name)).join(', ')
  }

  declarator(node: Declarator): string {
    const dimension = node.dimension === null ? '' : `[${this.expression(node.dimension)}]`
    const cpp = node.cpp === null ? '' : `{${node.cpp}}`
    const comment = node.comment === null ? '' : ` "${node.comment}"`
    const metadata = node.metadata === null ? '' : `<${node.metadata}>`
    return node.name + dimension + cpp + comment + metadata
  }
}

function takesElse(node: Statement): boolean {
  switch (node.kind) {
    case 'If':
      return node.else === null || takesElse(node.else)
    case 'While':
    case 'For':
    case 'ForEach':
      return takesElse(node.body)
    default:
      return false
  }
}
