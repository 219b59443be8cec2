import { useState } from 'preact/hooks'
import { data } from '../../data/client.js'
import type { CodeComparison } from '../../data/code-calls.js'
import type { ObjectAt } from '../../data/package-calls.js'
import { runTask } from '../../state/tasks.js'

/** *Whether the code of a class is what its text says*, once somebody asks. */
export function Comparison({ at, onLine }: { readonly at: ObjectAt; readonly onLine: (line: number) => void }) {
  const [state, setState] = useState<'asked' | CodeComparison | Error | undefined>()
  const ask = () => {
    setState('asked')
    runTask('comparing code and text', (signal, onProgress) =>
      data.call('compareCode', at, { signal, onProgress }),
    ).then(setState, (error: unknown) => setState(error instanceof Error ? error : new Error(String(error))))
  }
  if (state === undefined || state === 'asked')
    return (
      <button type="button" class="btn small" disabled={state === 'asked'} onClick={ask}>
        {state === undefined ? 'Does the code say the same?' : 'Comparing…'}
      </button>
    )
  if (state instanceof Error) return <span class="is-bad">{state.message}</span>
  const { scripts, equal, skipped, first } = state
  const unknown = skipped === 0 ? '' : `; ${skipped} cannot be compared, a package is missing`
  if (first === undefined)
    return (
      <span class="is-ok">
        {scripts === 0 ? `No code to compare${unknown}` : `✓ The code says the same: ${equal} of ${scripts}${unknown}`}
      </span>
    )
  const { line } = first
  return (
    <span class="is-bad">
      ≠ The same in {equal} of {scripts}
      {unknown}; first{' '}
      {line === undefined ? (
        first.name
      ) : (
        <button type="button" class="link" onClick={() => onLine(line)}>
          {first.name}
        </button>
      )}
      : {first.cause}
    </span>
  )
}
