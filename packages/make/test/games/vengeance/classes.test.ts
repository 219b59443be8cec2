import { buildPackage, PackageEdit } from '@ukit/edit'
import { verifyMake } from '@ukit/make'
import { Class, FunctionField, MapProperty, Struct, StructProperty, Token, VariableField } from '@ukit/objects/script'
import { describe, expect, test } from 'vitest'
import { type Build, builtCore, read } from '../../support/made.js'

const made = (classes: Readonly<Record<string, string>>, build: Build = { version: 129, licensee: 27 }) =>
  builtCore(build, classes)

/** A token as its number and its operands. */
function textOf(token: unknown): string {
  if (!(token instanceof Token)) return String(token)
  return `${token.op}(${token.operands.map(textOf).join(',')})`
}

const SAIL = 'class Sail extends Object;\n'

describe('a cast with the package of its class', () => {
  const MILL = 'class Mill extends Object;\nfunction Core.Sail Front(Object O) { return Core.Sail(O); }\n'

  test("is a cast for SWAT 4's compiler", async () => {
    const { pkg, problems } = await made({ Sail: SAIL, Mill: MILL })
    expect(problems).toEqual([])
    const { script } = await read(pkg, 'Mill.Front', FunctionField)
    // Return, cast, local variable, and the end of every script; each reference takes 4 bytes in memory.
    expect(script.memorySize).toBe(1 + 5 + 5 + 2)
    const [returned] = script.tokens
    // 0x04 is Return, 0x2E a cast, 0x00 a local variable.
    expect(textOf(returned)).toBe("4(46(Class'Sail',0(ObjectProperty'Mill.Front.O')))")
  })

  test("is not a cast for UT2004's", async () => {
    const { problems } = await made({ Sail: SAIL, Mill: MILL }, { version: 128, licensee: 29 })
    expect(problems.map(({ message }) => message)).toEqual(["'Core': Bad command or expression"])
  })

  test('is a call if a variable has the name of the package', async () => {
    const mill = `class Mill extends Object;
var Mill Core;
function Sail Sail(Object O) { return None; }
function Sail Front(Object O) { return Core.Sail(O); }
`
    const { pkg, problems } = await made({ Sail: SAIL, Mill: mill })
    expect(problems).toEqual([])
    const { script } = await read(pkg, 'Mill.Front', FunctionField)
    // Return; a context with a variable, its skip and size; a call by name with an argument; the end.
    expect(script.memorySize).toBe(1 + (1 + 5 + 3) + (5 + 5 + 1) + 2)
  })
})

// As in NavigationPoint, the only class in the game's packages that has a map.
describe('a map variable of SWAT 4', () => {
  const MILL = `class Mill extends Object;
struct Spot { var array<int> Hits; };
var private const transient Map<Name, Spot> Spots;
`

  test('is native, public, and contains the properties of its key and value', async () => {
    const { pkg, problems } = await made({ Mill: MILL })
    expect(problems).toEqual([])
    const map = await read(pkg, 'Mill.Spots', MapProperty)
    expect(map.flags).toBe(0x3002)
    expect([String(map.key), String(map.value)]).toEqual([
      "NameProperty'Mill.Spots.SpotsKey'",
      "StructProperty'Mill.Spots.SpotsValue'",
    ])
    expect((await read(pkg, 'Mill.Spots.SpotsKey', VariableField)).flags).toBe(0)
    const value = await read(pkg, 'Mill.Spots.SpotsValue', StructProperty)
    expect([value.flags, String(value.struct)]).toEqual([0x40_0000, "Struct'Mill.Spot'"])
    expect(pkg.exports.find(({ path }) => path === 'Mill.Spots')?.flags).toBe(0x7_0004)
    expect(await read(pkg, 'Mill.Spot', Struct)).toBeDefined()
  })
})

// As in FluidVolume, the only class in the game's packages that has code for them.
test("SWAT 4's masks have bits for entering and leaving a volume if there is code for it", async () => {
  const volume = `class Volume extends Object;
event ActorEnteredVolume(Object Other);
event ActorLeavingVolume(Object Other);
`
  const water = `class Water extends Volume;
var int Wet;
event ActorEnteredVolume(Object Other) { Wet = 1; }
event ActorLeavingVolume(Object Other) { Wet = 0; }
`
  const { pkg, problems } = await made({ Volume: volume, Water: water })
  expect(problems).toEqual([])
  expect((await read(pkg, 'Volume', Class)).probeMaskHigh).toBe(0)
  expect((await read(pkg, 'Water', Class)).probeMaskHigh).toBe(0x3000_0000)
})

// Its Engine has 17 functions with such classes: Viewport, Font, NetConnection …
test('a class declared by native code is part of the package, and code refers to it as such', async () => {
  const mill = 'class Mill extends Object;\nfunction Sail Front(Object O) { return Sail(O); }\n'
  const { pkg } = await made({ Sail: SAIL, Mill: mill })
  const edit = await PackageEdit.open(pkg)
  const sail = edit.exports.find(({ path }) => path === 'Sail')
  if (sail === undefined) throw new TypeError('Sail is not there')
  await edit.change(sail, (object) => {
    if (!(object instanceof Class)) return
    object.scriptText = null
    if (object.added !== undefined && 'processedText' in object.added) object.added.processedText = null
  })
  const verified = await verifyMake(await buildPackage(edit))
  expect(verified.differences).toEqual([])
  expect([verified.classes, verified.identicalClasses]).toEqual([2, 2])
})

// Hands.UpdateHandsForRendering of Engine, and CustomScenarioTabControl.GetMissionTabPanel.
test('a value and the count of an enum behind its name are bytes that are converted', async () => {
  const mill = `class Mill extends Object;
enum EGrain { G_Rye, G_Oats };
var int Sacks;
function Grind() { Sacks = G_Oats; Sacks = EGrain.G_Oats; Sacks = EGrain.EnumCount; }
`
  const { pkg, problems } = await made({ Mill: mill })
  expect(problems).toEqual([])
  const { tokens } = (await read(pkg, 'Mill.Grind', FunctionField)).script
  // IntOne (38), then ByteToInt (58 in PrimitiveCast, 57) of ByteConst (36).
  const values = tokens.slice(0, 3).map((token) => textOf(token.operands[1]))
  expect(values).toEqual(['38()', '57(58,36(1))', '57(58,36(2))'])
})
