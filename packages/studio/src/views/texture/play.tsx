import { useEffect, useRef, useState } from 'preact/hooks'

/** What a moving picture is doing, and what may be asked of it. */
export interface Play {
  readonly isPlaying: boolean
  readonly setPlaying: (isPlaying: boolean) => void
}

/** Whether somebody asked their system for less motion. */
export function wantsStillness(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Calls for a frame so many times a second, while it plays; at most once for each of the screen's frames. */
export function usePlay(rate: number, isPlayingFirst: boolean, onFrame: () => void): Play {
  const [isPlaying, setPlaying] = useState(isPlayingFirst)
  const next = useRef(onFrame)
  next.current = onFrame
  useEffect(() => {
    if (!isPlaying) return
    let last: number | undefined
    let owed = 0
    let handle = requestAnimationFrame(function tick(now) {
      owed += ((now - (last ?? now)) / 1000) * rate
      last = now
      if (owed >= 1) {
        // What a slow machine did not draw in time is left out.
        owed = Math.min(1, owed - 1)
        next.current()
      }
      handle = requestAnimationFrame(tick)
    })
    return () => cancelAnimationFrame(handle)
  }, [isPlaying, rate])
  return { isPlaying, setPlaying }
}

/** Play or pause, and step by step. */
export function PlayButtons({ play, onStep }: { readonly play: Play; readonly onStep: (by: 1 | -1) => void }) {
  const step = (by: 1 | -1) => {
    play.setPlaying(false)
    onStep(by)
  }
  return (
    <>
      <button type="button" onClick={() => play.setPlaying(!play.isPlaying)}>
        {play.isPlaying ? 'Pause' : 'Play'}
      </button>
      <button type="button" onClick={() => step(1)}>
        Step
      </button>
    </>
  )
}
