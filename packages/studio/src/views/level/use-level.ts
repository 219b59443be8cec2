import { useEffect, useState } from 'preact/hooks'
import { data } from '../../data/client.js'
import type { LevelEnd, LevelPiece } from '../../data/media-calls.js'
import type { ObjectAt } from '../../data/package-calls.js'
import type { Progress } from '../../data/protocol.js'

/** *How far a level is*: its pieces go to `take` as they come. */
export interface LevelState {
  readonly progress?: Progress | undefined
  readonly end?: LevelEnd | undefined
  readonly error?: Error | undefined
}

/** Asks for a level when it is shown; a view that goes away cancels the work. */
export function useLevel(at: ObjectAt | undefined, take: (piece: LevelPiece) => void): LevelState {
  const [state, setState] = useState<LevelState>({})
  useEffect(() => {
    if (at === undefined) return
    const controller = new AbortController()
    const { signal } = controller
    setState({})
    data.call('level', at, { signal, onPiece: take, onProgress: (progress) => setState({ progress }) }).then(
      (end) => setState({ end }),
      (thrown: unknown) => {
        if (!signal.aborted) setState({ error: thrown instanceof Error ? thrown : new Error(String(thrown)) })
      },
    )
    return () => controller.abort(new DOMException('no longer shown', 'AbortError'))
  }, [at?.id, at?.index])
  return state
}
