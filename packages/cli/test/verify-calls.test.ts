import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/folders.js'
import { ukit, ukitJson } from './run-ukit.js'

const OBJECT = `class Object
  native;

var Object Outer;
var const class Class;
`

/** What the class Mill declares in one version of the library, and what it lacks in the other. */
const GONE = `
function Grind()
{
}

static function Sell()
{
}
`

const MILL = (functions: string) => `class Mill extends Object;

var Mill Next;

function Mill Neighbour()
{
}

function Rest()
{
}
${functions}
state Busy
{
  function Turn()
  {
  }
}
`

const USER = `class Farmer extends Mill;

var Mill Other;
var class<Mill> Kind;

function Work()
{
  Grind();
  Rest();
  Other.Next.Grind();
  Kind.Static.Sell();
}

function Stop()
{
  Neighbour().Grind();
}

state Busy
{
  function Turn()
  {
    Turn();
  }
}
`

test('verify --game DIR reports functions that are called by name and that the game lacks', async () => {
  const cwd = temporaryFolder({
    'System/readme.txt': '',
    'Core/Classes/Object.uc': OBJECT,
    'Mills/Classes/Mill.uc': MILL(GONE),
    'Farms/Classes/Farmer.uc': USER,
  })
  expect(await ukit(['make', '--new', '69', 'Farms', 'Mills', 'Core'], { cwd })).toMatchObject({ status: 0 })
  const farms = join(cwd, 'System/Farms.u')
  const callsIn = async (game: string) => {
    const [found] = await ukitJson(['verify', farms, '--game', game])
    return found.problems.filter(({ kind }: { kind: string }) => kind === 'call')
  }
  expect(await callsIn(cwd)).toEqual([])

  // The same game with a later library, in which two functions no longer exist.
  const later = temporaryFolder({
    'System/readme.txt': '',
    'Core/Classes/Object.uc': OBJECT,
    'Mills/Classes/Mill.uc': MILL(''),
  })
  expect(await ukit(['make', '--new', '69', 'Mills', 'Core'], { cwd: later })).toMatchObject({ status: 0 })
  const problems = await callsIn(later)
  expect(problems.map(({ object, message }: { object: string; message: string }) => [object, message])).toEqual([
    ['Farmer.Work', expect.stringContaining('calls Grind, which neither Farms.Farmer nor a class above it has')],
    ['Farmer.Work', expect.stringContaining('calls Grind, which neither Mills.Mill nor')],
    ['Farmer.Work', expect.stringContaining('calls Sell, which neither Mills.Mill nor')],
  ])
  expect(problems.every(({ severity }: { severity: string }) => severity === 'error')).toBe(true)
  const text = await ukit(['verify', farms, '--game', later])
  expect(text).toMatchObject({ status: 1 })
  expect(text.stdout).toMatch(/error call: Farms\.Farmer\.Work calls Sell/)
})
