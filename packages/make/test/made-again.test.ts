import { mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Guid } from '@ukit/container'
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
    resolve: () => Promise.resolve(undefined),
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

test('what is made again after changes has the bytes that it gets when it is made anew', async () => {
  await write('Object', OBJECT)
  await write('Mill', MILL)
  await write('Tower', TOWER)
  const again = await maker()
  const first = await again.make()
  expect(first.errors).toEqual([])
  const changes: readonly (readonly [name: string, text: string])[] = [
    // Code alone; declarations that others extend and call; default properties; names in another spelling.
    ['Mill', MILL.replace('{ Sacks++; }', '{ local int Stones; Stones++; Sacks++; }')],
    ['Mill', MILL.replace('Grind()', 'Grind(optional int Stones)')],
    ['Object', OBJECT.replace('Sacks;', 'Bags, Sacks;')],
    ['Mill', MILL.replace('Sacks=3', 'SACKS=5')],
    // As it was.
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

test('a mistake that is taken back is forgotten', async () => {
  await write('Object', OBJECT)
  await write('Mill', MILL)
  const again = await maker()
  const { bytes } = await again.make()
  await write('Mill', MILL.replace('Sacks++', 'Bags++'))
  expect((await again.make()).errors).not.toEqual([])
  await write('Mill', MILL)
  expect(await again.make()).toEqual({ bytes, errors: [] })
})

test('a source that was saved in the tick in which its package was written is made again', async () => {
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
