import { useEffect, useRef, useState } from 'preact/hooks'
import type { SoundData } from '../../data/media-calls.js'
import { Icon } from '../../parts/icon.js'
import { Called } from '../../parts/state-message.js'
import { useCall } from '../../parts/use-call.js'
import type { ViewProps } from '../views.js'
import { Player } from './player.js'
import { SongStage } from './song-view.js'
import { drawWave, peaksOf } from './wave.js'

/** *A sound or a piece of music*: its wave, what repeats in it, and how it sounds. */
export function SoundView({ pkg, facts }: ViewProps) {
  const state = useCall('sound', facts === undefined ? undefined : { id: pkg.id, index: facts.index })
  return (
    <Called state={state}>
      {(sound) =>
        sound.kind === 'song' ? (
          <SongStage id={pkg.id} index={facts?.index ?? 0} song={sound.facts} />
        ) : (
          <Stage sound={sound} />
        )
      }
    </Called>
  )
}

const SPEEDS = [0.25, 0.5, 0.75, 1, 1.5, 2] as const

function Stage({ sound }: { readonly sound: SoundData }) {
  const { rate, channels, bits, loops, cues, notes } = sound
  const length = channels[0]?.length ?? 0
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [isLooped, setLooped] = useState(loops.length > 0)
  const [at, setAt] = useState(0)
  const [speed, setSpeed] = useState(1)
  const player = useRef<Player | undefined>(undefined)
  useEffect(() => {
    const made = new Player(sound, setAt, setPlaying)
    player.current = made
    return () => made.close()
  }, [sound])
  useEffect(() => player.current?.loop(isLooped), [isLooped, sound])
  useEffect(() => player.current?.speed(speed), [speed, sound])
  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    const draw = () => {
      element.width = element.clientWidth * devicePixelRatio
      element.height = element.clientHeight * devicePixelRatio
      drawWave(element, peaksOf(channels, element.width), loops, cues, length)
    }
    const observer = new ResizeObserver(draw)
    observer.observe(element)
    return () => observer.disconnect()
  }, [sound])
  const seconds = length / rate
  const toggle = () => void player.current?.toggle()
  return (
    <div
      class="stage sound"
      role="application"
      aria-label="Sound; Space plays and pauses"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys
      tabIndex={0}
      onKeyDown={(event) => {
        if (event.key !== ' ' || event.target instanceof HTMLButtonElement) return
        event.preventDefault()
        toggle()
      }}
    >
      <div class="wave">
        <canvas
          ref={canvas}
          onPointerDown={(event) => {
            const box = event.currentTarget.getBoundingClientRect()
            player.current?.seek(((event.clientX - box.left) / box.width) * seconds)
          }}
        />
        <i class="wave-at" style={{ left: `${seconds === 0 ? 0 : (at / seconds) * 100}%` }} />
      </div>
      <div class="sound-bar">
        <button type="button" class="btn prim" onClick={toggle} disabled={length === 0}>
          <Icon name={isPlaying ? 'pause' : 'play'} /> {isPlaying ? 'Pause' : 'Play'}
        </button>
        <input
          type="range"
          min={0}
          max={seconds}
          step="any"
          value={at}
          aria-label="Position"
          aria-valuetext={`${at.toFixed(1)} of ${seconds.toFixed(1)} seconds`}
          onInput={(event) => player.current?.seek(Number(event.currentTarget.value))}
        />
        <span class="mono">
          {at.toFixed(2)} / {seconds.toFixed(2)} s
        </span>
        <label>
          <input type="checkbox" checked={isLooped} onChange={(event) => setLooped(event.currentTarget.checked)} />{' '}
          repeat
        </label>
        <label>
          Speed{' '}
          <select value={speed} onChange={(event) => setSpeed(Number(event.currentTarget.value))}>
            {SPEEDS.map((one) => (
              <option key={one} value={one}>
                {one} ×
              </option>
            ))}
          </select>
        </label>
      </div>
      <p class="dim">
        {rate.toLocaleString('en')} samples per second, {bits} bits,{' '}
        {channels.length === 1 ? 'mono' : `${channels.length} channels`}
        {loops.length === 0 ? '' : `, ${loops.length} part${loops.length === 1 ? '' : 's'} that repeat`}
        {cues.length === 0 ? '' : `, marks: ${cues.map(({ name }) => name).join(', ')}`}
      </p>
      {notes.map((note) => (
        <p class="dim" key={note}>
          {note}
        </p>
      ))}
    </div>
  )
}
