import { candidateGames, openSummary } from '@ukit/core'
import { memorySource } from '@ukit/files'
import { expect, it } from 'vitest'
import { guidAndGeneration, sized, start, tables } from '../summaries.js'

it('the counts of the summary are unscrambled', async () => {
  // The public reader's constants, applied by hand: 0 names at 0x40, 0 exports, 0 imports at the same place.
  const words = [
    0 ^ 0xd97790c7 ^ 0x1c,
    0x40 ^ 0xf208fb9f ^ 0x40,
    0 ^ 0xebbde077 ^ 0x04,
    0x40 ^ 0xe292ec62 ^ 0x03e9e1,
    0 ^ 0x201da87a ^ 0x05,
    0x40 ^ 0xa9b999df ^ 0x3e9be,
  ]
  const file = start(130, 5)
    .u32(0x10001)
    .u32(...words)
    .u8(...new Array<number>(28).fill(0xee))
    .bytes()
  const { summary, game } = await openSummary(memorySource(file))
  expect(game.id).toBe('ragnarok-online-2')
  expect(summary).toMatchObject({ nameCount: 0, nameOffset: 0x40, exportCount: 0, importOffset: 0x40 })
  expect(summary.extra['encrypted']).toEqual(new Uint8Array(28).fill(0xee))
})

it('plain packages of other games with the same flag are left unchanged', async () => {
  const file = sized((end) => guidAndGeneration(tables(start(129, 0).u32(0x10001), end), false))
  const { summary, game } = await openSummary(memorySource(file))
  expect(game.id).not.toBe('ragnarok-online-2')
  expect(summary.nameOffset).toBe(file.length)
})

it('comes after the engine, since other games have its versions too', () => {
  expect(candidateGames(0x9e2a83c1, 128, 29).at(-1)?.id).toBe('ragnarok-online-2')
})
