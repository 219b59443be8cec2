import { challengeResponse } from '@ukit/game'
import { describe, expect, it } from 'vitest'

describe('challengeResponse', () => {
  it('agrees with calculations by hand', () => {
    // 0: only the constant, 0x93FE92CE − 2³².
    expect(challengeResponse(0)).toBe(-1812032818)
    // 1: 237 = 0xED; 1 >> 16 = 0; 1 << 16 = 0x10000. 0x93FE92CE ^ 0xED ^ 0x10000 = 0x93FF9223.
    expect(challengeResponse(1)).toBe(0x93ff9223 - 0x1_0000_0000)
    // −1: −237 = 0xFFFFFF13; −1 >> 16 = 0xFFFFFFFF; −1 << 16 = 0xFFFF0000. Together: 0x6C019222.
    expect(challengeResponse(-1)).toBe(0x6c019222)
    // 0x10000: × 237 = 0xED0000; >> 16 = 1; << 16 overflows to 0. 0x93FE92CE ^ 0xED0000 ^ 1 = 0x931392CF.
    expect(challengeResponse(0x10000)).toBe(0x931392cf - 0x1_0000_0000)
    // −2³¹: × 237 = 0x80000000 (237 is odd); >> 16 = 0xFFFF8000; << 16 = 0. 0x93FE92CE ^ 0x80000000 ^
    // 0xFFFF8000 = 0xEC0112CE.
    expect(challengeResponse(-0x8000_0000)).toBe(0xec0112ce - 0x1_0000_0000)
    // 0x12345678: × 237 = 0x10_DA74_0D18, of which 0xDA740D18 remains; >> 16 = 0x1234; << 16 = 0x56780000.
    // 0xDA740D18 ^ 0x93FE92CE = 0x498A9FD6; ^ 0x1234 = 0x498A8DE2; ^ 0x56780000 = 0x1FF28DE2.
    expect(challengeResponse(0x12345678)).toBe(0x1ff28de2)
  })

  it('agrees with the same formula in unbounded integers', () => {
    for (const c of [2, 237, 0x7fff_ffff, -2, 123456789, -987654321, 0x0001_0001]) {
      expect(challengeResponse(c)).toBe(expectedByBigInt(c))
    }
  })
})

/** The formula in unbounded integers, cut to 32 bits at the end. */
function expectedByBigInt(c: number): number {
  const value = BigInt(c)
  return Number(BigInt.asIntN(32, (value * 237n) ^ 0x93fe92cen ^ (value >> 16n) ^ (value << 16n)))
}
