import type { OutlineEntry } from '@ukit/script/analysis'
import { useMemo, useState } from 'preact/hooks'
import { Filter } from '../../parts/filter.js'
import { Icon, type IconName } from '../../parts/icon.js'
import { VirtualList } from '../../parts/virtual-list.js'
import { wordsTest } from '../../parts/words.js'

const ICONS: Readonly<Record<OutlineEntry['kind'], IconName>> = {
  class: 'class',
  const: 'text',
  enum: 'text',
  struct: 'struct',
  variable: 'text',
  function: 'function',
  state: 'state',
  replication: 'function',
  defaults: 'text',
}

/** *What a class declares*, with the way to each. */
export function Outline({
  entries,
  onLine,
}: {
  readonly entries: readonly OutlineEntry[]
  readonly onLine: (line: number) => void
}) {
  const [query, setQuery] = useState('')
  const found = useMemo(() => {
    const fits = wordsTest(query)
    return entries.filter(({ name, kind }) => fits(`${name} ${kind}`))
  }, [entries, query])
  return (
    <nav class="outline" aria-label="Outline">
      <Filter label="Filter the outline" id="outline-filter" query={query} onInput={setQuery} found={found.length} />
      <VirtualList
        count={found.length}
        rowHeight={24}
        label="Outline"
        class="rows"
        row={(i) => {
          const entry = found[i]
          if (entry === undefined) return null
          return (
            <button
              type="button"
              class={`row outline-${entry.kind}`}
              key={`${entry.line}/${entry.name}`}
              style={{ '--d': entry.depth }}
              title={`${entry.kind} ${entry.name}, line ${entry.line}`}
              onClick={() => onLine(entry.line)}
            >
              <span />
              <Icon name={ICONS[entry.kind]} />
              <span class="name">{entry.name}</span>
              <span class="size">{entry.line}</span>
            </button>
          )
        }}
      />
    </nav>
  )
}
