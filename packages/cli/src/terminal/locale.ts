/**
 * The locale that the terminal and other programs go by, as POSIX finds it; Windows writes Unicode to its
 * terminals whatever it says.
 */
function isUnicode(env: Readonly<Record<string, string | undefined>>, platform: string): boolean {
  if (platform === 'win32') return true
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find((value) => value !== undefined && value !== '')
  return /utf-?8/i.test(locale ?? '')
}

/** Whether more than ASCII can be shown. */
const UNICODE = isUnicode(process.env, process.platform)

/** What says that something was left out. */
export const ELLIPSIS = UNICODE ? '…' : '...'

/**
 * Signs that we print, and what they are in ASCII. Letters of names are not among them: they stay what they
 * are.
 */
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

/** Text of ours as the locale can show it. */
export function shown(text: string): string {
  return UNICODE ? text : text.replace(SIGNS, (sign) => ASCII[sign] ?? sign)
}
