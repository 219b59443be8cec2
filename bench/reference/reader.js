// A package reader as one usually writes it in JavaScript: a cursor over a DataView, names are decoded
// immediately, every entry is a plain object, and there are no checks. The opening benchmark compares ukit
// with it in the same run, so it is meant to be good of its kind: the faster variant of each part was kept.
// It only knows the engine's own layout (versions 35 to 900, no deviations of games, no compression) and
// trusts every byte.

class Cursor {
  constructor(bytes, littleEndian) {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.little = littleEndian
    this.at = 0
  }

  u32() {
    const value = this.view.getUint32(this.at, this.little)
    this.at += 4
    return value
  }

  i32() {
    const value = this.view.getInt32(this.at, this.little)
    this.at += 4
    return value
  }

  compactIndex() {
    const first = this.bytes[this.at++]
    let value = first & 0x3f
    if (first & 0x40) {
      let shift = 6
      let byte
      do {
        byte = this.bytes[this.at++]
        value |= (byte & 0x7f) << shift
        shift += 7
      } while (byte & 0x80 && shift < 32)
    }
    return first & 0x80 ? -value : value
  }

  text(length) {
    const start = this.at
    if (length < 0) {
      let text = ''
      for (let i = 0; i < -length - 1; i++) text += String.fromCharCode(this.view.getUint16(start + 2 * i, true))
      this.at = start - 2 * length
      return text
    }
    this.at = start + length
    return length === 0 ? '' : String.fromCharCode.apply(null, this.bytes.subarray(start, start + length - 1))
  }

  zeroTerminated() {
    const start = this.at
    while (this.bytes[this.at] !== 0) this.at++
    return String.fromCharCode.apply(null, this.bytes.subarray(start, this.at++))
  }

  skip(length) {
    this.at += length
  }
}

/** Reads summary and tables of an uncompressed package. */
export function readPackage(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const little = view.getUint32(0, true) === 0x9e2a83c1 || view.getUint32(0, true) === 0x9e2a83c2
  const cursor = new Cursor(bytes, little)
  const summary = readSummary(cursor)
  const { version } = summary
  const index = version >= 178 ? () => cursor.i32() : () => cursor.compactIndex()

  cursor.at = summary.nameOffset
  const names = []
  for (let i = 0; i < summary.nameCount; i++) {
    const name = version < 64 ? cursor.zeroTerminated() : cursor.text(index())
    const flags = cursor.u32()
    const flagsHigh = version >= 195 ? cursor.u32() : 0
    names.push({ name, flags, flagsHigh })
  }

  const name = () => {
    const text = names[index()].name
    const number = version >= 343 ? cursor.i32() : 0
    return number > 0 ? `${text}_${number - 1}` : text
  }

  cursor.at = summary.importOffset
  const imports = []
  for (let i = 0; i < summary.importCount; i++) {
    imports.push({ classPackage: name(), className: name(), outer: cursor.i32(), objectName: name() })
  }

  cursor.at = summary.exportOffset
  const exports = []
  for (let i = 0; i < summary.exportCount; i++) {
    const entry = { class: index(), super: index(), outer: cursor.i32(), objectName: name() }
    entry.archetype = version >= 220 ? cursor.i32() : 0
    entry.flags = cursor.u32()
    entry.flagsHigh = version >= 195 ? cursor.u32() : 0
    entry.size = index()
    entry.offset = entry.size > 0 || version >= 249 ? index() : 0
    if (version >= 220 && version < 543) {
      entry.components = []
      for (let left = cursor.i32(); left > 0; left--) entry.components.push({ name: name(), component: cursor.i32() })
    }
    if (version >= 247) entry.exportFlags = cursor.u32()
    if (version >= 322) {
      entry.netObjectCounts = []
      for (let left = cursor.i32(); left > 0; left--) entry.netObjectCounts.push(cursor.i32())
      entry.guid = [cursor.u32(), cursor.u32(), cursor.u32(), cursor.u32()]
    }
    if (version >= 475) entry.packageFlags = cursor.u32()
    exports.push(entry)
  }
  return { summary, names, imports, exports }
}

function readSummary(cursor) {
  const tag = cursor.u32()
  const word = cursor.u32()
  const version = word & 0xffff
  const summary = { tag, version, licensee: word >>> 16 }
  if (version >= 249) summary.headerSize = cursor.i32()
  if (version >= 269) summary.folder = cursor.text(cursor.i32())
  summary.flags = cursor.u32()
  summary.nameCount = cursor.i32()
  summary.nameOffset = cursor.i32()
  summary.exportCount = cursor.i32()
  summary.exportOffset = cursor.i32()
  summary.importCount = cursor.i32()
  summary.importOffset = cursor.i32()
  return summary
}
