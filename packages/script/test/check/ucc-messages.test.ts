import { readFileSync } from 'node:fs'
import { Guid } from '@ukit/container'
import { PackageSet } from '@ukit/core'
import { createPackage } from '@ukit/edit'
import { checkSources } from '@ukit/script/analysis'
import { problemLine } from '@ukit/script/syntax'
import { describe, expect, it } from 'vitest'

const OBJECT = `class Object native;
struct Vector { var() float X, Y, Z; };
native(129) static final preoperator bool ! (bool A);
native(146) static final operator(20) int + (int A, int B);
native(150) static final operator(24) bool < (int A, int B);
native(130) static final operator(30) bool && (bool A, skip bool B);
native(112) static final operator(40) string $ (coerce string A, coerce string B);
native(304) static final iterator function AllObjects(class<Object> Base, out Object Found);
`
const BASE = `class Base extends Object;
var int Age;
var const int Fixed;
var Vector Spot;
var class<Base> Kind;
var Base Other;
var Elsewhere Far;
var float Ages[4], Others[3];
function int Grind(int Sacks) { return Sacks; }
function Fill(out float Level, float By) {}
native(305) final latent function Wait(float Seconds);
final function Keep() {}
static function Still() {}
singular function Once() {}
state Idle {}
`

/** The lines that UCC would print for a subclass of Base whose body begins in line 2. */
async function linesOf(body: string, header = 'class Mill extends Base;', version = 69): Promise<string[]> {
  const edit = await createPackage({ name: 'Core', version, guid: new Guid(1, 2, 3, 4) })
  const sources = [
    { packageName: 'Core', path: 'Object.uc', text: OBJECT },
    { packageName: 'Core', path: 'Base.uc', text: BASE },
    { packageName: 'Core', path: 'Elsewhere.uc', text: 'class Elsewhere extends Object;' },
    { packageName: 'Core', path: 'Mill.uc', text: `${header}\n${body}\n` },
  ]
  const [object, base, , mill] = await checkSources(sources, [edit.package], { packages: new PackageSet() })
  expect([object?.problems, base?.problems]).toEqual([[], []])
  return (mill?.problems ?? []).map((problem) => problemLine(problem, 'Mill.uc', mill?.lines ?? never()))
}

function never(): never {
  throw new Error('there is no third text')
}

/** A statement in a function, in line 5. */
const inFunction = (statement: string) => `function F(int P)\n{\n\n${statement}\n}`

/**
 * Bodies of a subclass of Base that begin in line 2, and the beginning of the first line reported for them.
 */
const SOURCES: readonly (readonly [string, string])[] = [
  // Declarations.
  ['var int Age2;\nvar float Age2;', "(3) : Error, Variable declaration: 'Age2' already defined"],
  ['var int Age;', "(2) : Warning, 'Age' obscures 'Age' defined in base class 'Base'"],
  ['function F(int A)\n{\n  local float A;\n  A = A;\n}', "(4) : Error, Variable declaration: 'A' already defined"],
  ['function F()\n{\n  local int Unused;\n}', "(4) : Warning, 'Unused' : unreferenced local variable"],
  ['\nfunction int F()\n{\n  Age = 3;\n}', '(3) : Warning, F: Missing return value'],
  [
    'function float Grind(int Sacks) { return 0; }',
    "(2) : Error, Redefinition of 'function Grind' differs from original in Base",
  ],
  [
    'function int Grind(int Sacks, int More) { return 0; }',
    "(2) : Error, Redefinition of 'function Grind' differs from original in Base",
  ],
  ['function Still() {}', "(2) : Error, Function 'Still' specifiers differ from original"],
  ['function Keep() {}', "(2) : Error, Function 'Keep' conflicts with 'Core.Base.Keep', which is final"],
  ['var Spott A;', "(2) : Error, Unrecognized type 'Spott'"],
  ['var class<Spott> A;', "(2) : Error, 'class': Limitor 'Spott' is not a class name"],
  ['var array<array<int> > A;', '(2) : Error, Arrays within arrays not supported'],
  ['var bool A[2];', '(2) : Error, Bool arrays are not allowed'],
  ['operator(20) int * (int A);', '(2) : Error, operator must have 2 parameters'],
  ['static final preoperator int - (int A, int B);', '(2) : Error, Bad pre/postoperator definition'],
  [
    'replication\n{\n  reliable if (Age < 1)\n    Agee;\n}',
    "(5) : Error, Unrecognized variable 'Agee' name in replication definition",
  ],
  ['function F() {}\nfunction F() {}', "(3) : Error, 'F' conflicts with 'Core.Mill.F'"],
  ['enum E { A };\nenum E { B };', "(3) : Error, Enum: 'E' already defined here"],
  ['struct S { var int A; };\nstruct S { var int B; };', "(3) : Error, Struct: 'S' already defined here"],
  ['state A {}\nstate A {}', "(3) : Error, State: 'A' already defined here"],
  ['enum E { A,\nA };', "(3) : Error, Duplicate enum tag 'A'"],
  ['struct S\n{ var int A,\nA; };', "(4) : Error, Variable declaration: 'A' already defined"],
  ['function F(int A,\nint A) {}', "(3) : Error, Variable declaration: 'A' already defined"],
  ['var int A[0];', '(2) : Error, Illegal array size 0'],
  ['var int A[-2];', '(2) : Error, Illegal array size -2'],
  ['state A extends Grind {}', "(2) : Error, 'state': expecting State, got Function"],
  ['state Grind {}', "(2) : Error, 'Grind' conflicts with 'Function Core.Base.Grind'"],
  ['var map<int, int> M;', '(2) : Error, Map are not supported in UnrealScript yet'],
  ['state A { ignores Agee; }', "(2) : Error, 'Ignores': 'Agee' is not a function"],
  ['var int A;\nfunction A();', "(2) : Error, 'A' conflicts with 'Function Core.Mill.A'"],
  ['state A extends B {}', '(2) : Error, Superstate B of state A not found'],
  ['state A extends A {}', '(2) : Error, Superstate A of state A not found'],
  ['struct A extends B { var int X; };', '(2) : Error, Superstruct B of struct A not found'],
  ['var int A[SIZE];', "(2) : Error, Bad or missing expression in '[': 'SIZE' is not a constant"],
  ['const A = B;', "(2) : Error, Bad or missing expression in 'const A': 'B' is not a constant"],
  ['const A = ;', "(2) : Error, Bad or missing expression after '='"],
  ['const A 3;', "(2) : Error, Missing '=' in 'const'"],
  ['var array A;', "(2) : Error, Missing '<' in 'array'"],
  ['var int A B;', "(2) : Error, Missing ';' before 'B'"],
  ['var(Mill int A;', "(2) : Error, Missing ')' in 'var'"],
  ['var int;', '(2) : Error, Missing variable name'],
  ['enum E { A B };', "(2) : Error, Missing ',' before 'B'"],
  ['struct S { int A; };', "(2) : Error, Unexpected 'int'"],
  ['replication\n{\n  if (Age < 1)\n    Age;\n}', "(4) : Error, Missing 'reliable' or 'unreliable' before 'if'"],
  ['replication\n{\n  reliable (Age < 1)\n    Age;\n}', "(4) : Error, Missing 'if' in 'Replication'"],
  ['function F(int) {}', '(2) : Error, Missing parameter name'],
  ['function (int A) {}', '(2) : Error, Missing function name'],
  ['defaultproperties\n{\n  Ages(4)=3\n}', '(4) : Warning, Out of bound array default property (4/4)'],
  ['defaultproperties\n{\n  Spot=(W=3)\n}', "(4) : Warning, Unknown member 'W' in struct 'Vector'"],
  ['defaultproperties\n{\n  Age=1\n  Age=2\n}', '(5) : Warning, redundant data: Age=2'],
  // The text.
  ['var int A;\n/* no end\nvar int B;', '(3) : Error, Unexpected end of file in a comment: the one that begins here'],
  [inFunction('Grind(1;'), "(5) : Error, Call to 'Grind': Bad ',' or missing ')'"],
  [inFunction('Grind(1,;'), "(5) : Error, Call to 'Grind': Bad ',' or missing ')'"],
  [inFunction('if () Age = 1;'), "(5) : Error, Bad or missing expression after '('"],
  [inFunction('while (Age < 1 { }'), "(5) : Error, Missing ')' in 'while'"],
  [inFunction('for (Age = 0, Age < 1; Age = 2) { }'), "(5) : Error, Missing ';' before ','"],
  [inFunction('Ages[1) = 1;'), "(5) : Error, Missing ']' in 'array index'"],
  [inFunction('until (Age < 1);'), "(5) : Error, 'until' is not allowed here"],
  [inFunction('do { } while (Age < 1);'), "(5) : Warning, Missing 'until' in 'do': the loop never ends by itself"],
  [inFunction('Age = "x;'), '(5) : Error, Unterminated string constant: "x;'],
  [inFunction('break;'), "(5) : Error, 'Break' is not allowed here"],
  [inFunction('continue;'), "(5) : Error, 'Continue' is not allowed here"],
  [inFunction('case 1:'), "(5) : Error, 'Case' is not allowed here"],
  [inFunction('stop;'), "(5) : Error, 'Stop' is not allowed here"],
  ['function F()\n{\n  if Age < 1 ) Age = 2;\n}', "(4) : Error, Missing '(' in 'if'"],
  ['function F()\n{\n  Age = 2\n}', "(5) : Error, Missing ';' before '}'"],
  ['function F()\n{\ndefaultproperties\n{\n}', "(4) : Error, Unexpected 'defaultproperties'"],
  ['function F()\n{\n', '(5) : Error, Unexpected end of file at end of Class'],
  ['function F()\n{\n  else Age = 1;\n}', "(4) : Error, 'Else' is not allowed here"],
  ['}', "(2) : Error, Unexpected '}'"],
  ['var class<Base A;', "(2) : Error, Missing '>' in 'class limitor'"],
  ['local int A;', "(2) : Error, 'local' is not allowed here"],
  [inFunction('  switch (Age) { default Age = 1; }'), "(5) : Error, Missing ':' in 'Default'"],
  [inFunction('  switch (Age) { case 1 Age = 1; }'), "(5) : Error, Missing ':' in 'case'"],
  [inFunction('  var int A;'), "(5) : Error, Instance variables are only allowed at class scope (use 'local'?)"],
  [inFunction('  enum E { A };'), '(5) : Error, Enum is not allowed here'],
  [inFunction('  struct S { var int A; };'), '(5) : Error, Struct is not allowed here'],
  // Code.
  [inFunction('Grind;'), "(5) : Error, 'Grind': Bad command or expression"],
  [inFunction('Wait(1.0);'), "(5) : Error, 'Wait': latent functions can only be called by the code of states"],
  [inFunction('Fill(Age, 1.0);'), "(5) : Error, Type mismatch in Call to 'Fill', parameter 1: int is not float"],
  [inFunction('Fill(1.0, 1.0);'), "(5) : Error, Type mismatch in Call to 'Fill', parameter 1: an out parameter"],
  [inFunction('Spot = vect(1, 2);'), "(5) : Error, Bad or missing expression in 'vect': expected three numbers"],
  [inFunction('if (Age) Age = 1;'), "(5) : Error, Type mismatch in 'If': int is not bool"],
  [inFunction('switch (Age) { case "x": }'), "(5) : Error, Type mismatch in 'Case': string is not int"],
  [inFunction('goto Nowhere;'), "(5) : Error, Label 'Nowhere' not found in this block of code"],
  [inFunction("Age = class'Base'.default.Agee;"), "(5) : Error, Unrecognized member 'Agee' in class 'Base'"],
  [inFunction('Super(Nobody).Still();'), "(5) : Error, Can't find Class 'Nobody'"],
  [inFunction('Super.Nothing();'), "(5) : Error, Unknown Function 'Nothing' in 'Class Core.Base'"],
  ['static function Object F()\n{\n  return Self;\n}', "(4) : Error, 'Self' is not allowed in static"],
  [inFunction('Agee = 1;'), "(5) : Error, 'Agee': Bad command or expression"],
  [inFunction('Grindd(1);'), "(5) : Error, Unknown Function 'Grindd' in 'Class Core.Mill'"],
  [inFunction('Age = ;'), "(5) : Error, Bad or missing expression after '='"],
  [inFunction('Age = "x";'), "(5) : Error, Type mismatch in '='"],
  [inFunction('Fixed = 1;'), "(5) : Error, Can't assign Const variables"],
  [inFunction('Age = Grind("x");'), "(5) : Error, Type mismatch in Call to 'Grind', parameter 1"],
  [inFunction('Age = Grind();'), "(5) : Error, Call to 'Grind': bad or missing parameter 1"],
  [inFunction('Age = Grind(1, 2);'), "(5) : Error, Call to 'Grind': Bad ',' or missing ')'"],
  [inFunction('Age = Age + Spot;'), "(5) : Error, Right type is incompatible with '+'"],
  [inFunction('Age = Spot + Age;'), "(5) : Error, Left type is incompatible with '+'"],
  [inFunction('Age = Spot.W;'), "(5) : Error, Unknown member 'W' in struct 'Vector'"],
  [inFunction('Age = Self.Agee;'), "(5) : Error, Unrecognized member 'Agee' in class 'Mill'"],
  [inFunction('Age = int(Spot);'), "(5) : Error, Can't convert 'Vector' to 'int'"],
  [inFunction('Other = Base(Other);'), "(5) : Error, Cast from 'Base' to 'Base' is unnecessary"],
  [inFunction('Far = Elsewhere(Other);'), "(5) : Error, Cast from 'Base' to 'Elsewhere' will always fail"],
  [inFunction('Age = int(Age);'), "(5) : Error, No need to cast 'int' to itself"],
  [inFunction('Ages = Others;'), "(5) : Error, Array mismatch in '='"],
  [inFunction('Ages["x"] = 1;'), '(5) : Error, Type mismatch in array index'],
  [inFunction('Age[1] = 1;'), "(5) : Error, '[': int is not an array"],
  [inFunction('Grind(1) = 1;'), "(5) : Error, '=': nothing can be assigned"],
  [inFunction('return 1;'), "(5) : Error, 'Return': nothing is returned here"],
  [inFunction('foreach Age Age = 1;'), "(5) : Error, 'ForEach': An iterator expression is required"],
  [inFunction('Age;'), '(5) : Error, Expression has no effect'],
  [inFunction('Age + 1;'), '(5) : Error, Expression has no effect'],
  [inFunction('(Age < 1);'), '(5) : Error, Expression has no effect'],
  [
    'singular function F()\n{\n  Once();\n}',
    '(4) : Warning, Calling a singular function within a singular function on the same object will always fail',
  ],
  [inFunction('foreach Grind(1) Age = 1;'), "(5) : Error, 'ForEach': An iterator expression is required"],
  [inFunction('Age = ArrayCount(Age);'), '(5) : Error, ArrayCount argument is not an array'],
  ['static function F()\n{\n  Grind(1);\n}', "(4) : Error, Can't call instance functions from within static functions"],
  ['static function F()\n{\n  Age = 1;\n}', '(4) : Error, You can only access default values of variables here'],
  ['var array<int> A[2];', '(2) : Error, Static arrays of dynamic arrays are not allowed'],
  ['final int F() { return 1; }', "(2) : Error, Missing 'function'"],
  [inFunction('Age = NameOf(1 + 2);'), '(5) : Error, NameOf argument is not an identifier'],
  [
    'defaultproperties\n{\n  Begin Object Class=Base Name=A\n  End Object\n  Begin Object Class=Base Name=A\n  End Object\n}',
    '(6) : Warning, BEGIN OBJECT: name A redefined: Begin Object Class=Base Name=A',
  ],
  // Default properties.
  ['defaultproperties\n{\n  Agee=3\n}', '(4) : Warning, Unknown property in defaults: Agee'],
]

/** Messages of only one generation of the compiler: versions, and the same. */
const BY_VERSION: readonly (readonly [readonly number[], string, string])[] = [
  [[69, 128], inFunction("Kind = class'Millx';"), "(5) : Error, Can't find Class 'Millx'"],
  [[868], inFunction("Kind = class'Millx';"), "(5) : Error, Unresolved reference to Class 'Millx'"],
  [[868], inFunction('if (Agee) Age = 1;'), "(5) : Error, Bad or missing expression for token: 'Agee', in 'If'"],
  [[868], inFunction('Age = Agee;'), "(5) : Error, Bad or missing expression for token: 'Agee', in '='"],
  [
    [868],
    inFunction('Grind(Agee);'),
    "(5) : Error, Bad or missing expression for token: 'Agee', in Call to 'Grind', parameter 1",
  ],
  [[868], 'function F()\n{\n  local int Unused;\n  Unused = 1;\n}', "(4) : Warning, 'Unused' : unused local variable"],
  [
    [868],
    'replication\n{\n  reliable if (Age < 1)\n    Age;\n}',
    "(4) : Warning, Reliable/Unreliable keywords are no longer used in 'replication {}'",
  ],
  [
    [69, 128],
    'function F(int A1, int A2, int A3, int A4, int A5, int A6, int A7, int A8, int A9, int B1, int B2, int B3, int B4, int B5, int B6, int B7, int B8) {}',
    "(2) : Error, 'F': too many parameters",
  ],
  [[69], "defaultproperties\n{\n  Kind=Class'Millx'\n}", "(4) : Warning, Can't find Class 'Millx'"],
  [
    [128],
    "defaultproperties\n{\n  Kind=Class'Millx'\n}",
    "(4) : Warning, ClassProperty Core.Base.Kind: unresolved reference to 'Class'Millx''",
  ],
  [
    [868],
    "defaultproperties\n{\n  Kind=Class'Millx'\n}",
    "(4) : Warning, ClassProperty Core.Base:Kind: unresolved reference to 'Class'Millx''",
  ],
  [[69, 128], 'defaultproperties\n{\n  Age="x"\n}', "(4) : Warning, Type mismatch in 'Age'"],
  [[868], 'defaultproperties\n{\n  Age="x"\n}', '(4) : Warning, Invalid property value in defaults: Age="x"'],
  [[868], 'defaultproperties\n{\n  Agee=3\n}', '(4) : Warning, Unknown property in defaults: Agee=3 (looked in Mill)'],
]

/** UE3 has maps for native code, and no `reliable` before its conditions. */
const ONLY_BEFORE_UE3 = /map<|replication/

/** Declarations of the class in Mill.uc, and the same. */
const HEADERS: readonly (readonly [string, string])[] = [
  ['class Miller extends Base;', '(1) : Error, Script vs. class name mismatch (Mill/Miller)'],
  ['class Mill extends Basee;', '(1) : Error, Superclass Basee of class Mill not found'],
  ['class Mill extends;', "(1) : Error, Bad class definition 'Mill'"],
  ['class Mill extends Base within Nobody;', "(1) : Error, Can't find Class 'Nobody'"],
  ['class Mill extends Base config(User;', "(1) : Error, Missing ')' in 'config'"],
  ['class Mill extends Base', "(3) : Error, Missing ';' before 'End of file'"],
  ['class Mill extends Base noexprot;', "(1) : Error, Unknown class modifier 'noexprot'"],
  [
    'class Mill extends Base dependson(Nobody);',
    "(1) : Warning, Failed to find DependsOn class 'Nobody' while parsing 'Mill'",
  ],
  [
    'class Mill extends Base implements(Nobody);',
    "(1) : Error, Failed to find Implements class 'Nobody' while parsing 'Mill'",
  ],
  ['klass Mill extends Base;', "(1) : Error, Unexpected 'klass'"],
]

describe('the known messages of UCC', () => {
  describe.each([69, 128, 868])('version %i', (version) => {
    const sources = version === 69 ? SOURCES : SOURCES.filter(([source]) => !ONLY_BEFORE_UE3.test(source))
    it.each(sources)('%j: %s', async (body, line) => {
      const [first = ''] = await linesOf(body, undefined, version)
      expect(first.slice(0, `Mill.uc${line}`.length)).toBe(`Mill.uc${line}`)
    })
  })

  it.each(
    BY_VERSION.flatMap(([versions, source, line]) => versions.map((version) => [version, source, line] as const)),
  )('version %i: %j: %s', async (version, source, line) => {
    expect((await linesOf(source, undefined, version))[0]).toBe(`Mill.uc${line}`)
  })

  it('warns of native numbers that another function has', async () => {
    const text = 'native(901) final function A();\nnative(902) final function B();\nnative(901) final function C();'
    expect(await linesOf(text, 'class Mill extends Base native;')).toEqual([
      "Mill.uc(4) : Warning, the native number 901 of 'C' is that of 'Core.Mill.A'",
    ])
  })

  it.each(HEADERS)('%s %s', async (header, line) => {
    expect((await linesOf('', header))[0]).toBe(`Mill.uc${line}`)
  })

  it('counts the bytes of code, which 16 bits can address', async () => {
    // A call of Grind takes 1 + 4 bytes for its name, 5 for the number and 1 for the end: 5,957 of them fit.
    const lines = await linesOf(`function F()\n{\n${'Grind(99999);\n'.repeat(5960)}}`)
    expect(lines[0]).toMatch(/^Mill\.uc\(2\) : Error, Code space for F overflowed by \d+ bytes$/)
  })

  // UT2004's compiler took a struct that is its own member, as the text in XWebAdmin's package shows.
  it.each([
    ['struct S { var S Next; };', '(2) : Warning', 'S'],
    ['struct P { var Q X; };\nstruct Q { var P X; };', '(2) : Error', 'P'],
  ])('a struct in itself: %j %s', async (source, line, name) => {
    expect((await linesOf(source, undefined, 128))[0]).toBe(
      `Mill.uc${line}, Struct '${name}' contains itself: its size has no end`,
    )
  })

  it('are all listed for readers', () => {
    const page = readFileSync(new URL('../../../../docs/guides/messages.md', import.meta.url), 'utf8')
    const byVersion = BY_VERSION.map(([, source, line]) => [source, line] as const)
    const unlisted = [...SOURCES, ...HEADERS, ...byVersion].filter(([source, line]) => {
      const [, level = '', message = ''] = /^\(\d+\) : (\w+), (.*)$/s.exec(line) ?? []
      const shown = source.replace(/^function F\(int P\)\n\{\n\n(.*)\n\}$/s, '$1').replace(/\s*\n\s*/g, ' ')
      const row = page.split('\n').find((one) => one.startsWith(`| \`${shown.trim()}\` | \`${message}`))
      return row?.includes(`| ${level.toLowerCase()} |`) !== true
    })
    expect(unlisted).toEqual([])
  })
})
