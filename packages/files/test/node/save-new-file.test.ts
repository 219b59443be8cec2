import fs from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { saveNewFile } from '@ukit/files/node'
import { expect, onTestFinished, test, vi } from 'vitest'

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'ukit-save-new-file-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/**
 * Makes calls of one of Node's functions do something else, in any module that imported it, until the test
 * ends.
 */
function replace(name: 'linkSync' | 'writeSync', work: () => number) {
  const spy = vi.spyOn(fs, name).mockImplementation(work)
  syncBuiltinESMExports()
  onTestFinished(() => {
    spy.mockRestore()
    syncBuiltinESMExports()
  })
}

test('writes a file, and leaves nothing else', async () => {
  const folder = await newFolder()
  saveNewFile(join(folder, 'a.png'), Uint8Array.of(1, 2, 3))
  saveNewFile(join(folder, 'b.png'), new Uint8Array(0))
  expect((await readdir(folder)).sort()).toEqual(['a.png', 'b.png'])
  expect([...(await readFile(join(folder, 'a.png')))]).toEqual([1, 2, 3])
})

test('never touches a file that exists', async () => {
  const folder = await newFolder()
  await writeFile(join(folder, 'a.png'), 'mine')
  expect(() => saveNewFile(join(folder, 'a.png'), Uint8Array.of(1))).toThrow(
    expect.objectContaining({ name: 'SourceError', kind: 'exists' }),
  )
  expect(await readFile(join(folder, 'a.png'), 'utf8')).toBe('mine')
  expect(await readdir(folder)).toEqual(['a.png'])
})

test('on a file system without links, the file gets its name anyway, unless it is taken', async () => {
  const folder = await newFolder()
  await writeFile(join(folder, 'a.png'), 'mine')
  replace('linkSync', () => {
    throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' })
  })
  saveNewFile(join(folder, 'b.png'), Uint8Array.of(1, 2, 3))
  expect([...(await readFile(join(folder, 'b.png')))]).toEqual([1, 2, 3])
  expect(() => saveNewFile(join(folder, 'a.png'), Uint8Array.of(1))).toThrow(
    expect.objectContaining({ kind: 'exists' }),
  )
  expect(await readFile(join(folder, 'a.png'), 'utf8')).toBe('mine')
  expect((await readdir(folder)).sort()).toEqual(['a.png', 'b.png'])
})

test('a full disk, or a folder that does not exist, results in an error and no file', async () => {
  const folder = await newFolder()
  expect(() => saveNewFile(join(folder, 'no', 'a.png'), Uint8Array.of(1))).toThrow(
    expect.objectContaining({ name: 'SourceError', kind: 'io' }),
  )
  replace('writeSync', () => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  })
  expect(() => saveNewFile(join(folder, 'a.png'), Uint8Array.of(1))).toThrow(
    expect.objectContaining({ kind: 'io', message: expect.stringContaining('a.png') }),
  )
  expect(await readdir(folder)).toEqual([])
})
