import { lex, parseSource, printNode } from '@ukit/script/syntax'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

/** Texts with a bit of everything. */
const SEEDS = [
  `class A extends B native config(User) within C;
#exec AUDIO IMPORT FILE="a.wav"
var() const enum E { E_A, E_B } Kind[4]; const N = 3;
struct native P extends Q { var array<class<Actor> > X; structdefaultproperties { X=1 } };
replication { reliable if (Role == 4) Kind; }
native(12) static final operator(20) int + (int A, optional int B = 2);
simulated function bool F(out Actor O, coerce string S)
{
  local int i, j[3];
  for (i = 0; i < 10; i++) { if (j[i] > -2) continue; else if (O == None) break; j[i] = i << 2; }
  foreach O.AllActors(class'Pawn', P) switch (P.x) { case E_A: goto L; default: stop; }
  do { x = a ? vect(1,2,-3.5) : super(B).V(,,2); } until (!bDone && class<Actor>(c).default.d != 'n');
  return new(self) class'X'(1) != None;
L: assert(i == 0x1F);
}
auto state() S extends T { ignores U; event V(); Begin: Sleep(1.0f); goto 'Begin'; }
cpptext { int f() { return 1; } }
defaultproperties { A(1)=(X=1,Y=(Z="a")) B=one two
 Begin Object Class=C Name=D
  E.Add(F)
 End Object
}`,
]

const PIECES = [
  ...['{', '}', '(', ')', '[', ']', ';', ',', '.', '<', '>', '=', '?', ':', '"', "'", '`', '#', '/*', '*/', '//', '\n'],
  ...['class', 'function', 'event', 'state', 'if', 'else', 'switch', 'case', 'default', 'foreach', 'var', 'enum'],
  ...[
    'struct',
    'array',
    'map',
    'Begin Object',
    'End Object',
    'defaultproperties',
    'new',
    'super',
    'static',
    '-1',
    '0x',
  ],
]

/**
 * Expects of any text that it consists of its tokens, that nothing is thrown, and that its tree can be
 * printed.
 */
function holds(text: string): void {
  const parsed = parseSource(text)
  const { tokens } = parsed
  let joined = ''
  for (let index = 0; index < tokens.count; index++) joined += tokens.textAt(index)
  if (joined !== text) expect(joined).toBe(text)
  const outside = parsed.problems.filter(({ start, end }) => start > end || end > text.length)
  if (outside.length > 0) expect(outside).toEqual([])
  printNode(parsed.tree)
}

describe('any text', () => {
  const seed = fc.constantFrom(...SEEDS)

  it('of characters', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 60 }), holds), { numRuns: 500, seed: 1 })
  })

  it('of pieces of the language', () => {
    const pieces = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.constantFrom('a', 'b', '1')), { maxLength: 80 })
    fc.assert(
      fc.property(pieces, (list) => holds(list.join(' '))),
      { numRuns: 1500, seed: 2 },
    )
  })

  it('that is cut', () => {
    for (const text of SEEDS) for (let end = 0; end < text.length; end += 7) holds(text.slice(0, end))
  })

  it('that misses or repeats tokens', () => {
    const change = fc.tuple(seed, fc.array(fc.tuple(fc.nat(), fc.nat(2)), { minLength: 1, maxLength: 4 }))
    fc.assert(
      fc.property(change, ([text, edits]) => {
        const tokens = lex(text)
        const words = Array.from({ length: tokens.count }, (_, index) => tokens.textAt(index))
        for (const [place, what] of edits) {
          const index = place % words.length
          const word = words[index] ?? ''
          words[index] = what === 0 ? '' : what === 1 ? word + word : (PIECES[place % PIECES.length] ?? '')
        }
        holds(words.join(''))
      }),
      { numRuns: 600, seed: 3 },
    )
  })
})
