import { type NumberMemory, OWN_MEMORY } from '../../number-memory.js'

/** The numbers from 0 up to, but not including, `count`: the points of vertices that each have their own. */
export function upTo(count: number, memory: NumberMemory = OWN_MEMORY): Uint32Array {
  const numbers = memory.uints(count)
  for (let i = 0; i < count; i++) numbers[i] = i
  return numbers
}
