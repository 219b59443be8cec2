import {
  type Expression,
  type PrintOptions,
  parseBody,
  parseExpression,
  parseSource,
  printNode,
  sameTree,
} from '@ukit/script/syntax'
import { describe, expect, it } from 'vitest'

const made = { start: -1, end: -1 } as const
const name = (text: string): Expression => ({ kind: 'Identifier', ...made, name: text })
const binary = (operator: string, left: Expression, right: Expression): Expression => ({
  kind: 'Binary',
  ...made,
  operator,
  left,
  right,
})
const [a, b, c] = [name('a'), name('b'), name('c')]

describe('parentheses', () => {
  it.each<[string, Expression]>([
    ['a - b - c', binary('-', binary('-', a, b), c)],
    ['a - (b - c)', binary('-', a, binary('-', b, c))],
    ['a + b * c', binary('+', a, binary('*', b, c))],
    ['(a + b) * c', binary('*', binary('+', a, b), c)],
    ['a && b || c', binary('||', binary('&&', a, b), c)],
    ['-(a + b)', { kind: 'Prefix', ...made, operator: '-', operand: binary('+', a, b) }],
    ['(a + b).c', { kind: 'Member', ...made, object: binary('+', a, b), name: 'c' }],
    ['a - -b', binary('-', a, { kind: 'Prefix', ...made, operator: '-', operand: b })],
    [
      '- -a',
      { kind: 'Prefix', ...made, operator: '-', operand: { kind: 'Prefix', ...made, operator: '-', operand: a } },
    ],
    ['- 5', { kind: 'Prefix', ...made, operator: '-', operand: { kind: 'Int', ...made, value: 5, isHex: false } }],
    ['a - -5', binary('-', a, { kind: 'Int', ...made, value: -5, isHex: false })],
    ['(a ? b : c) + a', binary('+', { kind: 'Conditional', ...made, condition: a, yes: b, no: c }, a)],
  ])('%s', (text, tree) => {
    expect(printNode(tree)).toBe(text)
  })

  it('follow the precedence that is given', () => {
    const tree = binary('$', binary('+', a, b), c)
    expect(printNode(tree)).toBe('a + b $ c')
    expect(printNode(tree, { precedence: (operator) => (operator === '$' ? 1 : 2) })).toBe('(a + b) $ c')
  })
})

describe('numbers', () => {
  it.each([
    [0.1, '0.1'],
    [1, '1.0'],
    [-0, '-0.0'],
    [16777216, '16777216.0'],
    [3.4028234663852886e38, '340282350000000000000000000000000000000.0'],
    [1.401298464324817e-45, `0.${'0'.repeat(44)}1`],
    [0.01875, '0.01875'],
  ])('%d is the shortest decimal of its 32 bits', (value, text) => {
    expect(printNode({ kind: 'Float', ...made, value: Math.fround(value) })).toBe(text)
  })

  it('keep their hexadecimal form', () => {
    expect(printNode(parseExpression('0xFF00FF00').tree)).toBe('0xFF00FF00')
  })
})

describe('layout', () => {
  const BODY = 'local int i; if (a) b(); else if (c) { d(); } else e(); switch (x) { case 1: f(); break; default: }'
  const print = (text: string, options: PrintOptions) => printNode(parseBody(text).tree, options)

  it('is that of the engine’s own sources', () => {
    expect(print(BODY, {})).toBe(`{
	local int i;

	if (a)
		b();
	else if (c)
	{
		d();
	}
	else
		e();
	switch (x)
	{
		case 1:
			f();
			break;
		default:
	}
}`)
  })

  it('has braces and spaces as requested', () => {
    expect(print('do { a(); } until (b); for (;;) { }', { braces: 'same-line', indent: '  ', lineEnd: '\r\n' })).toBe(
      ['{', '  do {', '    a();', '  } until (b);', '  for (;;) {', '  }', '}'].join('\r\n'),
    )
  })

  it('puts an if without else in braces before an else', () => {
    const inner = parseBody('if (a) b();').tree.statements[0]!
    const outer = parseBody('if (c) d(); else e();').tree.statements[0]!
    Reflect.set(outer, 'then', inner)
    expect(printNode(outer)).toBe('if (c)\n{\n\tif (a)\n\t\tb();\n}\nelse\n\te();')
  })

  it('prints a class unchanged', () => {
    const text = `class A extends Core.B
	native
	within C;

#exec AUDIO IMPORT FILE="a.wav" NAME=A

var() config(User) enum EKind
{
	K_A,
	K_B<DisplayName=b>
} Kinds[2], Other;
var array<class<Actor> > List;

struct native Point extends Base
{
	var int X, Y;
};

replication
{
	reliable if (Role == 4)
		A, B;
}

native(129) static final preoperator bool ! (bool A);

function coerce Actor F(optional out int A[2] = 3) const
{
	local int i;

	i = A;
}

auto state() S extends T
{
	ignores U, V;

	event W();

Begin:
	Sleep(1.0);
	goto 'Begin';
}

defaultproperties
{
	A(1)=(X=1,Y=2.5)
	B=several words
	Begin Object Class=C Name=D
		E.Add(F)
	End Object
}`
    expect(printNode(parseSource(text).tree)).toBe(text)
  })
})

describe('a tree that is printed and parsed', () => {
  it.each([
    'function event bool F() { return Function G; } static preoperator Object Function (Object O);',
    "function F() { a = new(self, \"b\", 3) class'C'(1,,2); foreach x.AllActors(class'A', b) break; goto a; stop; assert(b); }",
    'var native const map{FName, INT} M; var pointer P{FFoo}; var private{public} int A "comment";',
    'function F() { if (a) ; else { } do ; until (b); L: while (c) continue; { } for (i = 0;;) return; }',
    'struct {QWORD} q { }; import enum E from A.B; interface I; cpptext { a { b } }',
  ])('is the same: %s', (text) => {
    const parsed = parseSource(text)
    for (const braces of ['own-line', 'same-line'] as const) {
      expect(sameTree(parseSource(printNode(parsed.tree, { braces })).tree, parsed.tree)).toBe(true)
    }
  })
})

describe('words', () => {
  it('are in lower case in code, and as the engine writes them in default properties', () => {
    const source = 'class A;\nfunction F() { B = True; C = Self; D = None; }\ndefaultproperties { B=true\nC=(D=false) }'
    const text = printNode(parseSource(source).tree)
    expect(text).toMatch(/B = true;\s+C = self;\s+D = None;/)
    expect(text).toMatch(/B=True\s+C=\(D=False\)/)
  })

  it('of consecutive native functions have no empty line between them', () => {
    const source = 'class A; native function F(); native static function G(); function H(); function I();'
    const text = printNode(parseSource(source).tree)
    expect(text).toContain('native function F();\nnative static function G();\n\nfunction H();\n\nfunction I();')
  })
})
