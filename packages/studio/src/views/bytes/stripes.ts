import type { Field, FieldKind } from '../../data/bytes-calls.js'

/**
 * What the bytes mostly are in each of so many equal parts: the kind with the most bytes; nothing where no
 * byte begins or lies.
 *
 * @param fields in the order of their bytes.
 */
export function stripesOf(fields: readonly Field[], length: number, count: number): (FieldKind | undefined)[] {
  const stripes: (FieldKind | undefined)[] = new Array<undefined>(count).fill(undefined)
  const most = new Float64Array(count)
  const bytes = new Map<FieldKind, number>()
  const size = length / count
  let current = -1
  const add = (stripe: number, kind: FieldKind, amount: number) => {
    if (stripe !== current) bytes.clear()
    current = stripe
    const total = (bytes.get(kind) ?? 0) + amount
    bytes.set(kind, total)
    if (total <= (most[stripe] ?? 0)) return
    most[stripe] = total
    stripes[stripe] = kind
  }
  for (const { at, length: own, kind } of fields) {
    const last = Math.min(count - 1, Math.ceil((at + own) / size) - 1)
    for (let stripe = Math.min(count - 1, Math.floor(at / size)); stripe <= last; stripe++)
      add(stripe, kind, Math.min(at + own, (stripe + 1) * size) - Math.max(at, stripe * size))
  }
  return stripes
}
