import { Icon } from './icon.js'

/** The arrow of a row in a tree, which shows or hides what is inside. The keys for that are the tree's. */
export function Twist({
  isOpen,
  onToggle,
}: {
  /** Absent where nothing is inside. */
  readonly isOpen: boolean | undefined
  readonly onToggle: (isOpen: boolean) => void
}) {
  return (
    <button
      type="button"
      class="twist"
      tabIndex={-1}
      aria-hidden="true"
      disabled={isOpen === undefined}
      onClick={(event) => {
        event.stopPropagation()
        if (isOpen !== undefined) onToggle(!isOpen)
      }}
    >
      {isOpen === undefined ? null : <Icon name={isOpen ? 'shut' : 'open'} />}
    </button>
  )
}
