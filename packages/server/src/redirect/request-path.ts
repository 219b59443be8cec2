import { fromWindows1252 } from '@ukit/files/internal'

/**
 * What a request line asks for: a page, a file under one of a few readings of its name, or nothing that may
 * be requested.
 */
export type RequestPath =
  | { readonly kind: 'folder' }
  /** The last part of the path, as written and as decoded: the first one that exists is meant. */
  | { readonly kind: 'file'; readonly names: readonly string[] }
  /** The path tries to leave the folder, or is none. */
  | { readonly kind: 'bad'; readonly reason: string }

/** Longest file name that is looked up: what file systems allow, and room for percent signs. */
const MAX_NAME = 1024

/** A path that means what it says: by far the most. */
const PLAIN = /^(?:\/[\w.()-]+)*\/([\w()-][\w.()-]*)$/

/**
 * *Takes the target of a request line apart.* Folders in it are ignored: clients put the name of a package
 * after whatever `RedirectToURL` says, and the layout is flat. `prefix` (with `/` at both ends) makes one
 * folder obligatory.
 *
 * A client that knows no percent-encoding (UT before 469) writes the name as it is; UT2004 and Killing Floor
 * encode `[`, `]`, `'` and spaces; a proxy on the way may encode what is encoded already. So the name is read
 * as it is, decoded once and decoded twice, and each time also with spaces instead of `+`. Bytes beyond ASCII
 * are UTF-8 or, where they are not, Windows-1252.
 *
 * What would leave the folder in any of these readings is `bad`: `..`, `\`, a drive letter or stream (`:`),
 * NUL and other control characters.
 *
 * @param target as Node hands it over: a character for each byte.
 */
export function readRequestPath(target: string, prefix = '/'): RequestPath {
  let path = target
  const scheme = /^https?:\/\/[^/?#]*/i.exec(path)
  if (scheme !== null) path = path.slice(scheme[0].length) || '/'
  if (!path.startsWith('/')) return badPath('a path begins with /')
  if (!path.startsWith(prefix)) return { kind: 'file', names: [] }
  const plain = PLAIN.exec(path)?.[1]
  if (plain !== undefined && plain.length <= MAX_NAME && !path.includes('/.')) return { kind: 'file', names: [plain] }

  const question = path.indexOf('?')
  if (question >= 0) path = path.slice(0, question)
  const once = percentDecoded(path)
  const twice = percentDecoded(once)
  const names = new Set<string>()
  for (const bytes of [path, once, twice]) {
    const reading = textOf(bytes)
    const reason = trickIn(reading)
    if (reason !== undefined) return badPath(reason)
    const name = reading.slice(reading.lastIndexOf('/') + 1)
    if (name.length > MAX_NAME) return badPath('the name is too long')
    names.add(name).add(name.replaceAll('+', ' '))
  }
  names.delete('')
  return names.size === 0 ? { kind: 'folder' } : { kind: 'file', names: [...names] }
}

/** Why a path must not be looked at any further. */
function trickIn(path: string): string | undefined {
  if (/\p{Cc}/u.test(path)) return 'control characters are not allowed in a path'
  if (path.includes('\\')) return 'a path has / between folders, not \\'
  if (path.includes(':')) return 'drive letters and streams (:) are not allowed in a path'
  if (path.split('/').some((part) => /^\.{1,2}\s*$/.test(part))) return '. and .. are not allowed in a path'
  return undefined
}

/** Bytes for percent signs; what is not a percent-encoding stays as it is. */
function percentDecoded(bytes: string): string {
  return bytes.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** A string that has a character for each byte, as text. */
function textOf(bytes: string): string {
  if (/^\p{ASCII}*$/u.test(bytes)) return bytes
  const array = Buffer.from(bytes, 'latin1')
  try {
    return UTF8.decode(array)
  } catch {
    // Not by TextDecoder: that of Node 20 leaves 80 to 9F as they are.
    return fromWindows1252(bytes)
  }
}

function badPath(reason: string): RequestPath {
  return { kind: 'bad', reason }
}
