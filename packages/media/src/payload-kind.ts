/** A kind of file by the bytes at one place in it. */
const MAGIC: readonly (readonly [extension: string, at: number, text: string])[] = [
  ['wav', 0, 'RIFF'],
  ['ogg', 0, 'OggS'],
  ['it', 0, 'IMPM'],
  ['xm', 0, 'Extended Module: '],
  ['s3m', 44, 'SCRM'],
  ['mod', 1080, 'M.K.'],
  ['mod', 1080, 'M!K!'],
  ['mod', 1080, 'FLT4'],
  ['mod', 1080, '4CHN'],
  ['mod', 1080, '6CHN'],
  ['mod', 1080, '8CHN'],
  ['umx', 0, '\xc1\x83\x2a\x9e'],
  ['mtm', 0, 'MTM'],
  ['mp3', 0, 'ID3'],
  ['msf', 0, 'MSF'],
  ['fsb', 0, 'FSB'],
  ['wem', 0, 'RIFX'],
  ['bnk', 0, 'BKHD'],
  ['dll', 0, 'MZ'],
  ['so', 0, '\x7fELF'],
]

/** *What to call a payload*: by its first bytes, else by the format that the object names, else `bin`. */
export function extensionOf(bytes: Uint8Array, format: string): string {
  const found = MAGIC.find(([, at, text]) => matches(bytes, at, text))
  if (found !== undefined) return found[0]
  const named = format.toLowerCase().replace(/[^a-z0-9]/g, '')
  return named === '' || named === 'none' || named.length > 8 ? 'bin' : named
}

function matches(bytes: Uint8Array, at: number, text: string): boolean {
  if (bytes.length < at + text.length) return false
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false
  return true
}
