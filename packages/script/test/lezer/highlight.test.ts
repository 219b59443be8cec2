import { type Tree, TreeFragment } from '@lezer/common'
import { classHighlighter, highlightTree } from '@lezer/highlight'
import { unrealScript } from '@ukit/script/lezer'
import { describe, expect, it } from 'vitest'

/** The kind of each highlighted piece of a text, except brackets, operators and the like. */
function highlighted(text: string): string[] {
  const found: string[] = []
  highlightTree(unrealScript.parse(text), classHighlighter, (from, to, classes) => {
    if (!/punctuation|operator/.test(classes)) found.push(`${text.slice(from, to)}: ${classes.replace(/tok-/g, '')}`)
  })
  return found
}

/** All nodes with their positions. */
function outline(tree: Tree): string[] {
  const nodes: string[] = []
  tree.iterate({ enter: ({ name, from, to }) => void nodes.push(`${name} ${from}-${to}`) })
  return nodes
}

describe('UnrealScript for Lezer', () => {
  it('distinguishes declarations, types and keywords', () => {
    expect(highlighted('class Gun extends Weapon config(User); // a gun\n#exec OBJ LOAD FILE=A.utx\n')).toEqual([
      'class: keyword',
      'Gun: className',
      'extends: keyword',
      'Weapon: typeName',
      'config: keyword',
      'User: variableName',
      '// a gun: comment',
      '#exec OBJ LOAD FILE=A.utx: meta',
    ])
    expect(highlighted('var() const array<class<Pawn>> Targets[4];')).toEqual([
      'var: keyword',
      'const: keyword',
      'array: keyword',
      'class: keyword',
      'Pawn: typeName',
      'Targets: variableName definition',
      '4: number',
    ])
  })

  it('highlights by position, not by spelling: words are not reserved', () => {
    const text = 'function Fire() { Event = Begin.State("x", \'N\', 0x1F) $ None; super.Default(Self); }'
    expect(highlighted(text)).toEqual([
      'function: keyword',
      'Fire: variableName definition',
      'Event: variableName',
      'Begin: variableName',
      'State: variableName',
      '"x": string',
      "'N': string2",
      '0x1F: number',
      'None: keyword',
      'super: keyword',
      'Default: variableName',
      'Self: keyword',
    ])
  })

  it('distinguishes states, labels and default properties', () => {
    const text = 'state Idle { ignores Tick; Begin: if (bOn) goto Begin; }\ndefaultproperties\n{\n  bOn=True\n}'
    expect(highlighted(text)).toEqual([
      'state: keyword',
      'Idle: namespace',
      'ignores: keyword',
      'Tick: variableName',
      'Begin: labelName',
      'if: keyword',
      'bOn: variableName',
      'goto: keyword',
      'Begin: labelName',
      'defaultproperties: keyword',
      'bOn: propertyName',
      'True: bool',
    ])
  })

  it('has the nodes that an editor folds', () => {
    const text = 'class A;\nfunction F() { if (B) { C(); } }\n'
    const blocks = outline(unrealScript.parse(text)).filter((node) => node.startsWith('Block'))
    expect(blocks).toEqual(['Block 22-41', 'Block 31-39'])
  })

  it('only reads the text of the given ranges', () => {
    const text = '```\nvar int A;\n```'
    const input = {
      length: text.length,
      chunk: (from: number) => text.slice(from),
      lineChunks: false,
      read: (from: number, to: number) => text.slice(from, to),
    }
    const parse = unrealScript.startParse(input, [], [{ from: 4, to: 14 }])
    let tree = parse.advance()
    while (tree === null) tree = parse.advance()
    expect([tree.length, tree.topNode.firstChild?.name]).toEqual([10, 'Var'])
  })
})

// A class with a few declarations of each sort; edits are made at any position in it.
const SOURCE = `// a comment
class Gun extends Weapon;
#exec OBJ LOAD FILE=A.utx
var int A, B[2];
enum E { X, Y }
${Array.from({ length: 12 }, (_, i) => `function F${i}(int P)\n{\n\tlocal int L;\n\tL = P + ${i};\n\tif (L > 2) F(L);\n}\n`).join('\n')}
state Idle
{
	function Tick(float Delta) { Stop(); }
Begin:
	Sleep(1.0);
}
defaultproperties
{
	A=2
}
`
const PIECES = [
  '}',
  '{',
  ';',
  '"',
  '/*',
  '*/',
  '//',
  '\n',
  'function G();\n',
  ' x ',
  '#',
  "'",
  'class B;',
  'state S {',
  '',
]

describe('a parse after an edit', () => {
  it('is the same as a parse of the entire text, after any edits', () => {
    let seed = 7
    const below = (limit: number) => {
      seed = (seed * 48271) % 0x7fffffff
      return seed % limit
    }
    let text = SOURCE
    let fragments = TreeFragment.addTree(unrealScript.parse(text))
    for (let round = 0; round < 160; round++) {
      if (round % 20 === 0) {
        text = SOURCE
        fragments = TreeFragment.addTree(unrealScript.parse(text))
      }
      const from = below(text.length)
      const gone = Math.min(below(8), text.length - from)
      const piece = PIECES[below(PIECES.length)] ?? ''
      text = text.slice(0, from) + piece + text.slice(from + gone)
      const change = { fromA: from, toA: from + gone, fromB: from, toB: from + piece.length }
      const tree = unrealScript.parse(text, TreeFragment.applyChanges(fragments, [change], 2))
      expect(outline(tree), `round ${round}`).toEqual(outline(unrealScript.parse(text)))
      fragments = TreeFragment.addTree(tree)
    }
  })

  it('reuses unchanged declarations from the old tree', () => {
    const before = unrealScript.parse(SOURCE)
    const at = SOURCE.indexOf('P + 3')
    const change = { fromA: at, toA: at + 1, fromB: at, toB: at + 2 }
    const fragments = TreeFragment.applyChanges(TreeFragment.addTree(before), [change])
    const after = unrealScript.parse(`${SOURCE.slice(0, at)}PP${SOURCE.slice(at + 1)}`, fragments)
    const trees = (tree: Tree) => {
      const found: (Tree | null)[] = []
      for (let node = tree.topNode.firstChild; node !== null; node = node.nextSibling) found.push(node.tree)
      return found
    }
    const old = new Set(trees(before))
    expect(trees(after).filter((tree) => !old.has(tree))).toHaveLength(1)
  })
})
