import { Guid } from '@ukit/container'
import { PackageSet } from '@ukit/core'
import { createPackage } from '@ukit/edit'
import { checkSources } from '@ukit/script/analysis'
import { describe, expect, it } from 'vitest'
import { WRONG_PROGRAMS } from './wrong-programs.js'

const OBJECT = `class Object native;
struct Vector { var() float X, Y, Z; };
struct Rotator { var() int Pitch, Yaw, Roll; };
native(129) static final preoperator bool ! (bool A);
native(146) static final operator(20) int + (int A, int B);
native(174) static final operator(20) float + (float A, float B);
native(147) static final operator(20) int - (int A, int B);
native(150) static final operator(24) bool < (int A, int B);
native(154) static final operator(24) bool == (int A, int B);
native(114) static final operator(24) bool == (Object A, Object B);
native(119) static final operator(26) bool != (Object A, Object B);
native(242) static final operator(24) bool == (bool A, bool B);
native(130) static final operator(30) bool && (bool A, skip bool B);
native(112) static final operator(40) string $ (coerce string A, coerce string B);
native(165) static final postoperator int ++ (out int A);
native(161) static final operator(34) int += (out int A, int B);
native(231) final static function LogInternal(coerce string S, optional name Tag);
native(304) static final iterator function AllObjects(class<Object> Base, out Object Found);
`
const BASE = `class Base extends Object;
enum EMode { M_Off, M_On };
var int Age;
var const int Fixed;
var Vector Spot;
var const Vector Here;
var class<Base> Kind;
var Base Other;
var Elsewhere Far;
var EMode Mode;
var string Title;
var name Label;
var float Ages[4], Others[3];
var array<int> List;
function int Grind(int Sacks) { return Sacks; }
function Fill(out float Level, float By) {}
native(305) final latent function Wait(float Seconds);
final function Keep() {}
static function Still() {}
singular function Once() {}
state Idle {}
`
const ELSEWHERE = `class Elsewhere extends Object;
var private int Secret;
var protected int Guarded;
private function Hide() {}
`
const INTERFACES = [
  ['Speaker', 'interface Speaker;\nfunction Say(string S);\n'],
  ['Interface', 'class Interface extends Object abstract;\n'],
] as const

/** Where the first problem is and what it says, and the number of errors. */
async function checked(body: string, version: number): Promise<{ readonly first: string; readonly errors: number }> {
  const { package: core } = await createPackage({ name: 'Core', version, guid: new Guid(1, 2, 3, 4) })
  const mill = /^(?:class|interface) /.test(body) ? `${body}\n` : `class Mill extends Base;\n${body}\n`
  const texts = [
    ...[['Object', OBJECT] as const, ['Base', BASE] as const, ['Elsewhere', ELSEWHERE] as const],
    ...(version > 800 ? INTERFACES : []),
    ['Mill', mill] as const,
  ]
  const sources = texts.map(([name, text]) => ({ packageName: 'Core', path: `${name}.uc`, text }))
  const checks = await checkSources(sources, [core], { packages: new PackageSet() })
  const own = checks.pop()
  expect(checks.flatMap(({ problems }) => problems)).toEqual([])
  const problems = own?.problems ?? []
  const errors = problems.filter(({ level }) => level === 'error')
  const [first] = [...errors, ...problems]
  if (own === undefined || first === undefined) return { first: 'nothing', errors: 0 }
  const { start, message, suggestion } = first
  const place = `${own.lines.lineOf(start)}:${own.lines.columnOf(start)}`
  const level = first.level === 'error' ? '' : 'warning: '
  const meant = suggestion === undefined ? '' : `; did you mean '${suggestion}'?`
  return { first: `${place} ${level}${message}${meant}`, errors: errors.length }
}

describe.each([69, 128, 868])('wrong programs of version %i', (version) => {
  const programs = WRONG_PROGRAMS.filter(([versions]) => versions.includes(version))

  it.each(programs)('%j %j: %s', async (_, body, first, errors) => {
    expect(await checked(body, version)).toEqual({ first, errors })
  })

  it('are many', () => {
    expect(programs.length).toBeGreaterThan(200)
  })
})

it('accepts what a generation has', async () => {
  for (const [version, body] of [
    [69, 'function F()\n{\n  local int A;;\n  local int B;\n  A = 1;\n  B = A;\n}'],
    [69, 'var int A,\n  B;\nvar\n  config int C;'],
    [128, 'delegate OnX(int A);\nfunction Y(int A) {}\nfunction F() { OnX = Y; }'],
    [69, 'var array<int> Many;\nfunction F() { Ages[3] = 1; Many[9] = 1; Other.Spot.X = 1; }'],
    [
      868,
      'delegate OnX(int A);\nfunction Y(int A) {}\nfunction Z(delegate<OnX> D) {}\nfunction F() { Z(Y); Z(OnX); Z(None); }',
    ],
    [868, 'var(Display) int B <UIMin=1|UIMax=2>;\nvar repnotify int C;'],
    [868, 'reliable server function F();\nfunction G() { Age = Age < 1 ? 2 : 3; }'],
    [868, '`define ONE 1\n`if(`ONE)\nvar int B;\n`endif\n`if(`notdefined(ONE))\nvar nope C;\n`endif'],
    [868, 'class Mill extends Base implements(Speaker);\nfunction Say(string S) {}'],
  ] as const)
    expect(await checked(body, version), body).toEqual({ first: 'nothing', errors: 0 })
})
