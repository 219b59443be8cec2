/**
 * *Chance that can be repeated*: numbers from 0 up to 1, the same for the same seed (a generator of 32 bits).
 */
export function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

/** A number in a circle of numbers, as textures repeat. */
export function wrapped(value: number, size: number): number {
  const rest = value % size
  return rest < 0 ? rest + size : rest
}

/** A byte with a sign. */
export function signed(byte: number): number {
  return (byte << 24) >> 24
}
