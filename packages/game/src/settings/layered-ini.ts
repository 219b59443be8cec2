import { type IniEntry, IniFile } from '@ukit/files/ini'

/**
 * The values of one key: a list with gaps, and the positions of each value in it, so that long lists need not
 * be searched.
 */
class Values {
  readonly #list: (string | undefined)[] = []
  readonly #places = new Map<string, number[]>()
  /** True if a plain key of the upper ini has already replaced this list. */
  replaced = false

  add(value: string): void {
    const key = value.toLowerCase()
    const places = this.#places.get(key) ?? []
    places.push(this.#list.push(value) - 1)
    this.#places.set(key, places)
  }

  has(value: string): boolean {
    return this.#places.has(value.toLowerCase())
  }

  remove(value: string): void {
    for (const place of this.#places.get(value.toLowerCase()) ?? []) this.#list[place] = undefined
    this.#places.delete(value.toLowerCase())
  }

  clear(): void {
    this.#list.length = 0
    this.#places.clear()
  }

  *[Symbol.iterator](): Generator<string> {
    for (const value of this.#list) if (value !== undefined) yield value
  }
}

/**
 * *Applies one ini on top of another*, as UE2's mods and UE3 do: a plain key replaces the values of that key,
 * `+Key` adds a value unless it exists, `.Key` always adds it, `-Key` removes it, and `!Key` removes all (UDN
 * "Improved Mod Support", "Configuration Files"; Unreal Wiki "UT2004 Default.ini").
 *
 * @returns a new file with the pairs of both and no comments; both inis are unchanged.
 */
export function overlayIni(under: IniFile, over: IniFile): IniFile {
  const lines: string[] = []
  const names = new Map<string, string>()
  for (const name of [...under.sections(), ...over.sections()]) {
    if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), name)
  }
  for (const name of names.values()) {
    lines.push(`[${name}]`)
    for (const { key, value } of overlayEntries(under.entries(name), over.entries(name))) lines.push(`${key}=${value}`)
  }
  return IniFile.parse(utf16(`${lines.join('\n')}\n`))
}

function* overlayEntries(under: readonly IniEntry[], over: readonly IniEntry[]): Generator<IniEntry> {
  const keys = new Map<string, { readonly key: string; readonly values: Values }>()
  const valuesOf = (key: string): Values => {
    const lower = key.toLowerCase()
    const known = keys.get(lower)
    if (known !== undefined) return known.values
    const values = new Values()
    keys.set(lower, { key, values })
    return values
  }
  for (const { key, value } of under) valuesOf(key).add(value)
  for (const { key, value } of over) {
    const sign = /^[+\-.!]/.exec(key)?.[0]
    const values = valuesOf(sign === undefined ? key : key.slice(1))
    if (sign === '-') values.remove(value)
    else if (sign === '!') values.clear()
    else if (sign === '.' || (sign === '+' && !values.has(value))) values.add(value)
    else if (sign === undefined) {
      if (!values.replaced) values.clear()
      values.replaced = true
      values.add(value)
    }
  }
  for (const { key, values } of keys.values()) for (const value of values) yield { key, value }
}

/** The text as UTF-16 with a byte order mark, which can represent any character of any ini. */
function utf16(text: string): Uint8Array {
  const units = new DataView(new ArrayBuffer(2 + 2 * text.length))
  units.setUint16(0, 0xfeff, true)
  for (let i = 0; i < text.length; i++) units.setUint16(2 + 2 * i, text.charCodeAt(i), true)
  return new Uint8Array(units.buffer)
}
