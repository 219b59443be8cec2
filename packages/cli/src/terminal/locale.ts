/**
 * Whether the locale is a Unicode one, by the variables that POSIX defines; Windows writes Unicode to its
 * terminals in every locale.
 */
function isUnicode(env: Readonly<Record<string, string | undefined>>, platform: string): boolean {
  if (platform === 'win32') return true
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find((value) => value !== undefined && value !== '')
  return /utf-?8/i.test(locale ?? '')
}

/** Whether more than ASCII can be shown. */
const UNICODE = isUnicode(process.env, process.platform)

/** Marks that something was left out. */
export const ELLIPSIS = UNICODE ? '…' : '...'

/** Signs that we print, and their replacements in ASCII. Letters are not listed: names are not changed. */
const ASCII: Readonly<Record<string, string>> = {
  '…': '...',
  '→': '->',
  '’': "'",
  '–': '-',
  '—': '-',
  '×': 'x',
  '├': '|',
  '└': '`',
  '│': '|',
  '─': '-',
  '█': '#',
  '░': '.',
}
const SIGNS = new RegExp(`[${Object.keys(ASCII).join('')}]`, 'g')

/** Our own text, with replacements for signs that the locale cannot show. */
export function shown(text: string): string {
  return UNICODE ? text : text.replace(SIGNS, (sign) => ASCII[sign] ?? sign)
}
