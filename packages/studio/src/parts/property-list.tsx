import type { Json } from '@ukit/inspect'
import { useState } from 'preact/hooks'
import type { PropertyValue } from '../data/package-calls.js'
import { LinkText } from './link-text.js'

/** *Properties as names and values*: what the object sets itself is plain, what it inherits is dimmed. */
export function PropertyList({
  values,
  most,
}: {
  readonly values: readonly PropertyValue[]
  /** How many are shown until somebody asks for all. */
  readonly most: number
}) {
  const [isWhole, setWhole] = useState(false)
  if (values.length === 0) return <p class="dim">It sets none.</p>
  const shown = isWhole ? values : values.slice(0, most)
  return (
    <>
      <dl class="kv">
        {shown.map((value, i) => (
          <Row value={value} key={`${i}/${value.name}`} />
        ))}
      </dl>
      {shown.length === values.length ? null : (
        <button type="button" class="link" onClick={() => setWhole(true)}>
          {values.length - shown.length} more
        </button>
      )}
    </>
  )
}

function Row({ value }: { readonly value: PropertyValue }) {
  return (
    <>
      <dt title={value.type}>{value.name}</dt>
      <dd class={value.isOwn ? '' : 'def'} title={value.isOwn ? value.type : `${value.type}, from ${value.from}`}>
        <Value value={value} />
      </dd>
    </>
  )
}

function Value({ value: { value, color, link, enumName } }: { readonly value: PropertyValue }) {
  if (link !== undefined) return <LinkText link={link} />
  if (color !== undefined) {
    const [red, green, blue, alpha] = color
    return (
      <>
        <i class="swatch" style={{ background: `rgb(${red} ${green} ${blue})` }} />
        {red}, {green}, {blue}
        {alpha === 0 || alpha === 255 ? '' : `, ${alpha}`}
      </>
    )
  }
  return <>{enumName ?? jsonText(value)}</>
}

/** A value in words: `(X=1, Y=2)` as the engine writes structs. */
export function jsonText(value: Json): string {
  if (value === null) return 'None'
  if (value === true) return 'True'
  if (value === false) return 'False'
  // Floats are shown as precisely as they are stored, and whole numbers as they are.
  if (typeof value === 'number') return String(Number.isInteger(value) ? value : Number(value.toPrecision(7)))
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return `(${value.map(jsonText).join(', ')})`
  return `(${Object.entries(value)
    .map(([name, one]) => `${name}=${jsonText(one)}`)
    .join(', ')})`
}
