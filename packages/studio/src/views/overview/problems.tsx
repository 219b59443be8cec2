import { useEffect } from 'preact/hooks'
import type { FoundProblem } from '../../data/check-calls.js'
import type { OpenedPackage } from '../../data/package-calls.js'
import { numberText, offsetText } from '../../parts/amount.js'
import { Icon } from '../../parts/icon.js'
import { check, checks } from '../../state/checks.js'
import { pathOf } from '../../state/packages.js'
import { go } from '../../state/routes.js'

/** Bytes of packages that are checked without being asked: it takes a moment. */
const QUICK = 4 * 1024 * 1024

/** *What is wrong with a package*, each problem with a way to the object and its bytes. */
export function Problems({ pkg }: { readonly pkg: OpenedPackage }) {
  const state = checks.value.get(pkg.id)
  useEffect(() => {
    if (state === undefined && pkg.size <= QUICK) void check(pkg)
  }, [pkg.id])
  return (
    <section class="problems">
      <h2>
        Problems{' '}
        <span class="dim" aria-live="polite">
          {state === undefined || state instanceof Error
            ? 'not looked for yet'
            : state === 'running'
              ? 'looking …'
              : state.total === 0
                ? 'none found'
                : numberText(state.total)}
        </span>
      </h2>
      {state instanceof Error ? <p class="problem">{state.message}</p> : null}
      {state === undefined || state instanceof Error ? (
        <button type="button" class="btn" onClick={() => void check(pkg)}>
          Look for problems
        </button>
      ) : null}
      {state === undefined || state === 'running' || state instanceof Error ? null : (
        <>
          <ul>
            {state.problems.map((problem, i) => (
              <Line key={i} pkg={pkg} problem={problem} />
            ))}
          </ul>
          {state.total > state.problems.length ? (
            <p class="dim">{numberText(state.total - state.problems.length)} more are not listed.</p>
          ) : null}
          <p class="dim">
            Every object was read and written again; {(state.understood * 100).toFixed(1)} % of their bytes have a name.
          </p>
        </>
      )}
    </section>
  )
}

function Line({ pkg, problem }: { readonly pkg: OpenedPackage; readonly problem: FoundProblem }) {
  const { severity, message, object, index, offset } = problem
  const path = index === undefined ? undefined : pathOf(pkg, index)
  return (
    <li class={severity}>
      <Icon name="warning" />
      <span>
        <b>{severity === 'error' ? 'Error' : 'Oddity'}</b>{' '}
        {path === undefined ? (
          object
        ) : (
          <button type="button" class="link" onClick={() => go({ file: pkg.fileName, object: path })}>
            {object}
          </button>
        )}{' '}
        {message}{' '}
        {offset === undefined ? null : (
          <button
            type="button"
            class="link mono"
            onClick={() => go({ file: pkg.fileName, object: path, view: 'bytes', at: offset.toString(16) })}
          >
            {offsetText(offset)}
          </button>
        )}
      </span>
    </li>
  )
}
