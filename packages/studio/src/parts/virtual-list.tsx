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
 * scrolls faster than its rows: `position · count ÷ height`.
 */
export function VirtualList(props: VirtualListProps) {
  const { count, rowHeight, row, role = 'group', label, onKeyDown, activeDescendant } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(0)
  const full = count * rowHeight
  const shown = Math.min(full, MOST_HEIGHT)
  // How many pixels of rows one pixel of the scroll bar is.
  const pace = shown <= height ? 1 : (full - height) / (shown - height)

  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const observer = new ResizeObserver(() => setHeight(element.clientHeight))
    observer.observe(element)
    setHeight(element.clientHeight)
    return () => observer.disconnect()
  }, [])

  useImperativeHandle(
    props.handle ?? null,
    () => ({
      reveal(index) {
        const element = scroller.current
        if (element === null) return
        const at = index * rowHeight
        const from = element.scrollTop * pace
        if (at < from) element.scrollTop = at / pace
        else if (at + rowHeight > from + element.clientHeight)
          element.scrollTop = (at + rowHeight - element.clientHeight) / pace
      },
    }),
    [rowHeight, pace],
  )

  const first = Math.max(0, Math.floor((top * pace) / rowHeight) - OVERSCAN)
  const last = Math.min(count, Math.ceil((top * pace + height) / rowHeight) + OVERSCAN)
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
      onKeyDown={onKeyDown}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <div class="list-space" style={{ height: `${shown}px` }} role="presentation">
        <div
          class="list-rows"
          role="presentation"
          style={{ transform: `translateY(${first * rowHeight - top * pace + top}px)` }}
        >
          {rows}
        </div>
      </div>
    </div>
  )
}
