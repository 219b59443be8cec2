import { FunctionField } from '@ukit/objects/script'
import { expect, test } from 'vitest'
import { builtCore, read } from './support/made.js'

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
