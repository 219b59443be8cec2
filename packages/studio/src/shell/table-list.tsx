import { useMemo, useState } from 'preact/hooks'
import type { OpenedPackage, TableRow } from '../data/package-calls.js'
import { numberText } from '../parts/amount.js'
import { Filter } from '../parts/filter.js'
import { Icon, iconOfClass } from '../parts/icon.js'
import { Called } from '../parts/state-message.js'
import { useCall } from '../parts/use-call.js'
import { VirtualList } from '../parts/virtual-list.js'
import { wordsTest } from '../parts/words.js'

/** The imports or the names of a package. */
export function TableList({ pkg, table }: { readonly pkg: OpenedPackage; readonly table: 'imports' | 'names' }) {
  const state = useCall('rows', { id: pkg.id, table })
  return <Called state={state}>{(rows) => <Rows rows={rows} table={table} />}</Called>
}

function Rows({ rows, table }: { readonly rows: readonly TableRow[]; readonly table: 'imports' | 'names' }) {
  const [query, setQuery] = useState('')
  const found = useMemo(() => {
    const fits = wordsTest(query)
    return rows.flatMap(({ text, detail }, i) => (fits(`${text} ${detail}`) ? [i] : []))
  }, [rows, query])
  return (
    <>
      <Filter
        label={`Filter ${numberText(rows.length)} ${table}`}
        query={query}
        onInput={setQuery}
        found={found.length}
      />
      <div />
      <VirtualList
        count={found.length}
        rowHeight={24}
        label={table}
        class="rows"
        row={(i) => {
          const index = found[i] ?? 0
          const { text, detail } = rows[index] ?? { text: '', detail: '' }
          return (
            <div class="row" key={index} title={`${index}: ${text} ${detail}`}>
              <span />
              <Icon name={table === 'names' ? 'text' : iconOfClass(detail)} />
              <span class="name">{text}</span>
              <span class="size">{detail === '' ? index : detail}</span>
            </div>
          )
        }}
      />
    </>
  )
}
