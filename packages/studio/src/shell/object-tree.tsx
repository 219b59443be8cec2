import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { OpenedPackage } from '../data/package-calls.js'
import { bytesText } from '../parts/amount.js'
import { Icon, iconOfClass } from '../parts/icon.js'
import { Thumbnail } from '../parts/thumbnail.js'
import { Twist } from '../parts/twist.js'
import { type ListHandle, VirtualList } from '../parts/virtual-list.js'
import { currentIndex, hovered, nameOf, pathOf, showObject } from '../state/packages.js'
import { insideCount, rowsAbove, TreeRows } from '../state/tree-rows.js'

/** Pixels. */
const ROW_HEIGHT = 24

/** *The objects of a package* as a tree, or those that match as a list. */
export function ObjectTree({
  pkg,
  matches,
}: {
  readonly pkg: OpenedPackage
  readonly matches: Uint32Array | undefined
}) {
  const { table } = pkg
  const [open, setOpen] = useState<ReadonlySet<number>>(() => firstOpen(pkg))
  const selected = currentIndex.value
  // What is shown is visible in the tree, wherever one came from.
  useEffect(() => {
    if (selected === undefined) return
    const above = rowsAbove(table, selected)
    if (above.some((row) => !open.has(row))) setOpen(new Set([...open, ...above]))
  }, [selected])
  const tree = useMemo(() => new TreeRows(table, open), [table, open])
  const count = matches?.length ?? tree.length
  const rowAt = (place: number): number => (matches === undefined ? tree.at(place) : (matches[place] ?? -1))
  const list = useRef<ListHandle>(null)
  const at = useMemo(
    () => (selected === undefined ? -1 : (matches?.indexOf(selected) ?? tree.placeOf(selected))),
    [matches, tree, selected],
  )
  useEffect(() => {
    if (at >= 0) list.current?.reveal(at)
  }, [at])

  const toggle = (row: number, isOpen: boolean) => {
    const next = new Set(open)
    if (isOpen) next.add(row)
    else next.delete(row)
    setOpen(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const row = selected
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 }[event.key]
    if (step !== undefined || event.key === 'Home' || event.key === 'End') {
      event.preventDefault()
      const to = event.key === 'Home' ? 0 : event.key === 'End' ? count - 1 : at + (step ?? 0)
      const next = rowAt(Math.max(0, Math.min(count - 1, to)))
      if (next >= 0) showObject(pkg.id, next)
    } else if (row !== undefined && matches === undefined && event.key === 'ArrowRight') {
      event.preventDefault()
      if (insideCount(table, row) > 0) toggle(row, true)
    } else if (row !== undefined && matches === undefined && event.key === 'ArrowLeft') {
      event.preventDefault()
      const outer = table.outer[row] ?? -1
      if (open.has(row)) toggle(row, false)
      else if (outer >= 0) showObject(pkg.id, outer)
    }
  }
  return (
    <VirtualList
      count={count}
      rowHeight={ROW_HEIGHT}
      role="tree"
      label="Objects"
      class="rows"
      handle={list}
      onKeyDown={onKeyDown}
      activeDescendant={selected === undefined ? undefined : `row-${selected}`}
      row={(i) => {
        const row = rowAt(i)
        const depth = matches === undefined ? tree.depthAt(i) : 0
        return (
          <TreeRow
            key={row}
            pkg={pkg}
            row={row}
            depth={depth}
            isSelected={row === selected}
            isOpen={matches === undefined && insideCount(table, row) > 0 ? open.has(row) : undefined}
            isPath={matches !== undefined}
            onToggle={toggle}
          />
        )
      }}
    />
  )
}

interface TreeRowProps {
  readonly pkg: OpenedPackage
  readonly row: number
  readonly depth: number
  readonly isSelected: boolean
  /** Absent for rows with nothing inside. */
  readonly isOpen: boolean | undefined
  /** Shows the path instead of the name. */
  readonly isPath: boolean
  readonly onToggle: (row: number, isOpen: boolean) => void
}

function TreeRow({ pkg, row, depth, isSelected, isOpen, isPath, onToggle }: TreeRowProps) {
  const { table } = pkg
  const className = table.classes[table.class[row] ?? 0] ?? ''
  const name = nameOf(pkg, row)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys, as its role wants
    <div
      class="row"
      id={`row-${row}`}
      role="treeitem"
      tabIndex={-1}
      aria-level={depth + 1}
      aria-selected={isSelected}
      aria-expanded={isOpen}
      style={{ '--d': Math.min(depth, 12) }}
      title={`${pathOf(pkg, row)} (${className})`}
      onClick={() => showObject(pkg.id, row)}
      onDblClick={() => isOpen !== undefined && onToggle(row, !isOpen)}
      onPointerEnter={() => {
        hovered.value = `${pkg.name}.${pathOf(pkg, row)}`
      }}
    >
      <Twist isOpen={isOpen} onToggle={(open) => onToggle(row, open)} />
      {/texture/i.test(className) ? (
        <Thumbnail at={{ id: pkg.id, index: row }} size={16} otherwise="texture" />
      ) : (
        <Icon name={iconOfClass(className)} />
      )}
      <span class="name">{isPath ? pathOf(pkg, row) : name}</span>
      <span class="size">
        {isOpen === undefined || isPath ? bytesText(table.sizes[row] ?? 0) : insideCount(table, row)}
      </span>
    </div>
  )
}

/** A package with few groups is shown open. */
function firstOpen({ table }: OpenedPackage): ReadonlySet<number> {
  const groups = new Set<number>()
  const isGroup = table.classes.indexOf('Package')
  for (let i = table.starts[0] ?? 0; i < (table.starts[1] ?? 0); i++) {
    const row = table.inside[i] ?? 0
    if (table.class[row] !== isGroup) continue
    if (groups.size === MOST_OPEN) return new Set()
    groups.add(row)
  }
  return groups
}

/** More groups than that are shown closed. */
const MOST_OPEN = 4
