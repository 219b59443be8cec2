import type { ComponentChildren, Ref } from 'preact'
import { useImperativeHandle, useLayoutEffect, useRef, useState } from 'preact/hooks'

/** Pixels that an element may be high: browsers cut off what is beyond 2²⁵. */
const MOST_HEIGHT = 16_000_000
/** Rows above and below what is seen, for browsers that scroll before they ask. */
const OVERSCAN = 8

/** What others may ask of a list. */
export interface ListHandle {
  /** Makes a row visible. */
  reveal(index: number): void
}

/** A list of rows of one height. */
export interface VirtualListProps {
  readonly count: number
  /** Pixels. */
  readonly rowHeight: number
  readonly row: (index: number) => ComponentChildren
  readonly role?: 'tree' | 'group'
  readonly label: string
  readonly class?: string
  readonly handle?: Ref<ListHandle>
  readonly onKeyDown?: (event: KeyboardEvent) => void
  readonly activeDescendant?: string | undefined
}

/**
 * *A list that makes elements only for the rows that are seen.* One of more rows than an element can be high
 * scrolls faster than its rows when its scroll bar is dragged; keys and the wheel still go by rows and pixels.
 */
export function VirtualList(props: VirtualListProps) {
  const { count, rowHeight, row, role = 'group', label, activeDescendant } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(0)
  // Pixels of rows above what is seen, and where the scroll bar is for that.
  const [place, setPlace] = useState({ top: 0, bar: 0 })
  const full = count * rowHeight
  const shown = Math.min(full, MOST_HEIGHT)
  // How many pixels of rows one pixel of the scroll bar is.
  const pace = shown <= height ? 1 : (full - height) / (shown - height)
  const isScaled = full > MOST_HEIGHT
  const { bar } = place
  const top = isScaled ? Math.min(place.top, full - height) : bar

  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const observer = new ResizeObserver(() => setHeight(element.clientHeight))
    observer.observe(element)
    setHeight(element.clientHeight)
    return () => observer.disconnect()
  }, [])

  const scrollTo = (wanted: number) => {
    const element = scroller.current
    if (element === null) return
    const next = Math.max(0, Math.min(full - element.clientHeight, wanted))
    element.scrollTop = next / pace
    // What the scroll bar rounds, the rows do not.
    setPlace({ top: next, bar: element.scrollTop })
  }
  useImperativeHandle(
    props.handle ?? null,
    () => ({
      reveal(index) {
        const element = scroller.current
        if (element === null) return
        const at = index * rowHeight
        if (at < top) scrollTo(at)
        else if (at + rowHeight > top + element.clientHeight) scrollTo(at + rowHeight - element.clientHeight)
      },
    }),
    [rowHeight, pace, full, top],
  )

  const first = Math.max(0, Math.floor(top / rowHeight) - OVERSCAN)
  const last = Math.min(count, Math.ceil((top + height) / rowHeight) + OVERSCAN)
  const rows: ComponentChildren[] = []
  for (let i = first; i < last; i++) rows.push(row(i))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the role is a tree or a group
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: only trees are given one
    <div
      class={`list ${props.class ?? ''}`}
      ref={scroller}
      role={role}
      aria-label={label}
      aria-activedescendant={activeDescendant}
      tabIndex={0}
      onKeyDown={(event) => {
        props.onKeyDown?.(event)
        const to = event.defaultPrevented || !isScaled ? undefined : placeByKey(event.key, top, rowHeight, height, full)
        if (to === undefined) return
        event.preventDefault()
        scrollTo(to)
      }}
      onWheel={(event) => {
        if (!isScaled || event.deltaY === 0 || event.ctrlKey) return
        event.preventDefault()
        scrollTo(top + event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? rowHeight : 1))
      }}
      onScroll={(event) => {
        const { scrollTop } = event.currentTarget
        if (scrollTop !== bar) setPlace({ top: scrollTop * pace, bar: scrollTop })
      }}
    >
      <div class="list-space" style={{ height: `${shown}px` }} role="presentation">
        <div
          class="list-rows"
          role="presentation"
          style={{ transform: `translateY(${first * rowHeight - top + bar}px)` }}
        >
          {rows}
        </div>
      </div>
    </div>
  )
}

/** Where keys lead that scroll in any list. */
function placeByKey(key: string, top: number, row: number, page: number, full: number): number | undefined {
  return {
    ArrowDown: top + row,
    ArrowUp: top - row,
    PageDown: top + page - row,
    PageUp: top - page + row,
    Home: 0,
    End: full,
  }[key]
}
