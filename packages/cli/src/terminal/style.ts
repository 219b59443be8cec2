/** Ways to highlight text. Each returns its text unchanged when colours are off. */
export interface Style {
  bold(text: string): string
  dim(text: string): string
  red(text: string): string
  green(text: string): string
  yellow(text: string): string
  cyan(text: string): string
}

const ESC = '\u001b['

function paint(open: number, close: number): (text: string) => string {
  return (text) => (text === '' ? '' : `${ESC}${open}m${text}${ESC}${close}m`)
}

const COLORED: Style = {
  bold: paint(1, 22),
  dim: paint(2, 22),
  red: paint(31, 39),
  green: paint(32, 39),
  yellow: paint(33, 39),
  cyan: paint(36, 39),
}

const same = (text: string) => text
const PLAIN: Style = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same }

/** The style for a stream with or without colours. */
export function styleFor(colored: boolean): Style {
  return colored ? COLORED : PLAIN
}

/**
 * Whether to write colours to a stream: if it is a terminal, unless `NO_COLOR` has any value (no-color.org)
 * or the terminal is dumb. `FORCE_COLOR` other than `0` asks for them even if it is not a terminal;
 * `NO_COLOR` takes precedence over it.
 */
export function wantsColor(
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  if ((env['NO_COLOR'] ?? '') !== '') return false
  const forced = env['FORCE_COLOR']
  if (forced !== undefined) return forced !== '0' && forced !== 'false'
  return stream.isTTY === true && env['TERM'] !== 'dumb'
}
