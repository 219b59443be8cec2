import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { FieldMap } from '../../data/bytes-calls.js'
import { numberText } from '../../parts/amount.js'
import { Icon } from '../../parts/icon.js'
import { type Found, findBytes, patternsOf, type SearchKind } from './find-bytes.js'

/** Searches for bytes, numbers and texts, and steps through the places. */
export function SearchBar({
  map,
  caret,
  onFound,
}: {
  readonly map: FieldMap
  /** Where the search goes on from. */
  readonly caret: number
  /** Is told all places, and shows the one that was stepped to. */
  readonly onFound: (found: readonly Found[], shown: Found | undefined) => void
}) {
  const [kind, setKind] = useState<SearchKind>('hex')
  const [query, setQuery] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const patterns = useMemo(() => patternsOf(kind, query, map.isBigEndian), [kind, query, map])
  const found = useMemo(() => findBytes(map.bytes, patterns), [map, patterns])
  const at = found.findIndex((one) => one.at === caret)
  useEffect(() => {
    onFound(found, found.find((one) => one.at >= caret) ?? found[0])
  }, [found])
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'f') return
      event.preventDefault()
      input.current?.select()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  const step = (by: 1 | -1) => {
    const next = by === 1 ? found.find((one) => one.at > caret) : [...found].reverse().find((one) => one.at < caret)
    onFound(found, next ?? found.at(by === 1 ? 0 : -1))
  }
  return (
    <search class="byte-search">
      <select
        aria-label="Kind of search"
        value={kind}
        onChange={(event) => setKind(KINDS.find(([id]) => id === event.currentTarget.value)?.[0] ?? 'hex')}
      >
        {KINDS.map(([id, label]) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
      <input
        ref={input}
        type="search"
        aria-label="Search in the bytes"
        placeholder={KINDS.find(([id]) => id === kind)?.[2]}
        value={query}
        onInput={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') step(event.shiftKey ? -1 : 1)
        }}
      />
      <button type="button" aria-label="Previous" title="Previous (Shift Enter)" onClick={() => step(-1)}>
        <Icon name="back" />
      </button>
      <button type="button" aria-label="Next" title="Next (Enter)" onClick={() => step(1)}>
        <Icon name="forward" />
      </button>
      <span class="dim" aria-live="polite">
        {query === ''
          ? ''
          : patterns.length === 0
            ? 'not one of that kind'
            : found.length === 0
              ? 'not found'
              : `${at < 0 ? '–' : numberText(at + 1)} of ${numberText(found.length)}`}
      </span>
    </search>
  )
}

const KINDS: readonly (readonly [SearchKind, string, string])[] = [
  ['hex', 'Bytes', '4C 69 ?? 67'],
  ['number', 'Number', '256 or 0.5'],
  ['text', 'Text', 'Engine'],
]
