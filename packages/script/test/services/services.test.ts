import { Guid, ObjectReader, type Package, PackageSet, UString } from '@ukit/core'
import { addObject, buildPackage, createPackage } from '@ukit/edit'
import { ByteProperty, Class, FunctionField, IntProperty, TextBuffer } from '@ukit/objects/script'
import {
  ClassDocument,
  classText,
  codeMap,
  declarationIn,
  definitionAt,
  hoverAt,
  outlineOf,
} from '@ukit/script/analysis'
import { patchListing } from '@ukit/script/decompile'
import { loadWorld } from '@ukit/script/symbols'
import { parseSource } from '@ukit/script/syntax'
import { describe, expect, it } from 'vitest'
import { describeCorpus, openCorpus, packagesBeside } from '../../../../testing/corpus.js'

const TEXT = `class Gun expands Actor config(User);
const MOST = 6;
enum EMode { M_Off, M_On };
var() config int Rounds;
var EMode Mode;
/* Rounds of a comment */
function int Load(int Count, optional out byte Rest)
{
  local vector Aim;
  Rounds = Count + MOST;
  Mode = M_On;
  Aim.X = VSize(Location);
  GotoState('Idle');
  return Load(Rounds);
}
state Idle { function Touch(Actor Other) { Gun(Other).Rounds = 0; } }
defaultproperties {
Rounds=4
Mode=M_On
}
`

/** The text beside an empty package: Core and Engine are missing, and built-in tables take their place. */
async function document(): Promise<ClassDocument> {
  const pkg = await buildPackage(await createPackage({ name: 'Arms', version: 69, guid: new Guid(1, 2, 3, 4) }))
  const sources = [{ packageName: 'Arms', file: parseSource(TEXT).file }]
  const world = await loadWorld([pkg], { sources, standIns: 'all' })
  const symbol = world.class('Gun', 'Arms')
  if (symbol === undefined) throw new Error('expected the class')
  return new ClassDocument(pkg, world, symbol, TEXT)
}

/** The hover of the nth place of a word. */
function said(of: ClassDocument, around: string, word: string) {
  const at = of.source.text.indexOf(around)
  const found = hoverAt(of, at + around.indexOf(word))
  return found === undefined ? undefined : [found.kind, found.declaration, found.owner, ...found.notes]
}

describe('what a name in a text is', () => {
  it('is said of what the class declares', async () => {
    const gun = await document()
    expect(said(gun, 'Rounds = Count', 'Rounds')).toEqual(['variable', 'var() config int Rounds', 'Arms.Gun'])
    expect(said(gun, 'Count + MOST', 'Count')).toEqual(['parameter', 'int Count', 'Arms.Gun'])
    expect(said(gun, 'Count + MOST', 'MOST')).toEqual(['const', 'const MOST = 6', 'Arms.Gun'])
    expect(said(gun, 'Mode = M_On', 'M_On')).toEqual(['enum value', 'EMode.M_On', 'Arms.Gun', 'Its number is 1.'])
    expect(said(gun, 'Aim.X', 'Aim')).toEqual(['local variable', 'local Vector Aim', 'Arms.Gun'])
    expect(said(gun, 'Load(Rounds)', 'Load')).toEqual([
      'function',
      'function int Load(int Count, optional out byte Rest)',
      'Arms.Gun',
    ])
    expect(said(gun, "'Idle'", 'Idle')).toEqual(['state', 'state Idle', 'Arms.Gun', 'Touch'])
    expect(said(gun, 'Rounds=4', 'Rounds')?.[1]).toBe('var() config int Rounds')
    expect(said(gun, 'Mode=M_On', 'M_On')?.[1]).toBe('EMode.M_On')
    expect(said(gun, '{ M_Off', 'M_Off')?.[3]).toBe('Its number is 0.')
    expect(said(gun, 'Gun(Other)', 'Gun')).toEqual(['class', 'class Gun extends Actor', 'Arms'])
    expect(said(gun, 'of a comment', 'comment')).toBeUndefined()
    expect(said(gun, 'return Load', 'return')).toBeUndefined()
  })

  it('is said by built-in tables for missing packages, which is said too', async () => {
    const gun = await document()
    expect(said(gun, 'VSize(', 'VSize')).toEqual([
      'function',
      'native(225) static final function float VSize(Vector A)',
      'Core.Object',
    ])
    expect(said(gun, 'Count + MOST', '+')?.slice(0, 2)).toEqual([
      'operator',
      'native(146) static final operator(20) int +(int A, int B)',
    ])
    expect(hoverAt(gun, TEXT.indexOf('VSize'))?.standIn).toBe('Unreal Tournament')
    expect(hoverAt(gun, TEXT.indexOf('Rounds ='))?.standIn).toBeUndefined()
  })

  it('is declared somewhere', async () => {
    const gun = await document()
    const placeOf = (around: string) => {
      const { symbol, tag } = definitionAt(gun, TEXT.indexOf(around)) ?? {}
      const place = symbol === undefined ? undefined : declarationIn(gun.source, symbol, tag)
      return place === undefined ? undefined : TEXT.slice(place.start - 8, place.end)
    }
    expect(placeOf('Rounds = Count')).toBe('fig int Rounds')
    expect(placeOf('Count + MOST')).toBe('oad(int Count')
    expect(placeOf('Load(Rounds)')).toBe('ion int Load')
    expect(placeOf('M_On;')).toBe(' M_Off, M_On')
    expect(placeOf('Idle')).toBe('}\nstate Idle')
    const vsize = definitionAt(gun, TEXT.indexOf('VSize'))
    expect([vsize?.class.path, vsize?.export]).toEqual(['Core.Object', undefined])
  })

  it('is in the outline', async () => {
    const shown = outlineOf((await document()).source).map(({ kind, name, line, depth }) => [kind, name, line, depth])
    expect(shown).toEqual([
      ['class', 'Gun', 1, 0],
      ['const', 'MOST', 2, 0],
      ['enum', 'EMode', 3, 0],
      ['variable', 'Rounds', 4, 0],
      ['variable', 'Mode', 5, 0],
      ['function', 'Load', 7, 0],
      ['state', 'Idle', 16, 0],
      ['function', 'Touch', 16, 1],
      ['defaults', 'defaultproperties', 17, 0],
    ])
  })
})

/** A class with a text, and code that was written by hand. */
async function stored(text: string, code: string): Promise<Package> {
  const edit = await createPackage({ name: 'Arms', version: 69, guid: new Guid(1, 2, 3, 4) })
  const declared = new Class()
  addObject(edit, 'Gun', 'Class', declared)
  const buffer = Object.assign(new TextBuffer(), { text: UString.from(text) })
  declared.scriptText = addObject(edit, 'Gun.ScriptText', 'Core.TextBuffer', buffer)
  addObject(edit, 'Gun.Volume', 'Core.ByteProperty', new ByteProperty())
  addObject(edit, 'Gun.Rounds', 'Core.IntProperty', new IntProperty())
  addObject(edit, 'Gun.Fire', 'Core.Function', Object.assign(new FunctionField(), { flags: 2 }))
  await patchListing(edit, code)
  return buildPackage(edit)
}

it('maps code to the statements of its text, as far as they are the same', async () => {
  const text = 'class Gun;\nvar byte Volume;\nvar int Rounds;\nfunction Fire()\n{\n  Rounds = 300;\n  Volume = 7;\n}\n'
  const rounds = "Let(InstanceVariable(IntProperty'Gun.Rounds'), IntConst(300))"
  const volume = "Let(InstanceVariable(ByteProperty'Gun.Volume'), ByteConst(7))"
  const mapOf = async (...lines: string[]) => {
    const pkg = await stored(text, `script Function'Gun.Fire'\n${lines.join('\n')}\nReturn(Nothing)\n`)
    const world = await loadWorld([pkg])
    const symbol = world.class('Gun', 'Arms')
    const fire = symbol?.functions.get('fire')
    if (symbol === undefined || fire === undefined) throw new Error('expected the function')
    const map = codeMap(new ClassDocument(pkg, world, symbol, text), fire)
    return [map?.isWhole, map?.statements.map(({ offset, start, end }) => [offset, text.slice(start, end)])]
  }
  // Let, InstanceVariable and its object take 6 bytes of memory, IntConst 5.
  expect(await mapOf(rounds, volume)).toEqual([
    true,
    [
      [0, 'Rounds = 300;'],
      [11, 'Volume = 7;'],
    ],
  ])
  expect(await mapOf(rounds, 'Stop')).toEqual([false, [[0, 'Rounds = 300;']]])
})

describeCorpus('names in the texts of a game', () => {
  it('are what the game declares', async () => {
    const pkg = await openCorpus('code/ut99/UWindow.u')
    const packages = packagesBeside('code/ut99/UWindow.u')
    for (const beside of [packages, new PackageSet()]) {
      const world = await loadWorld([pkg], { packages: beside, standIns: true })
      const symbol = world.class('UWindowWindow', 'UWindow')
      if (symbol === undefined) throw new Error('expected the class')
      const text = (await classText(symbol, world, await ObjectReader.open(pkg))) ?? ''
      const gui = new ClassDocument(pkg, world, symbol, text)
      const at = text.indexOf('DrawTileClipped(')
      const found = hoverAt(gui, at)
      // Engine's Canvas.uc declares it so.
      expect(found?.declaration).toBe(
        'native(468) final function DrawTileClipped(Texture Tex, float XL, float YL, float U, float V, float UL, float VL)',
      )
      expect([found?.owner, found?.standIn]).toEqual([
        'Engine.Canvas',
        beside === packages ? undefined : 'Unreal Tournament',
      ])
      expect(definitionAt(gui, at)?.export?.path).toBe(beside === packages ? 'Canvas' : undefined)
    }
  })
})
