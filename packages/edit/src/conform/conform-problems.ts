/** *One reason why two files do not fit together.* */
export interface ConformProblem {
  /** `unsupported`: how these versions agree is not known. */
  readonly kind: 'guid' | 'generations' | 'name' | 'export' | 'unsupported'
  /** Row of the name or export table, from 0. */
  readonly index: number | null
  /** What was expected and what was found: a sentence for a person. */
  readonly message: string
}

/** What was found: the first ones, and how many there are. */
export class Problems {
  readonly listed: ConformProblem[] = []
  count = 0
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  add(kind: ConformProblem['kind'], index: number | null, message: string): void {
    if (this.listed.length < this.#limit) this.listed.push({ kind, index, message })
    this.count++
  }
}
