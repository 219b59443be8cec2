import { numberText } from './amount.js'
import { Icon } from './icon.js'

/** The field's place in the page, for whoever sets the focus there. */
export const FILTER_ID = 'filter'

/** The field above a list. */
export function Filter({
  label,
  query,
  onInput,
  found,
  id = FILTER_ID,
}: {
  readonly label: string
  readonly query: string
  readonly onInput: (query: string) => void
  readonly found: number | undefined
  /** Of a list that is not the one of the left column. */
  readonly id?: string
}) {
  return (
    <div class="filter">
      <Icon name="search" />
      <input
        id={id}
        type="search"
        placeholder={label}
        aria-label={label}
        value={query}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {query === '' ? (
        id === FILTER_ID ? (
          <kbd>/</kbd>
        ) : null
      ) : (
        <span class="dim">{found === undefined ? '…' : numberText(found)}</span>
      )}
      <span class="unseen" aria-live="polite">
        {found === undefined || query === '' ? '' : `${found} found`}
      </span>
    </div>
  )
}
