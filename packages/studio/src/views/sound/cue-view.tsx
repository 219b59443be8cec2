import { useEffect, useRef, useState } from 'preact/hooks'
import { data } from '../../data/client.js'
import type { CuePart, CuePlayed } from '../../data/media-calls.js'
import { Icon } from '../../parts/icon.js'
import { LinkText } from '../../parts/link-text.js'
import { Called, Failed } from '../../parts/state-message.js'
import { useCall } from '../../parts/use-call.js'
import type { ViewProps } from '../views.js'
import { CuePlayer } from './cue-player.js'
// biome-ignore lint/correctness/useImportExtensions: a style sheet keeps its own
import './cue.css'

/** *A sound that is put together when it plays*: its parts as a tree, and how it sounds this time. */
export function CueView({ pkg, facts }: ViewProps) {
  const at = facts === undefined ? undefined : { id: pkg.id, index: facts.index }
  const state = useCall('cue', at)
  const player = useRef<CuePlayer | undefined>(undefined)
  const [heard, setHeard] = useState<readonly string[]>([])
  const [error, setError] = useState<Error | undefined>()
  useEffect(() => {
    const made = new CuePlayer(setHeard)
    player.current = made
    return () => made.close()
  }, [at?.id, at?.index])
  const play = async (sounds: () => Promise<readonly CuePlayed[]>) => {
    setError(undefined)
    try {
      await player.current?.play(await sounds())
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown : new Error(String(thrown)))
    }
  }
  return (
    <Called state={state}>
      {({ root }) => (
        <div class="stage cue">
          <div class="sound-bar">
            <button
              type="button"
              class="btn prim"
              onClick={() => void play(async () => (at === undefined ? [] : data.call('rolledCue', at)))}
            >
              <Icon name="play" /> Play
            </button>
            <button type="button" class="btn" disabled={heard.length === 0} onClick={() => player.current?.stop()}>
              Stop
            </button>
            <span class="dim" aria-live="polite">
              {heard.length === 0 ? 'Each time as chance has it' : `Playing ${heard.length}`}
            </span>
          </div>
          {error === undefined ? null : <Failed error={error} />}
          <ul class="cue-tree">
            <Part
              part={root}
              heard={heard}
              onPlay={(sound) => void play(async () => [{ sound, start: 0, volume: 1, pitch: 1 }])}
            />
          </ul>
        </div>
      )}
    </Called>
  )
}

const WORDS: Readonly<Record<CuePart['kind'], string>> = {
  random: 'one by chance',
  together: 'all at once',
  sequence: 'one after the other',
  pass: '',
  sound: '',
}

function Part({
  part,
  heard,
  onPlay,
}: {
  readonly part: CuePart
  readonly heard: readonly string[]
  readonly onPlay: (sound: CuePlayed['sound']) => void
}) {
  const { link, name, kind, chance, volume, values, children } = part
  const { to } = link
  const isHeard = to !== undefined && heard.includes(`${to.id}:${to.index}`)
  return (
    <li>
      <div class={`cue-part ${isHeard ? 'now' : ''}`}>
        {kind === 'sound' ? (
          <button
            type="button"
            class="btn"
            disabled={to === undefined}
            aria-label={`Play ${name}`}
            onClick={() => (to === undefined ? undefined : onPlay(to))}
          >
            <Icon name="play" />
          </button>
        ) : null}
        <span>
          <LinkText link={{ ...link, text: name }} /> <i>{part.class}</i>
        </span>
        {WORDS[kind] === '' ? null : <em>{WORDS[kind]}</em>}
        {chance < 1 ? <b>{Math.round(chance * 100)} %</b> : null}
        {volume === 1 ? null : <span class="dim">volume {Number(volume.toFixed(2))}</span>}
        {values.map((value) => (
          <code key={value}>{value}</code>
        ))}
      </div>
      {children.length === 0 ? null : (
        <ul>
          {children.map((child, i) => (
            <Part key={`${i}`} part={child} heard={heard} onPlay={onPlay} />
          ))}
        </ul>
      )}
    </li>
  )
}
