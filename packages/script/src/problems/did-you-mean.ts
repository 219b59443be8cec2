import { mostSimilar } from '@ukit/text/internal'

/**
 * The name of a list that is most like a word, ignoring case: at most a third of its characters changed,
 * added, left out or swapped with their neighbour; `undefined` when none is.
 */
export function didYouMean(word: string, names: Iterable<string>): string | undefined {
  return mostSimilar(word, names, 3)
}
