import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { data } from '../../data/client.js'
import type { ObjectAt } from '../../data/package-calls.js'

/** The notes of patterns, a text for each channel of each row; those that were fetched. */
type Patterns = ReadonlyMap<number, readonly (readonly string[])[]>

/** The notes of a pattern, and of those that come next, which are fetched beforehand. */
export function usePatterns(at: ObjectAt, wanted: readonly number[]): Patterns {
  const [patterns, setPatterns] = useState<Patterns>(new Map())
  const asked = useRef(new Set<number>())
  useEffect(() => {
    for (const pattern of wanted) {
      if (pattern < 0 || asked.current.has(pattern)) continue
      asked.current.add(pattern)
      data.call('songPattern', { ...at, pattern }).then(
        (rows) => setPatterns((known) => new Map(known).set(pattern, rows)),
        () => asked.current.delete(pattern),
      )
    }
  }, [at, wanted.join()])
  return patterns
}

/** *A pattern of a module*: a column for each channel; the row that is heard stays in the middle. */
export function PatternTable({
  rows,
  row,
  channels,
}: {
  readonly rows: readonly (readonly string[])[]
  readonly row: number
  readonly channels: readonly string[]
}) {
  const frame = useRef<HTMLElement>(null)
  const lines = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const line = lines.current?.children[row]
    if (frame.current === null || !(line instanceof HTMLElement)) return
    line.classList.add('now')
    frame.current.scrollTop = line.offsetTop - (frame.current.clientHeight - line.offsetHeight) / 2
    return () => line.classList.remove('now')
  }, [row, rows])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which keys can do only with the focus
    <section class="pattern mono" ref={frame} tabIndex={0} aria-label="Notes of the pattern">
      <div class="pattern-head" aria-hidden="true">
        <i />
        {channels.map((name, i) => (
          <b key={`${i}`} title={name}>
            {name === '' ? i + 1 : `${i + 1} ${name}`}
          </b>
        ))}
      </div>
      <Lines rows={rows} into={lines} />
    </section>
  )
}

/** Separate, so that it is only made anew for a different pattern. */
function Lines({
  rows,
  into,
}: {
  readonly rows: readonly (readonly string[])[]
  readonly into: { current: HTMLDivElement | null }
}) {
  const lines = useMemo(() => linesOf(rows), [rows])
  return <div ref={into}>{lines}</div>
}

function linesOf(rows: readonly (readonly string[])[]) {
  return rows.map((cells, i) => (
    <div class="pattern-row" key={`${i}`}>
      <i>{i.toString().padStart(2, '0')}</i>
      {cells.map((cell, channel) => (
        <Cell key={`${channel}`} text={cell} />
      ))}
    </div>
  ))
}

/** The note, the instrument with its volume, and the effect of a cell: `C-5 01v64 A04`. */
function Cell({ text }: { readonly text: string }) {
  if (!/[^. ]/.test(text)) return <span class="faint">{text}</span>
  return (
    <span>
      <b>{text.slice(0, 3)}</b>
      {text.slice(3, 6)}
      <em>{text.slice(6, 9)}</em>
      <u>{text.slice(9)}</u>
    </span>
  )
}
