import { mostSimilar } from './most-similar.js'

/**
 * The known word that was probably meant: one that begins with the word, or else one in which at most a third
 * of the letters differ; `undefined` when there is none.
 */
export function suggest(word: string, known: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase()
  const words = [...known]
  const exact = words.find((name) => name.toLowerCase() === wanted)
  const begun = wanted.length < 2 ? undefined : words.find((name) => name.toLowerCase().startsWith(wanted))
  return exact ?? begun ?? mostSimilar(word, words, 1)
}
