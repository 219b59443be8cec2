import { KEYWORDS, Kind } from './kinds.js'

const SIZE = 1024

/** One more character of the hash of a word; upper and lower case are alike. */
export function hashStep(hash: number, code: number): number {
  return (Math.imul(hash, 31) + (code | 0x20)) | 0
}

const slotOf = (hash: number) => (hash ^ (hash >>> 10)) & (SIZE - 1)

const SLOTS = makeSlots()

function makeSlots(): Uint8Array {
  const slots = new Uint8Array(SIZE)
  KEYWORDS.forEach((word, index) => {
    let slot = slotOf(hashOf(word))
    while (slots[slot] !== 0) slot = (slot + 1) & (SIZE - 1)
    slots[slot] = index + 1
  })
  return slots
}

function hashOf(word: string): number {
  let hash = 0
  for (let i = 0; i < word.length; i++) hash = hashStep(hash, word.charCodeAt(i))
  return hash
}

/** The kind of a word in a text, whose hash is known: its keyword's, or `Kind.Word`. */
export function wordKind(text: string, start: number, end: number, hash: number): number {
  let slot = slotOf(hash)
  for (let index = SLOTS[slot] ?? 0; index !== 0; index = SLOTS[slot] ?? 0) {
    const word = KEYWORDS[index - 1]
    if (word !== undefined && word.length === end - start && isSame(text, start, word)) return Kind.Word + index
    slot = (slot + 1) & (SIZE - 1)
  }
  return Kind.Word
}

function isSame(text: string, start: number, word: string): boolean {
  for (let i = 0; i < word.length; i++) {
    // `_` with the bit is not a letter, and no keyword has one.
    if ((text.charCodeAt(start + i) | 0x20) !== word.charCodeAt(i)) return false
  }
  return true
}
