// The probability model that the LZMA decoder and encoder share: where each of its adaptive bits lies in one
// array, and how the state moves. The numbers are the format's own (public domain specification of LZMA by
// its author).

/** Probabilities are 11-bit fractions of the chance of a zero bit. */
export const PROBABILITY_BITS = 11
/** A probability moves by 1/32 of the way to what was seen. */
export const MOVE_BITS = 5
/** Where every probability starts: one half. */
const EVEN = 1 << (PROBABILITY_BITS - 1)
/** When the range falls below this, another byte is read or written. */
export const TOP = 1 << 24

/** The shortest match, and how much longer the longest is than it. */
export const MIN_MATCH = 2
export const MOST_EXTRA = 271

/**
 * The distance slots from here on have their lowest four bits in a tree of their own, and the rest at even
 * odds.
 */
export const FIRST_FAR_SLOT = 14
export const ALIGN_BITS = 4

const STATES = 12
const POSITIONS = 16

// Offsets of each group of bits.
export const IS_MATCH = 0
export const IS_REP = IS_MATCH + STATES * POSITIONS
export const IS_REP0 = IS_REP + STATES
export const IS_REP1 = IS_REP0 + STATES
export const IS_REP2 = IS_REP1 + STATES
export const IS_REP0_LONG = IS_REP2 + STATES
export const SLOT = IS_REP0_LONG + STATES * POSITIONS
export const NEAR = SLOT + 4 * 64
export const ALIGN = NEAR + 115
export const LENGTH = ALIGN + 16
// Within a group of lengths: two choices, eight short lengths and eight medium ones for each position, 256
// long ones.
export const CHOICE_MEDIUM = 1
export const SHORT = 2
export const MEDIUM = SHORT + POSITIONS * 8
export const LONG = MEDIUM + POSITIONS * 8
const LENGTH_GROUP = LONG + 256
export const REP_LENGTH = LENGTH + LENGTH_GROUP
export const LITERAL = REP_LENGTH + LENGTH_GROUP

/** Bits of one literal context: three trees of 256. */
export const LITERAL_GROUP = 0x300

/** States from here on follow a match, so that the byte at its distance helps to tell the next literal. */
export const FIRST_MATCH_STATE = 7

/** The parameters in the five bytes before a stream. */
export interface LzmaProperties {
  /** How many upper bits of the byte before choose a literal's context. */
  readonly lc: number
  /** How many lower bits of the position choose a literal's context. */
  readonly lp: number
  /** How many lower bits of the position choose the context of matches and lengths. */
  readonly pb: number
  /** The farthest that a match may reach back, in bytes. */
  readonly dictionary: number
}

/** All probabilities of a fresh model. */
export function freshModel({ lc, lp }: LzmaProperties): Uint16Array {
  return new Uint16Array(LITERAL + (LITERAL_GROUP << (lc + lp))).fill(EVEN)
}

export function stateAfterLiteral(state: number): number {
  if (state < 4) return 0
  return state < 10 ? state - 3 : state - 6
}

export function stateAfterMatch(state: number): number {
  return state < FIRST_MATCH_STATE ? 7 : 10
}

export function stateAfterRep(state: number): number {
  return state < FIRST_MATCH_STATE ? 8 : 11
}

export function stateAfterShortRep(state: number): number {
  return state < FIRST_MATCH_STATE ? 9 : 11
}
