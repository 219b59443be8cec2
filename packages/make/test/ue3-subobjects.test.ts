import { type ExportObject, ObjectReader, type Package } from '@ukit/core'
import { verifyMake } from '@ukit/make'
import { Class } from '@ukit/objects/script'
import { expect, it } from 'vitest'
import { made, read, setOf } from './support/made.js'

/** Cases from UDK's Engine, UDKBase and GameFramework (868), in classes with other names. */
const CORE = {
  Object: 'class Object native;\n',
  Component: `class Component extends Object;
var bool HiddenGame, CollideActors, AlwaysLoadOnClient, AlwaysLoadOnServer;
var Component Shade;
defaultproperties
{
  AlwaysLoadOnClient=True
  AlwaysLoadOnServer=True
}
`,
  Hinge: 'class Hinge extends Object;\nvar int Angle;\n',
  Mill: `class Mill extends Object;
var array<Component> Parts;
var Component Wheel;
var instanced Hinge Door;
var Hinge Spare;
var Object Owner;
defaultproperties
{
  Begin Object Class=Component Name=Wheel0
  End Object
  Begin Object Class=Component Name=Arrow
  End Object
  Begin Object Class=Component Name=Unused
  End Object
  Begin Object Class=Hinge Name=Door0
    Angle=30
  End Object
  Begin Object Class=Hinge Name=Spare0
  End Object
  Parts(0)=Wheel0
  Parts(1)=Arrow
  Wheel=Wheel0
  Door=Door0
  Spare=Spare0
  Owner=Class'Core.Mill'
}
`,
}

const UE3 = { format: { version: 868 } }

/** Core, and a package with classes that extend its Mill. */
async function packages(texts: Readonly<Record<string, string>>): Promise<{ core: Package; pkg: Package }> {
  const core = await made('Core', CORE, [], UE3)
  return { core, pkg: await made('Town', texts, [core], UE3) }
}

function exported(pkg: Package, path: string): ExportObject | undefined {
  return pkg.exports.find((object) => object.path === path)
}

function insideOf(pkg: Package, path: string): string[] {
  return pkg.exports.filter((object) => object.outer?.path === path).map(({ name }) => name)
}

async function componentsOf(pkg: Package, name: string): Promise<string[]> {
  return (await read(pkg, name, Class)).components.map((row) => row.name.toString())
}

// WorldInfo.Sprite, Weapon.Sprite, Scout.Arrow … of Engine; StaticLightCollectionActor.Sprite is kept.
it('a removed component is absent, unless the text changes it or nothing referred to it', async () => {
  const { pkg } = await packages({
    Plain: 'class Plain extends Mill;\n',
    Bare: 'class Bare extends Mill;\ndefaultproperties\n{\n  Parts.Remove(Arrow)\n}\n',
    Barer: 'class Barer extends Bare;\n',
    Named: `class Named extends Mill;
defaultproperties
{
  Begin Object Name=Arrow
  End Object
  Parts.Remove(Arrow)
}
`,
  })
  expect(insideOf(pkg, 'Default__Plain').sort()).toEqual(['Arrow', 'Door0', 'Unused', 'Wheel0'])
  for (const name of ['Bare', 'Barer']) {
    expect(insideOf(pkg, `Default__${name}`).sort()).toEqual(['Door0', 'Unused', 'Wheel0'])
    expect(await componentsOf(pkg, name)).toEqual(['Wheel0', 'Unused'])
  }
  expect(insideOf(pkg, 'Default__Named')).toContain('Arrow')
})

// SVehicle.StayUprightSetup in UDKVehicle; AnimNodeSeq0 of SkeletalMeshActor in its subclasses.
it('other objects are copied if an instanced variable or the text names them', async () => {
  const { pkg } = await packages({
    Plain: 'class Plain extends Mill;\n',
    Wide: `class Wide extends Mill;
defaultproperties
{
  Begin Object Name=Door0
    Angle=90
  End Object
  Begin Object Name=Spare0
  End Object
  Spare=Spare0
}
`,
  })
  const door = exported(pkg, 'Default__Plain.Door0')
  expect([door?.className, door?.archetype?.path]).toEqual(['Hinge', 'Core.Default__Mill.Door0'])
  const reader = await ObjectReader.open(pkg)
  const valueAt = async (path: string, name: string) => (await reader.get(path))?.object.properties.get(name)
  expect(String(await valueAt('Default__Plain', 'Door'))).toBe("Hinge'Default__Plain.Door0'")
  expect(await valueAt('Default__Plain', 'Spare')).toBeUndefined()
  expect(await valueAt('Default__Wide.Door0', 'Angle')).toBe(90)
  expect(String(await valueAt('Default__Wide', 'Spare'))).toBe("Hinge'Default__Wide.Spare0'")
})

// DrawBox0 of ForceFieldShapeBox in NxForceFieldGenericComponent.Shape0; not the object that
// SoundNodeAmbientNonLoop no longer refers to.
it('an object of a class has copies of the components that the class refers to', async () => {
  const { pkg } = await packages({
    Street: `class Street extends Object;
var Mill First;
defaultproperties
{
  Begin Object Class=Mill Name=First0
    Begin Object Name=Wheel0
      HiddenGame=True
    End Object
  End Object
  First=First0
}
`,
  })
  expect(insideOf(pkg, 'Default__Street.First0').sort()).toEqual(['Arrow', 'Door0', 'Wheel0'])
  expect(exported(pkg, 'Default__Street.First0.Wheel0')?.archetype?.path).toBe('Core.Default__Mill.Wheel0')
  const { object } = (await (await ObjectReader.open(pkg)).get('Default__Street.First0.Wheel0')) ?? {}
  expect(object?.properties.get('HiddenGame')).toBe(true)
})

// Trigger.Sprite, SceneCapturePortalActor.StaticMeshComponent2 and all other components of UDK's packages.
it('a hidden component without collisions obeys its AlwaysLoad values, unless a copy is loaded', async () => {
  const of = (name: string, says: string) =>
    `  Begin Object Class=Component Name=${name}\n    AlwaysLoadOnClient=False\n    AlwaysLoadOnServer=False\n${says}\n  End Object\n`
  const { pkg } = await packages({
    Tower: `class Tower extends Object;
defaultproperties
{
${of('Seen', '')}${of('Hidden', 'HiddenGame=True')}${of('Solid', 'HiddenGame=True\nCollideActors=True')}${of('Copied', 'HiddenGame=True')}}
`,
    Keep: `class Keep extends Tower;
defaultproperties
{
  Begin Object Name=Copied
    CollideActors=True
  End Object
}
`,
  })
  const loaded = ['Seen', 'Hidden', 'Solid', 'Copied'].map(
    (name) => ((exported(pkg, `Default__Tower.${name}`)?.entry.flagsHigh ?? 0) >>> 16) & 7,
  )
  // 1 for clients, 2 for servers, 4 for the editor.
  expect(loaded).toEqual([5, 4, 7, 7])
})

// MyStayUprightSetup and MyStayUprightConstraintInstance of UDKVehicleBase are before UDKVehicle.
it('the archetype of an instanced object is saved before the class that has a copy', async () => {
  const barn = `class Barn extends Object;
var instanced Hinge Second, First;
defaultproperties
{
  Begin Object Class=Hinge Name=A
  End Object
  Begin Object Class=Hinge Name=B
  End Object
  First=A
  Second=B
}
`
  const { pkg } = await packages({ Barn: barn, Shed: 'class Shed extends Barn;\nvar int Size;\n' })
  const paths = pkg.exports.map(({ path }) => path).filter((path) => !/ScriptText|MetaData/.test(path))
  expect(paths).toEqual([
    'Barn.First',
    'Barn.Second',
    'Barn',
    'Default__Barn',
    'Default__Barn.B',
    'Default__Barn.A',
    'Shed.Size',
    'Shed',
    'Default__Shed',
    'Default__Shed.A',
    'Default__Shed.B',
  ])
})

it('None is a value: a class may have it although its super has an object', async () => {
  const { pkg } = await packages({ Bare: 'class Bare extends Mill;\ndefaultproperties\n{\n  Owner=None\n}\n' })
  const reader = await ObjectReader.open(pkg)
  expect((await reader.get('Default__Bare'))?.object.properties.get('Owner')).toBeNull()
})

it('a decompiled and rebuilt package is the same, including the order of components', async () => {
  const { core, pkg } = await packages({
    Bare: 'class Bare extends Mill;\ndefaultproperties\n{\n  Parts.Remove(Arrow)\n  Owner=None\n}\n',
    Wide: `class Wide extends Mill;
defaultproperties
{
  Begin Object Class=Component Name=Zebra
  End Object
  Begin Object Class=Component Name=Ant
  End Object
  Begin Object Name=Spare0
  End Object
  Parts(2)=Zebra
  Parts(3)=Ant
  Spare=Spare0
}
`,
  })
  expect((await componentsOf(pkg, 'Wide')).slice(-2)).toEqual(['Zebra', 'Ant'])
  const found = await verifyMake(pkg, { packages: setOf([core]), defaults: 'decompiled' })
  expect([found.differences, found.identicalDefaults, found.byRules?.identical]).toEqual([[], 2, true])
})
