/**
 * Letters of 3 × 5 pixels, drawn for ukit: one digit for each of the five rows from the top, whose bits 4, 2,
 * 1 are the pixels from left to right.
 */
const LETTERS: Readonly<Record<string, string>> = {
  A: '25755',
  B: '65656',
  C: '34443',
  D: '65556',
  E: '74647',
  F: '74644',
  G: '34553',
  H: '55755',
  I: '72227',
  J: '11152',
  K: '55655',
  L: '44447',
  M: '57755',
  N: '65555',
  O: '25552',
  P: '65644',
  Q: '25563',
  R: '65655',
  S: '34216',
  T: '72222',
  U: '55557',
  V: '55552',
  W: '55775',
  X: '55255',
  Y: '55222',
  Z: '71247',
  '0': '75557',
  '1': '26227',
  '2': '61247',
  '3': '61216',
  '4': '55711',
  '5': '74616',
  '6': '34757',
  '7': '71122',
  '8': '75757',
  '9': '75716',
  _: '00007',
  '-': '00700',
  '.': '00002',
  '~': '03600',
  '(': '12221',
  ')': '42224',
  '×': '05250',
  '/': '11244',
  '+': '02720',
  '#': '57575',
  ' ': '00000',
}

/** What is drawn for other characters. */
const UNKNOWN = '61202'

/** Pixels from one letter to the next, and from one line to the next, at size 1. */
export const LETTER_WIDTH = 4
export const LETTER_HEIGHT = 7

/**
 * Draws text in capitals.
 *
 * @param put sets a pixel.
 * @param size pixels for each pixel of a letter.
 */
export function drawText(text: string, x: number, y: number, size: number, put: (x: number, y: number) => void): void {
  let left = x
  for (const letter of text.toUpperCase()) {
    const rows = LETTERS[letter] ?? UNKNOWN
    for (let row = 0; row < 5 * size; row++) {
      const bits = Number(rows[Math.floor(row / size)])
      for (let column = 0; column < 3 * size; column++)
        if (((bits >> (2 - Math.floor(column / size))) & 1) === 1) put(left + column, y + row)
    }
    left += LETTER_WIDTH * size
  }
}
