// Called for each byte, and the branch cannot be predicted: without a jump this takes half the time.

/**
 * *Paeth's guess of a byte of a PNG row*: of left, up and corner the one next to left + up − corner; if two
 * are equally near, the one named first.
 */
export function paeth(left: number, up: number, corner: number): number {
  const byLeft = magnitude(up - corner)
  const byUp = magnitude(left - corner)
  const byCorner = magnitude(left + up - 2 * corner)
  // All ones where the second is nearer than the first, else all zeros.
  const isUp = (byUp - byLeft) >> 31
  const side = left ^ ((left ^ up) & isUp)
  const bySide = byLeft ^ ((byLeft ^ byUp) & isUp)
  return side ^ ((side ^ corner) & ((byCorner - bySide) >> 31))
}

/** How far a number of 32 bits is from 0. */
export function magnitude(value: number): number {
  const sign = value >> 31
  return (value ^ sign) - sign
}
