import type { Field, FieldMap } from '../../data/bytes-calls.js'
import { countText, numberText, offsetText } from '../../parts/amount.js'
import { hovered } from '../../state/packages.js'
import type { ByteRow } from './byte-rows.js'

/** Bytes from one place up to another, which is not among them. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** A line of bytes: where they are, the bytes, their characters, and what they are. */
export function HexLine({
  row,
  map,
  field: chosen,
  selection,
  onChoose,
  onUnfold,
}: {
  readonly row: ByteRow
  readonly map: FieldMap
  /** Number of the field that is chosen. */
  readonly field: number
  readonly selection: Span
  /** Chooses a byte; `isMore` makes the selection longer instead. */
  readonly onChoose: (at: number, isMore: boolean) => void
  readonly onUnfold: (field: number) => void
}) {
  const bytes = map.bytes.subarray(row.at, row.at + row.length)
  if (row.folded > 0)
    return (
      <div class="hex-line">
        <span class="o">⋮</span>
        <button type="button" class="link fold" tabIndex={-1} onClick={() => onUnfold(row.fields[0] ?? 0)}>
          {numberText(row.folded)} more bytes of it
        </button>
      </div>
    )
  return (
    <div class="hex-line">
      <span class="o">{(map.offset + row.at).toString(16).toUpperCase().padStart(8, '0')}</span>
      <span class="hex-bytes">
        {row.fields.map((index) => {
          const field = map.fields[index]
          if (field === undefined) return null
          const from = Math.max(field.at, row.at)
          const to = Math.min(field.at + field.length, row.at + row.length)
          return (
            <span
              key={index}
              class={index === chosen ? `b k-${field.kind} sel` : `b k-${field.kind}`}
              onPointerEnter={() => {
                hovered.value = `${offsetText(map.offset + field.at)}, ${countText(field.length, 'byte')} · ${field.path}`
              }}
            >
              {Array.from({ length: to - from }, (_, i) => (
                <span
                  key={i}
                  class={from + i >= selection.from && from + i < selection.to ? 'y on' : 'y'}
                  onPointerDown={(event) => {
                    // Else the element keeps the pointer, and the bytes that it is dragged over hear nothing.
                    event.currentTarget.releasePointerCapture(event.pointerId)
                    onChoose(from + i, event.shiftKey)
                  }}
                  onPointerEnter={(event) => {
                    if ((event.buttons & 1) !== 0) onChoose(from + i, true)
                  }}
                >
                  {hexText(map.bytes[from + i] ?? 0)}
                </span>
              ))}
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

function hexText(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, '0')
}

function asciiText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => (byte > 32 && byte < 127 ? String.fromCharCode(byte) : '·')).join('')
}
