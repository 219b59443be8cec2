import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Failed, Waiting } from './state-message.js'

/** *A component whose code is loaded when it is first shown.* */
export function Loaded<P extends object>({
  load,
  props,
}: {
  /** The same function for the same component. */
  readonly load: () => Promise<ComponentType<P>>
  readonly props: P
}) {
  const [loaded, setLoaded] = useState<ComponentType<P> | Error | undefined>()
  useEffect(() => {
    let isCurrent = true
    setLoaded(undefined)
    load().then(
      (component) => isCurrent && setLoaded(() => component),
      (error: unknown) => isCurrent && setLoaded(error instanceof Error ? error : new Error(String(error))),
    )
    return () => {
      isCurrent = false
    }
  }, [load])
  if (loaded === undefined) return <Waiting progress={undefined} />
  if (loaded instanceof Error) return <Failed error={loaded} />
  const Component = loaded
  return <Component {...props} />
}
