import { existsSync, mkdirSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolders } from '@ukit/files/node'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../testing/folders.js'

test('creates what is missing of a path, and says what that was', async () => {
  const root = temporaryFolder()
  const paths = [join(root, 'a'), join(root, 'a', 'b')]
  expect(await makeFolders(join(root, 'a', 'b'))).toEqual(paths)
  expect(await makeFolders(join(root, 'a', 'b'))).toEqual([])
  expect(await makeFolders(join(root, 'a', 'c'))).toEqual([join(root, 'a', 'c')])
  for (const path of paths) expect(statSync(path).isDirectory()).toBe(true)
})

test('several that create the same folder at once do not disturb each other', async () => {
  const path = join(temporaryFolder(), 'a', 'b', 'c')
  const made = await Promise.all(Array.from({ length: 8 }, () => makeFolders(path)))
  expect(made.flat()).toHaveLength(3)
})

test('what is in the way is named, and nothing is created', async () => {
  const root = temporaryFolder({ file: 'x' })
  const path = join(root, 'file', 'a', 'b')
  await expect(makeFolders(path)).rejects.toMatchObject({
    name: 'SourceError',
    kind: 'io',
    path,
    message: `the folder "${path}" cannot be created: "${join(root, 'file')}" is a file, not a folder`,
  })
  await expect(makeFolders(join(root, 'file'))).rejects.toThrow(/cannot be created: it is a file, not a folder$/)
  await expect(makeFolders(join(root, 'new', 'n'.repeat(300)))).rejects.toThrow(
    /cannot be created: the name is too long$/,
  )
})

test('a link to a folder is a folder; one that leads nowhere is in the way', async () => {
  const root = temporaryFolder()
  mkdirSync(join(root, 'real'))
  symlinkSync('real', join(root, 'link'))
  symlinkSync('nothing', join(root, 'broken'))
  await makeFolders(join(root, 'link', 'a'))
  expect(existsSync(join(root, 'real', 'a'))).toBe(true)
  await expect(makeFolders(join(root, 'broken'))).rejects.toThrow(/a link that leads nowhere/)
})

test('a folder that says that it does not exist when something is created in it is an error at once', async (ctx) => {
  // Node's mkdir with `recursive` never ends here.
  if (!existsSync('/proc/self')) ctx.skip('no /proc')
  await expect(makeFolders('/proc/ukit/folder')).rejects.toThrow(
    'the folder "/proc/ukit/folder" cannot be created: nothing can be created in "/proc"',
  )
})
