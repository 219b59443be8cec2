import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OutputFolder } from '@ukit/files/node'
import { expect, test } from 'vitest'
import { temporaryFolder, treeOf } from '../../../../testing/folders.js'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const OK = { ok: true }

test('files are written below the folder, which is made when the first one is', async () => {
  const root = join(temporaryFolder(), 'new')
  const folder = new OutputFolder(root)
  // Nothing was written to their folders before.
  expect(folder.writeNow('a.txt', bytesOf('a'))).toBeUndefined()
  expect(await folder.write('a.txt', bytesOf('a'))).toEqual(OK)
  expect(await folder.write('deep/er/b.txt', bytesOf('b'))).toEqual(OK)
  expect(folder.writeNow('deep/er/c.txt', bytesOf('c'))).toEqual(OK)
  expect(treeOf(root)).toEqual({
    'a.txt': 'a',
    'deep/': '',
    'deep/er/': '',
    'deep/er/b.txt': 'b',
    'deep/er/c.txt': 'c',
  })
  expect(await folder.read('deep/er/b.txt')).toEqual(bytesOf('b'))
  expect(await folder.read('deep/er')).toBeUndefined()
  expect(await folder.read('none')).toBeUndefined()
})

test('a file that exists stays, unless it may be replaced or is the same that others write', async () => {
  const root = temporaryFolder({ 'a.txt': 'old' })
  const folder = new OutputFolder(root)
  const exists = { ok: false, reason: 'exists', message: 'it already exists' }
  expect(await folder.write('a.txt', bytesOf('new'))).toEqual(exists)
  expect(folder.writeNow('a.txt', bytesOf('new'))).toBeUndefined()
  expect(await folder.write('a.txt', bytesOf('new'), true)).toEqual(exists)
  expect(await folder.write('a.txt', bytesOf('old'), true)).toEqual(OK)
  expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('old')
  expect(await new OutputFolder(root, { force: true }).write('a.txt', bytesOf('new'))).toEqual(OK)
  expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('new')
  expect(await folder.replace('a.txt', bytesOf('newer'))).toEqual(OK)
  expect(treeOf(root)).toEqual({ 'a.txt': 'newer' })
})

test.each(['../a.txt', '/a.txt', 'a/../../b', 'C:\\a.txt', 'a//b.txt', 'a\\b.txt'])(
  'the path %s, which leads elsewhere, is refused',
  async (path) => {
    const outer = temporaryFolder()
    const folder = new OutputFolder(join(outer, 'inner'))
    const written = await folder.write(path, bytesOf('x'))
    expect(written).toMatchObject({ ok: false, reason: 'io', message: expect.stringContaining('cannot be used') })
    expect(folder.writeNow(path, bytesOf('x'))).toBeUndefined()
    expect(treeOf(outer)).toEqual({})
  },
)

test.skipIf(process.platform === 'win32')('nothing is written through a link, or over a folder', async () => {
  const outer = temporaryFolder({ 'secret.txt': 'secret' })
  const root = join(outer, 'out')
  mkdirSync(join(root, 'folder'), { recursive: true })
  symlinkSync(outer, join(root, 'link'))
  symlinkSync(join(outer, 'secret.txt'), join(root, 'file'))
  writeFileSync(join(root, 'plain'), '')
  const folder = new OutputFolder(root, { force: true })
  expect(await folder.write('file', bytesOf('x'))).toMatchObject({
    reason: 'blocked',
    message: expect.stringContaining('symbolic link'),
  })
  expect(await folder.write('folder', bytesOf('x'))).toMatchObject({
    reason: 'blocked',
    message: expect.stringContaining('not a file'),
  })
  expect(await folder.write('link/new.txt', bytesOf('x'))).toMatchObject({
    reason: 'io',
    message: expect.stringContaining('symbolic link'),
  })
  expect(await folder.write('plain/new.txt', bytesOf('x'))).toMatchObject({
    reason: 'io',
    message: expect.stringContaining('a file'),
  })
  expect(readFileSync(join(outer, 'secret.txt'), 'utf8')).toBe('secret')
})

test('a signal ends the writing', async () => {
  const folder = new OutputFolder(temporaryFolder({ 'a.txt': 'a' }), {
    force: true,
    signal: AbortSignal.abort(new Error('enough')),
  })
  await expect(folder.write('a.txt', bytesOf('b'))).rejects.toThrow('enough')
})
