import { join } from 'node:path'
import { folderPackages } from '@ukit/core/node'
import { addObject, buildPackage, createPackage } from '@ukit/edit'
import { expect, test } from 'vitest'
import { savedBytes } from '../../../../testing/bytes.js'
import { closeLater } from '../../../../testing/cleanup.js'
import { temporaryFolder } from '../../../../testing/folders.js'
import { guidOf } from '../../../../testing/made-package.js'

/** A package with one object, by whose name it is recognised. */
async function packageWith(object: string): Promise<Uint8Array> {
  const edit = await createPackage({ name: 'Base', version: 69, guid: guidOf('1') })
  addObject(edit, object, 'Engine.Palette', Uint8Array.of(0))
  return savedBytes(await buildPackage(edit))
}

async function found(folders: readonly string[], name = 'base'): Promise<string | undefined> {
  const packages = await folderPackages(folders)
  closeLater(() => packages.close())
  return (await packages.package(name))?.exports[0]?.name
}

test('the first folder that has a package wins, of script packages too', async () => {
  const root = temporaryFolder({
    'a/Base.u': await packageWith('FromA'),
    'b/Base.u': await packageWith('FromB'),
    'c/base.U': await packageWith('FromC'),
    'none/Other.u': await packageWith('Other'),
  })
  const firstOf = (...folders: string[]) => found(folders.map((folder) => join(root, folder)))
  expect(await firstOf('a', 'b', 'c')).toBe('FromA')
  expect(await firstOf('b', 'a', 'c')).toBe('FromB')
  expect(await firstOf('none', 'c', 'b')).toBe('FromC')
  expect(await firstOf('none')).toBeUndefined()
})

test('a script package takes precedence over a texture package, and over a file that is not a package', async () => {
  const root = temporaryFolder({
    'a/Base.utx': await packageWith('Textures'),
    'a/Base.upk': 'not a package',
    'b/Base.u': await packageWith('Script'),
    'c/Base.u': await packageWith('Later'),
  })
  const folders = ['a', 'b', 'c'].map((folder) => join(root, folder))
  expect(await found(folders)).toBe('Script')
  expect(await found(folders.slice(0, 1))).toBe('Textures')
})
