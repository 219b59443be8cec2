import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { FieldMap } from '../../data/bytes-calls.js'
import { numberText } from '../../parts/amount.js'
import { Called } from '../../parts/state-message.js'
import { useCall } from '../../parts/use-call.js'
import { type ListHandle, VirtualList } from '../../parts/virtual-list.js'
import { showObject } from '../../state/packages.js'
import { currentPlace } from '../../state/routes.js'
import type { ViewProps } from '../views.js'
import { indexAt, rowsOf } from './byte-rows.js'
import { FieldList } from './field-list.js'
import type { Found } from './find-bytes.js'
import { HexLine, type Span } from './hex-line.js'
import { Minimap } from './minimap.js'
import { Readings } from './readings.js'
import { SearchBar } from './search-bar.js'

/** *Every byte and the field that it is*, linked both ways. */
export function BytesView({ pkg, facts }: ViewProps) {
  const given = facts === undefined ? { id: pkg.id } : { id: pkg.id, index: facts.index }
  const state = useCall('bytes', given)
  return <Called state={state}>{(map) => <Bytes map={map} />}</Called>
}

/** Pixels. */
const ROW_HEIGHT = 22

function Bytes({ map }: { readonly map: FieldMap }) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const rows = useMemo(() => rowsOf(map, opened), [map, opened])
  const [selection, setSelection] = useState<Span>(() => startOf(map))
  const [found, setFound] = useState<readonly Found[]>([])
  /** The byte at which the selection began. */
  const anchor = useRef(selection.from)
  const list = useRef<ListHandle>(null)
  const chosen = indexAt(map.fields, selection.from)
  const field = map.fields[chosen]

  const select = (span: Span) => {
    setSelection(span)
    // What is folded is opened, so that what was chosen is seen.
    const row = rows[indexAt(rows, span.from)]
    if (row !== undefined && row.folded > 0) unfold(row.fields[0] ?? 0)
  }
  const unfold = (index: number) => setOpened(new Set([...opened, index]))
  useEffect(() => list.current?.reveal(indexAt(rows, selection.from)), [rows, selection])
  const choose = (at: number, isMore: boolean) => {
    if (!isMore) anchor.current = at
    select({ from: Math.min(anchor.current, at), to: Math.max(anchor.current, at) + 1 })
  }
  const chooseField = (index: number) => {
    const one = map.fields[index]
    if (one === undefined) return
    anchor.current = one.at
    select({ from: one.at, to: one.at + one.length })
  }
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      chooseField(Math.max(0, Math.min(map.fields.length - 1, chosen + step)))
      return
    }
    // The end that moves is the one that is not the anchor.
    const moving = selection.from < anchor.current ? selection.from : selection.to - 1
    const from = event.shiftKey ? moving : step === 1 ? selection.to - 1 : selection.from
    choose(Math.max(0, Math.min(map.bytes.length - 1, from + step)), event.shiftKey)
  }
  return (
    <div class="bytes">
      <div class="bytes-main">
        <SearchBar
          map={map}
          caret={selection.from}
          onFound={(all, shown) => {
            setFound(all)
            if (shown === undefined) return
            anchor.current = shown.at
            select({ from: shown.at, to: shown.at + shown.length })
          }}
        />
        <VirtualList
          count={rows.length}
          rowHeight={ROW_HEIGHT}
          label="Bytes"
          class="hex"
          handle={list}
          onKeyDown={walk}
          row={(i) => {
            const row = rows[i]
            return row === undefined ? null : (
              <HexLine
                key={i}
                row={row}
                map={map}
                field={chosen}
                selection={selection}
                onChoose={choose}
                onUnfold={unfold}
              />
            )
          }}
        />
        <Minimap map={map} caret={selection.from} found={found} onGo={(at) => choose(at, false)} />
      </div>
      <div class="fields">
        <h3>
          Fields <span>{numberText(map.fields.length)}</span>
        </h3>
        {map.error === undefined ? null : (
          <p class="problem" role="alert">
            {map.error}
          </p>
        )}
        <FieldList map={map} chosen={chosen} onChoose={chooseField} onKeyDown={walk} />
        {field === undefined ? null : <Readings map={map} field={field} selection={selection} onGo={showObject} />}
      </div>
    </div>
  )
}

/** The first field, or the one that the address names by its position in the file. */
function startOf({ fields, offset, bytes }: FieldMap): Span {
  const { at: place } = currentPlace.value
  const at = place === undefined ? 0 : Number.parseInt(place, 16) - offset
  const field = fields[indexAt(fields, at)]
  if (field === undefined || !(at >= 0 && at < bytes.length)) return { from: 0, to: Math.min(1, bytes.length) }
  return { from: field.at, to: field.at + field.length }
}
