/**
 * *An independent reader of names and imports*, for comparison: it uses `DataView`, follows the public
 * descriptions of the format (Sweeney 1999, the Unreal Wiki's package format pages, notes on UE3's summary)
 * and shares no code with `@ukit/core`. It reads uncompressed little- or big-endian packages in the engine's
 * own layout, and throws for anything else.
 */
export function readImports(bytes: Uint8Array): { path: string; class: string; root: string }[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const tag = view.getUint32(0, true)
  const little = tag === 0x9e2a83c1 || tag === 0x9e2a83c2
  if (!little && view.getUint32(0, false) !== 0x9e2a83c1) throw new Error('not the tag of a package')
  const version = view.getUint32(4, little) & 0xffff
  const u32 = (at: number) => view.getUint32(at, little)
  const i32 = (at: number) => view.getInt32(at, little)

  let at = 8
  if (version >= 249) at += 4
  if (version >= 269) {
    const length = i32(at)
    at += 4 + (length < 0 ? -2 * length : length)
  }
  at += 4
  const nameCount = u32(at)
  const nameOffset = u32(at + 4)
  const importCount = u32(at + 16)
  const importOffset = u32(at + 20)
  const inside = (end: number) => {
    if (end > bytes.length) throw new Error('ran past the end: not the layout that is known here')
  }
  inside(nameOffset + nameCount)
  inside(importOffset + importCount)

  /** The compact index of UE1 and UE2: a sign and 6 bits, then 7 bits per byte. */
  const index = (): number => {
    if (version >= 178) {
      at += 4
      return i32(at - 4)
    }
    const first = bytes[at++] ?? 0
    let value = first & 0x3f
    let more = (first & 0x40) !== 0
    for (let shift = 6; more && shift <= 27; shift += 7) {
      const byte = bytes[at++] ?? 0
      value += (byte & 0x7f) * 2 ** shift
      more = (byte & 0x80) !== 0
    }
    return (first & 0x80) !== 0 ? -value : value
  }
  const names: string[] = []
  at = nameOffset
  for (let i = 0; i < nameCount; i++) {
    let text = ''
    if (version < 64) {
      for (; bytes[at] !== 0; at++) {
        inside(at + 1)
        text += String.fromCharCode(bytes[at] ?? 0)
      }
      at++
    } else {
      const length = index()
      inside(at + Math.abs(length))
      for (let k = 0; k < Math.abs(length); k++) {
        const unit = length < 0 ? view.getUint16(at, little) : (bytes[at] ?? 0)
        at += length < 0 ? 2 : 1
        // The last one is the zero that ends the text.
        if (k < Math.abs(length) - 1 || unit !== 0) text += String.fromCharCode(unit)
      }
    }
    at += version >= 195 ? 8 : 4
    names.push(text)
  }
  const name = (): string => {
    const text = names[index()]
    if (text === undefined) throw new Error('a name out of range')
    if (version < 343) return text
    at += 4
    const number = i32(at - 4)
    return number === 0 ? text : `${text}_${number - 1}`
  }
  at = importOffset
  const rows: { class: string; outer: number; name: string }[] = []
  for (let i = 0; i < importCount; i++) {
    const classPackage = name()
    const className = name()
    const outer = i32(at)
    at += 4
    rows.push({ class: `${classPackage}.${className}`, outer, name: name() })
  }
  return rows.map((row) => {
    let path = row.name
    let top = row
    for (let depth = 0; top.outer !== 0; depth++) {
      const outer = rows[-top.outer - 1]
      // Below an export of the file itself, which only the caller can name.
      if (outer === undefined || depth > 64) return { path: `?.${path}`, class: row.class, root: '?' }
      top = outer
      path = `${top.name}.${path}`
    }
    return { path, class: row.class, root: top.name }
  })
}
