import { useEffect, useState } from 'preact/hooks'
import { data } from '../data/client.js'
import type { Brought, CallName, Given, Progress } from '../data/protocol.js'

/** What is known of a call. */
export type CallState<T> =
  | { readonly kind: 'loading'; readonly progress: Progress | undefined }
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: Error }

/**
 * *Asks the worker when a component is shown*, and again when what is asked for changes; a component that
 * goes away cancels its call.
 */
export function useCall<N extends CallName>(name: N, given: Given<N> | undefined): CallState<Brought<N>> {
  const [state, setState] = useState<CallState<Brought<N>>>(LOADING)
  const key = JSON.stringify(given)
  useEffect(() => {
    if (given === undefined) return
    const controller = new AbortController()
    setState(LOADING)
    data
      .call(name, given, {
        signal: controller.signal,
        onProgress: (progress) => setState({ kind: 'loading', progress }),
      })
      .then(
        (value) => setState({ kind: 'done', value }),
        (error: unknown) => {
          if (controller.signal.aborted) return
          setState({ kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) })
        },
      )
    return () => controller.abort(new DOMException('no longer shown', 'AbortError'))
  }, [name, key])
  return state
}

const LOADING = { kind: 'loading', progress: undefined } as const
