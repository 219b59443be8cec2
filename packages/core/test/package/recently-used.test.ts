import { RecentlyUsed } from '@ukit/core/internal'
import { expect, it } from 'vitest'

it('keeps what was asked for last, makes each once, and drops the rest', async () => {
  const made: string[] = []
  const dropped: string[] = []
  const kept = new RecentlyUsed<string, string>(2, (value) => dropped.push(value))
  const get = (key: string) =>
    kept.get(key, async () => {
      made.push(key)
      return key.toUpperCase()
    })
  expect(await Promise.all([get('a'), get('a')])).toEqual(['A', 'A'])
  await get('b')
  await get('a')
  await get('c')
  expect(dropped).toEqual(['B'])
  await get('b')
  expect(dropped).toEqual(['B', 'A'])
  expect(made).toEqual(['a', 'b', 'c', 'b'])
})

it('does not keep what failed', async () => {
  const kept = new RecentlyUsed<string, number>(2)
  await expect(kept.get('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await kept.get('a', async () => 1)).toBe(1)
})
