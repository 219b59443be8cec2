import type { Package } from '@ukit/core'
import { expect, it } from 'vitest'
import { decompiled } from '../../support/decompiled.js'
import { made } from '../../support/made.js'

it('the function that only represents overloads is not declared', async () => {
  const swat4 = { version: 129, licensee: 27 }
  const object = 'class Object native;\n'
  const text = `class Mill extends Object;

overloaded function Grind(int Sacks);
overloaded function Grind(name Grain);

state Idle
{
  ignores Stop;

  function Rest();
}

function Stop();
function Rest();
`
  const bases = [await made('Core', { Object: object }, [], { format: swat4 })]
  const mill = await made('Mod', { Mill: text }, bases, { format: swat4 })
  const again = await decompiled(mill, bases, 'Mill')
  expect(again.match(/overloaded function Grind\(\w+ \w+\);/g)).toHaveLength(2)
  expect(again).not.toContain('Grind()')
  expect(again).toContain('ignores Stop;')
  expect(again).toContain('function Rest();\n}')
  const functionsOf = (pkg: Package) => pkg.exports.flatMap((one) => (one.className === 'Function' ? [one.path] : []))
  const rebuilt = await made('Mod', { Mill: again }, bases, { format: swat4 })
  expect(functionsOf(rebuilt).sort()).toEqual(functionsOf(mill).sort())
  expect(functionsOf(mill)).toContain('Mill.Grind')
})

it.each([
  ['SWAT 4, which has a letter for it', { version: 129, licensee: 27 }, '\\t'],
  ['UT2004, which has none', { version: 128, licensee: 29 }, '\t'],
])('a tab in a text is written as in %s', async (_, format, written) => {
  const bases = [await made('Core', { Object: 'class Object native;\n' }, [], { format })]
  const text = `class Mill extends Object;

var string Label;

function string Line()
{
  return "a${written}b";
}

defaultproperties
{
  Label="c${written}d"
}
`
  const again = await decompiled(await made('Mod', { Mill: text }, bases, { format }), bases, 'Mill')
  expect(again).toContain(`return "a${written}b";`)
  expect(again).toContain(`Label="c${written}d"`)
})
