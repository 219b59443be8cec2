// A .uz written in a slow and simple way from the facts alone (formats/umod-and-network.md §2), for
// comparison with the fast one.

/** Runs: five equal bytes are followed by the length of the run. */
function runs(bytes: readonly number[]): number[] {
  const out: number[] = []
  for (let at = 0; at < bytes.length; ) {
    let length = 1
    while (length < 255 && bytes[at + length] === bytes[at]) length++
    for (let i = 0; i < Math.min(length, 5); i++) out.push(bytes[at] as number)
    if (length >= 5) out.push(length)
    at += length
  }
  return out
}

/** One block: every suffix, with an end greater than all bytes, sorted by comparing them. */
function sorted(bytes: readonly number[]): number[] {
  const starts = Array.from({ length: bytes.length + 1 }, (_, i) => i)
  const symbol = (at: number) => bytes[at] ?? 256
  starts.sort((a, b) => {
    while (symbol(a) === symbol(b)) {
      a++
      b++
    }
    return symbol(a) - symbol(b)
  })
  const word = (value: number) => [value & 255, (value >> 8) & 255, value >> 16, 0]
  const rows = starts.map((start) => bytes[Math.max(0, start - 1)] as number)
  return [...word(bytes.length), ...word(starts.indexOf(1)), ...word(starts.indexOf(0)), ...rows]
}

function moveToFront(bytes: readonly number[]): number[] {
  const order = Array.from({ length: 256 }, (_, i) => i)
  return bytes.map((byte) => {
    const place = order.indexOf(byte)
    order.unshift(...order.splice(place, 1))
    return place
  })
}

/** A chain for a tree: the first symbol takes one bit, the last ones as many as there are symbols. */
function chain(symbols: readonly number[], order: readonly number[]): number[] {
  const bits: number[] = []
  order.forEach((symbol, i) => {
    if (i < order.length - 1) bits.push(1)
    bits.push(0, ...Array.from({ length: 8 }, (_, bit) => (symbol >> bit) & 1))
  })
  for (const symbol of symbols) {
    const depth = order.indexOf(symbol)
    bits.push(...Array.from({ length: depth }, () => 1))
    if (depth < order.length - 1) bits.push(0)
  }
  return bits
}

/**
 * A `.uz` of one block called `x`, if `withUnused` is set, its tree begins with all symbols that do not
 * occur.
 */
export function referenceUz(bytes: Uint8Array, signature: 1234 | 5678, withUnused: boolean): Uint8Array {
  const places = moveToFront(sorted(runs([...bytes])))
  const symbols = signature === 5678 ? runs(places) : places
  const used = [...new Set(symbols)]
  const all = Array.from({ length: 256 }, (_, i) => i)
  const bits = chain(symbols, withUnused ? [...all.filter((symbol) => !used.includes(symbol)), ...used] : used)
  const out = new Uint8Array(11 + Math.ceil(bits.length / 8))
  const view = new DataView(out.buffer)
  view.setUint32(0, signature, true)
  out.set([2, 0x78, 0], 4)
  view.setUint32(7, symbols.length, true)
  bits.forEach((bit, i) => {
    out[11 + (i >> 3)] = (out[11 + (i >> 3)] as number) | (bit << (i & 7))
  })
  return out
}
