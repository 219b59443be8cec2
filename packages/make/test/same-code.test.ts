import type { Package } from '@ukit/core'
import { diffPackages } from '@ukit/inspect'
import { expect, test } from 'vitest'
import { built } from './support/made.js'

const MILL = `class Mill extends Object;
var int Sacks;
function Turn(int By)
{
	assert(By > 0);
	Sacks = By;
}
auto state Idle
{
Begin:
	Turn(3);
}
`

async function made(mill?: string): Promise<Package> {
  const object =
    'class Object\n  native;\nnative(151) static final operator(24) bool > (int A, int B);\nfunction GotoState(name N) {}\n'
  const { pkg, problems } = await built(
    'Core',
    { version: 69 },
    mill === undefined ? {} : { Object: object, Mill: mill },
  )
  expect(problems).toEqual([])
  return pkg
}

test.each([
  ['nothing', MILL, true],
  ['the text above an assertion, which has its line', MILL.replace('var int', '// How full it is.\n\n\nvar int'), true],
  ['default properties', `${MILL}defaultproperties\n{\n\tSacks=4\n}\n`, true],
  ['what an assertion asks', MILL.replace('By > 0', 'By > 1'), false],
  ['the code of a function', MILL.replace('Sacks = By', 'Sacks = 2'), false],
  ['the code of a state', MILL.replace('Turn(3)', 'Turn(4)'), false],
  ['a parameter', MILL.replace('int By', 'optional int By'), false],
  ['a variable', MILL.replace('var int Sacks;', 'var int Sacks, Bags;'), false],
  ['a modifier', MILL.replace('function Turn', 'final function Turn'), false],
])('whether packages have the same code when %s changes', async (_what, after, is) => {
  expect((await diffPackages(await made(MILL), await made(after))).sameCode).toBe(is)
})

test('packages without classes have no code', async () => {
  expect((await diffPackages(await made(), await made())).sameCode).toBeNull()
})
