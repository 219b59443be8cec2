import { buildPackage, emptyLike } from '@ukit/edit'
import { verifyMake } from '@ukit/make'
import { RawStruct, TaggedStruct } from '@ukit/objects'
import { Class, FunctionField, Struct, TextBuffer, VariableField } from '@ukit/objects/script'
import { provePackage } from '@ukit/script/analysis'
import { describe, expect, test } from 'vitest'
import { describeCorpus, MORE_CODE, openCorpus, packagesBeside } from '../../../../../testing/corpus.js'
import { sampleOf } from '../../../../../testing/sweep.js'
import { built, builtCore, read } from '../../support/made.js'

const BUILD = { version: 118, licensee: 14 }
const made = (classes: Readonly<Record<string, string>>) => builtCore(BUILD, classes)

/** Names of what a class or struct declares, in its order. */
async function childrenOf(pkg: Awaited<ReturnType<typeof made>>['pkg'], path: string): Promise<string[]> {
  const names: string[] = []
  const { children } = await read(pkg, path, Struct)
  for (let at = children; at !== null; ) {
    names.push(String(at).replace(/^.*\.(.*)'$/, '$1'))
    at = (await read(pkg, String(at).replace(/^.*'(.*)'$/, '$1'), VariableField)).next
  }
  return names
}

const VARIABLES = `var string Name;
var transient byte Late;
var float Speed;
var int Sacks;
var array<int> Doors;
var bool bOpen;
var byte Kind;
var int Stones;
var class<Object> Made;
var Object Owner;
`

describe("Raven Shield's compiler", () => {
  // As EditorEngine, Canvas, Player and Texture of the game.
  test('links variables of a class that C++ knows by their kinds, transient ones after all others', async () => {
    const { pkg, problems } = await made({
      Mill: `class Mill extends Object;\n${VARIABLES}`,
      Hidden: `class Hidden extends Object noexport;\nvar float Speed;\nvar int Sacks;\n`,
    })
    expect(problems).toEqual([])
    expect(await childrenOf(pkg, 'Mill')).toEqual([
      'Kind',
      'Sacks',
      'Stones',
      'bOpen',
      'Speed',
      'Owner',
      'Made',
      'Doors',
      'Name',
      'Late',
    ])
    expect(await childrenOf(pkg, 'Hidden')).toEqual(['Speed', 'Sacks'])
  })

  // As in 800 of the 801 classes that have text after their default properties: R61stHBS, R6Pawn.
  test('keeps what follows the default properties, without these, and compiles it', async () => {
    const mill = `class Mill extends Object;
var int Age;

defaultproperties
{
  Age=4 // a brace } in a comment
}

function Stop() {}
/* }
*/
`
    const { pkg, problems } = await made({ Mill: mill })
    expect(problems).toEqual([])
    const { text } = await read(pkg, 'Mill.ScriptText', TextBuffer)
    expect(text.text).toBe('class Mill extends Object;\r\nvar int Age;\r\n\r\n\r\nfunction Stop() {}\r\n/* }\r\n*/\r\n')
    expect(pkg.exports.map(({ path }) => path)).toContain('Mill.Stop')
    const other = await builtCore({ version: 118, licensee: 0 }, { Mill: mill })
    expect((await read(other.pkg, 'Mill.ScriptText', TextBuffer)).text.text).toBe(
      'class Mill extends Object;\r\nvar int Age;\r\n\r\n',
    )
  })

  test('says in which line of the file something is, also after the default properties', async () => {
    const lines = [
      'class Mill extends Object;',
      'var int Age;',
      'function Start() { Age = Nothing; }',
      'defaultproperties',
      '{',
      '  Age=4',
      '  Sacks=1',
      '}',
      '',
      'function Stop()',
      '{',
      '  Age = Nobody;',
      '}',
    ]
    const { problems } = await made({ Mill: lines.join('\n') })
    expect(problems.map(({ line, column }) => [line, column]).sort()).toEqual([
      [12, 9],
      [3, 26],
      [7, 3],
    ])
  })

  test('counts lines of functions in the text that the package keeps', async () => {
    const mill = 'class Mill extends Object;\nvar int Age;\ndefaultproperties\n{\n  Age=4\n}\nfunction Stop() {}\n'
    const { pkg } = await made({ Mill: mill })
    expect((await read(pkg, 'Mill.Stop', FunctionField)).line).toBe(3)
  })

  test('keeps the order of the text in structs, and of all variables in other games', async () => {
    const struct = 'struct Spot { var float Speed; var int Sacks; };\n'
    const { pkg } = await made({ Mill: `class Mill extends Object;\n${struct}` })
    expect(await childrenOf(pkg, 'Mill.Spot')).toEqual(['Speed', 'Sacks'])
    const { pkg: other } = await builtCore({ version: 118 }, { Mill: `class Mill extends Object;\n${VARIABLES}` })
    expect((await childrenOf(other, 'Mill')).slice(0, 3)).toEqual(['Name', 'Late', 'Speed'])
  })

  test('ends the script of a native function after its parameters', async () => {
    const { pkg } = await made({ Mill: 'class Mill extends Object;\nnative(300) final function Grind(int Sacks);\n' })
    // NativeParm: its byte and a reference in memory.
    expect((await read(pkg, 'Mill.Grind', FunctionField)).script.memorySize).toBe(5)
  })

  test('marks private variables, and has no bits for PostBeginPlay and its like', async () => {
    const { pkg } = await made({
      Mill: `class Mill extends Object;
var private int Sacks;
event PostBeginPlay() {}
event PreBeginPlay() {}
event BeginPlay() {}
event PostTouch() {}
event Touch() {}
`,
    })
    expect(pkg.exports.find(({ path }) => path === 'Mill.Sacks')?.flags).toBe(0x7_0080)
    const { probeMask, probeMaskHigh } = await read(pkg, 'Mill', Class)
    // Only Touch, bit 13.
    expect([probeMask >>> 0, probeMaskHigh >>> 0]).toEqual([0x2000, 0])
  })

  test('stores of structs in default properties what is not zero', async () => {
    const { pkg, problems } = await made({
      Mill: `class Mill extends Object;
struct Spot { var int X; var int Y; var string Name; };
var Spot Door;
defaultproperties
{
	Door=(X=0,Y=3)
}
`,
    })
    expect(problems).toEqual([])
    const [door] = (await read(pkg, 'Mill', Class)).properties.items
    expect(door?.value).not.toBeInstanceOf(RawStruct)
    const value = door?.value
    const names = value instanceof TaggedStruct ? value.properties.items.map(({ name }) => String(name)) : []
    expect(names).toEqual(['Y'])
  })

  // As Skins(0) of 76 classes in R6SFX.
  test('keeps an element that names a missing object as None', async () => {
    const text = 'class Mill extends Object;\nvar array<Object> Skins;\ndefaultproperties\n{\n'
    const skins = `${text}\tSkins(0)=Object'Gone.Skin'\n}\n`
    const { pkg } = await made({ Mill: skins })
    expect((await read(pkg, 'Mill', Class)).properties.items.map(({ value }) => value)).toEqual([[null]])
    const { pkg: other } = await builtCore({ version: 118 }, { Mill: skins })
    expect((await read(other, 'Mill', Class)).properties.items).toEqual([])
  })

  test('keeps the number of the build in a package that is made like another', async () => {
    const { pkg } = await made({})
    pkg.summary.extra['build'] = 412
    const edit = await emptyLike(pkg, 'Mod', pkg.summary.guid)
    expect((await buildPackage(edit)).summary.extra).toEqual({ build: 412 })
  })
})

describe('UE1 and UE2', () => {
  // R6PlayerController.PlayerArrested and R6Weapons.RaiseWeapon of Raven Shield; the others in UT2004 too.
  test('replicate a function of a state as what it overrides, unless that only inherits', async () => {
    const mill = `class Mill extends Object;
replication { reliable if (true) Grind; }
function Grind() {}
state Working { function Grind() {} }
state Resting extends Working { function Grind() {} }
`
    const sub = 'class Sub extends Mill;\nfunction Grind() {}\nstate Idle { function Grind() {} }\n'
    const below = 'class Below extends Sub;\nstate Asleep { function Grind() {} }\n'
    const { pkg, problems } = await built(
      'Core',
      { version: 128, licensee: 29 },
      {
        Object: 'class Object native;\n',
        Mill: mill,
        Sub: sub,
        Below: below,
      },
    )
    expect(problems).toEqual([])
    const isNet = async (path: string) => ((await read(pkg, `${path}.Grind`, FunctionField)).flags & 0x40) !== 0
    expect([await isNet('Mill.Working'), await isNet('Mill.Resting')]).toEqual([true, false])
    expect([await isNet('Sub'), await isNet('Sub.Idle'), await isNet('Below.Asleep')]).toEqual([true, false, true])
  })

  // PenaltyBox of R6PlayerController.
  test('ignore what is declared above the state, or inherited', async () => {
    const mill = 'class Mill extends Object;\nfunction Grind() {}\n'
    const sub = `class Sub extends Mill;
state Early { ignores Grind; }
function Grind() {}
state Late { ignores Grind; }
`
    const { pkg, problems } = await made({ Mill: mill, Sub: sub })
    expect(problems).toEqual([])
    const superOf = async (path: string) => String((await read(pkg, path, FunctionField)).super)
    expect(await superOf('Sub.Early.Grind')).toBe("Function'Mill.Grind'")
    expect(await superOf('Sub.Late.Grind')).toBe("Function'Sub.Grind'")
  })
})

/** Its index lists other revisions of some packages too. */
const RAVEN = [...new Map(MORE_CODE.map((row) => [row.path, row])).values()].filter(({ path }) =>
  path.startsWith('code-2/raven-shield/'),
)

describeCorpus('the packages of Raven Shield', () => {
  test.each(sampleOf(RAVEN))('$path: text, code and classes are the same', async ({ path }) => {
    const pkg = await openCorpus(path)
    const packages = packagesBeside(path)
    const proven = await provePackage(pkg, { packages })
    // Spawn of a class whose super another revision of R6Engine declares.
    const isKnown = path.endsWith('R6Weapons.u')
    expect(proven.differences.length).toBe(isKnown ? 2 : 0)
    const { classes, identicalClasses, identical } = await verifyMake(pkg, { packages, defaults: 'decompiled' })
    expect(classes - identicalClasses).toBe(isKnown ? 2 : 0)
    if (!isKnown) expect(identical).toBe(true)
  })
})
