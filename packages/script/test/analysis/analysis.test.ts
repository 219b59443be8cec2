import { Guid, ObjectReader, type Package, UString } from '@ukit/core'
import { addObject, buildPackage, createPackage, PackageEdit } from '@ukit/edit'
import { Class, FunctionField, TextBuffer } from '@ukit/objects/script'
import {
  branchOf,
  type CodeMatch,
  callGraph,
  classTree,
  codeStrings,
  dotGraph,
  mermaidGraph,
  nativeNumbers,
  searchCode,
  unusedSymbols,
} from '@ukit/script/analysis'
import { patchListing } from '@ukit/script/decompile'
import { loadWorld } from '@ukit/script/symbols'
import { beforeAll, describe, expect, it } from 'vitest'
import { gunPackage } from '../listing/made-package.js'

// Fire calls Bang, which exists, and Bang calls a native function; nothing calls Quiet, Other and Fire.
let pkg: Package
let world: Awaited<ReturnType<typeof loadWorld>>

beforeAll(async () => {
  const edit = await PackageEdit.open(await gunPackage(69))
  const add = (path: string, flags: number, nativeIndex = 0) =>
    addObject(edit, path, 'Core.Function', Object.assign(new FunctionField(), { flags, nativeIndex }))
  add('Gun.Bang', 2)
  add('Gun.Quiet', 0)
  add('Gun.Aim', 0x400, 300)
  add('Gun.Other', 0x400, 303)
  add('Gun.Third', 0x400, 303)
  await patchListing(edit, "script Function'Gun.Bang'\nExtendedNative(300)\nFinalFunction(Function'Gun.Bang')\nStop")
  pkg = await buildPackage(edit)
  world = await loadWorld([pkg])
})

describe('the code of a package', () => {
  it('calls functions by name and number', () => {
    const { calls } = callGraph([pkg], world)
    expect(calls).toEqual(
      expect.arrayContaining([
        { from: 'Arms.Gun.Fire', to: 'Arms.Gun.Bang', kind: 'virtual' },
        { from: 'Arms.Gun.Bang', to: 'Arms.Gun.Aim', kind: 'native' },
        { from: 'Arms.Gun.Bang', to: 'Arms.Gun.Bang', kind: 'final' },
      ]),
    )
    expect(calls).toHaveLength(3)
  })

  it('reports unused functions, including those that only call themselves', () => {
    const { functions, variables, locals } = unusedSymbols([pkg], world)
    expect([...functions].sort()).toEqual(['Arms.Gun.Fire', 'Arms.Gun.Idle.Tick', 'Arms.Gun.Quiet'])
    expect([variables, locals]).toEqual([[], []])
  })

  it('has texts and lines', async () => {
    expect(codeStrings(pkg, world)).toMatchObject([{ object: 'Arms.Gun.Fire', text: 'hé' }])
    const found: CodeMatch[] = []
    const reader = await ObjectReader.open(pkg)
    for await (const match of searchCode(reader, /bang/i, { world, bytecode: true })) found.push(match)
    expect(found.map((match) => [match.object, match.in])).toEqual([
      ['Gun.Fire', 'bytecode'],
      ['Gun.Bang', 'bytecode'],
    ])
  })
})

describe('a search for code', () => {
  const TEXT = 'class Gun extends Object;\r\n\r\nstate Idle\r\n{\r\n\tfunction Tick()\r\n\t{ Bang(); }\r\n}'

  async function search(given: Package, pattern: RegExp): Promise<CodeMatch[]> {
    const found: CodeMatch[] = []
    const options = { world: await loadWorld([given]) }
    for await (const match of searchCode(await ObjectReader.open(given), pattern, options)) found.push(match)
    return found
  }

  it('decompiles code without text, and names the function', async () => {
    expect(await search(pkg, /\bbang\(/i)).toEqual([
      { object: 'Gun.Bang', line: expect.any(Number), text: 'function Bang()', in: 'decompiled' },
      { object: 'Gun.Bang', line: expect.any(Number), text: 'Super(Gun).Bang();', in: 'decompiled' },
    ])
  })

  it('reads the text if there is one, down to the functions of states', async () => {
    const edit = await createPackage({ name: 'Arms', version: 69, guid: new Guid(1, 2, 3, 4) })
    const gun = new Class()
    addObject(edit, 'Gun', 'Class', gun)
    const buffer = Object.assign(new TextBuffer(), { text: UString.from(TEXT) })
    gun.scriptText = addObject(edit, 'Gun.ScriptText', 'Core.TextBuffer', buffer)
    const found = await search(await buildPackage(edit), /bang|^state|extends/i)
    expect(found).toEqual([
      { object: 'Gun', line: 1, text: 'class Gun extends Object;', in: 'text' },
      { object: 'Gun.Idle', line: 3, text: 'state Idle', in: 'text' },
      { object: 'Gun.Idle.Tick', line: 6, text: '{ Bang(); }', in: 'text' },
    ])
  })
})

describe('what a package declares', () => {
  it('has numbers of natives, with gaps and clashes', () => {
    expect(nativeNumbers([pkg], world)).toEqual({
      natives: [
        { index: 300, function: 'Arms.Gun.Aim' },
        { index: 303, function: 'Arms.Gun.Other' },
        { index: 303, function: 'Arms.Gun.Third' },
      ],
      gaps: [[301, 302]],
      clashes: [{ index: 303, functions: ['Arms.Gun.Other', 'Arms.Gun.Third'] }],
    })
  })

  it('is a tree of classes', () => {
    expect(classTree([pkg], world)).toEqual([{ name: 'Gun', package: 'Arms', isOwn: true, super: null, depth: 0 }])
  })

  it('has a branch for each class: what it extends, and what extends it', () => {
    const tree = (lines: readonly string[]) =>
      lines.map((line) => ({ name: line.trim(), package: 'P', isOwn: true, super: null, depth: line.search(/\S/) }))
    const all = tree(['Object', ' Actor', '  Pawn', '   Bot', '  Weapon', ' Canvas', 'Other'])
    expect(branchOf(all, 'pawn')).toEqual(tree(['Object', ' Actor', '  Pawn', '   Bot']))
    expect(branchOf(all, 'P.Canvas')).toEqual(tree(['Object', ' Canvas']))
    expect(branchOf(all, 'Other')).toEqual(tree(['Other']))
    expect(branchOf(all, 'Gun')).toEqual([])
  })
})

describe('a graph', () => {
  it('is text for Graphviz and Mermaid, with any names', () => {
    const graph = { edges: [{ from: 'A"b', to: 'C\nd', dashed: true }], nodes: ['E'] }
    expect(dotGraph(graph)).toContain('  "A\\"b" -> "C d" [style=dashed];\n')
    expect(mermaidGraph(graph)).toBe('graph LR\n  n0["E"]\n  n1["A#34;b"]\n  n2["C#10;d"]\n  n1 -.-> n2\n')
  })
})
