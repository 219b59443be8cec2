import { blowfish } from '../../layers/blowfish.js'
import { bothCiphers, type Cipher, xorCipher } from '../../layers/cipher.js'

/**
 * The sentence that encryptions with numbers from 600 on are also XORed with; each byte is XORed with the
 * character at its position in the file (public readers).
 */
const SENTENCE = 'Range check error while converting variant of type (%s) into type (%s)'

/** Number of bytes before the first encrypted byte. */
export const LINEAGE_HEADER = 28

const underSentence = xorCipher((position) => SENTENCE.charCodeAt((position + LINEAGE_HEADER) % SENTENCE.length))

/** The number of the cipher below the sentence, by the file's own number. */
const UNDER: ReadonlyMap<number, number> = new Map([
  [811, 111],
  [821, 121],
  [820, 120],
  [911, 211],
  [912, 212],
  [611, 411],
  [612, 412],
  [613, 413],
  [614, 414],
])

/** The number of the cipher itself, and whether the sentence is applied on top of it. */
export function lineageCipherNumber(number: number): { number: number; sentence: boolean } {
  const under = UNDER.get(number)
  return under === undefined ? { number, sentence: false } : { number: under, sentence: true }
}

/** A cipher that removes the sentence, or does nothing. */
export function sentenceCipher(sentence: boolean): Cipher {
  return sentence ? underSentence : xorCipher(() => 0)
}

/** Cipher 120: a counter from 0xE6 whose four lowest nibbles are folded into a byte. */
const counter = xorCipher((position) => {
  const n = position + 0xe6
  const fold = n ^ (n >>> 8)
  return fold & 0xff
})

/** Keys of ciphers 211 and 212 (public readers). */
const BLOWFISH_KEYS: ReadonlyMap<number, string> = new Map([
  [211, "31==-%&@!^+][;'.]94-\0"],
  [212, "[;'.]94-&@%!^+]-31==\0"],
])

/** The cipher of a number other than 111, 121 and those of RSA; `undefined` if it is not public. */
export function fixedLineageCipher(number: number, sentence: boolean): Cipher | undefined {
  const key = BLOWFISH_KEYS.get(number)
  const cipher =
    number === 120 ? counter : key === undefined ? undefined : blowfish(Uint8Array.from(key, (c) => c.charCodeAt(0)))
  if (cipher === undefined) return undefined
  return sentence ? bothCiphers(underSentence, cipher) : cipher
}
