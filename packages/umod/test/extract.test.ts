import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { memorySource, safePath, sanitizePath } from '@ukit/files'
import { openUmod } from '@ukit/umod'
import { type ExtractUmodOptions, extractUmod } from '@ukit/umod/node'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { temporaryFolder, treeOf } from '../../../testing/folders.js'
import { handmade, handmadeOf } from '../../../testing/handmade-umod.js'

async function extract(
  bytes: Uint8Array,
  folder: string,
  options?: ExtractUmodOptions,
): Promise<(string | undefined)[]> {
  const errors: (string | undefined)[] = []
  for await (const { error } of extractUmod(await openUmod(memorySource(bytes)), folder, options))
    errors.push(error?.message)
  return errors
}

test('files are extracted with their folders; an existing folder with a different case is used', async () => {
  const folder = temporaryFolder({ 'out/system/old.u': 'old' })
  const out = join(folder, 'out')
  expect(await extract(handmadeOf({ 'System\\A.u': 'aaa', 'Maps\\M.unr': '' }), out)).toEqual([undefined, undefined])
  expect(treeOf(out)).toEqual({
    'Maps/': '',
    'Maps/M.unr': '',
    'system/': '',
    'system/A.u': 'aaa',
    'system/old.u': 'old',
  })
})

test('existing files are not overwritten without force', async () => {
  const folder = temporaryFolder({ 'System/A.u': 'mine' })
  const bytes = handmadeOf({ 'System\\a.U': 'new', 'System\\B.u': 'b' })
  expect(await extract(bytes, folder)).toEqual([expect.stringMatching(/already exists/), undefined])
  expect(treeOf(folder)).toMatchObject({ 'System/A.u': 'mine', 'System/B.u': 'b' })
  await extract(bytes, folder, { force: true })
  expect(treeOf(folder)).toEqual({ 'System/': '', 'System/A.u': 'new', 'System/B.u': 'b' })
})

const EVIL = [
  '..\\evil',
  'a\\..\\..\\evil',
  '\\evil',
  '\\\\host\\share\\evil',
  'C:\\evil',
  'NUL',
  'a\\aux.txt',
  'x:y',
  'dot.',
  '*.u',
  '.ukit\\transaction\\journal.json',
  'a\\.UKIT\\x',
  'UKIT~1\\x',
  '.ukit::$INDEX_ALLOCATION\\x',
  '',
]

test.each(EVIL)('%j writes nothing; sanitized, it stays below the folder', async (name) => {
  const folder = temporaryFolder({ 'out/keep': '' })
  const bytes = handmade(new Uint8Array([65]), [{ name, offset: 0, size: 1 }])
  expect(await extract(bytes, join(folder, 'out'))).toEqual([expect.stringMatching(/is not written/)])
  expect(treeOf(folder)).toEqual({ 'out/': '', 'out/keep': '' })
  expect(await extract(bytes, join(folder, 'out'), { sanitize: true })).toEqual([undefined])
  expect(Object.keys(treeOf(folder)).filter((path) => !path.startsWith('out/'))).toEqual([])
})

test('links below the folder are not followed, neither folders nor files', async () => {
  const folder = temporaryFolder({ 'outside/file.txt': 'mine', 'out/keep': '' })
  symlinkSync(join(folder, 'outside'), join(folder, 'out/System'))
  symlinkSync(join(folder, 'outside/file.txt'), join(folder, 'out/Readme.txt'))
  const bytes = handmadeOf({ 'System\\A.u': 'evil', 'Readme.txt': 'evil' })
  const errors = await extract(bytes, join(folder, 'out'), { force: true })
  expect(errors).toEqual([expect.stringMatching(/symbolic link/), expect.stringMatching(/symbolic link/)])
  expect(treeOf(join(folder, 'outside'))).toEqual({ 'file.txt': 'mine' })
})

test('a file where a folder should be is an error, and the others are written', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'out'))
  writeFileSync(join(folder, 'out/System'), '')
  const errors = await extract(handmadeOf({ 'System\\A.u': 'a', 'Maps\\B.unr': 'b' }), join(folder, 'out'))
  expect(errors).toEqual([expect.stringMatching(/is not a folder/), undefined])
})

test('a sanitized path is always safe, and a safe one is unchanged', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('.', '\\', '/', ':', ' ', 'a', 'con', '*') })),
      (name) => {
        const clean = sanitizePath(name)
        expect(safePath(clean.join('\\'))).toEqual({ parts: clean })
        const safe = safePath(name)
        if ('parts' in safe) expect(clean).toEqual(safe.parts)
      },
    ),
    { numRuns: 5000 },
  )
})
