import { Guid, Name, UString } from '@ukit/container'
import { ExportObject, ImportObject } from '@ukit/core'
import { Property, RawStruct } from '@ukit/objects'
import { EditEntry, EditName } from '../entries.js'

/**
 * *What an object and all that belongs to it were like*: put back into the same objects, so that what refers
 * to them stays right.
 */
export interface Memento {
  /** Puts everything back. */
  restore(): void
}

/** Notes what an object and the objects in it are like now; what it only refers to is not a part of it. */
export function mementoOf(root: object): Memento {
  const parts = new Map<object, () => void>()
  const waiting: unknown[] = [root]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value !== 'object' || value === null || parts.has(value) || isLeaf(value)) continue
    parts.set(value, noted(value, waiting))
  }
  return {
    restore: () => {
      for (const restore of parts.values()) restore()
    },
  }
}

/** Values that nothing changes, and entries, which are noted for themselves. */
function isLeaf(value: object): boolean {
  return LEAVES.some((type) => value instanceof type) || Object.isFrozen(value)
}

const LEAVES = [EditEntry, EditName, Name, UString, Guid, ExportObject, ImportObject, ArrayBuffer] as const

/** Types, which belong to the classes and not to the values. */
function isOfType(value: object, key: string): boolean {
  return (value instanceof Property && key === 'valueType') || (value instanceof RawStruct && key === 'type')
}

function noted(value: object, waiting: unknown[]): () => void {
  if (value instanceof DataView) return () => undefined
  if (ArrayBuffer.isView(value)) {
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    const copy = bytes.slice()
    return () => bytes.set(copy)
  }
  if (Array.isArray(value)) {
    const items: unknown[] = [...value]
    waiting.push(...new Set(items.filter((item) => typeof item === 'object')))
    return () => {
      value.length = 0
      for (const item of items) value.push(item)
    }
  }
  if (value instanceof Map) {
    const entries: [unknown, unknown][] = [...value]
    for (const entry of entries) waiting.push(...entry)
    return () => {
      value.clear()
      for (const [key, item] of entries) value.set(key, item)
    }
  }
  const fields = Object.entries(value)
  for (const [key, field] of fields) if (!isOfType(value, key)) waiting.push(field)
  return () => {
    const known = new Set(fields.map(([key]) => key))
    for (const key of Object.keys(value)) if (!known.has(key)) Reflect.deleteProperty(value, key)
    for (const [key, field] of fields) Reflect.set(value, key, field)
  }
}
