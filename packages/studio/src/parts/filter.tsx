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
}: {
  readonly label: string
  readonly query: string
  readonly onInput: (query: string) => void
  readonly found: number | undefined
}) {
  return (
    <div class="filter">
      <Icon name="search" />
      <input
        id={FILTER_ID}
        type="search"
        placeholder={label}
        aria-label={label}
        value={query}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {query === '' ? <kbd>/</kbd> : <span class="dim">{found === undefined ? '…' : numberText(found)}</span>}
      <span class="unseen" aria-live="polite">
        {found === undefined || query === '' ? '' : `${found} found`}
      </span>
    </div>
  )
}
