import { countText } from '../../parts/amount.js'
import { Icon } from '../../parts/icon.js'
import type { Movement } from './movements.js'

/** What is played, and how. */
export interface Playing {
  /** Number of the movement; −1 at rest. */
  readonly movement: number
  readonly isPlaying: boolean
  readonly speed: number
}

/** *The time line of a mesh that moves*: what it does, where it is in it, and what the game is told meanwhile. */
export function Timeline({
  movements,
  playing,
  at,
  onPlay,
  onSeek,
}: {
  readonly movements: readonly Movement[]
  readonly playing: Playing
  /** Seconds. */
  readonly at: number
  readonly onPlay: (playing: Playing) => void
  readonly onSeek: (seconds: number) => void
}) {
  const current = movements[playing.movement]
  const step = (by: number) => {
    const next = (playing.movement + by + movements.length) % movements.length
    onPlay({ ...playing, movement: playing.movement < 0 ? (by > 0 ? 0 : movements.length - 1) : next })
  }
  const frame = current === undefined ? 0 : Math.floor(at * current.rate)
  return (
    <div class="timeline" role="toolbar" aria-label="Animation">
      <button type="button" aria-label="Previous animation" onClick={() => step(-1)}>
        ‹
      </button>
      <select
        value={playing.movement}
        aria-label="Animation"
        onChange={(event) => onPlay({ ...playing, movement: Number(event.currentTarget.value) })}
      >
        <option value={-1}>at rest</option>
        {movements.map(({ name }, i) => (
          <option key={`${i}`} value={i}>
            {name}
          </option>
        ))}
      </select>
      <button type="button" aria-label="Next animation" onClick={() => step(1)}>
        ›
      </button>
      {current === undefined ? (
        <span class="dim">{countText(movements.length, 'animation')}</span>
      ) : (
        <>
          <button
            type="button"
            aria-label={playing.isPlaying ? 'Pause' : 'Play'}
            onClick={() => onPlay({ ...playing, isPlaying: !playing.isPlaying })}
          >
            <Icon name={playing.isPlaying ? 'pause' : 'play'} />
          </button>
          <div class="time-track">
            {current.sequence.notifies.map(({ time, name }, i) => (
              <button
                type="button"
                class="notify"
                key={`${i}`}
                style={{ left: `${Math.max(0, Math.min(1, time)) * 100}%` }}
                title={`${name} at ${(time * current.seconds).toFixed(2)} s`}
                aria-label={`Notify ${name} at ${(time * current.seconds).toFixed(2)} seconds`}
                onClick={() => onSeek(time * current.seconds)}
              />
            ))}
            <input
              type="range"
              min={0}
              max={current.seconds}
              step="any"
              value={at}
              aria-label="Position"
              aria-valuetext={`${at.toFixed(2)} of ${current.seconds.toFixed(2)} seconds`}
              onInput={(event) => onSeek(Number(event.currentTarget.value))}
            />
          </div>
          <span class="mono">
            {at.toFixed(2)} / {current.seconds.toFixed(2)} s · {frame}
          </span>
          <select
            value={playing.speed}
            aria-label="Speed"
            onChange={(event) => onPlay({ ...playing, speed: Number(event.currentTarget.value) })}
          >
            {[0.1, 0.25, 0.5, 1, 2].map((one) => (
              <option key={one} value={one}>
                {one} ×
              </option>
            ))}
          </select>
        </>
      )}
    </div>
  )
}
