import { Generation, Guid, UString } from '@ukit/container'

/**
 * A value with GUIDs and stored texts as texts, which their classes say is their plain form, and the counts
 * of generations as they are after a clone: fields alone.
 */
export function withTexts(value: unknown): unknown {
  if (value instanceof Guid) return value.toString()
  if (value instanceof UString) return value.text
  if (value instanceof Generation) return { ...value }
  if (Array.isArray(value)) return value.map(withTexts)
  if (value instanceof Map) return new Map([...value].map(([key, one]) => [key, withTexts(one)]))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withTexts(one)]))
}
