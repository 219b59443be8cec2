import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { ClassRow } from '../data/code-calls.js'
import type { ObjectAt } from '../data/package-calls.js'
import { countText } from '../parts/amount.js'
import { Filter } from '../parts/filter.js'
import { Icon } from '../parts/icon.js'
import { Called, Empty } from '../parts/state-message.js'
import { Twist } from '../parts/twist.js'
import { useCall } from '../parts/use-call.js'
import { type ListHandle, VirtualList } from '../parts/virtual-list.js'
import { wordsTest } from '../parts/words.js'
import { current, currentIndex, hovered, opened, showObject } from '../state/packages.js'

/** *The classes of all open packages as a tree*, below those that they extend. */
export function ClassTree() {
  // What is open decides on the tree; the call itself takes nothing.
  const key = opened.value.map(({ id }) => id).join()
  return <Asked key={key} />
}

function Asked() {
  const state = useCall('classes', null)
  return <Called state={state}>{(rows) => <Tree rows={rows} />}</Called>
}

function Tree({ rows }: { readonly rows: readonly ClassRow[] }) {
  const [query, setQuery] = useState('')
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set())
  const list = useRef<ListHandle>(null)
  const shown = useMemo(() => visible(rows, closed, query), [rows, closed, query])
  const shownClass = rows.findIndex(({ to }) => to !== undefined && isCurrent(to))
  const [chosen, setChosen] = useState(-1)
  const active = chosen >= 0 ? chosen : shownClass
  const at = shown.indexOf(active)
  useEffect(() => {
    setChosen(-1)
  }, [shownClass])
  useEffect(() => {
    if (at >= 0) list.current?.reveal(at)
  }, [at])
  if (rows.length === 0) return <Empty>The open packages have no classes.</Empty>
  const toggle = (row: number, isOpen: boolean) => {
    const next = new Set(closed)
    if (isOpen) next.delete(row)
    else next.add(row)
    setClosed(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 }[event.key]
    if (step !== undefined || event.key === 'Home' || event.key === 'End') {
      const to = event.key === 'Home' ? 0 : event.key === 'End' ? shown.length - 1 : at + (step ?? 0)
      setChosen(shown[Math.max(0, Math.min(shown.length - 1, to))] ?? -1)
    } else if (event.key === 'Enter') open(rows[active])
    else if (event.key === 'ArrowRight') toggle(active, true)
    else if (event.key !== 'ArrowLeft') return
    else if (hasInside(rows, active) && !closed.has(active)) toggle(active, false)
    else setChosen(above(rows, active))
    event.preventDefault()
  }
  return (
    <>
      <Filter
        label={`Filter ${countText(rows.length, 'class', 'classes')}`}
        query={query}
        onInput={setQuery}
        found={shown.length}
      />
      <div />
      <VirtualList
        count={shown.length}
        rowHeight={24}
        role="tree"
        label="Classes"
        class="rows"
        handle={list}
        onKeyDown={onKeyDown}
        activeDescendant={active < 0 ? undefined : `class-${active}`}
        row={(i) => {
          const row = shown[i] ?? 0
          const one = rows[row]
          if (one === undefined) return null
          const isOpen = hasInside(rows, row) ? query !== '' || !closed.has(row) : undefined
          return <Row key={row} row={row} of={one} isOpen={isOpen} isSelected={row === active} onToggle={toggle} />
        }}
      />
    </>
  )
}

function Row({
  row,
  of: { name, package: packageName, depth, to, isBuiltIn },
  isOpen,
  isSelected,
  onToggle,
}: {
  readonly row: number
  readonly of: ClassRow
  /** Absent for classes that none extends. */
  readonly isOpen: boolean | undefined
  readonly isSelected: boolean
  readonly onToggle: (row: number, isOpen: boolean) => void
}) {
  const where = isBuiltIn ? 'built-in declarations' : to === undefined ? 'not open' : ''
  const title = `${packageName}.${name}${where === '' ? '' : ` (${where})`}`
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys, as its role wants
    <div
      class={to === undefined ? 'row is-absent' : 'row'}
      id={`class-${row}`}
      role="treeitem"
      tabIndex={-1}
      aria-level={depth + 1}
      aria-selected={isSelected}
      aria-expanded={isOpen}
      style={{ '--d': Math.min(depth, 12) }}
      title={title}
      onClick={() => to !== undefined && showObject(to.id, to.index)}
      onDblClick={() => isOpen !== undefined && onToggle(row, !isOpen)}
      onPointerEnter={() => {
        hovered.value = title
      }}
    >
      <Twist isOpen={isOpen} onToggle={(open) => onToggle(row, open)} />
      <Icon name="class" />
      <span class="name">{name}</span>
      <span class="size">{packageName}</span>
    </div>
  )
}

function open(row: ClassRow | undefined): void {
  if (row?.to !== undefined) showObject(row.to.id, row.to.index)
}

function isCurrent(to: ObjectAt): boolean {
  return current.value?.id === to.id && currentIndex.value === to.index
}

function hasInside(rows: readonly ClassRow[], row: number): boolean {
  return (rows[row + 1]?.depth ?? -1) > (rows[row]?.depth ?? 0)
}

/** The class that one extends. */
function above(rows: readonly ClassRow[], row: number): number {
  const depth = rows[row]?.depth ?? 0
  for (let at = row - 1; at >= 0; at--) if ((rows[at]?.depth ?? 0) < depth) return at
  return row
}

/** The rows to show: those that match with what is above them, or those that are in no closed one. */
function visible(rows: readonly ClassRow[], closed: ReadonlySet<number>, query: string): number[] {
  if (query.trim() === '') {
    const shown: number[] = []
    let hiddenBelow = Number.POSITIVE_INFINITY
    for (const [i, { depth }] of rows.entries()) {
      if (depth > hiddenBelow) continue
      hiddenBelow = closed.has(i) ? depth : Number.POSITIVE_INFINITY
      shown.push(i)
    }
    return shown
  }
  const fits = wordsTest(query)
  const shown: number[] = []
  const way: number[] = []
  let last = -1
  for (const [i, { depth, name, package: packageName }] of rows.entries()) {
    way.length = depth
    way[depth] = i
    if (!fits(`${packageName}.${name}`)) continue
    for (const one of way) if (one > last) shown.push(one)
    last = i
  }
  return shown
}
