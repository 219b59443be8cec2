import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { layOut, openPackage, savePackage } from '@ukit/core'
import { memorySource } from '@ukit/files'
import { fileSource, saveFile } from '@ukit/files/node'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planOf } from '../../../../testing/packages.js'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ukit-reuse-'))
})
afterAll(() => rm(folder, { recursive: true }))

/**
 * A package of several pieces: tables, small bodies and large ones, from memory and from a source without
 * `readInto`.
 */
function source() {
  const large = Uint8Array.from({ length: 1_500_000 }, (_, i) => i >> 5)
  const slow = { byteLength: large.length, slice: async (start: number, end: number) => large.slice(start, end) }
  const plan = planOf(
    { version: 69 },
    { exports: ['A', 'B', 'C', 'D'].map((objectName) => ({ objectName, class: 0 })) },
  )
  return layOut({ ...plan, bodies: [Uint8Array.of(1, 2), large, slow, Uint8Array.of(3)] })
}

test('reading into memory gives the same bytes as a slice', async () => {
  const all = source()
  const whole = await all.slice(0, all.byteLength)
  const path = join(folder, 'a.u')
  await saveFile(path, [whole])
  const file = await fileSource(path)
  for (const each of [all, file]) {
    await fc.assert(
      fc.asyncProperty(fc.nat(all.byteLength), fc.nat(3000), async (start, length) => {
        const target = new Uint8Array(Math.min(length, all.byteLength - start))
        await each.readInto?.(target, start)
        expect(target).toEqual(whole.slice(start, start + target.length))
      }),
      { numRuns: 100 },
    )
    await expect((async () => each.readInto?.(new Uint8Array(10), all.byteLength - 9))()).rejects.toThrow(RangeError)
  }
  await file.close()
  expect(() => file.readInto?.(new Uint8Array(10), 0)).toThrow(/is closed/)
})

test('pieces that share their memory are complete in the file', async () => {
  const all = source()
  const whole = await all.slice(0, all.byteLength)
  const path = join(folder, 'b.u')
  const pkg = await openPackage(memorySource(whole))
  await saveFile(path, savePackage(pkg, { reuse: true }))
  expect((await readFile(path)).equals(whole)).toBe(true)
  const memory = new Set<ArrayBufferLike>()
  for await (const { buffer } of savePackage(pkg, { reuse: true })) memory.add(buffer)
  expect(memory.size).toBe(2)
})
