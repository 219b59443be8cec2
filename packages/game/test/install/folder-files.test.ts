import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SourceError } from '@ukit/files'
import { folderFinder, modsAt, openInstall } from '@ukit/game'
import { folderFiles } from '@ukit/game/node'
import { afterEach, beforeEach, expect, it } from 'vitest'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ukit-files-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const names = async (path: string) => (await folderFiles.list(path)).map(({ name, kind }) => `${kind} ${name}`).sort()

it('lists files and folders with their sizes, and nothing for a path that is not a folder', async () => {
  await mkdir(join(folder, 'Sub'))
  await writeFile(join(folder, 'a.utx'), 'four')
  expect(await names(folder)).toEqual(['file a.utx', 'folder Sub'])
  expect((await folderFiles.list(folder)).find(({ name }) => name === 'a.utx')?.size).toBe(4)
  expect(await folderFiles.list(join(folder, 'nowhere'))).toEqual([])
  expect(await folderFiles.list(join(folder, 'a.utx'))).toEqual([])
})

it('follows links, except broken and circular ones', async (context) => {
  await writeFile(join(folder, 'a.utx'), 'four')
  try {
    await symlink(join(folder, 'a.utx'), join(folder, 'link.utx'))
    await symlink(join(folder, 'gone'), join(folder, 'dangling.utx'))
    await symlink(join(folder, 'loop.utx'), join(folder, 'loop.utx'))
    await symlink(folder, join(folder, 'Back'), 'dir')
  } catch (error) {
    context.skip(`links cannot be made here: ${String(error)}`)
  }
  expect(await names(folder)).toEqual(['file a.utx', 'file link.utx', 'folder Back'])
})

it('listing a UE3 content folder with a link back to itself ends', async (context) => {
  await mkdir(join(folder, 'AGame/Config'), { recursive: true })
  await mkdir(join(folder, 'AGame/Content/Deep'), { recursive: true })
  await writeFile(join(folder, 'AGame/Config/AEngine.ini'), '[Core.System]\nPaths=../AGame/Content\nExtensions=upk\n')
  await writeFile(join(folder, 'AGame/Content/Rocks.upk'), 'x')
  await writeFile(join(folder, 'AGame/Content/Deep/Trees.upk'), 'x')
  try {
    await symlink(join(folder, 'AGame/Content'), join(folder, 'AGame/Content/Deep/Back'), 'dir')
  } catch (error) {
    context.skip(`links cannot be made here: ${String(error)}`)
  }
  const install = await openInstall(folderFiles, folder)
  const path = async (name: string) => (await install.resolve(name)).found?.path
  expect(await path('rocks')).toBe(`${folder}/AGame/Content/Rocks.upk`)
  expect(await path('trees')).toBe(`${folder}/AGame/Content/Deep/Trees.upk`)
})

it('every walk enters a folder once, however many links lead to it', async (context) => {
  await mkdir(join(folder, 'Content'))
  await mkdir(join(folder, 'Maps'))
  for (const file of ['A.u', 'Content/B.u', 'Maps/C.u']) await writeFile(join(folder, file), 'x')
  try {
    for (const name of ['1', '2', '3']) {
      await symlink('.', join(folder, name), 'dir')
      for (const inside of ['Content', 'Maps']) {
        await symlink('../Maps', join(folder, inside, `Maps${name}`), 'dir')
        await symlink('../Content', join(folder, inside, `Content${name}`), 'dir')
      }
    }
  } catch (error) {
    context.skip(`links cannot be made here: ${String(error)}`)
  }
  const listed: string[] = []
  const files = {
    ...folderFiles,
    list: (path: string) => {
      listed.push(path)
      if (listed.length > 100) throw new Error('endless')
      return folderFiles.list(path)
    },
  }
  const [mod] = await modsAt(files, folder)
  expect(mod?.packages.map(({ path }) => path.replace(/.*\//, '')).sort()).toEqual(['A.u', 'B.u', 'C.u'])
  listed.length = 0
  const found = await folderFinder(files, [folder]).packages()
  expect(found.map(({ path }) => path.replace(/.*\//, '')).sort()).toEqual(['A.u', 'B.u', 'C.u'])
  expect(listed).toHaveLength(3)
})

it('a missing file is an error with its own kind', async () => {
  await expect(folderFiles.open(join(folder, 'none.u'))).rejects.toThrow(SourceError)
})
