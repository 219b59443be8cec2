import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { data } from '../data/client.js'
import type { ExportTable, OpenedPackage } from '../data/package-calls.js'
import { countText, numberText } from '../parts/amount.js'
import { Filter } from '../parts/filter.js'
import { Icon } from '../parts/icon.js'
import { lazy } from '../parts/lazy.js'
import { styled } from '../parts/styled.js'
import { current, listShown, shelf } from '../state/packages.js'
import { ObjectTree } from './object-tree.js'
import { TableList } from './table-list.js'

// What only some look at is loaded when they do.
const FileList = lazy(async () => (await import('./file-list.js')).FileList)
const ClassTree = lazy(async () => (await import('./class-tree.js')).ClassTree)
const SourceSearch = lazy(styled(async () => (await import('./source-search.js')).SourceSearch))

/** Classes that are offered as chips. */
const MOST_CHIPS = 6

/** The left column: everything in the package, as a tree or filtered, and the files at hand. */
export function SideList() {
  const pkg = current.value
  const shown = pkg === undefined ? 'files' : listShown.value
  return (
    <aside class="tree" aria-label="Contents">
      <div class="seg">
        {LISTS.map(([name, label]) => (
          <button
            type="button"
            key={name}
            aria-pressed={shown === name}
            disabled={pkg === undefined && name !== 'files'}
            title={label}
            aria-label={name === 'search' ? label : undefined}
            onClick={() => (listShown.value = name)}
          >
            {name === 'search' ? <Icon name="search" /> : label}
          </button>
        ))}
      </div>
      {shown === 'files' || pkg === undefined ? (
        <FileList files={shelf.value} />
      ) : shown === 'objects' ? (
        <Objects pkg={pkg} key={pkg.id} />
      ) : shown === 'classes' ? (
        <ClassTree />
      ) : shown === 'search' ? (
        <SourceSearch />
      ) : (
        <TableList pkg={pkg} table={shown} key={`${pkg.id}/${shown}`} />
      )}
    </aside>
  )
}

const LISTS = [
  ['objects', 'Objects'],
  ['classes', 'Classes'],
  ['imports', 'Imports'],
  ['names', 'Names'],
  ['files', 'Files'],
  ['search', 'Search in all sources'],
] as const

function Objects({ pkg }: { readonly pkg: OpenedPackage }) {
  const [query, setQuery] = useState('')
  const [classes, setClasses] = useState<readonly number[]>([])
  const matches = useMatches(pkg, query, classes)
  const { table, counts } = pkg
  const chips = useMemo(() => chipsOf(table), [table])
  return (
    <>
      <Filter
        label={`Filter ${countText(counts.exports, 'object')}`}
        query={query}
        onInput={setQuery}
        found={matches?.length}
      />
      <div class="chips">
        {chips.map((i) => (
          <button
            type="button"
            class="chip"
            key={i}
            aria-pressed={classes.includes(i)}
            onClick={() => setClasses(classes.includes(i) ? classes.filter((one) => one !== i) : [...classes, i])}
          >
            {table.classes[i]}
            <b>{numberText(table.classCounts[i] ?? 0)}</b>
          </button>
        ))}
      </div>
      <ObjectTree pkg={pkg} matches={matches} />
    </>
  )
}

/** The classes that are offered: what can be looked at, before what declares variables. */
function chipsOf({ classes }: ExportTable): number[] {
  const shown: number[] = []
  const declarations: number[] = []
  for (let i = 0; i < classes.length && shown.length < MOST_CHIPS; i++)
    (/property$/i.test(classes[i] ?? '') ? declarations : shown).push(i)
  return [...shown, ...declarations.slice(0, MOST_CHIPS - shown.length)]
}

/** Rows that match; `undefined` when nothing was asked for, and until the first answer. */
function useMatches(pkg: OpenedPackage, query: string, classes: readonly number[]): Uint32Array | undefined {
  const [matches, setMatches] = useState<Uint32Array | undefined>()
  const last = useRef<AbortController | undefined>(undefined)
  useEffect(() => {
    last.current?.abort()
    if (query.trim() === '' && classes.length === 0) {
      setMatches(undefined)
      return
    }
    const controller = new AbortController()
    last.current = controller
    data.call('filter', { id: pkg.id, query, classes }, { signal: controller.signal }).then(setMatches, () => undefined)
  }, [pkg.id, query, classes])
  return matches
}
