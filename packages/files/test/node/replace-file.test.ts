import { lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileState, replaceFile } from '@ukit/files/node'
import { expect, test } from 'vitest'
import { temporaryFolder, treeOf } from '../../../../testing/folders.js'

const pieces = (...texts: readonly string[]) => texts.map((text) => new TextEncoder().encode(text))

test('a file is replaced by its changed content, and the original is kept', async () => {
  const root = temporaryFolder({ 'a.u': 'first' })
  const file = join(root, 'a.u')
  const counts: number[] = []
  const first = await replaceFile(file, pieces('sec', 'ond'), { onProgress: (bytes) => counts.push(bytes) })
  expect(first).toEqual({ written: 6, backup: `${file}.bak` })
  expect(counts.at(-1)).toBe(6)
  expect(await replaceFile(file, pieces('third'))).toEqual({ written: 5, backup: `${file}.bak2` })
  expect(await replaceFile(file, pieces('fourth'), { backup: false })).toEqual({ written: 6, backup: null })
  expect(treeOf(root)).toEqual({ 'a.u': 'fourth', 'a.u.bak': 'first', 'a.u.bak2': 'second' })
})

test('a file that another program has changed stays, and no backup is left', async () => {
  const root = temporaryFolder({ 'a.u': 'first' })
  const file = join(root, 'a.u')
  const state = await fileState(file)
  writeFileSync(file, 'of another program')
  await expect(replaceFile(file, pieces('mine'), { state })).rejects.toMatchObject({ kind: 'changed' })
  expect(treeOf(root)).toEqual({ 'a.u': 'of another program' })
})

test('when the pieces fail, the file is as it was', async () => {
  const root = temporaryFolder({ 'a.u': 'first' })
  function* failing() {
    yield* pieces('sec')
    throw new Error('no more')
  }
  await expect(replaceFile(join(root, 'a.u'), failing())).rejects.toThrow('no more')
  expect(treeOf(root)).toEqual({ 'a.u': 'first' })
})

test.skipIf(process.platform === 'win32')('the target of a link is replaced, and backed up beside it', async () => {
  const root = temporaryFolder({ 'real/a.u': 'first' })
  const link = join(root, 'a.u')
  symlinkSync(join(root, 'real/a.u'), link)
  await replaceFile(link, pieces('second'))
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
  expect(readFileSync(join(root, 'real/a.u'), 'utf8')).toBe('second')
  expect(readFileSync(join(root, 'real/a.u.bak'), 'utf8')).toBe('first')
})
