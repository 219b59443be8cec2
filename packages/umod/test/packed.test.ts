import { memorySource } from '@ukit/files'
import { openUmod, planInstall } from '@ukit/umod'
import { extractUmod, gameFolder, installUmod } from '@ukit/umod/node'
import { expect, test } from 'vitest'
import { temporaryFolder, treeOf } from '../../../testing/folders.js'
import { handmadeOf } from '../../../testing/handmade-umod.js'
import { GAME } from './support/mods.js'

// Made by another encoder (formats/umod-and-network.md §2): seven times "A" as in an installer, and `banana`
// as a download.
const SEVEN = Buffer.from('2e16000006742e62696e00140000002f0802830a0400a097a7872f04', 'hex')
const BANANA = Buffer.from('d204000006742e62696e00130000000b989bb108126300c0f31b3b890e', 'hex')

/** An installer with these members, and a manifest with these lines that install them. */
function installer(members: Readonly<Record<string, Uint8Array>>, ...lines: string[]): Uint8Array {
  const manifest = ['[Setup]', 'Product=Packed', 'Version=1', 'Group=Main', '[Main]', ...lines, ''].join('\r\n')
  return handmadeOf({ 'System\\Manifest.ini': manifest, ...members })
}

test('a .uz is decompressed unless its destination is a .uz too; then it is copied', async () => {
  const umod = await openUmod(
    memorySource(
      installer(
        { 'System\\A.u.uz': SEVEN, 'System\\B.u.uz': BANANA, 'System\\C.u.uz': SEVEN },
        'File=(Src=System\\A.u.uz,Dest=System\\A.u)',
        'File=(Src=System\\B.u.uz)',
        'File=(Src=System\\C.u.uz,Dest=System\\C.u)',
      ),
    ),
  )
  const game = temporaryFolder(GAME)
  const plan = await planInstall(umod, await gameFolder(game))
  expect(plan.errors).toEqual([])
  expect(plan.files.map(({ dest, size, action }) => [dest, size, action])).toEqual([
    ['System\\A.u', 7, 'copy'],
    ['System\\B.u.uz', BANANA.length, 'copy'],
    ['System\\C.u', 7, 'copy'],
  ])
  await installUmod(umod, game)
  expect(treeOf(game)).toMatchObject({ 'System/A.u': 'AAAAAAA', 'System/C.u': 'AAAAAAA' })
  const again = await planInstall(umod, await gameFolder(game))
  expect(again.files.map(({ action }) => action)).toEqual(['identical', 'identical', 'identical'])
})

test.each([
  ['the signature of a download', BANANA, /expected the signature 5678.*found 1234/],
  ['damage', SEVEN.subarray(0, 20), /truncated|ends within|ends before/],
  ['too little', SEVEN.subarray(0, 2), /found 2 bytes/],
])('%s results in an error in the plan', async (_, bytes, message) => {
  const file = installer({ 'System\\A.u.uz': bytes }, 'File=(Src=System\\A.u.uz,Dest=System\\A.u)')
  const umod = await openUmod(memorySource(file))
  const game = temporaryFolder(GAME)
  const before = treeOf(game)
  const plan = await planInstall(umod, await gameFolder(game))
  expect(plan.errors).toEqual([expect.stringMatching(message)])
  await expect(installUmod(umod, game)).rejects.toThrow(message)
  expect(treeOf(game)).toEqual(before)
})

test('extract writes members unchanged, or decompressed', async () => {
  const file = installer({ 'System\\A.u.uz': SEVEN, 'NUL.uz': SEVEN, '...uz': SEVEN }, '')
  const run = async (unpack: boolean) => {
    const folder = temporaryFolder({})
    const errors: (string | undefined)[] = []
    const members = extractUmod(await openUmod(memorySource(file)), folder, {
      unpack,
      only: ({ name }) => name.endsWith('uz'),
    })
    for await (const { error } of members) errors.push(error?.message)
    return { tree: treeOf(folder), errors }
  }
  expect((await run(false)).tree).toMatchObject({ 'System/A.u.uz': expect.any(String) })
  const { tree, errors } = await run(true)
  expect(tree).toEqual({ 'System/': '', 'System/A.u': 'AAAAAAA' })
  // The rest of the name must be a valid file name: not a device, and not a path out of the folder.
  expect(errors).toEqual([undefined, expect.stringMatching(/device/), expect.stringMatching(/\.\./)])
})
