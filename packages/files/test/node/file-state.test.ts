import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileState, saveFile, saveFiles } from '@ukit/files/node'
import { afterEach, describe, expect, test } from 'vitest'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function folderOf(text: string): { folder: string; path: string } {
  const folder = mkdtempSync(join(tmpdir(), 'ukit-state-'))
  folders.push(folder)
  const path = join(folder, 'x.u')
  writeFileSync(path, text)
  return { folder, path }
}

const text = (content: string) => [new TextEncoder().encode(content)]

/** The two ways to replace a file with one made from it. */
const SAVES = {
  saveFile: (path: string, content: string, replaces: Awaited<ReturnType<typeof fileState>>) =>
    saveFile(path, text(content), { replaces }),
  saveFiles: (path: string, content: string, replaces: Awaited<ReturnType<typeof fileState>>) =>
    saveFiles([{ path, pieces: text(content), replaces }], { backup: false }),
}

describe.each(Object.entries(SAVES))('%s', (_name, save) => {
  test('replaces the file that was read', async () => {
    const { folder, path } = folderOf('old')
    await save(path, 'new', await fileState(path))
    expect(readFileSync(path, 'utf8')).toBe('new')
    expect(readdirSync(folder)).toEqual(['x.u'])
  })

  test('refuses if the file was replaced, changed or removed', async () => {
    for (const meanwhile of [
      (path: string) => saveFile(path, text('two'), { force: true }),
      (path: string) => writeFileSync(path, 'longer'),
      (path: string) => rmSync(path),
    ]) {
      const { folder, path } = folderOf('old')
      const state = await fileState(path)
      await meanwhile(path)
      const now = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
      await expect(save(path, 'new', state)).rejects.toMatchObject({ kind: 'changed', path })
      expect(readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual(now)
    }
  })

  test('only one of several at the same time is written, and the others are refused', async () => {
    const { folder, path } = folderOf('old')
    const state = await fileState(path)
    const ends = await Promise.allSettled(Array.from({ length: 8 }, (_, i) => save(path, `new ${i}`, state)))
    const done = ends.flatMap(({ status }, i) => (status === 'fulfilled' ? [i] : []))
    expect(done).toHaveLength(1)
    expect(readFileSync(path, 'utf8')).toBe(`new ${done[0]}`)
    expect(readdirSync(folder)).toEqual(['x.u'])
  })

  test('the lock of a killed process is not in the way', async () => {
    const { folder, path } = folderOf('old')
    // No process can have this number: it is one more than the highest possible.
    writeFileSync(join(folder, '.ukit-x.u.lock'), '4194305 left')
    await save(path, 'new', await fileState(path))
    expect(readFileSync(path, 'utf8')).toBe('new')
    expect(readdirSync(folder)).toEqual(['x.u'])
  })
})

test('a change while the new file is being made is noticed at the end', async () => {
  const { folder, path } = folderOf('old')
  const state = await fileState(path)
  async function* pieces() {
    yield* text('new')
    await saveFile(path, text('two'), { force: true })
  }
  await expect(saveFile(path, pieces(), { replaces: state })).rejects.toMatchObject({ kind: 'changed' })
  expect(readFileSync(path, 'utf8')).toBe('two')
  expect(readdirSync(folder)).toEqual(['x.u'])
})
