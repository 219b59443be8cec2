import type { SongFacts } from '@ukit/media'
import { plural } from '@ukit/text/internal'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { Icon } from '../../parts/icon.js'
import { Failed } from '../../parts/state-message.js'
import { PatternTable, usePatterns } from './pattern.js'
import { type Moment, SongPlayer } from './song-player.js'
// biome-ignore lint/correctness/useImportExtensions: a style sheet keeps its own
import './song.css'

/** *A module of a tracker*: how it sounds, its notes as they are played, and what it is made of. */
export function SongStage({
  id,
  index,
  song,
}: {
  readonly id: number
  readonly index: number
  readonly song: SongFacts
}) {
  const at = useMemo(() => ({ id, index }), [id, index])
  const player = useRef<SongPlayer | undefined>(undefined)
  const [isPlaying, setPlaying] = useState(false)
  const [isRepeated, setRepeated] = useState(true)
  const [part, setPart] = useState(0)
  const [seconds, setSeconds] = useState(0)
  const [moment, setMoment] = useState<Moment | undefined>()
  const [error, setError] = useState<Error | undefined>()
  useEffect(() => {
    const onMove = (now: number, row: Moment | undefined) => {
      setSeconds(now)
      setMoment(row)
    }
    const made = new SongPlayer(at, { onMove, onPlay: setPlaying, onError: setError })
    player.current = made
    made.choose(0)
    return () => made.close()
  }, [at])
  useEffect(() => player.current?.repeat(isRepeated), [isRepeated, at])
  const order = moment?.order ?? 0
  const pattern = moment?.pattern ?? song.orders[order] ?? 0
  const patterns = usePatterns(at, [pattern, song.orders[order + 1] ?? -1])
  const rows = patterns.get(pattern)
  const toggle = () => {
    setError(undefined)
    void player.current?.toggle()
  }
  const length = song.songs[part]?.seconds ?? song.seconds
  return (
    <div
      class="stage song"
      role="application"
      aria-label="Music; Space plays and pauses"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys
      tabIndex={0}
      onKeyDown={(event) => {
        if (event.key !== ' ' || event.target instanceof HTMLButtonElement) return
        event.preventDefault()
        toggle()
      }}
    >
      <header>
        <h2>{song.title === '' ? 'Untitled' : song.title}</h2>
        <p class="dim">
          {song.format}
          {song.tracker === '' || song.tracker === song.format ? '' : `, made with ${song.tracker}`} ·{' '}
          {plural(song.channels.length, 'channel')} · {plural(song.patterns.length, 'pattern')}
        </p>
      </header>
      <div class="sound-bar">
        <button type="button" class="btn prim" onClick={toggle}>
          <Icon name={isPlaying ? 'pause' : 'play'} /> {isPlaying ? 'Pause' : 'Play'}
        </button>
        <input
          type="range"
          min={0}
          max={length}
          step="any"
          value={Math.min(seconds, length)}
          aria-label="Position"
          aria-valuetext={`${clock(seconds)} of ${clock(length)}`}
          onInput={(event) => player.current?.seek(Number(event.currentTarget.value))}
        />
        <span class="mono">
          {clock(seconds)} / {clock(length)}
        </span>
        {song.songs.length < 2 ? null : (
          <label>
            Song{' '}
            <select
              value={part}
              onChange={(event) => {
                const chosen = Number(event.currentTarget.value)
                setPart(chosen)
                player.current?.choose(chosen)
              }}
            >
              {song.songs.map(({ name, seconds: lasts }, i) => (
                <option key={`${i}`} value={i}>
                  {i + 1} {name === '' ? `(${clock(lasts)})` : `${name} (${clock(lasts)})`}
                </option>
              ))}
            </select>
          </label>
        )}
        <label>
          <input type="checkbox" checked={isRepeated} onChange={(event) => setRepeated(event.currentTarget.checked)} />{' '}
          repeat
        </label>
      </div>
      {error === undefined ? null : <Failed error={error} />}
      <p class="song-now mono" data-order={order} data-row={moment?.row ?? 0}>
        <Fact name="order" value={`${order} of ${song.orders.length}`} />
        <Fact name="pattern" value={`${pattern}`} />
        <Fact name="row" value={`${moment?.row ?? 0} of ${song.patterns[pattern] ?? 0}`} />
        <Fact name="speed" value={`${moment?.speed ?? '–'}`} />
        <Fact name="tempo" value={`${moment === undefined ? '–' : Math.round(moment.tempo)}`} />
      </p>
      <div class="song-parts">
        <Orders orders={song.orders} now={order} onChoose={(chosen) => player.current?.seekOrder(chosen)} />
        {rows === undefined ? (
          <div class="pattern" aria-busy="true" />
        ) : (
          <PatternTable rows={rows} row={moment?.row ?? 0} channels={song.channels} />
        )}
        <Names song={song} />
      </div>
    </div>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <span>
      <i>{name}</i> {value}
    </span>
  )
}

/** The order in which patterns are played; a level can start at any. */
function Orders({
  orders,
  now,
  onChoose,
}: {
  readonly orders: readonly number[]
  readonly now: number
  readonly onChoose: (order: number) => void
}) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const line = list.current?.children[now]
    if (!(line instanceof HTMLElement) || list.current === null) return
    list.current.scrollTop = line.offsetTop - list.current.clientHeight / 2
  }, [now])
  return (
    <ol class="orders mono" ref={list} start={0} aria-label="Order of patterns">
      {orders.map((pattern, i) => (
        <li key={`${i}`}>
          <button
            type="button"
            disabled={pattern < 0}
            aria-current={i === now ? 'true' : undefined}
            aria-label={`Order ${i}, ${pattern < 0 ? 'a mark' : `pattern ${pattern}`}`}
            onClick={() => onChoose(i)}
          >
            <i>{i}</i> {pattern < 0 ? '–' : pattern}
          </button>
        </li>
      ))}
    </ol>
  )
}

/** What its author called samples and instruments: often a letter to the listener. */
function Names({ song }: { readonly song: SongFacts }) {
  const lists = [
    ['Samples', song.samples],
    ['Instruments', song.instruments],
    ['Message', song.message === '' ? [] : song.message.split('\n')],
  ] as const
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which keys can do only with the focus
    <section class="song-names" tabIndex={0} aria-label="Samples, instruments and message">
      {lists
        .filter(([, names]) => names.length > 0)
        .map(([title, names]) => (
          <section key={title}>
            <h3>
              {title} {title === 'Message' ? '' : names.length}
            </h3>
            <ol class="mono">
              {names.map((name, i) => (
                <li key={`${i}`}>
                  {title === 'Message' ? null : <i>{i + 1}</i>} {name}
                </li>
              ))}
            </ol>
          </section>
        ))}
    </section>
  )
}

/** `3:07.4`. */
function clock(seconds: number): string {
  const tenths = Math.floor(seconds * 10)
  const rest = tenths % 600
  return `${Math.floor(tenths / 600)}:${Math.floor(rest / 10)
    .toString()
    .padStart(2, '0')}.${rest % 10}`
}
