import { signal } from '@preact/signals'
import type { ObjectAt } from '../data/package-calls.js'

/** Textures that were looked at, the last first. */
export const recent = signal<readonly ObjectAt[]>([])

/** So many are remembered. */
const MOST = 100

/** Puts a texture at the head of those that were looked at. */
export function remember({ id, index }: ObjectAt): void {
  const others = recent.value.filter((one) => one.id !== id || one.index !== index)
  recent.value = [{ id, index }, ...others].slice(0, MOST)
}
