import { cp, mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Guid } from '@ukit/container'
import { PackageSet } from '@ukit/core'
import { openFile } from '@ukit/core/node'
import { findProject, ProjectMaker } from '@ukit/make/node'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ukit-again-'))
  await mkdir(join(folder, 'Core/Classes'), { recursive: true })
})
afterEach(() => rm(folder, { recursive: true }))

const OBJECT = 'class Object native;\nvar int Sacks;\nnative(165) static final postoperator int ++ (out int A);\n'
const MILL = 'class Mill extends Object;\nfunction Grind() { Sacks++; }\ndefaultproperties\n{\n\tSacks=3\n}\n'
const TOWER = 'class Tower extends Mill;\nfunction Grind() { Super.Grind(); }\n'

const write = (name: string, text: string) => writeFile(join(folder, 'Core/Classes', `${name}.uc`), text)

async function maker({ all = true } = {}): Promise<{
  make(): Promise<{ bytes: Uint8Array; errors: readonly string[] }>
}> {
  const path = join(folder, 'Core.u')
  const project = await findProject({ folders: [join(folder, 'Core')], out: path })
  const one = new ProjectMaker({
    project,
    packages: new PackageSet(),
    baseNames: [],
    all,
    backup: false,
    format: { version: 69 },
    guid: new Guid(1, 2, 3, 4),
  })
  return {
    async make() {
      const { packages } = await one.make()
      const errors = packages.flatMap(({ problems }) => problems.map(({ message }) => message))
      return { bytes: new Uint8Array(await readFile(path)), errors }
    },
  }
}

test('a package rebuilt after changes has the same bytes as when everything is rebuilt', async () => {
  await write('Object', OBJECT)
  await write('Mill', MILL)
  await write('Tower', TOWER)
  const again = await maker()
  const first = await again.make()
  expect(first.errors).toEqual([])
  const changes: readonly (readonly [name: string, text: string])[] = [
    // Only code; declarations that other classes extend and call; default properties; names in a different
    // case.
    ['Mill', MILL.replace('{ Sacks++; }', '{ local int Stones; Stones++; Sacks++; }')],
    ['Mill', MILL.replace('Grind()', 'Grind(optional int Stones)')],
    ['Object', OBJECT.replace('Sacks;', 'Bags, Sacks;')],
    ['Mill', MILL.replace('Sacks=3', 'SACKS=5')],
    // The original text.
    ['Object', OBJECT],
    ['Mill', MILL],
  ]
  for (const [name, text] of changes) {
    await write(name, text)
    const made = await again.make()
    expect(made).toEqual(await (await maker()).make())
  }
  expect((await again.make()).bytes).toEqual(first.bytes)
})

test('an error that is undone is forgotten', async () => {
  await write('Object', OBJECT)
  await write('Mill', MILL)
  const again = await maker()
  const { bytes } = await again.make()
  await write('Mill', MILL.replace('Sacks++', 'Bags++'))
  expect((await again.make()).errors).not.toEqual([])
  await write('Mill', MILL)
  expect(await again.make()).toEqual({ bytes, errors: [] })
})

test('a source saved in the same clock tick as its package is compiled again', async () => {
  await write('Object', OBJECT)
  await write('Mill', MILL)
  const again = await maker({ all: false })
  const { bytes } = await again.make()
  expect(await again.make()).toEqual({ bytes, errors: [] })
  await write('Mill', MILL.replace('Sacks=3', 'Sacks=5'))
  const { mtime } = await stat(join(folder, 'Core.u'))
  await utimes(join(folder, 'Core/Classes/Mill.uc'), mtime, mtime)
  expect((await again.make()).bytes).not.toEqual(bytes)
})

/** A folder of `examples/game`, built from a copy that can be changed. */
async function example(name: string): Promise<{
  edit(file: string, change: (text: string) => string): Promise<void>
  put(file: string, text: string): Promise<void>
  remove(file: string): Promise<void>
  maker(again?: boolean): Promise<() => Promise<{ bytes: Uint8Array; problems: unknown }>>
}> {
  const from = new URL('../../../examples/game', import.meta.url)
  await cp(from, folder, { recursive: true })
  const options = { all: true, backup: false, baseNames: [], guid: new Guid(1, 2, 3, 4) }
  const core = join(folder, 'Core.u')
  const base = await findProject({ folders: [join(folder, 'Core')], out: core })
  await new ProjectMaker({ ...options, project: base, packages: new PackageSet(), format: { version: 69 } }).make()
  const place = (file: string) => join(folder, name, 'Classes', `${file}.uc`)
  return {
    async edit(file, change) {
      const text = await readFile(place(file), 'utf8')
      expect(change(text)).not.toBe(text)
      await writeFile(place(file), change(text))
    },
    put: (file, text) => writeFile(place(file), text),
    remove: (file) => rm(place(file)),
    async maker(again = false) {
      const out = join(folder, `${name}.u`)
      const project = await findProject({ folders: [join(folder, name)], out })
      // The same package each time, as from the command line: a different one would be a different world.
      const opened = await openFile(core)
      const others = new PackageSet((wanted) => (wanted.toLowerCase() === 'core' ? opened : undefined))
      const one = new ProjectMaker({ ...options, project, packages: others, again })
      return async () => {
        await rm(out, { force: true })
        const { packages } = await one.make()
        return { bytes: new Uint8Array(await readFile(out)), problems: packages.flatMap(({ problems }) => problems) }
      }
    },
  }
}

test('classes whose code is kept have the same names, imports and indices as when compiled', async () => {
  const { edit, put, remove, maker } = await example('Engine')
  const again = await maker(true)
  const first = await again()
  const inBody = (line: string) => (text: string) =>
    text.replace('Instigator = Other;', `${line}\n\tInstigator = Other;`)
  const before = await readFile(join(folder, 'Engine/Classes/Inventory.uc'), 'utf8')
  const steps: readonly (() => Promise<void>)[] = [
    // No change, then only code: names and imports that come before those of classes that are kept.
    () => Promise.resolve(),
    () => edit('Inventory', inBody("Tag = 'NeverSaidBefore'; Log(Sqrt(2.0));")),
    () => edit('Inventory', (text) => `// What it is.\n${text}`),
    // A local variable, a label of a state, default properties.
    () => edit('Inventory', (text) => text.replace('Instigator = Other;', 'Instigator = Other; Instigator.Tag = Tag;')),
    () => edit('Inventory', (text) => text.replace('"Found something"', '"Found nothing"')),
    // Constants in a body belong to the entire class and its subclasses.
    () => edit('Inventory', inBody('const Weight = 3;')),
    () => edit('Weapon', (text) => text.replace('defaultproperties', 'function int Weighed() { return Weight; }\n$&')),
    () => edit('Inventory', (text) => text.replace('Weight = 3', 'Weight = 300')),
    // Declarations: code of other classes refers to a different object, of a different type, at a different
    // position.
    () => edit('Actor', (text) => text.replace(/^var /m, 'var int First;\nvar ')),
    () => edit('Inventory', (text) => text.replace('var() float RespawnTime', 'var() int RespawnTime')),
    () => edit('Pawn', (text) => text.replace('defaultproperties', 'function Give(Inventory A) {}\n$&')),
    // Classes that are added and removed, also between others, and while others refer to them.
    () => put('Bag', 'class Bag extends Inventory;\nfunction GiveTo(Pawn Other) { Super.GiveTo(Other); }\n'),
    () => edit('Weapon', (text) => text.replace('defaultproperties', 'function Bag Empty() { return None; }\n$&')),
    () => edit('Weapon', (text) => text.replace('function Bag Empty() { return None; }\n', '')),
    () => remove('Bag'),
    () => put('Inventory', before),
  ]
  for (const step of steps.slice(0, -1)) {
    await step()
    expect(await again()).toEqual(await (await maker())())
  }
  expect((await again()).bytes).not.toEqual(first.bytes)
})
