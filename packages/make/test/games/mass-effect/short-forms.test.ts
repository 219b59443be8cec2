import { FunctionField, Token, tokenSetOf } from '@ukit/objects/script'
import { expect, test } from 'vitest'
import { type Build, builtCore, read } from '../../support/made.js'

const MILL = `class Mill extends Object;
native(129) static final preoperator bool ! (bool A);
native(640) static final operator(24) bool == (Object A, Object B);
native(641) static final operator(26) bool != (Object A, Object B);
var int Sacks;
var float Speed;
var byte Kind;
var Object Stone;
var class<Object> Form;
var name Place;
var int Bins[2];
var bool bOpen;
function Grind(int Times, float Rate, out int Left)
{
  local Object Found;
  local bool bDone;

  Sacks = Times;
  Speed = Rate;
  Kind = 3;
  Stone = Found;
  Form = None;
  Place = 'North';
  Left = Bins[1];
  if (bOpen) { Stop(); }
  if (!bDone) { Stop(); }
  if (Stone != None) { Stop(); }
  if (Found == None) { Stop(); }
  if (Stone == Found) { Stop(); }
}
function Stop();
`

/** Names of the tokens of each statement, from the outside in. */
async function namesOf(build: Build): Promise<string[]> {
  const { pkg, problems } = await builtCore(build, { Mill: MILL })
  expect(problems).toEqual([])
  const { tokens } = tokenSetOf(pkg.context)
  const names = (operand: unknown): string[] => {
    if (Array.isArray(operand)) return operand.flatMap(names)
    return operand instanceof Token ? [tokens[operand.op]?.name ?? '', ...operand.operands.flatMap(names)] : []
  }
  const { script } = await read(pkg, 'Mill.Grind', FunctionField)
  return script.tokens.map((token) => names(token).join(' '))
}

// All 355 variables and 41 jumps of this kind in code of 684/194; static arrays: LegendaryExplorer.
test('Mass Effect 3 has tokens of their own for plain variables, and for conditions that only name one', async () => {
  const third = await namesOf({ version: 684, licensee: 194, game: 'mass-effect-3' })
  expect(third.slice(0, 7)).toEqual([
    'Let InstanceIntVariable LocalIntVariable',
    'Let InstanceFloatVariable LocalFloatVariable',
    'Let InstanceByteVariable ByteConst',
    'Let InstanceObjectVariable LocalObjectVariable',
    'Let InstanceObjectVariable NoObject',
    'Let InstanceVariable NameConst',
    'Let OutVariable ArrayElement IntOne InstanceVariable',
  ])
  expect(third.filter((name) => name.startsWith('Jump'))).toEqual([
    'JumpIfNotInstance',
    'JumpIfNotLocal',
    'JumpIfNotInstance',
    'JumpIfNotLocal',
    'JumpIfNot ExtendedNative InstanceObjectVariable LocalObjectVariable',
  ])
})

test.each([
  ['Mass Effect 2', { version: 684, licensee: 150, game: 'mass-effect-2' }],
  ['the second part of the Legendary Edition', { version: 684, licensee: 168, game: 'mass-effect-legendary' }],
])('%s has none of them', async (_, build) => {
  const second = await namesOf(build)
  expect(second[0]).toBe('Let InstanceVariable LocalVariable')
  expect(second.filter((name) => name.startsWith('JumpIfNot')).map((name) => name.split(' ', 1)[0])).toEqual(
    new Array(5).fill('JumpIfNot'),
  )
})
