import type { Field, FieldMap } from '../../data/bytes-calls.js'
import { numberText, offsetText } from '../../parts/amount.js'
import type { Span } from './hex-line.js'

/** What is chosen: the field, where it is in it, and its bytes read in every way that makes sense. */
export function Readings({
  map,
  field,
  selection: { from, to },
  onGo,
}: {
  readonly map: FieldMap
  readonly field: Field
  readonly selection: Span
  readonly onGo: (id: number, index: number) => void
}) {
  const { bytes, isBigEndian, offset } = map
  const view = new DataView(bytes.buffer, bytes.byteOffset + from, bytes.length - from)
  const little = !isBigEndian
  const readings: (readonly [string, string])[] = []
  if (view.byteLength >= 1) readings.push(['u8', String(view.getUint8(0))])
  if (view.byteLength >= 2) readings.push(['u16, i16', `${view.getUint16(0, little)}, ${view.getInt16(0, little)}`])
  if (view.byteLength >= 4) {
    readings.push(['u32, i32', `${view.getUint32(0, little)}, ${view.getInt32(0, little)}`])
    readings.push(['f32', String(Number(view.getFloat32(0, little).toPrecision(7)))])
  }
  readings.push(['index', compactIndex(bytes, from)])
  const { to: target } = field
  return (
    <section class="sect readings">
      <h3>{field.path}</h3>
      <dl class="kv">
        <dt>Value</dt>
        <dd>
          {target === undefined ? (
            field.text
          ) : (
            <button type="button" class="link" onClick={() => onGo(target.id, target.index)}>
              {field.text}
            </button>
          )}
        </dd>
        <dt>Field</dt>
        <dd class="mono">
          {offsetText(offset + field.at)}, {plural(field.length)}
        </dd>
        <dt>Selection</dt>
        <dd class="mono" aria-live="polite">
          {offsetText(offset + from)}, {plural(to - from)}
          {from === field.at ? '' : `, ${plural(from - field.at)} into it`}
        </dd>
        {readings.map(([name, text]) => (
          <>
            <dt key={name}>{name}</dt>
            <dd class="mono">{text}</dd>
          </>
        ))}
      </dl>
    </section>
  )
}

function plural(bytes: number): string {
  return bytes === 1 ? '1 byte' : `${numberText(bytes)} bytes`
}

/** The compact index at a place, as packages of UE1 and UE2 store numbers. */
function compactIndex(bytes: Uint8Array, at: number): string {
  const first = bytes[at] ?? 0
  let value = first & 0x3f
  let shift = 6
  let isLast = (first & 0x40) === 0
  for (let i = 1; i < 5 && !isLast; i++) {
    const byte = bytes[at + i] ?? 0
    value |= (byte & 0x7f) << shift
    isLast = (byte & 0x80) === 0
    shift += 7
  }
  return String((first & 0x80) === 0 ? value : -value)
}
