import { Guid } from '@ukit/container'
import { type Package, PackageSet } from '@ukit/core'
import { addObject, buildPackage, createPackage, groupAt, importAt } from '@ukit/edit'
import { buildFromSources } from '@ukit/make'
import { UnrealObject } from '@ukit/objects'
import { Class, FunctionField } from '@ukit/objects/script'
import { dialectOf, loadWorld } from '@ukit/script/symbols'
import { describe, expect, it } from 'vitest'
import { decompiled } from './support/decompiled.js'
import { made, make, read } from './support/made.js'

const COMPONENT = 'class Component extends Object;\n'
const OBJECT = 'class Object native;\nnative(129) static final preoperator bool ! (bool A);\n'

const functionOf = (pkg: Package, path: string) => read(pkg, path, FunctionField)

describe('decompiled code can be rebuilt', () => {
  it('a function that a state only declares is not one that it ignores', async () => {
    const bases = [await made('Core', { Object: OBJECT })]
    const text = `class Mill extends Object;

function Grind();

state Idle
{
    ignores Grind;

    function Rest();

Begin:
    Rest();
}
`
    const mill = await made('Mod', { Mill: text }, bases)
    const again = await decompiled(mill, bases, 'Mill')
    expect(again).toContain('ignores Grind;')
    expect(again).toContain('function Rest();')
    await made('Mod', { Mill: again }, bases)
  })

  it('a function that a state only declares is a function if another state overrides it', async () => {
    const bases = [await made('Core', { Object: OBJECT })]
    const text = `class Mill extends Object;

function Grind();

state Idle
{
    function Grind();
}
state Broken extends Idle
{
    function Grind();
}
state Closed
{
    ignores Grind;
}
`
    const mill = await made('Mod', { Mill: text }, bases)
    const superOf = ({ exports }: Package) => exports.find(({ path }) => path === 'Mill.Broken.Grind')?.super?.path
    expect(superOf(mill)).toBe('Mill.Idle.Grind')
    const again = await decompiled(mill, bases, 'Mill')
    expect(again.match(/ignores Grind;/g)).toHaveLength(1)
    expect(superOf(await made('Mod', { Mill: again }, bases))).toBe('Mill.Idle.Grind')
  })

  it('replication lists are in the order of the declarations', async () => {
    const bases = [await made('Core', { Object: OBJECT })]
    const text = `class Mill extends Object;

var bool bTurning;
var int Sacks;
var int Stones;

replication
{
    reliable if (!bTurning)
        Sacks, Stones, Grind, Stop, Open;
}

function Grind();

function Stop();

function Open();
`
    const again = await decompiled(await made('Mod', { Mill: text }, bases), bases, 'Mill')
    expect(again.split('\n').map((line) => line.trim())).toContain('Sacks, Stones, Grind, Stop, Open;')
  })

  it('a function with nothing but a semicolon has a body (UE3)', async () => {
    const ue3 = { version: 868 }
    const core = await made('Core', { Object: 'class Object native noexport;\n', Component: COMPONENT }, [], {
      format: ue3,
    })
    const text = 'class Mill extends Object;\n\nfunction Grind()\n{\n    ;\n}\n\nfunction Rest()\n{\n}\n'
    const mill = await made('Mod', { Mill: text }, [core], { format: ue3 })
    const again = await decompiled(mill, [core], 'Mill')
    const rebuilt = await made('Mod', { Mill: again }, [core], { format: ue3 })
    // 2: Defined.
    const areDefined = async (pkg: Package) => [
      ((await functionOf(pkg, 'Mill.Grind')).flags & 2) !== 0,
      ((await functionOf(pkg, 'Mill.Rest')).flags & 2) !== 0,
    ]
    expect(await areDefined(mill)).toEqual([true, false])
    expect(await areDefined(rebuilt)).toEqual([true, false])
  })

  // As in UELib's TestUC3.
  it('a cast of the variable of a delegate names the variable (UE3)', async () => {
    const ue3 = { version: 868 }
    const texts = { Object: 'class Object native noexport;\n', Component: COMPONENT }
    const core = await made('Core', texts, [], { format: ue3 })
    const text = `class Mill extends Object;
delegate OnTurn();
function string Variable() { return string(__OnTurn__Delegate); }
function string Itself() { return string(OnTurn); }
`
    const again = await decompiled(await made('Mod', { Mill: text }, [core], { format: ue3 }), [core], 'Mill')
    expect(again).toContain('return string(__OnTurn__Delegate);')
    expect(again).toContain('return string(OnTurn);')
  })

  it('objects that cooking put into a package are named with their own package (UE3)', async () => {
    const ue3 = { version: 868 }
    const texts = {
      Object: 'class Object native noexport;\n',
      Component: COMPONENT,
      Sound: 'class Sound extends Object;\n',
    }
    const core = await made('Core', texts, [], { format: ue3 })
    const edit = await createPackage({ name: 'Mod', ...ue3, guid: new Guid(5, 6, 7, 8) })
    const text = "class Mill extends Object;\nfunction Object Get() { return Sound'Art.Creak'; }\n"
    const reference = addObject(edit, 'Art.Creak', 'Core.Sound', new UnrealObject())
    const group = groupAt(edit, 'Art')
    // 1: the export is forced.
    group.entry.exportFlags = 1
    await buildFromSources({
      edit,
      sources: [{ file: 'Mill.uc', text }],
      bases: [core],
      packages: new PackageSet(),
      findObject: () => ({ reference, class: undefined }),
    })
    const cooked = await buildPackage(edit)
    expect(await decompiled(cooked, [core], 'Mill')).toContain("return Sound'Art.Creak';")
    group.entry.exportFlags = 0
    expect(await decompiled(await buildPackage(edit), [core], 'Mill')).toContain("return Sound'Creak';")
  })

  it('a struct with an ambiguous name is written with its class', async () => {
    const core = await made('Core', { Object: OBJECT })
    const bases = [
      core,
      await made('Engine', { Sky: 'class Sky extends Object;\nstruct Spot { var int X; };' }, [core]),
      await made('Ground', { Earth: 'class Earth extends Object;\nstruct Spot { var string X; };' }, [core]),
    ]
    const text = 'class Mill extends Object;\nvar Earth.Spot A;\nvar array<Sky.Spot> B;\nvar Earth E;\nvar Sky S;\n'
    const again = await decompiled(await made('Mod', { Mill: text }, bases), bases, 'Mill')
    expect(again).toContain('var Earth.Spot A;')
    expect(again).toContain('var array<Sky.Spot> B;')
  })
})

it('native classes are known from an older build of the package', async () => {
  const bases = [await made('Core', { Object: OBJECT })]
  const text = 'class Mill extends Object native;\nvar Cog C;\n'
  await expect(made('Mod', { Mill: text }, bases)).rejects.toThrow("Unrecognized type 'Cog'")
  const older = await createPackage({ name: 'Mod', version: 69, guid: new Guid(5, 6, 7, 8) })
  importAt(older, 'Mod.Cog', 'Core.Class')
  const pkg = await made('Mod', { Mill: text }, bases, { older: await buildPackage(older) })
  expect(pkg.imports.map(({ path }) => path)).toContain('Mod.Cog')
})

// As in Core of UT99's patch 469, whose native functions end with Nothing (0x0B), which those of 436 do not.
it('Core, which has no bases, is compiled like its older build', async () => {
  const text = `${OBJECT}native(130) static final operator(30) bool && (bool A, skip bool B);\n`
  const like469 = await createPackage({ name: 'Core', version: 69, guid: new Guid(5, 6, 7, 8) })
  const sources = [{ file: 'Object.uc', text }]
  const bases = [like469.package]
  const dialect = { ...dialectOf(like469.package, await loadWorld(bases)), nativesEndWithNothing: true }
  await buildFromSources({ edit: like469, sources, bases, packages: new PackageSet(), dialect })
  const lastOf = async (pkg: Package) => (await functionOf(pkg, 'Object.Not_PreBool')).script.tokens.at(-1)?.op
  const older = await buildPackage(like469)
  expect(await lastOf(older)).toBe(0x0b)
  expect(await lastOf(await made('Core', { Object: text }, [], { older, format: undefined }))).toBe(0x0b)
  expect(await lastOf(await made('Core', { Object: text }))).not.toBe(0x0b)
})

// As in packages of UT99 with patch 469, and of 436.
it('values that are zero are stored if Core stores them', async () => {
  const texts = { Object: OBJECT, Tin: 'class Tin extends Object;\nvar int Size;\n' }
  const edit = await createPackage({ name: 'Core', version: 69, guid: new Guid(5, 6, 7, 8) })
  const sources = Object.entries(texts).map(([name, text]) => ({ file: `${name}.uc`, text }))
  const traits = { keepsZeroes: () => true }
  await buildFromSources({ edit, sources, bases: [edit.package], packages: new PackageSet(), traits })
  const valuesOf = async (core: Package) => {
    const pkg = await made('Mod', { Mill: 'class Mill extends Object;\nvar int Sacks;\n' }, [core])
    return (await read(pkg, 'Mill', Class)).properties.items.map(({ name, value }) => `${name}=${value}`)
  }
  expect(await valuesOf(await buildPackage(edit))).toEqual(['Sacks=0'])
  expect(await valuesOf(await made('Core', texts))).toEqual([])
})

// Names and kinds are those of the imports of UDK's Engine.
it('variables of native classes that scripts of UDK use are known', async () => {
  const ue3 = { version: 868 }
  const core = await made('Core', { Object: 'class Object native noexport;\n', Component: COMPONENT }, [], {
    format: ue3,
  })
  const text = `class Mill extends Object;
var FracturedStaticMesh Mesh;
function float Turn() { return Mesh.ChunkAngVel; }
function bool Stands() { return Mesh.bFixIsolatedChunks; }
function int Place() { return Mesh.OutsideMaterialIndex; }
`
  const pkg = await made('Engine', { Mill: text }, [core], { format: ue3 })
  expect(pkg.imports.map(({ className, path }) => `${className} ${path}`)).toEqual(
    expect.arrayContaining([
      'FloatProperty Engine.FracturedStaticMesh.ChunkAngVel',
      'BoolProperty Engine.FracturedStaticMesh.bFixIsolatedChunks',
      'IntProperty Engine.FracturedStaticMesh.OutsideMaterialIndex',
    ]),
  )
})

describe('packages that are not available', () => {
  it('may have hyphens in their names (AW-2004Particles of UT2004)', async () => {
    const bases = [await made('Core', { Object: OBJECT, Texture: 'class Texture extends Object native;\n' })]
    const text =
      "class Smoke extends Object;\n\nfunction Object Get()\n{\n    return Texture'AW-Fire.Much.Smoke-2t';\n}\n"
    const result = await make('Mill', { Smoke: text }, bases, { allowMissing: true })
    expect(result.problems.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(result.package?.imports.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['AW-Fire', 'Much', 'Smoke-2t']),
    )
  })
})
