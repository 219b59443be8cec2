import { useMemo, useRef, useState } from 'preact/hooks'
import type { Field, FieldMap } from '../../data/bytes-calls.js'
import { numberText, offsetText } from '../../parts/amount.js'
import { Called } from '../../parts/state-message.js'
import { useCall } from '../../parts/use-call.js'
import { type ListHandle, VirtualList } from '../../parts/virtual-list.js'
import { hovered, showObject } from '../../state/packages.js'
import type { ViewProps } from '../views.js'
import { type ByteRow, rowsOf } from './byte-rows.js'
import { Readings } from './readings.js'

/** *Every byte and the field that it is*, linked both ways. */
export function BytesView({ pkg, facts }: ViewProps) {
  const given = facts === undefined ? { id: pkg.id } : { id: pkg.id, index: facts.index }
  const state = useCall('bytes', given)
  return <Called state={state}>{(map) => <Bytes map={map} />}</Called>
}

/** Pixels. */
const ROW_HEIGHT = 22

function Bytes({ map }: { readonly map: FieldMap }) {
  const rows = useMemo(() => rowsOf(map), [map])
  const [selected, setSelected] = useState(0)
  const bytesList = useRef<ListHandle>(null)
  const fieldList = useRef<ListHandle>(null)
  const field = map.fields[selected]
  const choose = (index: number, from: 'bytes' | 'fields') => {
    setSelected(index)
    if (from === 'bytes') fieldList.current?.reveal(index)
    else bytesList.current?.reveal(rows.findIndex(({ fields }) => fields.includes(index)))
  }
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = Math.max(0, Math.min(map.fields.length - 1, selected + step))
    choose(next, 'fields')
    fieldList.current?.reveal(next)
  }
  return (
    <div class="bytes">
      <VirtualList
        count={rows.length}
        rowHeight={ROW_HEIGHT}
        label="Bytes"
        class="hex"
        handle={bytesList}
        onKeyDown={walk}
        row={(i) => {
          const row = rows[i]
          return row === undefined ? null : (
            <HexLine key={i} row={row} map={map} selected={selected} onChoose={(index) => choose(index, 'bytes')} />
          )
        }}
      />
      <div class="fields">
        <h3>
          Fields <span>{numberText(map.fields.length)}</span>
        </h3>
        {map.error === undefined ? null : (
          <p class="problem" role="alert">
            {map.error}
          </p>
        )}
        <VirtualList
          count={map.fields.length}
          rowHeight={ROW_HEIGHT}
          label="Fields"
          class="field-list"
          handle={fieldList}
          onKeyDown={walk}
          row={(i) => {
            const one = map.fields[i]
            return one === undefined ? null : (
              <FieldLine key={i} field={one} isSelected={i === selected} onChoose={() => choose(i, 'fields')} />
            )
          }}
        />
        {field === undefined ? null : <Readings map={map} field={field} onGo={showObject} />}
      </div>
    </div>
  )
}

function HexLine({
  row,
  map,
  selected,
  onChoose,
}: {
  readonly row: ByteRow
  readonly map: FieldMap
  readonly selected: number
  readonly onChoose: (index: number) => void
}) {
  const bytes = map.bytes.subarray(row.at, row.at + row.length)
  if (row.folded > 0)
    return (
      <div class="hex-line">
        <span class="o">⋮</span>
        <span class="note">{numberText(row.folded)} more bytes of it</span>
      </div>
    )
  return (
    <div class="hex-line">
      <span class="o">{(map.offset + row.at).toString(16).toUpperCase().padStart(8, '0')}</span>
      <span class="hex-bytes">
        {row.fields.map((index) => {
          const field = map.fields[index]
          if (field === undefined) return null
          const from = Math.max(field.at, row.at) - row.at
          const to = Math.min(field.at + field.length, row.at + row.length) - row.at
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys
            // biome-ignore lint/a11y/noStaticElementInteractions: the list has the role
            <span
              key={index}
              class={index === selected ? `b k-${field.kind} sel` : `b k-${field.kind}`}
              onClick={() => onChoose(index)}
              onPointerEnter={() => {
                hovered.value = `${offsetText(map.offset + field.at)}, ${field.length} bytes · ${field.path}`
              }}
            >
              {hexText(bytes.subarray(from, to))}
            </span>
          )
        })}
      </span>
      <span class="asc">{asciiText(bytes)}</span>
      <span class="note">
        {row.fields
          .map((index) => map.fields[index])
          .filter((field): field is Field => field !== undefined && field.at >= row.at)
          .map((field) => `${field.path} = ${field.text}`)
          .join(' · ')}
      </span>
    </div>
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

function hexText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ')
}

function asciiText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => (byte > 32 && byte < 127 ? String.fromCharCode(byte) : '·')).join('')
}
