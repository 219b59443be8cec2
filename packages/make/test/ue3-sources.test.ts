import { ObjectReader, type Package } from '@ukit/core'
import { FunctionField } from '@ukit/objects/script'
import { decompileClass } from '@ukit/script/decompile'
import { loadWorld } from '@ukit/script/symbols'
import { describe, expect, test } from 'vitest'
import { make, read } from './support/made.js'

const OBJECT = `class Object
  native
  noexport;

const Wide = 1.77778;
enum ETurn { Turn_Left, Turn_Right };
struct Spot { var int X, Y; };
var Object Outer;
struct Row { var string Label; var array<Spot> Spots; };

native(129) static final preoperator bool ! (bool A);
native(150) static final operator(24) bool < (int A, int B);
native(154) static final operator(24) bool == (int A, int B);
native(112) static final operator(40) string $ (coerce string A, coerce string B);
`

/** Makes Core from Object, Mill and the given classes; throws errors, and returns warnings. */
async function made(mill: string, more: Readonly<Record<string, string>> = {}) {
  const classes = { Object: OBJECT, Mill: `class Mill extends Object;\n${mill}`, ...more }
  const { package: pkg, problems } = await make('Core', classes, [], { format: { version: 868 } })
  const lines = problems.map(({ file, line, severity, message }) => `${file}(${line}) ${severity}: ${message}`)
  if (pkg === undefined) throw new Error(lines.join('\n'))
  return { pkg, lines }
}

async function decompiled(pkg: Package, className: string): Promise<string> {
  const exported = pkg.exports.find((one) => one.name === className && one.className === 'Class')
  if (exported === undefined) throw new Error(`there is no class ${className}`)
  return (await decompileClass(await ObjectReader.open(pkg), exported, { world: await loadWorld([pkg]) })).text
}

/** The lines of the default properties of Mill, decompiled. */
async function defaultsOf(pkg: Package): Promise<string[]> {
  const [, body = ''] = /defaultproperties\s*\{([^}]*)\}/i.exec(await decompiled(pkg, 'Mill')) ?? []
  return body.split('\n').flatMap((line) => line.trim() || [])
}

/** The names of the tokens of a function, outermost first. */
async function tokensOf(pkg: Package, path: string): Promise<string> {
  return JSON.stringify((await read(pkg, path, FunctionField)).script.tokens.map(({ op }) => op))
}

describe('default properties as in sources of UDK and Killing Floor 2', () => {
  test('constants for numbers, of the class, its supers or any class; and tags of enums', async () => {
    const { pkg, lines } = await made(
      `const Least = -7;
       var float Rate;
       var int Low, Event, Turn, Sizes[3];
       defaultproperties
       {
         Rate=Wide
         Low=Least
         Event=EVENT_STARTED
         Turn=Turn_Right
         Sizes(2.0)=5
       }`,
      { Windmill: 'class Windmill extends Mill;\nconst EVENT_STARTED = 0x1F;\n' },
    )
    expect(lines).toEqual([])
    // UDK: DefaultAspectRatio=AspectRatio4x3 is 1.33333; EventID from a constant of a subclass and
    // VersionSettingsId from a tag are numbers.
    expect(await defaultsOf(pkg)).toEqual(['Rate=1.77778', 'Low=-7', 'Event=31', 'Turn=1', 'Sizes[2]=5'])
  })

  test('a second brace after them', async () => {
    const { lines } = await made('var int Last;\ndefaultproperties\n{\n  Last=4\n}\n}\n')
    expect(lines).toEqual(["Mill.uc(7) warning: Unexpected '}'"])
  })

  test('values of several lines in braces', async () => {
    const { pkg, lines } = await made(`var Spot Place;
var Row Rows[2];
defaultproperties
{
  Place={(
    X=1,
    Y=2
  )}
  Rows(1)={(Label="A",Spots=(
    (X=3),
    (X=4,Y=5))
  )}
}`)
    expect(lines).toEqual([])
    expect(await defaultsOf(pkg)).toEqual(['Place=(X=1,Y=2)', 'Rows[1]=(Label="A",Spots=((X=3,Y=0),(X=4,Y=5)))'])
  })

  test('lines that lack a parenthesis, or have one too many', async () => {
    const { pkg, lines } = await made(`var array<Spot> Spots;
var class<Object> Kind;
var int Last;
defaultproperties()
{
  Spots.Add((X=1,Y=2)
  Spots.Add((X=3))
  Kind=class'Mill')
  Last=4
`)
    expect(lines).toEqual([
      "Mill.uc(7) warning: Missing ')' in 'defaults'",
      'Mill.uc(9) warning: Unknown property in defaults: )',
      "Mill.uc(10) warning: Missing '}' in 'defaultproperties'",
    ])
    const found = await defaultsOf(pkg)
    expect(found).toEqual(['Spots(0)=(X=1,Y=2)', 'Spots(1)=(X=3)', "Kind=Class'Mill'", 'Last=4'])
  })
})

test('names of up to 127 characters', async () => {
  const long = 'N'.repeat(127)
  const { pkg, lines } = await made(`var int ${long};`)
  expect(lines).toEqual([])
  expect(pkg.names.map(String)).toContain(long)
  await expect(made(`var int ${long}N;`)).rejects.toThrow('128 characters: expected at most 127')
})

describe('code as in sources of Killing Floor 2', () => {
  test('a condition is the shortest expression that is a bool', async () => {
    const { pkg } = await made(`function string Say(int Health, bool bFast)
{
  return "Health " $ Health < 0 ? "none" : "some";
}
function string Tell(int Health)
{
  return "Health " $ (Health < 0 ? "none" : "some");
}`)
    const [say, tell] = (await decompiled(pkg, 'Mill')).match(/return .*/g) ?? []
    expect(say).toMatch(/^return "Health " \$ \(.*\?/)
    expect(say).toBe(tell)
  })

  test('the class of a new object may be the result of a function', async () => {
    const { pkg } = await made(`var Mill Other;
function class<Mill> Kind() { return class'Mill'; }
function F() { Other = new Kind(); }
function G() { Other = new (None) Kind(); }`)
    expect(await tokensOf(pkg, 'Mill.F')).toBe(await tokensOf(pkg, 'Mill.G'))
  })

  test('the class of a new object may be the result of another object’s function', async () => {
    const { pkg } = await made(`var Mill Other;
function class<Mill> Kind(int Number) { return class' Mill'; }
function F() { Other = new Other.Kind(2); }`)
    expect(await decompiled(pkg, 'Mill')).toContain('new Other.Kind(2)')
  })

  test('functions of an object’s within class can be called like its own', async () => {
    const { pkg } = await made('var Helper Help;\nfunction Turn() { Help.Stop(); }', {
      Helper: 'class Helper extends Object within Windmill;\n',
      Windmill: 'class Windmill extends Object;\nfunction Stop();',
    })
    expect(await decompiled(pkg, 'Mill')).toContain('Help.Outer.Stop();')
  })

  test('a branch may be missing at the end of a block', async () => {
    const { lines } = await made('function F(int A) { if (A < 1) /* nothing */ }')
    expect(lines).toEqual(["Mill.uc(2) warning: Missing statement after 'if'"])
  })

  test('the item searched for in an array may be of a superclass', async () => {
    await made(`var array<Mill> Mills;
var array<class<Mill> > Kinds;
function int F(Object A, class<Object> B) { Mills.RemoveItem(Mill(A)); return Mills.Find(A) + Kinds.Find(B); }
native(146) static final operator(20) int + (int A, int B);`)
    await expect(made('var array<Mill> Mills;\nfunction F(Object A) { Mills.AddItem(A); }')).rejects.toThrow(
      'Type mismatch',
    )
  })

  test('an object that may have an interface can be passed as one, and an expression as a const out', async () => {
    const { pkg } = await made(
      `function Take(Listener L);
function Give(const out Spot S);
function F(Spot A, Spot B) { Take(self); Give(0 < 1 ? A : B); }`,
      { Interface: 'class Interface extends Object;\n', Listener: 'interface Listener;\n' },
    )
    // VirtualFunction twice, Return, EndOfScript.
    expect(await tokensOf(pkg, 'Mill.F')).toBe('[27,27,4,83]')
    const bad = 'function Give(out Spot S);\nfunction F(Spot A, Spot B) { Give(0 < 1 ? A : B); }'
    await expect(made(bad)).rejects.toThrow('an out parameter needs a variable')
  })

  test('default values of an object’s within class', async () => {
    const helper = 'class Helper extends Object within Mill;\nfunction int F() { return default.Sacks; }'
    const { pkg } = await made('var int Sacks;\n', { Helper: helper })
    expect(await decompiled(pkg, 'Helper')).toContain('return Outer.default.Sacks;')
  })

  test('an unused comparison is a warning if it contains a call', async () => {
    const { lines } = await made('function int F(int A, int B) { A == F(A, B); return B; }')
    expect(lines).toEqual(['Mill.uc(2) warning: Expression has no effect'])
    await expect(made('function F(int A, int B) { A == B; }')).rejects.toThrow('error: Expression has no effect')
  })
})

// As XCOM 2 keeps the text of X2Effect_LW2WotC_Aggression of a mod: without the block.
test('the line of a problem is that of the file, after default properties and macros of several lines', async () => {
  const mill = [
    'class Mill extends Object;',
    '`define both(x) Age = `x; \\',
    '  Age = 3;',
    'var int Age;',
    'defaultproperties',
    '{',
    '  Age=4',
    '}',
    'function Stop()',
    '{',
    '  `both(6)',
    '  Age = Nobody;',
    '}',
  ].join('\n')
  const format = { version: 845, licensee: 120 }
  const { problems } = await make('Core', { Object: OBJECT, Mill: mill }, [], { format })
  expect(problems.map(({ line, column }) => [line, column])).toEqual([[12, 9]])
})

test('a class whose objects are in those of another may use what is protected there', async () => {
  const vault = 'class Vault extends Object;\nvar protected int Guarded;\n'
  const format = { version: 868 }
  const { package: core } = await make('Core', { Object: OBJECT, Vault: vault }, [], { format })
  if (core === undefined) throw new TypeError('Core is not made')
  const guard = 'class Guard extends Object within Vault;\nfunction F(Vault V)\n{\nV.Guarded = 1;\n}\n'
  const { problems } = await make(
    'Mod',
    { Guard: guard, Second: guard.replace('Guard extends Object within Vault', 'Second extends Guard') },
    [core],
    { format },
  )
  expect(problems).toEqual([])
})

test('private and protected variables of a finished package are refused', async () => {
  const vault = 'class Vault extends Object;\nvar private int Secret;\nvar protected int Guarded;\nvar int Free;\n'
  const format = { version: 868 }
  const { package: core } = await make('Core', { Object: OBJECT, Vault: vault }, [], { format })
  if (core === undefined) throw new TypeError('Core is not made')
  const lines = ['V.Secret = 1;', 'V.Guarded = 1;', 'V.Free = 1;', 'Guarded = 1;', 'Secret = 1;']
  const mod = `class Thief extends Vault;\nfunction F(Vault V)\n{\n${lines.join('\n')}\n}\n`
  const { problems } = await make('Mod', { Thief: mod }, [core], { format })
  const stranger = mod.replace('extends Vault', 'extends Object').replace('\nGuarded = 1;\nSecret = 1;', '')
  const { problems: others } = await make('Mod', { Thief: stranger }, [core], { format })
  const said = [problems, others].map((list) => list.map(({ line, message }) => `${line} ${message}`))
  expect(said).toEqual([
    ["4 Can't access private variable 'Secret' in 'Vault'", "8 Can't access private variable 'Secret' in 'Vault'"],
    ["4 Can't access private variable 'Secret' in 'Vault'", "5 Can't access protected variable 'Guarded' in 'Vault'"],
  ])
})
