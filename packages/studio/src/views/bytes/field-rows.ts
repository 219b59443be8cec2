import type { Field } from '../../data/bytes-calls.js'

/** A line of the list of fields: a field, or what several fields are parts of. */
export type FieldRow =
  | { readonly kind: 'field'; readonly field: number }
  | {
      readonly kind: 'group'
      readonly name: string
      /** Number of its first field, which tells groups of one name apart. */
      readonly first: number
      readonly count: number
      readonly isOpen: boolean
    }

/** Larger groups are shut until they are opened, or something in them is chosen. */
const MOST_OPEN = 24

/** Fields in a row that belong together: `mips[0].width` and `mips[0].data` to `mips`. */
export interface FieldGroup {
  readonly name: string
  readonly first: number
  readonly count: number
}

/** The groups of fields, in their order. */
export function groupsOf(fields: readonly Field[]): FieldGroup[] {
  const groups: { name: string; first: number; count: number }[] = []
  for (const [index, { path }] of fields.entries()) {
    const name = /^[^.[]*/.exec(path)?.[0] ?? path
    const last = groups.at(-1)
    if (last !== undefined && last.name === name) last.count++
    else groups.push({ name, first: index, count: 1 })
  }
  return groups
}

/** Which groups are open at first: the small ones. */
export function firstOpen(groups: readonly FieldGroup[]): ReadonlySet<number> {
  const isOnly = groups.length === 1
  return new Set(groups.filter(({ count }) => isOnly || count <= MOST_OPEN).map(({ first }) => first))
}

/** The lines to be shown; a group of one field is that field. */
export function fieldRows(groups: readonly FieldGroup[], open: ReadonlySet<number>): FieldRow[] {
  return groups.flatMap(({ name, first, count }): FieldRow[] => {
    if (count === 1) return [{ kind: 'field', field: first }]
    const isOpen = open.has(first)
    const inside = isOpen ? Array.from({ length: count }, (_, i) => ({ kind: 'field', field: first + i }) as const) : []
    return [{ kind: 'group', name, first, count, isOpen }, ...inside]
  })
}
