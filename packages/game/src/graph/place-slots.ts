import type { Slot } from './layers.js'

/** How often the layers are sorted from left to right and back; more rounds change almost nothing. */
const SWEEPS = 12

/** How often packages are moved towards the packages that they are connected with. */
const MOVES = 10

/** Pictures with more packages than this are not improved further. */
const MOST_SLOTS = 30_000

/**
 * *Puts layers in an order with few crossings and gives every slot its height.*
 *
 * Order: each slot goes to the mean of its neighbours, layer by layer, forwards and backwards (the barycentre
 * method of Sugiyama, Tagawa and Toda, 1981). Height: each slot should be at the height of its neighbours;
 * slots that push each other away share the shift.
 */
export function placeSlots(layers: Slot[][]): void {
  const few = layers.reduce((sum, layer) => sum + layer.length, 0) <= MOST_SLOTS
  for (let sweep = 0; few && sweep < SWEEPS; sweep++) {
    const forwards = sweep % 2 === 0
    const places = new Map<Slot, number>()
    for (const layer of layers) for (const [i, slot] of layer.entries()) places.set(slot, i / Math.max(1, layer.length))
    for (const layer of forwards ? layers : [...layers].reverse()) {
      const wanted = new Map(
        layer.map((slot, i) => {
          const near = forwards ? slot.left : slot.right
          return [slot, near.length === 0 ? i / layer.length : mean(near.map((one) => places.get(one) ?? 0))]
        }),
      )
      layer.sort((a, b) => (wanted.get(a) ?? 0) - (wanted.get(b) ?? 0))
      for (const [i, slot] of layer.entries()) places.set(slot, i / Math.max(1, layer.length))
    }
  }
  for (const layer of layers) {
    let y = 0
    for (const slot of layer) {
      y += slot.reach
      slot.y = y
      y += slot.reach
    }
  }
  for (let move = 0; few && move < MOVES; move++) {
    for (const layer of move % 2 === 0 ? layers : [...layers].reverse()) settle(layer)
  }
  const top = Math.min(...layers.map((layer) => (layer[0]?.y ?? 0) - (layer[0]?.reach ?? 0)))
  for (const layer of layers) for (const slot of layer) slot.y -= top
}

/** Slots that touch each other, and where the whole block should be. */
interface Block {
  sum: number
  readonly slots: { slot: Slot; offset: number }[]
  height: number
}

/**
 * Each slot as near as possible to the mean of its neighbours, without changing the order (pooling of
 * neighbours that violate it).
 */
function settle(layer: readonly Slot[]): void {
  const blocks: Block[] = []
  for (const slot of layer) {
    const near = [...slot.left, ...slot.right]
    const wanted = near.length === 0 ? slot.y : mean(near.map(({ y }) => y))
    let block: Block = { sum: wanted - slot.reach, slots: [{ slot, offset: slot.reach }], height: 2 * slot.reach }
    for (
      let above = blocks.at(-1);
      above !== undefined && topOf(above) + above.height > topOf(block);
      above = blocks.at(-1)
    ) {
      blocks.pop()
      const shift = above.height
      block = {
        sum: above.sum + block.sum - shift * block.slots.length,
        slots: [...above.slots, ...block.slots.map((one) => ({ slot: one.slot, offset: one.offset + shift }))],
        height: above.height + block.height,
      }
    }
    blocks.push(block)
  }
  for (const block of blocks) for (const { slot, offset } of block.slots) slot.y = topOf(block) + offset
}

/** The position of the block's top: the mean of the positions for its slots. */
function topOf({ sum, slots }: Block): number {
  return sum / slots.length
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
