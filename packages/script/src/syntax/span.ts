/**
 * Where a node is in its text: offsets of its first character and after its last; −1 in a tree that was not
 * parsed.
 */
export interface Span {
  /** Where it begins: code units from the start of the text. */
  start: number
  /** After its last character. */
  end: number
}
