/** The numbers from 0 up to, not including, `count`: those of vertices that all are points of their own. */
export function upTo(count: number): Uint32Array {
  const numbers = new Uint32Array(count)
  for (let i = 0; i < count; i++) numbers[i] = i
  return numbers
}
