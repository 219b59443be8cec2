import { Guid, ObjectReader, openPackage, type Package, PackageSet } from '@ukit/core'
import { addObject, buildPackage, createPackage, importAt } from '@ukit/edit'
import { Class, Enum, FunctionField } from '@ukit/objects/script'
import { proveDecompiled } from '@ukit/script/analysis'
import { decompileClass, patchListing } from '@ukit/script/decompile'
import {
  type ClassSymbol,
  type FieldSymbol,
  loadWorld,
  type Type,
  type VariableSymbol,
  type World,
} from '@ukit/script/symbols'
import { describe, expect, it } from 'vitest'
import { CODE, MORE_CODE, openCorpus, packagesBeside } from '../../../../testing/corpus.js'

/**
 * A package `Arms` whose class extends one of a package that is not there; `sleep` names a native function
 * that has the number of Sleep.
 */
async function armsOf(
  above: string,
  version: number,
  listing = '',
  licensee = 0,
  flags = 0,
  sleep = '',
): Promise<Package> {
  const edit = await createPackage({ name: 'Arms', version, licensee, guid: new Guid(1, 2, 3, 4) })
  const gun = Object.assign(new Class(), { classFlags: flags })
  const parent = importAt(edit, above, 'Core.Class')
  gun.super = parent
  addObject(edit, 'Gun', 'Class', gun, { super: parent })
  if (sleep !== '') {
    const again = Object.assign(new FunctionField(), { flags: 0x401, nativeIndex: 256 })
    addObject(edit, `Gun.${sleep}`, 'Core.Function', again)
  }
  if (listing !== '') {
    addObject(edit, 'Gun.Fire', 'Core.Function', Object.assign(new FunctionField(), { flags: 2 }))
    await patchListing(edit, listing)
  }
  return buildPackage(edit)
}

const loaded = async (pkg: Package, packages = new PackageSet()) => loadWorld([pkg], { packages, standIns: true })

const CODE_OF_FIRE = `
script Function'Gun.Fire'
    ExtendedNative(256, FloatConst(0x3F000000))
    Return(Nothing)
`

describe('what takes the place of packages that are missing', () => {
  it.each([
    [69, 'Unreal Tournament', 'Engine.Pawn', 'Engine.Actor.ENetRole'],
    [128, 'Unreal Tournament 2004', 'Engine.Pawn', 'Engine.Actor.ENetRole'],
    [868, 'UDK', 'Engine.Pawn', 'Engine.Actor.ENetRole'],
  ])('knows classes, natives and enums for packages of version %i from %s', async (version, game, above, role) => {
    const pkg = await armsOf(above, version)
    const world = await loaded(pkg)
    expect(world.missingPackages).toEqual([])
    expect(world.standIns).toEqual([
      { name: 'Engine', game },
      { name: 'Core', game },
    ])
    const [gun] = world.classesOf(pkg)
    expect(gun?.isSuperMissing).toBe(false)
    expect(chain(gun).slice(0, 3)).toEqual(['Arms.Gun', 'Engine.Pawn', 'Engine.Actor'])
    expect(chain(gun).at(-1)).toBe('Core.Object')
    expect(world.native(256)).toMatchObject({ path: 'Engine.Actor.Sleep', nativeIndex: 256 })
    const add = world.native(174)
    expect(add).toMatchObject({ path: 'Core.Object.Add_FloatFloat', friendlyName: '+', precedence: 20 })
    expect(add?.parameters.map(({ name, type }) => [name, type.kind])).toEqual([
      ['A', 'float'],
      ['B', 'float'],
    ])
    const enumOfRole = world.byPath(role)
    expect(enumOfRole?.kind === 'enum' ? enumOfRole.tags[0] : undefined).toBe('ROLE_None')
    expect(gun?.super?.super?.variables.get('role')?.type).toEqual({ kind: 'byte', enum: enumOfRole })
    // A class that no table has is not known, and does not become one of native code.
    expect(world.class('Engine.NoSuchThing')).toBeUndefined()
  })

  it('has each symbol once, however it is asked for, and its maps in the order of the lines', async () => {
    const world = await loaded(await armsOf('Engine.Pawn', 868))
    const actor = world.class('Engine.Actor')
    const object = world.class('Core.Object')
    const sleep = actor?.functions.get('sleep')
    expect(world.native(256)).toBe(sleep)
    expect(actor?.overloads.get('sleep')).toEqual([sleep])
    expect(actor?.fields.filter(({ name }) => name === 'Sleep')).toEqual([sleep])
    // An operator is found by its number, by its word, and by its name as an object.
    const joined = world.native(112)
    expect(joined?.path).toBe('Core.Object.Concat_StrStr')
    expect(object?.operators.get('$')?.filter((one) => one === joined)).toHaveLength(1)
    expect(world.byPath('Core.Object.Concat_StrStr')).toBe(joined)
    expect(object?.functions.has('concat_strstr')).toBe(false)
    const axes = object?.fields.filter(({ kind }) => kind === 'enum').map(({ name }) => name)
    expect([...(object?.enums.values() ?? [])].map(({ name }) => name)).toEqual(axes)
    expect([...(object?.enums.keys() ?? [])]).toContain('eaxis')
    expect(object?.variables.get('no such variable')).toBeUndefined()
    const vector = object?.structs.get('vector')
    expect(world.byPath('Core.Object.Vector')).toBe(vector)
    expect(vector?.members.map(({ name }) => name)).toEqual(['X', 'Y', 'Z'])
  })

  it('takes the tables of a game that has its own', async () => {
    const gamesOf = async (version: number, licensee: number) =>
      (await loaded(await armsOf('Engine.Pawn', version, '', licensee))).standIns.map(({ game }) => game)
    expect(await gamesOf(118, 14)).toEqual(['Raven Shield', 'Raven Shield'])
    expect(await gamesOf(129, 27)).toEqual(['SWAT 4', 'SWAT 4'])
  })

  it('lays what Deus Ex declares besides over the tables of Unreal Tournament', async () => {
    // 68/0 is many games: what a package imports tells.
    const reopened = async (above: string) => openPackage((await armsOf(above, 68)).file, { fileName: 'Arms.u' })
    const world = await loaded(await reopened('Extension.PlayerPawnExt'))
    expect(world.standIns).toEqual([
      { name: 'Extension', game: 'Deus Ex' },
      { name: 'Core', game: 'Unreal Tournament' },
      { name: 'Engine', game: 'Deus Ex (in part Unreal Tournament)' },
    ])
    const send = world.native(713)
    expect(send?.path).toBe('Engine.Actor.AISendEvent')
    const [, event] = send?.parameters ?? []
    const tags = event?.type.kind === 'byte' ? event.type.enum?.tags : undefined
    expect(tags).toEqual(['EAITYPE_Visual', 'EAITYPE_Audio', 'EAITYPE_Olifactory'])
    // Where both games have a function, there is one, with the parameters of Deus Ex.
    const actor = world.class('Engine.Actor')
    const physics = actor?.fields.filter((field) => field.kind === 'function' && field.nativeIndex === 3970)
    expect(physics?.map((field) => (field.kind === 'function' ? field.parameters.length : 0))).toEqual([2])
    expect(actor?.variables.get('role')?.name).toBe('Role')
    expect(world.native(1280)?.path).toBe('Extension.GC.GetTextExtent')
    // Sleep is of both games, from Unreal Tournament's table.
    expect(world.native(256)?.path).toBe('Engine.Actor.Sleep')
    const plain = await loaded(await reopened('Engine.Pawn'))
    expect(plain.standIns.map(({ game }) => game)).toEqual(['Unreal Tournament', 'Unreal Tournament'])
    expect(plain.native(713)).toBeUndefined()
  })

  it('is asked for nothing where the packages are there, and nothing without being asked', async () => {
    const pkg = await armsOf('Engine.Pawn', 69)
    const edit = await createPackage({ name: 'Engine', version: 69, guid: new Guid(1, 2, 3, 5) })
    addObject(edit, 'Pawn', 'Class', new Class())
    const mine = Object.assign(new Enum(), { names: [] })
    addObject(edit, 'Pawn.ENetRole', 'Core.Enum', mine)
    const engine = await buildPackage(edit)
    const world = await loaded(pkg, new PackageSet((name) => (name === 'Engine' ? engine : undefined)))
    expect(world.standIns.map(({ name }) => name)).toEqual(['Core'])
    expect(chain(world.classesOf(pkg)[0])).toEqual(['Arms.Gun', 'Engine.Pawn'])
    expect(world.enumsNamed('ENetRole').map(({ path }) => path)).toEqual(['Engine.Pawn.ENetRole'])
    expect(world.byPath('Engine.Actor')).toBeUndefined()
    const bare = await loadWorld([pkg])
    expect([bare.missingPackages, bare.standIns]).toEqual([['Engine'], []])
    expect(bare.native(256)).toBeUndefined()
  })

  it('gives code its names, so that it compiles to the same bytes', async () => {
    const pkg = await armsOf('Engine.Pawn', 69, CODE_OF_FIRE)
    const text = async (world: World) =>
      (await decompileClass(await ObjectReader.open(pkg), pkg.export('Gun'), { world })).text
    expect(await text(await loadWorld([pkg]))).toContain('Native256(0.5);')
    expect(await text(await loaded(pkg))).toContain('Sleep(0.5);')
    expect(await proveDecompiled(pkg, { standIns: true })).toMatchObject({ scripts: 1, identical: 1, skipped: [] })
  })
})

it.each([
  [69, 'Sleep(Pi);', 'ExtendedNative(256, FloatConst(0x40490FDB))'],
  [69, 'Sleep(3.0);', 'ExtendedNative(256, FloatConst(0x40400000))'],
  [868, 'Sleep(Pi);', 'ExtendedNative(256, FloatConst(0x40490FDB))'],
])('names the constant that alone has an unusual value: version %i, %s', async (version, expected, call) => {
  const end = version === 868 ? '    EndOfScript\n' : ''
  const code = `\nscript Function'Gun.Fire'\n    ${call}\n    Return(Nothing)\n${end}`
  const pkg = await armsOf('Engine.Pawn', version, code)
  const world = await loaded(pkg)
  const { text } = await decompileClass(await ObjectReader.open(pkg), pkg.export('Gun'), { world })
  expect(text).toContain(expected)
  expect(await proveDecompiled(pkg, { standIns: true })).toMatchObject({ scripts: 1, identical: 1, skipped: [] })
})

describe('the macros of UE3 that write to the log', () => {
  const fire = (call: string) => `
script Function'Gun.Fire'
    NativeFunction(${call})
    Return(Nothing)
    EndOfScript
`
  const textWith = async (pkg: Package) =>
    (await decompileClass(await ObjectReader.open(pkg), pkg.export('Gun'), { world: await loaded(pkg) })).text

  it.each([
    ['231, StringConst("a, b"), EmptyParmValue', '`log("a, b");'],
    ['231, StringConst("a"), NameConst(\'Tick\')', '`log("a",, \'Tick\');'],
    ['232, StringConst("it\'s (1")', '`warn("it\'s (1");'],
  ])('are printed for the calls that they become, and prove: %s', async (call, expected) => {
    const pkg = await armsOf('Engine.Pawn', 868, fire(call))
    expect(await textWith(pkg)).toContain(expected)
    expect(await proveDecompiled(pkg, { standIns: true })).toMatchObject({ scripts: 1, identical: 1, skipped: [] })
  })

  it('are unknown to other engines', async () => {
    const text = await textWith(await armsOf('Engine.Pawn', 128, fire('231, StringConst("a")')))
    expect(text).toContain('Log("a");')
    expect(text).not.toContain('`')
  })

  it('take what an operator of Object converts, where a superclass between is missing', async () => {
    const joined = 'NativeFunction(112, StringConst("n "), PrimitiveCast(cast=IntToString, value=IntConst(7)))'
    const text = await textWith(await armsOf('NoGame.NoPawn', 868, fire(`231, ${joined}, EmptyParmValue`)))
    expect(text).toContain('`log("n " $ 7);')
    const product = 'NativeFunction(171, PrimitiveCast(cast=ByteToFloat, value=ByteConst(255)), FloatConst(0.5))'
    const color = `PrimitiveCast(cast=FloatToByte, value=${product}), ByteConst(1), ByteConst(2), EmptyParmValue`
    const made = CODE_OF_FIRE.replace(/Extended.*/, `FinalFunction(Function'Core.Object.MakeColor', ${color})`)
    expect(await textWith(await armsOf('NoGame.NoPawn', 868, made))).toContain('MakeColor(255 * 0.5, 1, 2);')
  })
})

const PLACEABLE = 0x200

describe('the line of a class whose superclass is from a table', () => {
  it.each([
    ['Engine.Emitter', PLACEABLE, 'class Gun extends Emitter;'],
    ['Engine.Emitter', 0, 'class Gun extends Emitter notplaceable;'],
    ['Engine.Actor', PLACEABLE, 'class Gun extends Actor placeable;'],
  ])('says of a subclass of %s with flags %i what it does not inherit', async (above, flags, line) => {
    const pkg = await armsOf(above, 128, '', 0, flags)
    const { text } = await decompileClass(await ObjectReader.open(pkg), pkg.export('Gun'), { world: await loaded(pkg) })
    expect(text.replace(/\s+/g, ' ')).toContain(line)
  })
})

describe('a number that a package gives to a function again', () => {
  // SiegeStatPlayer: Sleep is what all actors have under 256.
  it('means the function of the class that is farthest up', async () => {
    const pkg = await armsOf('Engine.Pawn', 69, CODE_OF_FIRE, 0, 0, 'SleepModify')
    const world = await loaded(pkg)
    const { text } = await decompileClass(await ObjectReader.open(pkg), pkg.export('Gun'), { world })
    expect(text).toContain('Sleep(0.5);')
    expect(text).not.toContain('SleepModify(0.5)')
  })
})

function chain(of: ClassSymbol | undefined): string[] {
  const paths: string[] = []
  for (let at: ClassSymbol | null = of ?? null; at !== null && paths.length < 64; at = at.super) paths.push(at.path)
  return paths
}

const LINES = ['code/ut99', 'code/ut2004', 'code/lineage-2-132', 'code/swat4', 'code/udk-868', 'code-2/raven-shield']
const FOLDERS = LINES.filter((line) => [...CODE, ...MORE_CODE].some(({ path }) => path.startsWith(`${line}/`)))

describe.skipIf(FOLDERS.length === 0)('the tables', () => {
  it.each(FOLDERS)('say of Core and Engine what the packages of %s declare', async (folder) => {
    for (const name of ['Core', 'Engine']) {
      const path = `${folder}/${name}.u`
      const pkg = await openCorpus(path)
      const real = await loadWorld([pkg], { packages: packagesBeside(path) })
      const above = name === 'Core' ? 'Core.Object' : 'Engine.Actor'
      const built = await loaded(await armsOf(above, pkg.version, '', pkg.licensee))
      for (const symbol of real.classesOf(pkg)) {
        const found = linesOf(built.class(symbol.path))
        const wanted = linesOf(symbol)
        expect(found.join('\n')).toBe(wanted.join('\n'))
      }
    }
  })
})

/** All that a class declares: a line for the class and for each field. */
function linesOf(symbol: ClassSymbol | undefined): string[] {
  if (symbol === undefined) return []
  const { fields, interfaces, within, super: above, path, packageName, flags, isInterface, isSuperMissing } = symbol
  const own = [path, packageName, flags, isInterface, isSuperMissing, above?.path, within?.path]
  return [
    [...own, ...interfaces.map((one) => one.path)].join(' '),
    ...fields.map((field) => JSON.stringify(factsOf(field))),
  ]
}

function factsOf(field: FieldSymbol): unknown {
  const { kind, name, path } = field
  switch (field.kind) {
    case 'variable':
      return variableFacts(field)
    case 'enum':
      return { kind, path, tags: field.tags }
    case 'const':
      return { kind, path, text: field.text }
    case 'struct':
      return { kind, path, flags: field.flags, super: field.super?.path, members: field.members.map(variableFacts) }
    case 'state':
      return {
        ...{ kind, path, flags: field.flags, super: field.super?.path },
        functions: [...field.functions.values()].map(factsOf),
      }
    default: {
      const { friendlyName, flags, nativeIndex, precedence, parameters, returnValue } = field
      return {
        ...{ kind, name, path, friendlyName, flags, nativeIndex, precedence },
        // Which one a function of a state overrides depends on the order of the text.
        super: field.state === null ? field.super?.path : undefined,
        parameters: parameters.map(variableFacts),
        returnValue: returnValue === null ? null : variableFacts(returnValue),
      }
    }
  }
}

function variableFacts({ path, type, className, dimension, flags, flagsHigh }: VariableSymbol): unknown {
  return { path, type: typeFacts(type), className, dimension, flags: flags >>> 0, flagsHigh: flagsHigh >>> 0 }
}

function typeFacts(type: Type): unknown {
  if (type.kind === 'array') return ['array', typeFacts(type.inner)]
  const { kind, ...rest } = type
  return [kind, ...Object.values(rest).map((of) => (typeof of === 'object' && of !== null ? of.path : of))]
}
