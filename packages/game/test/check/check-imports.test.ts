import { checkImports, type ImportProblem, openInstall, TableReader } from '@ukit/game'
import { expect, it } from 'vitest'
import { addPackages, ut3Install, ut99Install, ut2004Install } from '../../../../testing/installs.js'
import { UT99 } from '../../../../testing/made-package.js'
import type { MemoryFiles } from '../../../../testing/memory-files.js'

async function problemsOf(files: MemoryFiles, path: string): Promise<ImportProblem[]> {
  const install = await openInstall(files, files.root)
  const reader = new TableReader(files)
  const file = (await install.packages()).find((one) => one.path === files.path(path))
  if (file === undefined) throw new Error(`no package ${path}`)
  return checkImports(await reader.tables(file), install, reader)
}

it('reports the imports of a map that are missing', async () => {
  // The imports of this map are described in the comment of ut99Install.
  expect(await problemsOf(await ut99Install(), 'Maps/DM-Tower.unr')).toEqual([
    {
      reason: 'missing',
      object: 'SkyCity.Walls.SkyWall2',
      message: 'Texture SkyCity.Walls.SkyWall2 was not found in "/ut99/Textures/SkyCity.utx"',
    },
    {
      reason: 'private',
      object: 'SkyCity.Walls.Hidden',
      message:
        'Texture SkyCity.Walls.Hidden is in "/ut99/Textures/SkyCity.utx", but not public: others cannot import it',
    },
    {
      reason: 'class',
      object: 'AmbOutside.Weather.Wind',
      message:
        'AmbOutside.Weather.Wind is of class Engine.Sound in "/ut99/Sounds/AmbOutside.uax"; Engine.Music is needed',
    },
    {
      reason: 'package',
      object: 'MissingTex',
      message: 'the package MissingTex is missing; it is needed for MissingTex.Base, MissingTex.Base.Stone',
    },
  ])
})

it('reports nothing for packages whose imports are all found', async () => {
  for (const files of [await ut99Install(), await ut2004Install(), await ut3Install()]) {
    const install = await openInstall(files, files.root)
    const reader = new TableReader(files)
    for (const file of await install.packages()) {
      if (/DM-Tower|DM-Cached|DM-Mine/.test(file.path)) continue
      expect([file.path, await checkImports(await reader.tables(file), install, reader)]).toEqual([file.path, []])
    }
  }
})

it('reports a library instead of a package, and a package that cannot be read', async () => {
  const files = await ut99Install()
  files.add('Textures/Broken.utx', 'no package')
  await addPackages(files, {
    'Maps/DM-New.unr': { name: 'DM-New', shape: UT99, imports: ['Texture Fire.Flame', 'Texture Broken.Wall'] },
  })
  const problems = await problemsOf(files, 'Maps/DM-New.unr')
  expect(problems.map(({ reason, object }) => [reason, object])).toEqual([
    ['library', 'Fire'],
    ['package', 'Broken'],
  ])
  expect(problems[0]?.message).toBe('the package Fire is missing, but "/ut99/System/Fire.dll" takes its place')
  expect(problems[1]?.message).toMatch(/^the package Broken \("\/ut99\/Textures\/Broken\.utx"\) cannot be read: /)
})

it('reports objects that a map imports under its own name from a different file', async () => {
  const files = await ut99Install()
  await addPackages(files, {
    'Maps/DM-Self.unr': { name: 'DM-Self', shape: UT99, imports: ['Texture DM-Self.Gone', 'Texture MyLevel.Lost'] },
  })
  expect((await problemsOf(files, 'Maps/DM-Self.unr')).map(({ object }) => object)).toEqual([
    'DM-Self.Gone',
    'MyLevel.Lost',
  ])
})
