import { useMemo, useRef, useState } from 'preact/hooks'
import { data } from '../data/client.js'
import type { CodeFound, CodeQuery } from '../data/code-calls.js'
import type { ObjectAt } from '../data/package-calls.js'
import { numberText } from '../parts/amount.js'
import { FILTER_ID } from '../parts/filter.js'
import { Icon } from '../parts/icon.js'
import { Empty, Failed } from '../parts/state-message.js'
import { type ListHandle, VirtualList } from '../parts/virtual-list.js'
import { opened, pathOf } from '../state/packages.js'
import { go } from '../state/routes.js'
import { runTask } from '../state/tasks.js'

type State = { readonly kind: 'none' | 'searching' } | { readonly kind: 'failed'; readonly error: Error } | Done
interface Done {
  readonly kind: 'done'
  readonly found: CodeFound
}

/** What was found outlives the list: one looks at a hit and comes back. */
let last: { readonly query: CodeQuery; readonly state: State } = {
  query: { query: '', isPattern: false, isCaseSensitive: false, decompiles: false },
  state: { kind: 'none' },
}

/** *Search in the sources of all open packages.* */
export function SourceSearch() {
  const [query, setQuery] = useState(last.query)
  const [state, setState] = useState<State>(last.state)
  const running = useRef<AbortController | undefined>(undefined)
  const keep = (next: State) => {
    last = { query, state: next }
    setState(next)
  }
  const search = () => {
    if (query.query === '') return
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    keep({ kind: 'searching' })
    runTask(`searching for ${query.query}`, (signal, onProgress) => {
      signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true })
      return data.call('searchCode', query, { signal: controller.signal, onProgress })
    }).then(
      (found) => keep({ kind: 'done', found }),
      (error: unknown) => {
        if (running.current !== controller) return
        keep(
          controller.signal.aborted
            ? { kind: 'none' }
            : { kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) },
        )
      },
    )
  }
  const flag = (name: 'isPattern' | 'isCaseSensitive' | 'decompiles', label: string, title: string) => (
    <button
      type="button"
      class="chip"
      title={title}
      aria-label={title}
      aria-pressed={query[name]}
      onClick={() => setQuery({ ...query, [name]: !query[name] })}
    >
      {label}
    </button>
  )
  return (
    <>
      <form
        class="filter"
        onSubmit={(event) => {
          event.preventDefault()
          search()
        }}
      >
        <Icon name="search" />
        <input
          id={FILTER_ID}
          type="search"
          placeholder="Search in all sources"
          aria-label="Search in all sources"
          value={query.query}
          onInput={(event) => setQuery({ ...query, query: event.currentTarget.value })}
        />
        <kbd>Enter</kbd>
      </form>
      <div class="chips">
        {flag('isCaseSensitive', 'Aa', 'Upper and lower case are different')}
        {flag('isPattern', '.*', 'It is a regular expression')}
        {flag('decompiles', 'Decompile', 'Also classes without a text: they are decompiled, which takes long')}
        {state.kind === 'searching' ? (
          <button type="button" class="chip" onClick={() => running.current?.abort()}>
            Cancel
          </button>
        ) : null}
        <span class="dim" aria-live="polite">
          {state.kind === 'done' ? foundWords(state.found) : ''}
        </span>
      </div>
      {state.kind === 'failed' ? (
        <Failed error={state.error} />
      ) : state.kind === 'done' && state.found.total > 0 ? (
        <Hits found={state.found} />
      ) : (
        <Empty>{state.kind === 'done' ? 'No line of the sources has it.' : HINTS[state.kind]}</Empty>
      )}
    </>
  )
}

const HINTS = { none: 'Type what to look for, then Enter.', searching: 'Searching…' } as const

function foundWords({ total, isCut, classes }: CodeFound): string {
  return `${numberText(total)}${isCut ? ' or more' : ''} in ${numberText(classes.length)} ${classes.length === 1 ? 'class' : 'classes'}`
}

/** A class, or a line in it. */
interface Hit {
  readonly to: ObjectAt
  readonly line: number
  readonly text: string
  readonly of: string
}

function Hits({ found }: { readonly found: CodeFound }) {
  const hits = useMemo(() => hitsOf(found), [found])
  const [at, setAt] = useState(0)
  const list = useRef<ListHandle>(null)
  const move = (to: number) => {
    const next = Math.max(0, Math.min(hits.length - 1, to))
    setAt(next)
    list.current?.reveal(next)
  }
  return (
    <VirtualList
      count={hits.length}
      rowHeight={24}
      role="tree"
      label="Lines found"
      class="rows"
      handle={list}
      activeDescendant={`hit-${at}`}
      onKeyDown={(event) => {
        const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 }[event.key]
        if (step !== undefined) move(at + step)
        else if (event.key === 'Home' || event.key === 'End') move(event.key === 'Home' ? 0 : hits.length - 1)
        else if (event.key === 'Enter') show(hits[at])
        else return
        event.preventDefault()
      }}
      row={(i) => {
        const hit = hits[i]
        if (hit === undefined) return null
        const { line, text, of } = hit
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys, as its role wants
          <div
            class={line === 0 ? 'row hit-class' : 'row hit'}
            id={`hit-${i}`}
            key={i}
            role="treeitem"
            tabIndex={-1}
            aria-level={line === 0 ? 1 : 2}
            aria-selected={i === at}
            title={line === 0 ? of : `${of}, line ${line}: ${text}`}
            onClick={() => {
              setAt(i)
              show(hit)
            }}
          >
            {line === 0 ? <Icon name="class" /> : <span class="hit-line">{line}</span>}
            <span class="name">{text}</span>
          </div>
        )
      }}
    />
  )
}

function hitsOf({ classes }: CodeFound): Hit[] {
  return classes.flatMap(({ to, package: packageName, class: path, lines }) => {
    const of = `${packageName}.${path}`
    return [{ to, line: 0, text: of, of }, ...lines.map(({ line, text }) => ({ to, line, text, of }))]
  })
}

function show(hit: Hit | undefined): void {
  const pkg = hit === undefined ? undefined : opened.value.find(({ id }) => id === hit.to.id)
  if (hit === undefined || pkg === undefined) return
  go({
    file: pkg.fileName,
    object: pathOf(pkg, hit.to.index),
    view: 'source',
    ...(hit.line > 0 && { at: String(hit.line) }),
  })
}
