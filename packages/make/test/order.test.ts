import { Guid } from '@ukit/container'
import { type Package, PackageSet } from '@ukit/core'
import { buildPackage, createPackage, PackageEdit } from '@ukit/edit'
import { buildFromSources, CORE_CLASSES, ENGINE_CLASSES, orderLike, orderTables, qsort, verifyMake } from '@ukit/make'
import { describe, expect, test } from 'vitest'

const GUID = new Guid(1, 2, 3, 4)
const OBJECT = 'class Object native;\n\nvar const name Name;\nfunction int Grind(int Sacks) { return Sacks; }\n'
const MILL = 'class Mill extends Object;\n\nfunction int Turn() { return Grind(2); }\n'

async function built(): Promise<PackageEdit> {
  const edit = await createPackage({ name: 'Core', version: 69, guid: GUID })
  const sources = [
    { file: 'Mill.uc', text: MILL },
    { file: 'Object.uc', text: OBJECT },
  ]
  const { problems } = await buildFromSources({ edit, sources, bases: [edit.package], packages: new PackageSet() })
  expect(problems).toEqual([])
  return edit
}

/** The same package with its tables reversed, and a name in a different case. */
async function turnedRound(edit: PackageEdit): Promise<Package> {
  const [none, ...names] = edit.nameTable
  if (none === undefined) throw new Error('a package has names')
  edit.recase(edit.nameEntry('Sacks'), 'sackS')
  edit.reorder({
    nameTable: [none, ...names.reverse()],
    imports: [...edit.imports].reverse(),
    exports: [...edit.exports].reverse(),
  })
  return buildPackage(edit)
}

const rows = ({ names, imports, exports }: Pick<PackageEdit | Package, 'names' | 'imports' | 'exports'>) => ({
  names: [...names],
  imports: imports.map(String),
  exports: exports.map(String),
})

describe('the order of a reference', () => {
  test('applies to names, imports and exports, with the case of names in the reference', async () => {
    const reference = await turnedRound(await built())
    const edit = await built()
    expect(rows(edit)).not.toEqual(rows(reference))
    orderLike(edit, reference)
    expect(rows(edit)).toEqual(rows(reference))
    expect(edit.names).toContain('sackS')
  })

  test('comes first, followed by everything that the reference does not have', async () => {
    const other = await createPackage({ name: 'Core', version: 69, guid: GUID })
    const text = 'class Object native;\n\nvar const name Name;\n'
    const sources = [{ file: 'Object.uc', text }]
    await buildFromSources({ edit: other, sources, bases: [other.package], packages: new PackageSet() })
    const edit = await built()
    const before = edit.exports.map(({ path }) => path)
    orderLike(edit, await buildPackage(other))
    const known = other.exports.map(({ path }) => path)
    expect(edit.exports.map(({ path }) => path)).toEqual([...known, ...before.filter((path) => !known.includes(path))])
  })

  test('makes a package with the same classes equal to the last byte', async () => {
    const reference = await turnedRound(await built())
    const edit = await built()
    orderLike(edit, reference)
    const { image } = await buildPackage(edit)
    expect(await image.slice(0, image.byteLength)).toEqual(await reference.image.slice(0, reference.image.byteLength))
  })
})

/** Import tables of public packages of Mobile Forces, UT99 and UT2004, with how often each row is needed. */
const IMPORTS: Readonly<Record<string, string>> = {
  m87Swars: 'Core:3 m87:2 m87.m87:2 Core.Class:1 Core.TextBuffer:1 Core.Object:1',
  Forest:
    'Core:3 Rage:2 Rage.RagePlayerX:2 RageGfx:1 RageGfx.RagePlayer2Mesh:1 Core.Class:1 Core.TextBuffer:1 ' +
    'Core.Object:1',
  Serious:
    'Core:6 Rage:4 Rage.RagePlayerX:4 Core.TextBuffer:2 RageGfx:2 Core.Object:2 Core.Class:2 ' +
    'RageGfx.RagePlayer1Mesh:1 RageGfx.RagePlayer2Mesh:1',
  VRI:
    'Core:17 Engine:16 Engine.Actor:14 Core.Object:6 Engine.Actor.Owner:6 Core.Object.GetPropertyText:5 ' +
    'Core.BoolProperty:3 Engine.ReplicationInfo:2 Engine.Actor.Role:2 Core.IntProperty:2 Core.StrProperty:2 ' +
    'Core.TextBuffer:1 Core.FloatProperty:1 Core.Function:1 Core.Class:1 Engine.Actor.Tick:1',
  NexgenCC:
    'Core:72 Engine:25 Core.IntProperty:19 Core.StrProperty:18 Engine.LevelInfo:14 Core.StructProperty:9 Core.Function:8 ' +
    'Core.BoolProperty:8 Engine.Actor:7 Engine.Actor.Level:7 Core.Struct:4 Engine.Info:4 Core.TextBuffer:2 ' +
    'Core.Object:2 Core.Class:2 Engine.LevelInfo.Second:1 Engine.LevelInfo.Minute:1 Engine.LevelInfo.Month:1 ' +
    'Engine.LevelInfo.Day:1 Engine.LevelInfo.Hour:1 Engine.LevelInfo.Millisecond:1 Engine.LevelInfo.Year:1',
  ServerCrashFix:
    'Core:47 Engine:36 Engine.Actor:17 Core.Function:13 Engine.LevelInfo:10 Engine.Actor.Level:9 ' +
    'Core.ObjectProperty:8 Core.BoolProperty:6 Core.Object:4 Core.StrProperty:4 Engine.PlayerPawn:4 ' +
    'Core.TextBuffer:3 Core.NameProperty:3 Engine.PlayerReplicationInfo:3 Core.Class:3 Core.IntProperty:2 ' +
    'Engine.MessagingSpectator:2 Engine.Actor.PostBeginPlay:1 Core.ByteProperty:1 Core.Object.Class:1 ' +
    'Engine.PlayerPawn.ClientMessage:1 Engine.LevelInfo.NextURL:1 Engine.PlayerPawn.ClientVoiceMessage:1 ' +
    'Engine.PlayerPawn.TeamMessage:1 Engine.PlayerPawn.PreClientTravel:1',
}

/** What follows the classes of Core in a process: first registered with Engine, then loaded. */
const BEHIND_CORE = (
  `Engine ${ENGINE_CLASSES.map((name) => `Engine.${name}`).join(' ')} Engine.ReplicationInfo Core.Object.Class ` +
  'Core.Object.GetPropertyText Engine.Actor.Level Engine.Actor.Owner Engine.Actor.Role Engine.Actor.Tick ' +
  'Engine.LevelInfo.Second Engine.LevelInfo.Minute Engine.LevelInfo.Month Engine.LevelInfo.Day Engine.LevelInfo.Hour ' +
  'Engine.LevelInfo.Millisecond Engine.LevelInfo.Year Engine.Actor.PostBeginPlay Engine.MessagingSpectator ' +
  'Engine.PlayerPawn.ClientMessage Engine.LevelInfo.NextURL Engine.PlayerPawn.ClientVoiceMessage ' +
  'Engine.PlayerPawn.TeamMessage Engine.PlayerPawn.PreClientTravel RageGfx RageGfx.RagePlayer2Mesh RageGfx.RagePlayer1Mesh Rage Rage.RagePlayerX m87 m87.m87'
).split(' ')

test.each(Object.entries(IMPORTS))(
  'the order in which Core and Engine register their classes results in the imports of %s',
  (_, table) => {
    const real = table
      .split(' ')
      .map((row) => ({ path: row.replace(/:.*/, ''), weight: Number(row.replace(/.*:/, '')) }))
    const had = ['Core', ...CORE_CLASSES.map((name) => `Core.${name}`), ...BEHIND_CORE]
    const rows = [...real].sort((a, b) => had.indexOf(a.path) - had.indexOf(b.path))
    expect(rows).not.toEqual(real)
    qsort(rows, (a, b) => b.weight - a.weight)
    expect(rows).toEqual(real)
  },
)

describe('the order of the engine', () => {
  test('depends on how often entries are needed, and keeps the case of names in loaded packages', async () => {
    const edit = await built()
    const other = await createPackage({ name: 'Base', version: 69, guid: GUID })
    other.addName('SACKS')
    edit.addImport({ name: 'Base', outer: null, className: 'Package', classPackage: 'Core' })
    await orderTables(edit, { files: ['Mill', 'Object'], loaded: [await buildPackage(other)] })
    // Counted by hand: each class refers to itself, as the compiler does for its checksum; Object is also the
    // super of Mill, which refers to it twice.
    expect(edit.exports[0]?.path).toBe('Object')
    const objects = (one: PackageEdit) => one.exports.map((entry) => `${entry}`.toLowerCase()).sort()
    expect(objects(edit)).toEqual(objects(await built()))
    expect(edit.names).toContain('SACKS')
    expect(edit.names[0]).toBe('None')
  })

  test('counts packages that are loaded but not needed, if an ini lists them', async () => {
    const other = await createPackage({ name: 'Base', version: 69, guid: GUID })
    other.addName('SACKS')
    const base = await buildPackage(other)
    const [without, listed] = [await built(), await built()]
    await orderTables(without, { files: ['Mill', 'Object'], loaded: [base] })
    await orderTables(listed, { files: ['Mill', 'Object'], loaded: [], editPackages: [base] })
    expect(without.names).toContain('Sacks')
    expect(listed.names).toContain('SACKS')
    const names = (one: PackageEdit) => one.names.map((name) => name.toLowerCase())
    expect(names(listed)).not.toEqual(names(without))
  })

  // Two classes that are needed once each, and a text for each: the sort repeatedly moves the first of four
  // to the end.
  test.each([
    ['reads the files one after the other', '', 'Ant.ScriptText Bee Bee.ScriptText Ant'],
    ['has native classes before the files', ' native', 'Ant Ant.ScriptText Bee.ScriptText Bee'],
  ])('%s', async (_, flag, expected) => {
    const edit = await createPackage({ name: 'Hive', version: 69, guid: GUID })
    const core = await buildPackage(await built())
    const sources = ['', flag].map((of, index) => {
      const name = ['Ant', 'Bee'][index] ?? ''
      return { file: `${name}.uc`, text: `class ${name} extends Object${of};\n` }
    })
    const packages = new PackageSet(async (name) => (name.toLowerCase() === 'core' ? core : undefined))
    const { problems } = await buildFromSources({ edit, sources, bases: [core], packages })
    expect(problems).toEqual([])
    await orderTables(edit, { files: ['Ant', 'Bee'], loaded: [core] })
    expect(edit.exports.map(({ path }) => path).join(' ')).toBe(expected)
  })

  test('marks the names that the engine has by index', async () => {
    const edit = await built()
    await orderTables(edit, { files: ['Mill', 'Object'], loaded: [] })
    const flags = (name: string) => edit.findName(name)?.entry.flags
    expect([flags('IntProperty'), flags('Name'), flags('Sacks')]).toEqual([0x407_0010, 0x407_0410, 0x7_0010])
  })
})

describe('a package that is verified', () => {
  test('is identical in any order', async () => {
    expect(await verifyMake(await turnedRound(await built()))).toMatchObject({ identical: true, differences: [] })
  })

  test('is not identical if its bytes are laid out differently', async () => {
    // Bodies are not moved when the tables of a finished package are sorted.
    const reopened = await PackageEdit.open(await buildPackage(await built()))
    const verified = await verifyMake(await turnedRound(reopened))
    expect(verified).toMatchObject({ classes: 2, identicalClasses: 2, identical: false })
    expect(verified.differences).toMatchObject([{ object: 'layout', field: 'bytes' }])
  })

  test('may have names and imports that are not used', async () => {
    const edit = await built()
    edit.addName('Unused')
    edit.addImport({ name: 'Mills', outer: null, className: 'Package', classPackage: 'Core' })
    expect(await verifyMake(await turnedRound(edit))).toMatchObject({ identical: true, differences: [] })
  })
})

test.each([69, 868])('a class with very many fields is put in order (version %i)', async (version) => {
  const edit = await createPackage({ name: 'Core', version, guid: GUID })
  const many = (text: (i: number) => string) => Array.from({ length: 20_000 }, (_, i) => text(i)).join('\n')
  const text = `class Object native;\n\n${many((i) => `var int V${i};`)}\n${many((i) => `function F${i}();`)}\n`
  const sources = [{ file: 'Object.uc', text }]
  await buildFromSources({ edit, sources, bases: [edit.package], packages: new PackageSet() })
  await orderTables(edit, { files: ['Object'], loaded: [] })
  expect(edit.exports.filter(({ className }) => className === 'Function')).toHaveLength(20_000)
  expect(edit.exports.filter(({ className }) => className === 'IntProperty')).toHaveLength(20_000)
})
