import { useMemo, useRef, useState } from 'preact/hooks'
import type { OpenedPackage } from '../../data/package-calls.js'
import { bytesText, numberText } from '../../parts/amount.js'
import { iconOfClass } from '../../parts/icon.js'
import { Empty } from '../../parts/state-message.js'
import { Thumbnail } from '../../parts/thumbnail.js'
import { nameOf, pathOf, showObject } from '../../state/packages.js'
import type { ViewProps } from '../views.js'

/** Pixels of a picture's side, three sizes. */
const SIZES = [96, 132, 220] as const

/** *A wall of pictures*: all textures of a package, or what is in a group, by group. */
export function GalleryView({ pkg, facts }: ViewProps) {
  const [size, setSize] = useState<(typeof SIZES)[number]>(132)
  const groups = useMemo(() => groupsOf(pkg, facts?.index), [pkg, facts?.index])
  const wall = useRef<HTMLDivElement>(null)
  if (groups.length === 0)
    return <Empty>{facts === undefined ? 'It has no textures.' : 'There is nothing in this group.'}</Empty>
  return (
    <div class="wall" ref={wall} style={{ '--side': `${size}px` }}>
      <div class="wall-sizes" role="toolbar" aria-label="Size of pictures">
        {SIZES.map((one, i) => (
          <button type="button" key={one} aria-pressed={one === size} onClick={() => setSize(one)}>
            {['Small', 'Medium', 'Large'][i]}
          </button>
        ))}
      </div>
      {groups.map(({ path, rows, bytes }) => (
        <section key={path}>
          <h2>
            {path === '' ? pkg.name : path}
            <span class="dim">
              {numberText(rows.length)} objects, {bytesText(bytes)}
            </span>
          </h2>
          <div class="grid">
            {rows.map((row) => (
              <button
                type="button"
                class="card"
                key={row}
                title={pathOf(pkg, row)}
                onClick={() => showObject(pkg.id, row)}
                onKeyDown={(event) => walk(event, wall.current)}
              >
                <Thumbnail at={{ id: pkg.id, index: row }} size={size} otherwise={iconOfClass(classOf(pkg, row))} />
                <span class="card-name">{nameOf(pkg, row)}</span>
                <small>
                  {classOf(pkg, row)} · {bytesText(pkg.table.sizes[row] ?? 0)}
                </small>
              </button>
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}

function classOf({ table }: OpenedPackage, row: number): string {
  return table.classes[table.class[row] ?? 0] ?? ''
}

/** Textures by the group that they are in; of a group, all that is in it. */
function groupsOf(pkg: OpenedPackage, inside: number | undefined) {
  const { table } = pkg
  const groups = new Map<number, number[]>()
  for (let row = 0; row < table.names.length; row++) {
    const outer = table.outer[row] ?? -1
    const isWanted = inside === undefined ? /texture|cubemap/i.test(classOf(pkg, row)) : outer === inside
    if (!isWanted || (table.sizes[row] ?? 0) === 0) continue
    const group = groups.get(outer)
    if (group === undefined) groups.set(outer, [row])
    else group.push(row)
  }
  return [...groups]
    .map(([outer, rows]) => ({
      path: outer < 0 ? '' : pathOf(pkg, outer),
      rows,
      bytes: rows.reduce((sum, row) => sum + (table.sizes[row] ?? 0), 0),
    }))
    .sort((a, b) => a.path.localeCompare(b.path))
}

/** Arrows walk over the wall. */
function walk(event: KeyboardEvent, wall: HTMLElement | null): void {
  const cards = [...(wall?.querySelectorAll<HTMLElement>('.card') ?? [])]
  const from = event.currentTarget
  if (!(from instanceof HTMLElement)) return
  const at = cards.indexOf(from)
  const next =
    event.key === 'ArrowRight'
      ? cards[at + 1]
      : event.key === 'ArrowLeft'
        ? cards[at - 1]
        : event.key === 'ArrowDown' || event.key === 'ArrowUp'
          ? nearest(cards, from, event.key === 'ArrowDown')
          : undefined
  if (next === undefined) return
  event.preventDefault()
  next.focus()
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
