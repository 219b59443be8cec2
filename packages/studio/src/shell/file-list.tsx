import { useMemo, useState } from 'preact/hooks'
import type { FileToOpen } from '../data/package-calls.js'
import { numberText } from '../parts/amount.js'
import { Filter } from '../parts/filter.js'
import { Icon } from '../parts/icon.js'
import { Empty } from '../parts/state-message.js'
import { VirtualList } from '../parts/virtual-list.js'
import { wordsTest } from '../parts/words.js'
import { current, openFile } from '../state/packages.js'

/** The files that were given: a game folder, from which one chooses. */
export function FileList({ files }: { readonly files: readonly FileToOpen[] }) {
  const [query, setQuery] = useState('')
  const found = useMemo(() => {
    const fits = wordsTest(query)
    return files.filter(({ name, path }) => fits(path ?? name))
  }, [files, query])
  if (files.length === 0) return <Empty>Choose or drop a folder, and its files are listed here.</Empty>
  return (
    <>
      <Filter
        label={`Filter ${numberText(files.length)} files`}
        query={query}
        onInput={setQuery}
        found={found.length}
      />
      <div />
      <VirtualList
        count={found.length}
        rowHeight={24}
        label="Files"
        class="rows"
        row={(i) => {
          const file = found[i]
          if (file === undefined) return null
          return (
            <button
              type="button"
              class="row"
              key={file.path ?? file.name}
              title={file.path ?? file.name}
              aria-current={current.value?.fileName === file.name}
              onClick={() => void openFile(file, {})}
            >
              <span />
              <Icon name="file" />
              <span class="name">{file.path ?? file.name}</span>
            </button>
          )
        }}
      />
    </>
  )
}
