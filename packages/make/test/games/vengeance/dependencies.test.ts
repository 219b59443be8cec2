import { Class } from '@ukit/objects/script'
import { describe, expect, test } from 'vitest'
import { built, read } from '../../support/made.js'

const OBJECT = `class Object
  native;

enum EWind { W_Calm, W_Storm };

native function Object Allocate(Object Context, optional Object Outer, optional string Name, optional int Flags);
overloaded native function construct();
`

const SAIL = `class Sail extends Object;

delegate OnTurn(Sail From);
var int Age;
`

const MESSAGE = `class Message extends Object;

var int Age;
overloaded function construct(int A, int B) { Age = A; }
overloaded function construct() { Age = 0; }
`

/** Names of the classes that `Mill` with this text depends on, after itself and its super. */
async function usedBy(text: string): Promise<string[]> {
  const files = { Object: OBJECT, Sail: SAIL, Message: MESSAGE, Mill: `class Mill extends Object;\n${text}` }
  const { pkg, problems } = await built('Core', { version: 129, licensee: 27 }, files)
  expect(problems).toEqual([])
  const { dependencies } = await read(pkg, 'Mill', Class)
  return dependencies.slice(2).map(({ class: one }) => String(one?.path ?? one))
}

// The rules are those that the lists of the game's own 602 classes follow.
describe("the dependencies of SWAT 4's classes", () => {
  test('include the class whose delegate is set, once for each assignment', async () => {
    expect(
      await usedBy(`var Sail Front;
        function Turned(Sail From) {}
        function Start() { Front.OnTurn = Turned; Front.Age = 2; Front.OnTurn = Turned; }`),
    ).toEqual(['Sail', 'Sail', 'Sail'])
  })

  test('include the class of an enum once for each declaration that uses it, also in arrays', async () => {
    expect(await usedBy('var EWind Now, Then;\nvar array<EWind> All;')).toEqual(['Object', 'Object'])
    expect(await usedBy('function Blow() { local EWind Now, Then; Now = Then; }')).toEqual(['Object'])
  })

  test('have the class of a new object before the arguments of its constructor, which count twice', async () => {
    const text = `var Sail Front;
      function Send(Message Sent) {}
      function Start() { Send(new class'Message'(Front.Age, 1)); }`
    expect(await usedBy(text)).toEqual(['Message', 'Sail', 'Sail'])
  })
})
