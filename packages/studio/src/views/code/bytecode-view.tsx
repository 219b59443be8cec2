import { Called, Empty } from '../../parts/state-message.js'
import { useCall } from '../../parts/use-call.js'
import type { ViewProps } from '../views.js'
import { CodeText } from './code-text.js'

/** The code of a function or state as the engine runs it. */
export function BytecodeView({ pkg, facts }: ViewProps) {
  const state = useCall('code', facts === undefined ? undefined : { id: pkg.id, index: facts.index })
  return (
    <Called state={state}>
      {({ listing }) =>
        listing === undefined ? <Empty>It has no code of its own.</Empty> : <CodeText text={listing} language="plain" />
      }
    </Called>
  )
}
