import { Guid } from '@ukit/container'
import { ObjectReader, type Package } from '@ukit/core'
import { addObject, buildPackage, createPackage, type EditExport, importAt, setProperties } from '@ukit/edit'
import { importT3d } from '@ukit/import'
import { verifyPackage } from '@ukit/inspect'
import { levelIn } from '@ukit/media/level'
import { UnrealObject, ue3 } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { describeCorpus, openCorpus } from '../../../../testing/corpus.js'
import { opened, textOf } from './t3d-map.js'

/** A map of UDK with what every map has, and a light with its component. */
async function smallMap(): Promise<Package> {
  const edit = await createPackage({ name: 'Small', version: 868, game: 'udk', guid: Guid.ZERO })
  const editorViews = Array.from({ length: 4 }, () => new ue3.LevelViewportInfo())
  const world = addObject(edit, 'TheWorld', 'Engine.World', Object.assign(new ue3.World(), { editorViews }))
  const level = new ue3.Level()
  const levelEntry = addObject(edit, 'TheWorld.PersistentLevel', 'Engine.Level', level)
  const actor = (name: string, of: string) =>
    addObject(edit, `TheWorld.PersistentLevel.${name}`, `Engine.${of}`, new UnrealObject(), { flags: 0x7_0001 })
  for (const of of ['PointLightComponent', 'BrushComponent']) importAt(edit, `Engine.${of}`, 'Core.Class')
  const info = actor('WorldInfo_0', 'WorldInfo')
  const builder = actor('Brush_0', 'Brush')
  const light = actor('PointLight_3', 'PointLight')
  importAt(edit, 'Engine.Default__PointLight', 'Engine.PointLight')
  const component = addObject(
    edit,
    'TheWorld.PersistentLevel.PointLight_3.PointLightComponent_3',
    'Engine.PointLightComponent',
    edit.reader.emptyObject('PointLightComponent') ?? new UnrealObject(),
    { archetype: importAt(edit, 'Engine.Default__PointLight.PointLightComponent0', 'Engine.PointLightComponent') },
  )
  const set = (entry: EditExport, values: Parameters<typeof setProperties>[3]) =>
    edit.change(entry, ({ properties }) => setProperties(edit, entry, properties, values))
  await set(builder, { 'Brush:object': null, 'CsgOper:byte(ECsgOper)': 'CSG_Active' })
  await set(component, { 'Radius:float': 512 })
  await set(light, {
    'LightComponent:object': component,
    'Location:struct(Vector)': { X: Math.fround(0.1), Y: 2, Z: -3 },
  })
  await edit.change(levelEntry, (object) => {
    if (object instanceof ue3.Level) Object.assign(object, { self: levelEntry, actors: [info, builder, light] })
  })
  await edit.change(world, (object) => {
    if (object instanceof ue3.World) object.persistentLevel = levelEntry
  })
  return buildPackage(edit)
}

/** What the editor of UDK copies: two actors with components, and a brush. Written by hand, in its form. */
const PASTED = `Begin Map
   Begin Level
      Begin Actor Class=PointLight Name=PointLight_3 Archetype=PointLight'Engine.Default__PointLight'
         Begin Object Class=PointLightComponent Name=PointLightComponent0 ObjName=PointLightComponent_9 Archetype=PointLightComponent'Engine.Default__PointLight:PointLightComponent0'
            Radius=256.000000
            Name="PointLightComponent_9"
            ObjectArchetype=PointLightComponent'Engine.Default__PointLight:PointLightComponent0'
         End Object
         LightComponent=PointLightComponent'PointLightComponent_9'
         Location=(X=16.500000,Y=0.000000,Z=-64.000000)
         Name="PointLight_3"
         ObjectArchetype=PointLight'Engine.Default__PointLight'
      End Actor
      Begin Actor Class=Brush Name=Brush_1 Archetype=Brush'Engine.Default__Brush'
         Begin Object Class=BrushComponent Name=BrushComponent0 ObjName=BrushComponent_1 Archetype=BrushComponent'Engine.Default__Brush:BrushComponent0'
            Brush=Model'Model_1'
            Name="BrushComponent_1"
         End Object
         CsgOper=CSG_Add
         Begin Brush Name=Model_1
            Begin PolyList
               Begin Polygon Item=Side Texture=EngineMaterials.DefaultMaterial Flags=3584 Link=0 ShadowMapScale=16.000000
                  Origin   +00128.000000,-00064.000000,+00000.000000
                  Normal   +00000.000000,+00001.000000,+00000.000000
                  TextureU +00000.000000,+00001.000000,+00000.000000
                  TextureV +00000.000000,+00000.000000,-00001.000000
                  Vertex   +00128.000000,-00064.000000,+00000.000000
                  Vertex   +00128.000000,+00064.000000,+00000.000000
                  Vertex   +00128.000000,+00064.000000,+00032.000000
               End Polygon
            End PolyList
         End Brush
         Brush=Model'Model_1'
         Name="Brush_1"
      End Actor
   End Level
End Map
`

describe('a map of UE3 without its game', () => {
  it('comes out, and in again as it was', async () => {
    const pkg = await smallMap()
    const edit = await opened(pkg)
    const { added, replaced, unchanged } = await importT3d(edit, await textOf(pkg), { replace: true })
    expect({ added, replaced, unchanged }).toEqual({ added: [], replaced: [], unchanged: 3 })
    expect(edit.exports.every(({ body }) => body.kind === 'stored')).toBe(true)
  })

  it('what the editor copied is added with its components, under names that are free', async () => {
    const pkg = await smallMap()
    const edit = await opened(pkg)
    const { added, notes } = await importT3d(edit, PASTED)
    expect(added).toEqual(['PointLight_4', 'Brush_1'])
    expect(notes.join('\n')).toMatch(/1 brush changed: rebuild geometry, light and paths in the editor/)
    const built = await buildPackage(edit)
    expect((await verifyPackage(built)).problems).toEqual([])
    const reader = await ObjectReader.open(built)
    const inside = 'TheWorld.PersistentLevel'
    const view = (path: string) => reader.view(built.export(`${inside}.${path}`))
    const light = await view('PointLight_4')
    expect(light.vector('Location')).toEqual([16.5, 0, -64])
    expect(light.object('LightComponent')?.path).toBe(`${inside}.PointLight_4.PointLightComponent_9`)
    expect((await view('PointLight_4.PointLightComponent_9')).number('Radius')).toBe(256)
    const component = built.export(`${inside}.PointLight_4.PointLightComponent_9`)
    expect(component.archetype?.path).toBe('Engine.Default__PointLight.PointLightComponent0')
    expect(component.archetype?.outer?.className).toBe('PointLight')
    expect(built.export(`${inside}.PointLight_4`).archetype).toBeNull()
    // The one of the map is as it was.
    expect((await view('PointLight_3.PointLightComponent_3')).number('Radius')).toBe(512)
    const brush = await view('Brush_1')
    expect(brush.enumName('CsgOper')).toBe('CSG_Add')
    const model = built.export(`${inside}.Brush_1.Model_1`)
    expect(brush.object('Brush')).toBe(model)
    expect((await view('Brush_1.BrushComponent_1')).object('Brush')).toBe(model)
    const { object: shape } = await reader.read(model)
    if (!(shape instanceof ue3.Model)) throw new Error('not a model')
    expect([...shape.bounds.numbers.subarray(0, 6)]).toEqual([128, 0, 16, 0, 64, 16])
    expect(shape.self).toBe(model)
    const { object: polys } = await reader.read(built.export(shape.polys?.path ?? ''))
    const [side] = polys instanceof ue3.Polys ? polys.polys : []
    expect(side).toMatchObject({ polyFlags: 3584, link: 0, brushPoly: -1, shadowMapScale: 16, lightingChannels: 3 })
    expect([...(side?.normal ?? [])]).toEqual([1, 0, 0])
    const { object: level } = await reader.read(levelIn(reader))
    expect(level instanceof ue3.Level && level.actors.map((actor) => actor?.path?.split('.').at(-1))).toEqual([
      'WorldInfo_0',
      'Brush_0',
      'PointLight_3',
      'PointLight_4',
      'Brush_1',
    ])
  })

  it('a component that the file changes is changed, and nothing else', async () => {
    const pkg = await smallMap()
    const edit = await opened(pkg)
    const text = (await textOf(pkg, ['PointLight_3'])).replace('Radius=512', 'Radius=640')
    expect((await importT3d(edit, text, { replace: true })).replaced).toEqual(['PointLight_3'])
    const changed = edit.exports.filter(({ body }) => body.kind !== 'stored').map(({ name }) => name)
    expect(changed).toEqual(['PointLightComponent_3'])
    const { object } = await edit.read(edit.export('TheWorld.PersistentLevel.PointLight_3.PointLightComponent_3'))
    expect(object.properties.get('Radius')).toBe(640)
  })
})

/** Maps as editors saved them, of versions 648 to 888. */
const MAPS = [
  'corpus-2/ue3/spilth/SimpleLevel.udk',
  'corpus-2/ue3/spilth/MRBL-Test.udk',
  'corpus-2/ue3/speedy37/RV8_Global.udk',
  'corpus-2/ue3/egeusz/AliTestlighting3.udk',
  'corpus-2/ue3/jbn0619/the_heist.umap',
  'ue3/fredhappyface/bowserinadarkworld.umap',
  'corpus-3/ue3/frozenhell/UN-TestHouse.udk',
  'corpus-3/ue3/sp-fernando-serra/BB-BettyLevelMenu.udk',
  'corpus-3/ue3/talklittle/GH-Test1.udk.e96a7a.udk',
]

describeCorpus('maps of UE3', () => {
  it.each(MAPS)('%s is as it was after its own T3D, and a copy of its actors is like them', async (path) => {
    const pkg = await openCorpus(path)
    const text = await textOf(pkg)
    const edit = await opened(pkg)
    const same = await importT3d(edit, text, { replace: true })
    expect([same.added, same.replaced]).toEqual([[], []])
    expect(same.unchanged).toBeGreaterThan(3)
    expect(edit.exports.every(({ body }) => body.kind === 'stored')).toBe(true)
    const copy = await opened(pkg)
    const { added } = await importT3d(copy, text)
    const built = await buildPackage(copy)
    const before = blocks(text).filter(isCopied)
    const after = blocks(await textOf(built, added))
    expect(after.map(plain)).toEqual(before.map(plain))
    // Nothing of the new objects is broken that is not in the map itself.
    const known = (await verifyPackage(pkg)).problems.length
    expect((await verifyPackage(built)).problems).toHaveLength(known)
  })
})

function blocks(text: string): string[] {
  return [...text.matchAll(/^ +Begin Actor [\s\S]*?^ +End Actor$/gm)].map(([block]) => block)
}

/** Whether it is copied: a map has its own WorldInfo, and a builder brush is none of the level. */
function isCopied(block: string): boolean {
  const [, of = ''] = /Class=(\w+)/.exec(block) ?? []
  return !/^WorldInfo$/i.test(of) && !(/^Brush$/i.test(of) && !block.includes('CsgOper='))
}

/** A block without the numbers of names, which copies have of their own. */
function plain(block: string): string {
  return block
    .replace(/(\w+)'([\w.:]*?)_?\d*'/g, "$1'$2'")
    .replace(/\b(Name|ObjName)=("?)(\w+?)_?\d*\2(?=\s)/g, '$1=$3')
    .replaceAll('-0.000000', '0.000000')
}
