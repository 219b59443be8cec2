/** Kinds of files by the bytes at one position in them; the first match counts. */
const MAGIC: readonly (readonly [extension: string, at: number, text: string])[] = [
  // RIFF contains many kinds of data; the kind follows the length.
  ['wav', 8, 'WAVE'],
  ['isb', 8, 'isbf'],
  ['ogg', 0, 'OggS'],
  ['flac', 0, 'fLaC'],
  ['mp3', 0, 'ID3'],
  ['mp3', 0, '\xff\xfb'],
  ['it', 0, 'IMPM'],
  ['xm', 0, 'Extended Module: '],
  ['s3m', 44, 'SCRM'],
  ['mtm', 0, 'MTM'],
  ['ult', 0, 'MAS_UTrack_V'],
  ['669', 0, 'if'],
  ...['M.K.', 'M!K!', 'FLT4', 'FLT8', '4CHN', '6CHN', '8CHN', 'OCTA', 'CD81'].map((text): [string, number, string] => [
    'mod',
    1080,
    text,
  ]),
  ['mid', 0, 'MThd'],
  ['umx', 0, '\xc1\x83\x2a\x9e'],
  ['msf', 0, 'MSF'],
  ['fsb', 0, 'FSB'],
  ['bnk', 0, 'BKHD'],
  ['bik', 0, 'BIK'],
  ['gfx', 0, 'GFX'],
  ['gfx', 0, 'CFX'],
  ['swf', 0, 'FWS'],
  ['swf', 0, 'CWS'],
  ['swf', 0, 'ZWS'],
  ['png', 0, '\x89PNG'],
  ['dll', 0, 'MZ'],
  ['so', 0, '\x7fELF'],
]

/**
 * Kinds whose first bytes are too short to identify them; they count only if the object names the same
 * format.
 */
const WEAK = new Set(['669', 'mp3', 'dll'])

/** *The file extension of a payload*: by its bytes, else the format that the object names, else `bin`. */
export function extensionOf(bytes: Uint8Array, format: string): string {
  const named = format.toLowerCase().replace(/[^a-z0-9]/g, '')
  const known = named === '' || named === 'none' || named.length > 8 ? undefined : named
  const found = MAGIC.find(
    ([extension, at, text]) => matches(bytes, at, text) && (!WEAK.has(extension) || known === extension),
  )
  return found?.[0] ?? known ?? 'bin'
}

/** Whether a file begins like a movie of Flash or Scaleform. */
export function isFlash(bytes: Uint8Array): boolean {
  return ['GFX', 'CFX', 'FWS', 'CWS', 'ZWS'].some((text) => matches(bytes, 0, text))
}

function matches(bytes: Uint8Array, at: number, text: string): boolean {
  if (bytes.length < at + text.length) return false
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false
  return true
}
