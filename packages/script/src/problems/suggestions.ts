import { didYouMean } from './did-you-mean.js'

/** Names that are compared for one run: with thousands of errors nobody reads what each could have been. */
const MOST_COMPARED = 2_000_000

/** *What names may have been meant to be*, for a run whose number of errors has no limit. */
export class Suggestions {
  #left = MOST_COMPARED

  /** The name that is most like a word; `undefined` too when too many were compared before. */
  like(word: string, names: Iterable<string>): string | undefined {
    const found = this.#left <= 0 ? undefined : didYouMean(word, this.#counted(names))
    // The word itself is there, and was not what is wanted: nothing else was meant.
    return found?.toLowerCase() === word.toLowerCase() ? undefined : found
  }

  *#counted(names: Iterable<string>): Iterable<string> {
    for (const name of names) {
      this.#left--
      yield name
    }
  }
}
