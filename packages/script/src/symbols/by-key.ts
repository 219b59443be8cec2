/** Adds a value under a key that has none: what is declared first is what a name means. */
export function put<K, T>(map: Map<K, T>, key: K, value: T): void {
  if (!map.has(key)) map.set(key, value)
}
