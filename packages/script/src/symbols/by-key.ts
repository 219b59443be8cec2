/** Adds a value under a key that has none: what is declared first is what a name means. */
export function put<K, T>(map: Map<K, T>, key: K, value: T): void {
  if (!map.has(key)) map.set(key, value)
}

/** Adds a value to those under a key. */
export function push<K, T>(map: Map<K, T[]>, key: K, value: T): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}
