import {
  lex,
  type Parsed,
  parseBody,
  parseExpression,
  parseSource,
  type SyntaxNode,
  textPosition,
} from '@ukit/script/syntax'
import { describe, expect, it } from 'vitest'

/** A node without its positions. */
function bare(node: SyntaxNode | null | undefined): unknown {
  return JSON.parse(
    JSON.stringify(node, (key, value) =>
      ['start', 'end', 'codeStart', 'line', 'questionMark'].includes(key) ? undefined : value,
    ),
  )
}

/** An expression in brackets, operator first. */
function short(text: string): string {
  const parsed = parseExpression(text)
  expect(parsed.problems).toEqual([])
  return JSON.stringify(bare(parsed.tree))
}

const messages = ({ problems }: Parsed<unknown>) => problems.map(({ message }) => message)
const nameOf = (name: string) => ({ kind: 'Identifier', name })
const int = (value: number) => ({ kind: 'Int', value, isHex: false })

describe('tokens', () => {
  const words = (text: string) => {
    const tokens = lex(text)
    return Array.from({ length: tokens.count - 1 }, (_, index) => tokens.textAt(index))
  }

  it.each([
    [
      'numbers',
      '0.01875.f 960f .5 1. 0x1F 1e5 2.5e-3f 1fx',
      ['0.01875.f', '960f', '.5', '1.', '0x1F', '1e5', '2.5e-3f', '1', 'fx'],
    ],
    [
      'operators, the longest first',
      'a>>>b>>c>=d**e~=f$=g',
      ['a', '>>>', 'b', '>>', 'c', '>=', 'd', '**', 'e', '~=', 'f', '$=', 'g'],
    ],
    ['comments inside comments', '/* /* */ */a/**/b//c', ['/* /* */ */', 'a', '/**/', 'b', '//c']],
    ['an unclosed comment', 'a /* /* */', ['a', '/* /* */']],
    ['strings with escapes', '"a\\"b" "\\\\"c', ['"a\\"b"', '"\\\\"', 'c']],
    ['a name that ends with its line', "'a\nb", ["'a", 'b']],
    ['a directive only at the start of a line', 'a #b\n #exec x "y\nc', ['a', '#', 'b', '#exec x "y', 'c']],
    ['all of `#else` to `#endif`', '#if A\nx\n#else\n{ #\n#endif\ny', ['#if A', 'x', '#else\n{ #\n#endif', 'y']],
  ])('%s', (_, text, expected) => {
    expect(words(text).filter((word) => word.trim() !== '')).toEqual(expected)
    expect(words(text).join('')).toBe(text)
  })
})

describe('expressions', () => {
  it.each<[string, unknown]>([
    ['-1', int(-1)],
    ['- 1', { kind: 'Prefix', operator: '-', operand: int(1) }],
    ['a -1', { kind: 'Run', operands: [nameOf('a'), int(1)], operators: ['-'] }],
    ['0xFFFFFFFF', { kind: 'Int', value: -1, isHex: true }],
    ['0.1', { kind: 'Float', value: Math.fround(0.1) }],
    ["''", { kind: 'Name', name: '' }],
    ["Texture'A.B'", { kind: 'Object', className: 'Texture', path: 'A.B' }],
    ['vect(1,-2,.5)', { kind: 'Vector', values: [1, -2, 0.5] }],
    ['f(a,,)', { kind: 'Call', callee: nameOf('f'), arguments: [nameOf('a'), null, null] }],
    ['a dot b', { kind: 'Run', operands: [nameOf('a'), nameOf('b')], operators: ['dot'] }],
    ['i++', { kind: 'Postfix', operator: '++', operand: nameOf('i') }],
    [
      'super(Pawn).Tick(a)',
      {
        kind: 'Call',
        callee: { kind: 'Qualified', qualifier: 'super', object: null, className: 'Pawn', name: 'Tick' },
        arguments: [nameOf('a')],
      },
    ],
    [
      "class'A'.default.b",
      {
        kind: 'Qualified',
        qualifier: 'default',
        object: { kind: 'Object', className: 'class', path: 'A' },
        className: null,
        name: 'b',
      },
    ],
    ['class<Pawn>(x)', { kind: 'MetaCast', className: 'Pawn', value: nameOf('x') }],
    [
      "new(None) class'A'(1)",
      {
        kind: 'New',
        arguments: [{ kind: 'None' }],
        class: { kind: 'Object', className: 'class', path: 'A' },
        constructorArguments: [int(1)],
      },
    ],
    ['a ? b : c', { kind: 'Conditional', condition: nameOf('a'), yes: nameOf('b'), no: nameOf('c') }],
  ])('%s', (text, expected) => {
    expect(JSON.parse(short(text))).toEqual(expected)
  })
})

describe('a body', () => {
  const statements = (text: string) => parseBody(text).tree.statements.map(({ kind }) => kind)

  it.each([
    ['labels, also ones that are keywords', 'Begin: stop; End: goto Begin;', ['Label', 'Stop', 'Label', 'Goto']],
    [
      'keywords that are only names',
      'event = 3; Stop(1); do.x = 1;',
      ['Assignment', 'ExpressionStatement', 'Assignment'],
    ],
    ['a switch without parentheses', 'switch a { case 1: break; default: }', ['Switch']],
    ['do without a semicolon', 'do { } until (a) b();', ['Do', 'ExpressionStatement']],
    ['a macro of UE3 without a semicolon', '`log("a")\nb();', ['ExpressionStatement', 'ExpressionStatement']],
    ['default of a class beside default of a switch', 'switch(a) { default: default.b = 1; }', ['Switch']],
  ])('%s', (_, text, kinds) => {
    expect(messages(parseBody(text))).toEqual([])
    expect(statements(text)).toEqual(kinds)
  })

  it.each([
    ['a = ;', "Bad or missing expression after '='"],
    ['a = b\nc = d;', "Missing ';' before 'c'"],
    ['if a) b();', "Missing '(' in 'if'"],
    ['f(a;', "Call to 'f': Bad ',' or missing ')'"],
    ['a = "b', 'Unterminated string constant: "b'],
    ['else b();', "'Else' is not allowed here"],
    [') b();', "Bad or missing expression after ')'"],
  ])('%s is a problem, and what follows is read', (text, message) => {
    const parsed = parseBody(`${text}\nfound();`)
    expect(messages(parsed)[0]).toBe(message)
    expect(JSON.stringify(parsed.tree)).toContain('"found"')
  })
})

describe('a class', () => {
  it('has a header with modifiers in any order', () => {
    const { file, problems } = parseSource(
      'class A extends Core.B native config(User) hidecategories(C, D) within E abstract;',
    )
    expect(problems).toEqual([])
    expect(bare(file.header)).toEqual({
      kind: 'ClassHeader',
      isInterface: false,
      name: 'A',
      extends: 'Core.B',
      modifiers: [
        { kind: 'Modifier', word: 'native', arguments: null, cpp: null },
        { kind: 'Modifier', word: 'config', arguments: ['User'], cpp: null },
        { kind: 'Modifier', word: 'hidecategories', arguments: ['C', 'D'], cpp: null },
        { kind: 'Modifier', word: 'within', arguments: ['E'], isBare: true, cpp: null },
        { kind: 'Modifier', word: 'abstract', arguments: null, cpp: null },
      ],
    })
  })

  it.each([
    'var input Input Input;',
    'var(A) private{public} const array<editinline Foo> a, b[4];',
    'var array<class<Foo> > a; var array<class<Foo>> b;',
    'var EEnum Enum, Enum2; var enum EInline { A, B } c;',
    'var native const map{FName, INT} M; var pointer P{FFoo};',
    'var const pointer<FResolveInfo*> Info; var pointer<TMap<FName, INT> > Map;',
    'var int a<ToolTip=some text|Min=1>;',
    'var() string a "shown" ;',
    'struct native {QWORD} qword extends Base { var int A, B; structdefaultproperties { A=1 } };',
    'native(129) static final preoperator bool ! ( bool A );',
    'static final operator(20) float Foo ( float A, optional out float B[3] );',
    'native final function coerce Actor Spawn(class<Actor> C, optional int i = 3 + 4) const;',
    'native(231) final static `{prevent} function Log(string S);',
    'delegate bool OnKey(out byte Key) { return false; }',
    'auto simulated state() A extends B { ignores C, D; function F() {} Begin: Sleep(1); }',
    'replication { reliable if (Role == 4) A, B; unreliable if (x) C; if (y) D; }',
    'cpptext { virtual void F() { if (a) { } } } var int a;',
    'import enum E from Engine.Actor; import class Engine.Pawn;',
    '#exec TEXTURE IMPORT FILE=a.pcx NAME="b c"\nvar int a;',
    'const A = -1.5; const B = "x;y"; const C = sizeof(Object);',
  ])('%s', (text) => {
    expect(messages(parseSource(`class X extends Y;\n${text}`))).toEqual([])
  })

  it.each([
    ['native function final F();', ['native', 'final'], null],
    ['function static final bool F();', ['static', 'final'], 'bool'],
    ['function Static();', [], null],
  ])('accepts modifiers after function: %s', (text, words, type) => {
    const [found] = parseSource(`class A;\n${text}`).file.declarations
    if (found?.kind !== 'Function') throw new Error('it is not a function')
    expect(found.modifiers.map(({ word }) => word)).toEqual(words)
    expect(found.returnType?.kind === 'NamedType' ? found.returnType.name : null).toBe(type)
  })

  it('begins the code of a function after its local variables', () => {
    const text = 'class A; function F() { local int i; const B = 1; i = 2; } function G() { } function H();'
    const codes = parseSource(text).file.declarations.map((found) =>
      found.kind === 'Function'
        ? [text.slice(found.codeStart, found.codeStart + 1), textPosition(text, found, true)]
        : [],
    )
    expect(codes).toEqual([
      ['i', text.indexOf('i = 2')],
      ['}', text.indexOf('} function H') + 1],
      [';', text.length - 1],
    ])
  })

  it('ends a body without a closing brace at the next function', () => {
    const { file, problems } = parseSource('class A;\nfunction F() { if (a) { b();\nfunction G() { }\nvar int c;')
    expect(problems.map(({ message }) => message)).toContain("Missing '}' before 'function'")
    expect(file.declarations.map(({ kind }) => kind)).toEqual(['Function', 'Function', 'Var'])
  })
})

describe('default properties', () => {
  it('have every form of value', () => {
    const { file, problems } = parseSource(`defaultproperties
{
  A=1
  B(1)=+00064.000000
  C[2]=(X=1,Y=(Z="a"),W(0)=2)
  D=several words, and more // comment
  E=Texture'A.B'
  F.Add(Foo)
  G.Empty
  H=(1,2,(X=3))
  I=
  J=EEnum.Tag
  Begin Object Class=K Name=L Archetype=M'N'
    O=True
    Begin Object Name=P
    End Object
  End Object
  Q=L; R=2
}`)
    expect(problems).toEqual([])
    const [defaults] = file.declarations
    const entries = defaults?.kind === 'DefaultProperties' ? defaults.entries : []
    const shown = entries.map((entry) =>
      entry.kind === 'DefaultAssignment' ? `${entry.name} ${entry.value.kind}` : entry.kind,
    )
    expect(shown).toEqual([
      'A Int',
      'B Float',
      'C DefaultStruct',
      'D DefaultText',
      'E Object',
      'DefaultArrayCall',
      'DefaultArrayCall',
      'H DefaultList',
      'I DefaultText',
      'J Member',
      'DefaultObject',
      'Q Identifier',
      'R Int',
    ])
    expect(bare(entries[10] as SyntaxNode)).toMatchObject({
      name: 'L',
      className: 'K',
      settings: [{ key: 'Archetype', value: "M'N'" }],
      body: [{ name: 'O' }, { name: 'P', className: null, body: [] }],
    })
  })
})

describe('malicious text', () => {
  it.each([
    ['parentheses', 'function F() { a = ', '(', ''],
    ['blocks', 'function F() ', '{', ''],
    ['if', 'function F() {', 'if (a) ', ''],
    ['else if', 'function F() {', 'if (a) {} else ', ''],
    ['prefixes', 'function F() { a =', '- ', 'b;'],
    ['members', 'function F() { a', '.b', ';}'],
    ['elements', 'function F() { a', '[0]', ';}'],
    ['calls', 'function F() { a', 'f(', ''],
    ['conditionals', 'function F() { a =', 'b ? c : ', ''],
    ['arrays', 'var ', 'array<', ''],
    ['structs', '', 'struct A { ', ''],
    ['inline structs', '', 'struct A { var ', ''],
    ['subobjects', 'defaultproperties {', 'Begin Object\n', ''],
    ['lists', 'defaultproperties { A=', '(', ''],
    ['new', 'function F() { a = ', 'new ', ''],
    ['super', 'function F() { ', 'super(', ''],
    ['braces of C++', '', 'var x{', ''],
    ['comments', '', '/*', ''],
    ['hashes', '', ' #', ''],
    ['else directives', '', '#else\n', ''],
    ['backticks', '', '`{', ''],
    ['closing braces', '', '}', ''],
    ['foreach', 'function F() {', 'foreach a() ', ''],
    ['switches', 'function F() {', 'switch (a) { case 1: ', ''],
    ['states', '', 'state A { ', ''],
    ['angles', '', 'var int a<', ''],
  ])('100,000 %s are problems', (_, before, repeated, after) => {
    const parsed = parseSource(before + repeated.repeat(100_000) + after)
    expect(parsed.tokens.startAt(parsed.tokens.count - 1)).toBe(parsed.text.length)
  })
})
