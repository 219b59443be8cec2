import type { Archive } from '../../archive/archive.js'
import { arrayCount } from '../common/arrays.js'

/** TArray of elements of `width` compact indices each, as one typed array. */
export function indexArray(ar: Archive, value: Int32Array, width: number, field: string): Int32Array {
  const count = arrayCount(ar, value.length / width, width, field)
  const numbers = ar.isLoading ? new Int32Array(count * width) : value
  for (let i = 0; i < numbers.length; i++) {
    ar.enter(field, i)
    numbers[i] = ar.index(numbers[i] ?? 0, '')
    ar.leave(true)
  }
  return numbers
}
