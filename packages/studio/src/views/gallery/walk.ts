/** The card that an arrow key leads to; `undefined` at the end, and for other keys. */
export function nextCard(key: string, from: HTMLElement, wall: HTMLElement | null): HTMLElement | undefined {
  const cards = [...(wall?.querySelectorAll<HTMLElement>('.card') ?? [])]
  const at = cards.indexOf(from)
  if (key === 'ArrowRight') return cards[at + 1]
  if (key === 'ArrowLeft') return cards[at - 1]
  if (key === 'Home') return cards[0]
  if (key === 'End') return cards.at(-1)
  return key === 'ArrowDown' || key === 'ArrowUp' ? nearest(cards, from, key === 'ArrowDown') : undefined
}

/** The card in the row below or above that is nearest. */
function nearest(cards: readonly HTMLElement[], from: HTMLElement, isBelow: boolean): HTMLElement | undefined {
  const { left, top } = from.getBoundingClientRect()
  let best: HTMLElement | undefined
  let least = Number.POSITIVE_INFINITY
  for (const card of cards) {
    const box = card.getBoundingClientRect()
    const down = (box.top - top) * (isBelow ? 1 : -1)
    const distance = down * 4 + Math.abs(box.left - left)
    if (down > 1 && distance < least) {
      least = distance
      best = card
    }
  }
  return best
}
