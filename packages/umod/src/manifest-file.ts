/** A `File=` or `Copy=` line of a manifest. */
export interface ManifestFile {
  /** Only `File` is installed; `Copy` is packed for setup itself (the manifest, a licence, a logo). */
  readonly kind: 'file' | 'copy'
  /** Name in the installer. */
  readonly src: string
  /** Where it is installed, below the game's folder; `src` when the line does not say. */
  readonly dest: string
  /** Path below the master path from which the file is taken when an installer is built. */
  readonly master: string | undefined
  /** True if files in all subfolders are taken when an installer is built. */
  readonly masterRecurse: boolean
  /** The member is a delta against this installed file. */
  readonly ref: string | undefined
  /** Bytes of the file that it is a delta against. */
  readonly refSize: number | undefined
  /** Only for games in this language. */
  readonly lang: string | undefined
  /** Size in bytes, as written. Tools write it before the last change, so it may be wrong. */
  readonly size: number | undefined
  /** The bits of `UmodFlag`, as written in the line. */
  readonly flags: number
  /** Every field as written, in its order. */
  readonly fields: readonly (readonly [key: string, value: string])[]
}

/** Reads `(Src=…,Dest=…)`; parentheses and quotes may be missing. */
export function parseFileLine(kind: ManifestFile['kind'], text: string): ManifestFile {
  const fields = structFields(text)
  const get = (key: string) => fields.find(([name]) => name.toLowerCase() === key)?.[1]
  const number = (key: string) => {
    const value = get(key)
    return value !== undefined && /^\d{1,10}$/.test(value) ? Number(value) : undefined
  }
  const src = get('src') ?? ''
  return {
    kind,
    src,
    dest: get('dest') || src,
    master: get('master') || undefined,
    masterRecurse: /^(?:true|1)$/i.test(get('masterrecurse') ?? ''),
    ref: get('ref') || undefined,
    refSize: number('refsize'),
    lang: get('lang') || undefined,
    size: number('size'),
    flags: number('flags') ?? 0,
    fields,
  }
}

/**
 * Writes the value of a `File=` or `Copy=` line; values with spaces or commas are quoted, as the games' tools
 * do.
 */
export function formatFileLine(fields: readonly (readonly [key: string, value: string])[]): string {
  const quoted = (value: string) => (/[ ,()]/.test(value) ? `"${value}"` : value)
  return `(${fields.map(([key, value]) => `${key}=${quoted(value)}`).join(',')})`
}

/** Longer lines are not lines of files. */
const LONGEST_LINE = 0x4000

function structFields(text: string): [string, string][] {
  const trimmed = text.trim()
  if (trimmed.length > LONGEST_LINE) return []
  const inner = trimmed.startsWith('(') && trimmed.endsWith(')') ? trimmed.slice(1, -1) : trimmed
  const fields: [string, string][] = []
  for (let at = 0; at < inner.length; ) {
    const equals = inner.indexOf('=', at)
    if (equals < 0) break
    // A comma before the `=` ends a word without a value.
    const key = inner.slice(Math.max(at, inner.lastIndexOf(',', equals) + 1), equals).trim()
    let start = equals + 1
    while (inner[start] === ' ') start++
    const closing = inner[start] === '"' ? inner.indexOf('"', start + 1) : -1
    const comma = inner.indexOf(',', closing < 0 ? start : closing)
    const end = comma < 0 ? inner.length : comma
    // A quoted value may contain commas; any other value ends at the next one.
    fields.push([key, closing < 0 ? inner.slice(start, end).trim() : inner.slice(start + 1, closing)])
    at = end + 1
  }
  return fields
}
