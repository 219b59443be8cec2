import type { Expression } from '../syntax/nodes.js'

type Part = unknown

/** Tells whether two expressions read the same: names without case. */
export function sameExpression(a: Part, b: Part): boolean {
  if (typeof a === 'string' && typeof b === 'string') return a.toLowerCase() === b.toLowerCase()
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b)
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((one, i) => sameExpression(one, b[i]))
    )
  }
  const [left, right] = [Object.entries(a), new Map<string, unknown>(Object.entries(b))]
  return left.every(([key, value]) => key === 'start' || key === 'end' || sameExpression(value, right.get(key)))
}

/** Tells whether an expression occurs in another one. */
export function mentions(where: Part, what: Expression): boolean {
  if (typeof where !== 'object' || where === null) return false
  if (Array.isArray(where)) return where.some((one) => mentions(one, what))
  if ('kind' in where && where.kind === what.kind && sameExpression(where, what)) return true
  return Object.values(where).some((one) => mentions(one, what))
}
