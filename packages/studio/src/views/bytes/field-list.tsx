import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Field, FieldMap } from '../../data/bytes-calls.js'
import { countText } from '../../parts/amount.js'
import { type ListHandle, VirtualList } from '../../parts/virtual-list.js'
import { fieldRows, firstOpen, groupsOf } from './field-rows.js'

/** Pixels. */
const ROW_HEIGHT = 22

/** The fields as a list, those that belong together as groups that can be shut. */
export function FieldList({
  map,
  chosen,
  onChoose,
  onKeyDown,
}: {
  readonly map: FieldMap
  /** Number of the field that is chosen; it is made visible. */
  readonly chosen: number
  readonly onChoose: (field: number) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}) {
  const groups = useMemo(() => groupsOf(map.fields), [map])
  const [open, setOpen] = useState(() => firstOpen(groups))
  const rows = useMemo(() => fieldRows(groups, open), [groups, open])
  const list = useRef<ListHandle>(null)
  const last = useRef(-1)
  useEffect(() => {
    if (last.current === chosen) return
    const group = groups.find(({ first, count }) => chosen >= first && chosen < first + count)
    if (group !== undefined && group.count > 1 && !open.has(group.first)) {
      setOpen(new Set([...open, group.first]))
      return
    }
    last.current = chosen
    list.current?.reveal(rows.findIndex((row) => row.kind === 'field' && row.field === chosen))
  }, [chosen, rows])
  const toggle = (first: number, isOpen: boolean) => {
    const next = new Set(open)
    if (isOpen) next.delete(first)
    else next.add(first)
    setOpen(next)
  }
  return (
    <VirtualList
      count={rows.length}
      rowHeight={ROW_HEIGHT}
      label="Fields"
      class="field-list"
      handle={list}
      onKeyDown={onKeyDown}
      row={(i) => {
        const row = rows[i]
        if (row === undefined) return null
        if (row.kind === 'group')
          return (
            <button
              type="button"
              class="field group"
              key={`group ${row.first}`}
              tabIndex={-1}
              aria-expanded={row.isOpen}
              onClick={() => toggle(row.first, row.isOpen)}
            >
              <span>
                {row.isOpen ? '▾' : '▸'} <b>{row.name}</b>
              </span>
              <span class="dim">{countText(row.count, 'field')}</span>
            </button>
          )
        const field = map.fields[row.field]
        return field === undefined ? null : (
          <FieldLine
            key={row.field}
            field={field}
            isSelected={row.field === chosen}
            onChoose={() => onChoose(row.field)}
          />
        )
      }}
    />
  )
}

function FieldLine({
  field,
  isSelected,
  onChoose,
}: {
  readonly field: Field
  readonly isSelected: boolean
  readonly onChoose: () => void
}) {
  return (
    <button type="button" class="field" tabIndex={-1} aria-current={isSelected} onClick={onChoose} title={field.path}>
      <span class={`k-${field.kind}`}>
        <i />
        <b>{field.path}</b>
      </span>
      <span class="mono dim">{field.text}</span>
    </button>
  )
}
