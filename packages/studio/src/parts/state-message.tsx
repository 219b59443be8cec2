import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Progress } from '../data/protocol.js'
import type { CallState } from './use-call.js'

/** Milliseconds before a view says that it waits: most are there sooner, and nothing should flicker. */
const PATIENCE = 300

/** Shows what a call brought; until then how far it is, or why it failed. */
export function Called<T>({
  state,
  children,
}: {
  readonly state: CallState<T>
  readonly children: (value: T) => ComponentChildren
}) {
  if (state.kind === 'done') return <>{children(state.value)}</>
  if (state.kind === 'failed') return <Failed error={state.error} />
  return <Waiting progress={state.progress} />
}

/** Something that cannot be shown, and why. */
export function Failed({
  error,
  again,
}: {
  readonly error: Error
  /** Tries again, where that may help. */
  readonly again?: (() => void) | undefined
}) {
  return (
    <div class="message" role="alert">
      <b>It cannot be shown</b>
      <p>{error.message}</p>
      {again === undefined ? null : (
        <button type="button" class="btn" onClick={again}>
          Try again
        </button>
      )}
    </div>
  )
}

/** Something that takes its time. */
export function Waiting({ progress }: { readonly progress: Progress | undefined }) {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), PATIENCE)
    return () => clearTimeout(timer)
  }, [])
  if (!isSlow) return <div class="message" aria-busy="true" />
  return (
    <div class="message" aria-busy="true">
      <progress max={progress?.total ?? 1} value={progress === undefined ? undefined : progress.done} />
      <p>{progress?.label ?? 'reading'}</p>
    </div>
  )
}

/** A place with nothing in it, and what could be done about that. */
export function Empty({ children }: { readonly children: ComponentChildren }) {
  return <div class="message dim">{children}</div>
}
