import { Guid } from '@ukit/container'
import type { Package } from '@ukit/core'
import { buildPackage, createPackage } from '@ukit/edit'
import { buildFromSources } from '@ukit/make'
import { Class, FunctionField, IntProperty, Token } from '@ukit/objects/script'
import { dialectOf, loadWorld } from '@ukit/script/symbols'
import { expect, test } from 'vitest'
import { built, builtCore, make, read, setOf, sourceFiles } from './support/made.js'

const UE2 = { version: 128, licensee: 29 }

// GetSWATAttackChance of SWAT 4, R6MenuCustomMissionWidget of Raven Shield.
test('UE2 takes a default without a switch, and does nothing; UE1 does not', async () => {
  const mill = (text: string) => ({ Mill: `class Mill extends Object;\nfunction int Grind() { ${text}return 3; }\n` })
  const { pkg, problems } = await builtCore(UE2, mill('default: '))
  expect(problems).toEqual([])
  const { pkg: plain } = await builtCore(UE2, mill(''))
  const sizeIn = async (of: typeof pkg) => (await read(of, 'Mill.Grind', FunctionField)).script.memorySize
  expect(await sizeIn(pkg)).toBe(await sizeIn(plain))
  const { problems: refused } = await builtCore({ version: 69 }, mill('default: '))
  expect(refused.map(({ message }) => message)).toEqual(["'Case' is not allowed here"])
})

// KWGame.BaseCam of Shrek 2; R6ArmPatchGlow of Raven Shield has a lone quote.
test('UE2 states ignore events that their class does not have, and a lone quote is a name', async () => {
  const object = 'class Object native;\nvar name Tag;\n'
  const text = `class Mill extends Object;
state Idle
{
  ignores HitWall, Grind;
}
defaultproperties
{
  Tag='
}
`
  const said = async (version: number, of: string) =>
    (await make('Core', { Object: object, Mill: of }, [], { format: { version } })).problems.map(
      ({ severity, line, message }) => `${severity} ${line}: ${message}`,
    )
  expect(await said(128, text)).toEqual([
    "error 4: 'Ignores': 'Grind' is not a function",
    "warning 8: Unterminated name: '",
  ])
  expect(await said(128, text.replace(', Grind', ''))).toEqual(["warning 8: Unterminated name: '"])
  expect(await said(868, text)).toContain("error 4: 'Ignores': 'HitWall' is not a function")
})

// TestGame of an X-COM mod: `out int files[]`.
test('an array without a size has one element in UE3, and is refused before', async () => {
  const text = 'class Mill extends Object;\nfunction List(out int Files[]) {}\n'
  const { package: pkg, problems } = await make('Core', { Object: 'class Object native;\n', Mill: text }, [], {
    format: { version: 868 },
  })
  expect(problems).toEqual([])
  if (pkg === undefined) throw new Error('there is no package')
  expect((await read(pkg, 'Mill.List.Files', IntProperty)).arrayDim).toBe(1)
  const refused = await make('Core', { Object: 'class Object native;\n', Mill: text }, [])
  expect(refused.problems.map(({ line, column, message }) => [line, column, message])).toEqual([
    [2, 29, "Bad or missing expression in '['"],
  ])
})

// ScriptedController.SetFireYaw of Raven Shield.
test('an operator is called by its name as an object', async () => {
  const { pkg, problems } = await builtCore(UE2, {
    Mill: `class Mill extends Object;
static final operator(20) bool ClockwiseFrom(int A, int B) { return A > B; }
static native(151) final operator(24) bool > (int A, int B);
function bool Grind() { return ClockwiseFrom_IntInt(3, 4); }
`,
  })
  expect(problems).toEqual([])
  const { tokens } = (await read(pkg, 'Mill.Grind', FunctionField)).script
  // Return, and in it a call of a final function (0x1c).
  const [returned] = tokens
  const call = returned?.operands[0]
  expect(typeof call === 'object' && call !== null && 'op' in call ? call.op : undefined).toBe(0x1c)
})

/** A token as its number and its operands. */
function textOf(token: unknown): string {
  return token instanceof Token ? `${token.op}(${token.operands.map(textOf).join(',')})` : String(token)
}

async function codeOf(pkg: Package, path: string): Promise<string> {
  return (await read(pkg, path, FunctionField)).script.tokens.map(textOf).join(' ')
}

// Shortcut.HandlePrintShortcut of Lineage II's clients.
test.each(['for (I = 0; I < 2; I++)', 'while (I < 2)', 'if (I < 2)'])('%s may be without a body', async (loop) => {
  const mill = (body: string) => `class Mill extends Object;
native(150) static final operator(24) bool < (int A, int B);
native(165) static final postoperator int ++ (out int A);
function Grind() { local int I; ${loop} ${body} }
`
  const { problems } = await make('Core', { Object: 'class Object native;\n', Mill: mill('') }, [], { format: UE2 })
  expect(problems.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
    `warning: Missing statement after '${loop.slice(0, loop.indexOf(' '))}'`,
  ])
  const { pkg } = await builtCore(UE2, { Mill: mill('') })
  const { pkg: plain } = await builtCore(UE2, { Mill: mill(';') })
  expect(await codeOf(pkg, 'Mill.Grind')).toBe(await codeOf(plain, 'Mill.Grind'))
})

// WeaponsOfPower of UT2004.
test('255.0 is converted when it runs, where a byte is wanted', async () => {
  const mill = 'class Mill extends Object;\nvar byte B;\nfunction Grind() { B = 255.0; B = 254.0; }\n'
  const { pkg } = await builtCore(UE2, { Mill: mill })
  // Let, the variable, and FloatToByte (67 in PrimitiveCast, 57) of FloatConst (30); ByteConst (36).
  const variable = "1(ByteProperty'Mill.B')"
  expect(await codeOf(pkg, 'Mill.Grind')).toContain(`15(${variable},57(67,30(255))) 15(${variable},36(254))`)
})

// RemoteRole, DrawType and SpreadStyle in packages of UT99, UT2004, Raven Shield and SWAT 4.
test('numbers for variables of an enum are ignored in default properties', async () => {
  const mill = `class Mill extends Object;
enum EGrain { G_Rye, G_Oats };
var EGrain Grain, Other;
var byte Plain;
defaultproperties
{
  Grain=1
  Other=G_Oats
  Plain=1
}
`
  const texts = { Object: 'class Object native;\n', Mill: mill }
  const { package: pkg, problems } = await make('Core', texts, [], { format: UE2 })
  expect(problems.map(({ line, message }) => [line, message])).toEqual([
    [7, "'1' is ignored: expected the name of a value of the enum EGrain, not a number; 1 is G_Oats"],
  ])
  if (pkg === undefined) throw new TypeError('nothing was made')
  const { items } = (await read(pkg, 'Mill', Class)).properties
  expect(items.map(({ name }) => String(name))).toEqual(['Other', 'Plain'])
})

// SHGame of Shrek 2, whose Core has no 255.
test('code is compiled as in the packages that it is based on, Core or not', async () => {
  const core = (await built('Core', UE2, { Object: 'class Object native;\n' })).pkg
  const base = await createPackage({ name: 'Base', ...UE2, guid: new Guid(1, 2, 3, 4) })
  const text = 'class Oats extends Object;\nvar byte B;\nfunction Grind() { B = 255; }\n'
  const packages = setOf([core])
  const dialect = { ...dialectOf(core, await loadWorld([core], { packages })), largestByte: 255 as const }
  await buildFromSources({ edit: base, sources: sourceFiles({ Oats: text }), bases: [core], packages, dialect })
  const oats = await buildPackage(base)
  const edit = await createPackage({ name: 'Mod', ...UE2, guid: new Guid(1, 2, 3, 4) })
  const bases = [core, oats]
  const mill = 'class Mill extends Oats;\nfunction Grind() { B = 255; }\n'
  await buildFromSources({ edit, sources: sourceFiles({ Mill: mill }), bases, packages: setOf(bases) })
  expect(await codeOf(await buildPackage(edit), 'Mill.Grind')).toContain(',36(255))')
})
