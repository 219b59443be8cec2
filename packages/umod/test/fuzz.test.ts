import { memorySource, PackageError } from '@ukit/files'
import { openUmod, readUmod, verifyUmod } from '@ukit/umod'
import { expect, test } from 'vitest'
import { handmadeOf } from '../../../testing/handmade-umod.js'
import { SWEEPS } from '../../../testing/sweep.js'

/** A generator of numbers that is the same in every run (xorshift32). */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

const MANIFEST =
  '[Setup]\r\nProduct=P\r\nVersion=1\r\nGroup=G\r\n[G]\r\nFile=(Src=System\\A.u)\r\nGroup=H\r\n[H]\r\nGroup=%Product%\r\n'
const GOOD = handmadeOf({ 'System\\Manifest.ini': MANIFEST, 'System\\A.u': 'package', 'Help\\B.txt': 'text' })
const DIRECTORY = MANIFEST.length + 11

test('mutated directories: an installer or a typed error, never anything else', async () => {
  const next = numbers(0x5eed)
  let opened = 0
  let refused = 0
  for (let i = 0; i < (SWEEPS ? 200_000 : 40_000); i++) {
    const bytes = GOOD.slice()
    for (let n = 1 + next(3); n > 0; n--) bytes[DIRECTORY + next(bytes.length - DIRECTORY)] = next(256)
    // Opening is synchronous: a promise per case would take longer than the work.
    try {
      const umod = await readUmod(memorySource(bytes))
      for (const entry of umod.entries) {
        if (entry.offset + entry.size <= bytes.length - 20) umod.open(entry)
        else expect(() => umod.open(entry)).toThrow(PackageError)
      }
      opened++
    } catch (error) {
      if (!(error instanceof PackageError)) throw error
      refused++
    }
  }
  expect(opened).toBeGreaterThan(1000)
  expect(refused).toBeGreaterThan(1000)
})

test('mutated installers are verified: errors are only reported as problems', async () => {
  const next = numbers(0xfeed)
  for (let i = 0; i < (SWEEPS ? 20_000 : 5000); i++) {
    const bytes = GOOD.slice(0, next(20) === 0 ? next(GOOD.length) : GOOD.length)
    for (let n = 1 + next(4); n > 0; n--) bytes[next(bytes.length)] = next(256)
    const report = await verifyUmod(memorySource(bytes))
    expect(report.ok).toBe(report.problems.every(({ severity }) => severity !== 'error'))
  }
})

test('every truncation is refused', async () => {
  for (let length = 0; length < GOOD.length; length++) {
    await expect(openUmod(memorySource(GOOD.slice(0, length)))).rejects.toThrow(PackageError)
  }
})
