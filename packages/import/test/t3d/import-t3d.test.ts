import { ObjectReader, type Package, PackageSet } from '@ukit/core'
import { buildPackage, PackageEdit } from '@ukit/edit'
import { importT3d, T3dError } from '@ukit/import'
import { levelIn } from '@ukit/media/level'
import { ue1 } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { CODE, describeCorpus, openCorpus, PACKAGES } from '../../../../testing/corpus.js'
import { SWEEPS } from '../../../../testing/sweep.js'
import { opened, smallMap, textOf } from './t3d-map.js'

/** What an editor of Unreal Tournament copies: written by hand, in the form of its exports. */
const PASTED = `Begin Map
Begin Actor Class=Light Name=Light12
    Level=LevelInfo'MyLevel.LevelInfo0'
    Tag=Light
    Location=(X=16.500000,Z=-64.000000)
    LightBrightness=200
    LightRadius=32
    Name=Light12
End Actor
Begin Actor Class=Trigger Name=Trigger0
    Event="My door"
    Base=Light'MyLevel.Light12'
    Target=Pawn'MyLevel.Pawn7'
    Name=Trigger0
End Actor
Begin Actor Class=Brush Name=Brush1
    CsgOper=CSG_Add
    MainScale=(SheerAxis=SHEER_ZX)
    Begin Brush Name=Model1
       Begin PolyList
          Begin Polygon Item=Side Texture=Brick Flags=1073741824 Link=0 Rarity=3
             Origin   +00128.000000,-00064.000000,+00000.000000
             Normal   +00000.000000,+00001.000000,+00000.000000
             Pan      U=12 V=-3
             TextureU +00000.000000,+00001.000000,+00000.000000
             TextureV +00000.000000,+00000.000000,-00001.000000
             Vertex   +00128.000000,-00064.000000,+00000.000000
             Vertex   +00128.000000,+00064.000000,+00000.000000
             Vertex   +00128.000000,+00064.000000,+00032.000000
          End Polygon
       End PolyList
    End Brush
    Brush=Model'MyLevel.Model1'
    PrePivot=(Z=8.000000)
    Name=Brush1
End Actor
End Map
`

async function classes(game = 'ut99'): Promise<PackageSet> {
  const own = CODE.filter(({ path }) => path.startsWith(`code/${game}/`))
  const paths = new Map(own.map(({ path }) => [nameOf(path), path]))
  return new PackageSet(async (name) => {
    const path = paths.get(name.toLowerCase())
    return path === undefined ? undefined : openCorpus(path)
  })
}

const nameOf = (path: string) => path.replace(/^.*\/|\.\w+$/g, '').toLowerCase()

async function failure(text: string): Promise<T3dError> {
  const pkg = await smallMap()
  const edit = await opened(pkg)
  const error: unknown = await importT3d(edit, text).catch((thrown: unknown) => thrown)
  if (!(error instanceof T3dError)) throw error
  expect(edit.exports).toHaveLength(pkg.exports.length)
  return error
}

describe('a map without its game', () => {
  it('comes out, and in again as it was', async () => {
    const pkg = await smallMap()
    const text = await textOf(pkg)
    expect(text).toContain('    Location=(X=0.123457,Y=2.000000,Z=-3.000000)\n')
    const edit = await opened(pkg)
    const { added, replaced, unchanged } = await importT3d(edit, text, { replace: true })
    expect({ added, replaced, unchanged }).toEqual({ added: [], replaced: [], unchanged: 4 })
    expect(edit.exports.every(({ body }) => body.kind === 'stored')).toBe(true)
  })

  it('what the file changes is changed, and nothing else', async () => {
    const pkg = await smallMap()
    const edit = await opened(pkg)
    const text = (await textOf(pkg, ['Light12'])).replace('LightRadius=20', 'LightRadius=21').replace(/ {4}Tag.*\n/, '')
    const { replaced } = await importT3d(edit, text, { replace: true })
    expect(replaced).toEqual(['Light12'])
    const { object } = await edit.read(edit.export('Light12'))
    expect(object.properties.get('LightRadius')).toBe(21)
    expect(object.properties.get('Tag')).toBeUndefined()
    // More digits than the text has.
    expect(object.properties.get('Location')).toMatchObject({ values: [Math.fround(0.123456789), 2, -3] })
  })

  it('what its class and its own actors do not say is refused, at its place', async () => {
    const error = await failure('Begin Map\nBegin Actor Class=Light Name=L\n    Sparkle=3\nEnd Actor\nEnd Map\n')
    expect(error).toMatchObject({ line: 3, column: 13 })
    expect(error.message).toMatch(/^line 3, column 13: Sparkle: no variable Sparkle is known in Light/)
  })
})

describe('what exports of editors have', () => {
  it('paths of classes, places without an actor, and the outer of an object', async () => {
    const edit = await opened(await smallMap())
    // Tribes: Vengeance and XIII, as in exports of crapola/blender_t3d.
    const text = `Begin Map
Begin Actor
End Actor
Begin Actor Class=Engine.LevelInfo Name=LevelInfo0
    TimeSeconds=-nan(ind)
    Outer=Package'myLevel'
End Actor
Begin Actor Class=Engine.Light Name=Light40
    Level=LevelInfo'LevelInfo0'
    Location=(X=-nan(ind),Y=3.000000)
    Outer=Package'myLevel'
    Name="Light40"
End Actor
BEGIN ACTORGROUP
    OBJECTNAME=ActorGroup6
    BEGIN MEMBERACTORS
    END MEMBERACTORS
END ACTORGROUP
End Map
`
    const { added, notes } = await importT3d(edit, text)
    expect(added).toEqual(['Light40'])
    expect(notes).toEqual([
      'added 1 actor',
      'LevelInfo0: left out, since the map has its own; --replace changes those of the map',
      '1 value that is not a number became 0',
      'passed over: Begin actorgroup',
    ])
    const { object } = await edit.read(edit.export('Light40'))
    expect(object.properties.get('Location')).toMatchObject({ values: [0, 3, 0] })
  })
})

describe('files that are broken', () => {
  const polygon = (lines: string) =>
    `Begin Map\nBegin Actor Class=Brush Name=B\nCsgOper=2\nBegin Brush Name=M\nBegin PolyList\nBegin Polygon\n${lines}` +
    'End Polygon\nEnd PolyList\nEnd Brush\nEnd Actor\nEnd Map\n'
  it.each([
    ['not T3D at all', 'PK\u0003\u0004', 1, /expected Begin Map or Begin Actor/],
    ['no actors', 'Begin Map\nEnd Map\n', 1, /expected an actor/],
    ['an actor without an end', 'Begin Map\nBegin Actor Class=Light Name=L\n', 2, /expected End Actor, which line 2/],
    ['ends of something else', 'Begin Map\nBegin Actor Class=Light Name=L\nEnd Brush\n', 3, /found "End Brush"/],
    [
      'an actor in an actor',
      'Begin Map\nBegin Actor Class=Light Name=L\nBegin Actor Class=Light Name=M\n',
      3,
      /before/,
    ],
    ['no name', 'Begin Map\nBegin Actor Class=Light\nEnd Actor\nEnd Map\n', 2, /Class=… Name=…/],
    ['a class that is not there', 'Begin Map\nBegin Actor Class=Lihgt Name=L\nEnd Actor\nEnd Map\n', 2, /mean Light\?/],
    ['a line that is none', 'Begin Map\nBegin Actor Class=Light Name=L\nLocation\nEnd Actor\n', 3, /Name=value/],
    ['a name twice', `${'Begin Actor Class=Light Name=L\nEnd Actor\n'.repeat(2)}`, 3, /one actor named L/],
    ['two corners', polygon('Vertex 1,2,3\nVertex 2,2,3\n'), 6, /at least 3 corners, found 2/],
    ['a corner that is not a number', polygon('Vertex 1,2,nan\n'), 7, /expected a number, found "nan"/],
    ['corners in one line', polygon('Vertex 1,0,0\nVertex 2,0,0\nVertex 3,0,0\n'), 6, /with an area/],
    ['a value of another type', 'Begin Actor Class=Light Name=L\nLightRadius=NaN\nEnd Actor\n', 2, /expected a byte/],
    ['nested without end', `Begin Actor Class=Light Name=L\n${'Begin Object Class=A Name=A\n'.repeat(50)}`, 18, /deep/],
  ])('%s', async (_, text, line, message) => {
    const error = await failure(text)
    expect(error.message).toMatch(message)
    expect(error.line).toBe(line)
  })

  it('with a million actors', async () => {
    const error = await failure('Begin Actor Class=Light Name=L\nEnd Actor\n'.repeat(1_000_000))
    expect(error.message).toMatch(/at most 100000 actors/)
  })
})

describeCorpus('with the classes of the game', () => {
  const read = async (pkg: Package) => {
    const reader = await ObjectReader.open(pkg, { packages: await classes() })
    return async (path: string) => reader.view(pkg.export(path))
  }

  it('what the editor copied is added as the editor pastes it', async () => {
    const pkg = await smallMap()
    const edit = await PackageEdit.open(pkg, { packages: await classes() })
    const { added, notes } = await importT3d(edit, PASTED)
    expect(added).toEqual(['Light13', 'Trigger0', 'Brush2'])
    expect(notes.join('\n')).toMatch(/rebuild geometry, light and paths in the editor/)
    expect(notes.join('\n')).toMatch(/Pawn'MyLevel.Pawn7': not in this map, so that None is stored/)
    const built = await buildPackage(edit)
    const view = await read(built)
    const light = await view('Light13')
    expect(light.vector('Location')).toEqual([16.5, 0, -64])
    expect([light.number('LightBrightness'), light.number('LightRadius')]).toEqual([200, 32])
    expect(light.object('Level')?.path).toBe('LevelInfo0')
    const trigger = await view('Trigger0')
    expect(trigger.text('Event')).toBe('My door')
    expect(trigger.object('Base')?.path).toBe('Light13')
    expect(trigger.object('Target')).toBeUndefined()
    const brush = await view('Brush2')
    expect(brush.enumName('CsgOper')).toBe('CSG_Add')
    // Members that the text leaves out are as the class has them.
    expect(brush.struct('MainScale').vector('Scale')).toEqual([1, 1, 1])
    expect(brush.struct('MainScale').number('SheerAxis')).toBe(5)
    const reader = await ObjectReader.open(built)
    const { object: model } = await reader.read(built.export(brush.object('Brush')?.path ?? ''))
    const { object: polys } = await reader.read(
      built.export(model instanceof ue1.Model ? (model.polys?.path ?? '') : ''),
    )
    if (!(model instanceof ue1.Model) || !(polys instanceof ue1.Polys)) throw new Error('not a brush')
    expect([...model.box.corners]).toEqual([128, -64, 0, 128, 64, 32])
    expect(polys.polys).toHaveLength(1)
    const [poly] = polys.polys
    expect(poly).toMatchObject({ polyFlags: 0x4000_0000, link: 0, panU: 12, panV: -3 })
    expect(poly?.texture?.path).toBe('Walls.Base.Brick')
    // The winding says where it faces, not the normal in the text.
    expect([...(poly?.normal ?? [])]).toEqual([1, 0, 0])
    const { object: level } = await reader.read(levelIn(reader))
    expect(level instanceof ue1.Level && level.actors.map((actor) => actor?.path)).toEqual([
      'LevelInfo0',
      'Brush0',
      'Brush1',
      'Light12',
      'Light13',
      'Trigger0',
      'Brush2',
    ])
  })

  it('every map of UE1 and UE2 is as it was after its own T3D, and a copy of its actors is like them', async () => {
    let maps = 0
    let actors = 0
    const levels = PACKAGES.filter(({ path }) => /\.(?:unr|ut2|rom|s4m)$/.test(path))
    for (const { path, version = 0 } of SWEEPS ? levels : levels.filter(({ bytes }) => bytes < 600_000)) {
      const pkg = await openCorpus(path)
      const game = version < 100 ? 'ut99' : pkg.game.id
      const text = await textOf(pkg, undefined, await classes(game))
      const edit = await PackageEdit.open(pkg, { packages: await classes(game) })
      const same = await importT3d(edit, text, { replace: true })
      expect([path, same.added, same.replaced]).toEqual([path, [], []])
      expect(edit.exports.every(({ body }) => body.kind === 'stored')).toBe(true)
      maps++
      const copy = await PackageEdit.open(pkg, { packages: await classes(game) })
      const { added } = await importT3d(copy, text)
      const built = await buildPackage(copy)
      const before = blocks(text)
      const after = blocks(await textOf(built, added, await classes(game)))
      const sources = [...before.keys()].filter((name) => isCopied(before.get(name) ?? ''))
      expect([path, added.length]).toEqual([path, sources.length])
      const names = new Map(sources.map((name, i) => [name.toLowerCase(), added[i] ?? '']))
      for (const name of sources) {
        actors++
        const wanted = plain(before.get(name) ?? '', names)
        expect([path, plain(after.get(names.get(name.toLowerCase()) ?? '') ?? '', new Map())]).toEqual([path, wanted])
      }
    }
    expect(maps).toBeGreaterThan(8)
    expect(actors).toBeGreaterThan(600)
  }, 300_000)
})

/** The actors of a text, by name. */
function blocks(text: string): Map<string, string> {
  const found = text.matchAll(/^Begin Actor Class=(\S+) Name=(\S+)\n([\s\S]*?)^End Actor$/gm)
  return new Map([...found].map(([, of, name = '', body]) => [name, `${of}\n${body}`]))
}

/** Whether it is copied: a map has its own LevelInfo, and a builder brush is none of the level. */
function isCopied(block: string): boolean {
  return (
    !/^(?:LevelInfo|DefaultPhysicsVolume)\n/.test(block) && !(/^Brush\n/.test(block) && !block.includes('CsgOper='))
  )
}

/** A block with the new names of what was copied, without its own names, and without what six digits lose. */
function plain(block: string, names: ReadonlyMap<string, string>): string {
  return block
    .replace(/(\w+)'(mylevel)\.([\w.]+)'/gi, (_, of: string, root: string, path: string) => {
      const [first = '', ...rest] = path.split('.')
      // What is inside an actor is made inside of it; old maps have it beside.
      if (of.endsWith('Emitter')) return `${of}'${rest.at(-1) ?? first}'`
      return of === 'Model' ? 'Model' : `${of}'${root}.${[names.get(first.toLowerCase()) ?? first, ...rest].join('.')}'`
    })
    .replace(/Begin Brush Name=\w+/, '')
    .replace(/^ {4}Name="?\w+"?\n/m, '')
    .replace(/(?<=[(,])\w+=-?0\.000000,?/g, '')
    .replace(/(?<=[(,])\w+=-?1\.#IND00,?/g, '')
    .replace(/,(?=\))/g, '')
    .replace(/\w+=\(\),?/g, '')
    .replace(/,(?=\))/g, '')
}
