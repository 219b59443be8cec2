import type { Points } from './drawing.js'

/**
 * *Letters as lines*, drawn for ukit: capitals are 4 wide and 6 high, from the top; two digits for each
 * point, a space between lines.
 */
const LETTERS: Readonly<Record<string, string>> = {
  '!': '2024 2626',
  '"': '1012 3032',
  '#': '1016 3036 0242 0444',
  $: '413010010213334445361605 2026',
  '%': '0640 0010110100 3545463635',
  '&': '460201102031320405162644',
  "'": '2022',
  '(': '30212536',
  ')': '10212516',
  '*': '2125 1234 3214',
  '+': '2125 0343',
  ',': '2517',
  '-': '1333',
  '.': '2626',
  '/': '0640',
  '0': '103041453616050110 3214',
  '1': '112026 1636',
  '2': '01103041420646',
  '3': '01103041423313 334445361605',
  '4': '36300444',
  '5': '400003334445361605',
  '6': '3010010516364544331304',
  '7': '004016',
  '8': '130201103041423313 130405163645443313',
  '9': '1636454130100102133342',
  ':': '2323 2626',
  ';': '2323 2517',
  '<': '410345',
  '=': '0242 0444',
  '>': '014305',
  '?': '01103041422324 2626',
  '@': '4536160501103041433424131221313234',
  A: '062046 1434',
  B: '06003041423303 3344453606',
  C: '4130100105163645',
  D: '00204244260600',
  E: '40000646 0333',
  F: '400006 0333',
  G: '41301001051636454323',
  H: '0006 4046 0343',
  I: '1030 2026 1636',
  J: '4045361605',
  K: '0006 400346',
  L: '000646',
  M: '0600234046',
  N: '06004640',
  O: '103041453616050110',
  P: '06003041423303',
  Q: '103041453616050110 2546',
  R: '06003041423303 2346',
  S: '413010010213334445361605',
  T: '0040 2026',
  U: '000516364540',
  V: '002640',
  W: '0016233640',
  X: '0046 4006',
  Y: '002340 2326',
  Z: '00400646',
  '[': '30202636',
  '\\': '0046',
  ']': '10202616',
  '^': '122032',
  _: '0747',
  '`': '1021',
  a: '12324346 441405163645',
  b: '0006 0312324345361605',
  c: '4332120305163645',
  d: '4046 4332120305163645',
  e: '04444332120305163645',
  f: '30201116 0232',
  g: '42473818 4332120305163645',
  h: '0006 03123243 4346',
  i: '2226 2020',
  j: '222718 2020',
  k: '0006 4204 2346',
  l: '202536',
  m: '0206 03122326 23324346',
  n: '0206 03123243 4346',
  o: '123243453616050312',
  p: '0208 0312324345361605',
  q: '4248 4332120305163645',
  r: '0206 031232',
  s: '433212031434 3445361605',
  t: '10152636 0232',
  u: '0205163645 4246',
  v: '022642',
  w: '0216243642',
  x: '0246 4206',
  y: '0225 4218',
  z: '02420646',
  '{': '30212213242536',
  '|': '2027',
  '}': '10212233242516',
  '~': '03123443',
  '·': '2323',
  '…': '0606 2626 4646',
}

/** For a character that there is no letter for. */
const UNKNOWN = '0040460600'
/** Height of capitals, as a part of the size of a text. */
const CAPITAL = 0.7
const SPACE = 3
const GAP = 1.7

interface Letter {
  readonly lines: readonly Points[]
  /** Its left side, and how wide it is. */
  readonly left: number
  readonly width: number
}

const known = new Map<string, Letter>()

function letterOf(character: string): Letter {
  let letter = known.get(character)
  if (letter === undefined) {
    letter = parsed(LETTERS[character] ?? UNKNOWN)
    known.set(character, letter)
  }
  return letter
}

function parsed(text: string): Letter {
  const lines = text.split(' ').map((line) => {
    const points: number[] = []
    for (let i = 0; i + 1 < line.length; i += 2) points.push(Number(line[i]), Number(line[i + 1]))
    return points
  })
  const xs = lines.flatMap((line) => line.filter((_, i) => i % 2 === 0))
  const left = Math.min(...xs)
  return { lines, left, width: Math.max(...xs) - left }
}

/** How wide a text is. */
export function textWidth(text: string, size: number): number {
  const unit = (size * CAPITAL) / 6
  let width = 0
  for (const character of plain(text)) width += character === ' ' ? SPACE : letterOf(character).width + GAP
  return width * unit
}

/** The lines of a text, with `y` the line that it stands on. */
export function strokedText(
  text: string,
  x: number,
  y: number,
  size: number,
  anchor: 'start' | 'middle' | 'end' = 'start',
): Points[] {
  const unit = (size * CAPITAL) / 6
  const found: Points[] = []
  let at = anchor === 'start' ? x : x - textWidth(text, size) * (anchor === 'end' ? 1 : 0.5)
  for (const character of plain(text)) {
    if (character === ' ') {
      at += SPACE * unit
      continue
    }
    const { lines, left, width } = letterOf(character)
    for (const line of lines)
      found.push(line.map((value, i) => (i % 2 === 0 ? at + (value - left) * unit : y + (value - 6) * unit)))
    at += (width + GAP) * unit
  }
  return found
}

/** Without accents: there are no letters with them. */
function plain(text: string): string[] {
  return [...text.normalize('NFD').replace(/\p{M}/gu, '')]
}
