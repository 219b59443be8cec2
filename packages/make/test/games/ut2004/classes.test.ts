import { ArrayProperty, Class, VariableField } from '@ukit/objects/script'
import { expect, test } from 'vitest'
import { builtCore, read } from '../../support/made.js'

const made = (classes: Readonly<Record<string, string>>) => builtCore({ version: 128, licensee: 29 }, classes)

const PART = 'class Part extends Object\n  instanced;\n'
const PAGE = `class Page extends Part;
var Part List;
var() Part Shown;
var array<Part> Stack;
var automated Part Button;
function bool Clicked(Part Sender) { return true; }
`

// The values are those in XInterface: GUIListBox.List, GUIComponent.Style, GUIPage.Timers, GUIComboBox.Edit.
test("variables of an instanced class are edited in place, and only automated ones are their owner's", async () => {
  const { pkg, problems } = await made({ Part: PART, Page: PAGE })
  expect(problems).toEqual([])
  expect((await read(pkg, 'Page.List', VariableField)).flags).toBe(0x400_0008)
  expect((await read(pkg, 'Page.Shown', VariableField)).flags).toBe(0x400_0009)
  expect((await read(pkg, 'Page.Stack', ArrayProperty)).flags).toBe(0x40_0000)
  expect((await read(pkg, 'Page.Stack.Stack', VariableField)).flags).toBe(0x400_0008)
  const button = await read(pkg, 'Page.Button', VariableField)
  expect([button.flags >>> 0, String(button.category)]).toEqual([0xc440_0009, 'Page'])
  expect((await read(pkg, 'Page.Clicked.Sender', VariableField)).flags).toBe(0x400_0088)
})

// As in XInterface's GUIListBox and LibHTTP4's HttpCache.
test('a class depends on the class whose delegate it sets, once for each assignment', async () => {
  const { pkg, problems } = await made({
    Knob: 'class Knob extends Object;\ndelegate OnTurn();\n',
    Door: `class Door extends Object;
var Knob Inside, Outside;
function Open() {}
function Fit() { Inside.OnTurn = Open; Outside.OnTurn = Open; }
`,
  })
  expect(problems).toEqual([])
  const { dependencies } = await read(pkg, 'Door', Class)
  expect(dependencies.map((one) => [String(one.class), one.deep])).toEqual([
    ["Class'Door'", 1],
    ["Class'Object'", 1],
    ["Class'Knob'", 0],
    ["Class'Knob'", 0],
  ])
})

// GUI has such a struct and no variable of its type; XBoxPlayerInput and CrosshairPack have one,
// GUIController has an array.
test('localized members of a struct make a class localized if a variable has its type', async () => {
  const hint = 'struct Hint { var localized string Text; };\n'
  const { pkg } = await made({
    Teller: `class Teller extends Object;\n${hint}`,
    Keeper: `class Keeper extends Object;\n${hint}var Hint Kept;\n`,
    Lister: `class Lister extends Object;\n${hint}var array<Hint> Listed;\n`,
  })
  const isLocalized = async (path: string) => ((await read(pkg, path, Class)).classFlags & 0x20) !== 0
  expect([await isLocalized('Teller'), await isLocalized('Keeper'), await isLocalized('Lister')]).toEqual([
    false,
    true,
    true,
  ])
})

// OptionText of a package that was built to test this.
test('hints of variables have a line for each quoted text', async () => {
  const { pkg, problems } = await made({
    Option: 'class Option extends Object;\nvar int One "TextHere";\nvar int Two "Check" "qsdsq";\nvar int Three "";\n',
  })
  expect(problems).toEqual([])
  const hintOf = async (path: string) => (await read(pkg, path, VariableField)).comment?.text
  expect([await hintOf('Option.One'), await hintOf('Option.Two'), await hintOf('Option.Three')]).toEqual([
    'TextHere\n',
    'Check\nqsdsq\n',
    '\n',
  ])
})
