import { useMemo, useState } from 'preact/hooks'
import type { FileToOpen } from '../data/package-calls.js'
import { countText } from '../parts/amount.js'
import { Filter } from '../parts/filter.js'
import { Icon } from '../parts/icon.js'
import { saveAs } from '../parts/save-as.js'
import { Empty } from '../parts/state-message.js'
import { VirtualList } from '../parts/virtual-list.js'
import { wordsTest } from '../parts/words.js'
import { current, isArchiveName, isPackageName, openFile, reportFailure } from '../state/packages.js'

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
        label={`Filter ${countText(files.length, 'file')}`}
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
          return file === undefined ? null : <FileRow key={file.path ?? file.name} file={file} files={files} />
        }}
      />
    </>
  )
}

function FileRow({ file, files }: { readonly file: FileToOpen; readonly files: readonly FileToOpen[] }) {
  const { name, path, within, entry } = file
  const isArchive = isArchiveName(name)
  const isOther = within !== undefined && !isArchive && !isPackageName(name)
  return (
    <div class="row file-row">
      <button
        type="button"
        class="row"
        style={{ '--d': depthOf(file) }}
        title={path ?? name}
        aria-current={current.value?.fileName === name}
        aria-expanded={isArchive ? files.some((one) => one.within === file) : undefined}
        onClick={() => void (isOther ? save(file) : openFile(file, {}))}
      >
        <span />
        <Icon name={isArchive ? 'group' : 'file'} />
        <span class={isOther ? 'name dim' : 'name'}>{entry ?? path ?? name}</span>
      </button>
      {within === undefined ? null : (
        <button type="button" class="row-save" aria-label={`Save ${name}`} title="Save" onClick={() => void save(file)}>
          <Icon name="import" />
        </button>
      )}
    </div>
  )
}

function depthOf({ within }: FileToOpen): number {
  return within === undefined ? 0 : depthOf(within) + 1
}

/** Saves a file that is in an archive. */
async function save(file: FileToOpen): Promise<void> {
  try {
    const { unpack } = await import('../state/archives.js')
    await saveAs([{ name: file.name, bytes: await unpack(file) }], file.name)
  } catch (error) {
    reportFailure(file, error)
  }
}
