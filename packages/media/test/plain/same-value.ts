/**
 * Where a value is not what it was before: the path of the first difference, `undefined` for none. Objects of
 * classes are different from plain ones, unset fields from missing ones, and −0 from 0.
 */
export function differenceOf(before: unknown, after: unknown, path = ''): string | undefined {
  if (Object.is(before, after)) return undefined
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null) return path || '.'
  if (nameOf(before) !== nameOf(after)) return `${path} (${nameOf(before)}, then ${nameOf(after)})`
  if (ArrayBuffer.isView(before) && ArrayBuffer.isView(after))
    return bytesOf(before) === bytesOf(after) ? undefined : path
  if (before instanceof Map && after instanceof Map) return differenceOf([...before], [...after], `${path}.entries`)
  if (before instanceof Set && after instanceof Set) return differenceOf([...before], [...after], `${path}.values`)
  const [own, others] = [Object.entries(before), new Map<string, unknown>(Object.entries(after))]
  if (own.length !== others.size) return `${path} (${own.length} fields, then ${others.size})`
  for (const [key, value] of own) {
    if (!others.has(key)) return `${path}.${key}`
    const found = differenceOf(value, others.get(key), `${path}.${key}`)
    if (found !== undefined) return found
  }
  return undefined
}

function nameOf(value: object): string {
  const name: unknown = Object.getPrototypeOf(value)?.constructor?.name
  // A clone of Node's own array of bytes is a plain one, of the same bytes.
  return name === 'Buffer' ? 'Uint8Array' : String(name)
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): string {
  return new Uint8Array(buffer, byteOffset, byteLength).join()
}
