import { numberText } from '../parts/amount.js'
import { Icon, type IconName } from '../parts/icon.js'
import { current, hovered } from '../state/packages.js'
import { overlay, page, takeOver } from '../state/panels.js'
import { tasks } from '../state/tasks.js'

/** The bottom: what is under the pointer, and what is being done. */
export function Foot() {
  const pkg = current.value
  return (
    <footer class="foot">
      <span class="hovered" aria-live="off">
        {hovered.value}
      </span>
      <span class="right">
        {tasks.value.map(({ id, label, progress, cancel }) => (
          <span class="task" key={id}>
            {progress?.label ?? label}
            <progress max={progress?.total ?? 1} value={progress?.done} aria-label={label} />
            <button type="button" aria-label={`Cancel ${label}`} onClick={cancel}>
              <Icon name="close" />
            </button>
          </span>
        ))}
        {takeOver.value === undefined ? null : (
          <button type="button" class="link" onClick={takeOver.value}>
            A newer studio is here: change to it
          </button>
        )}
        {pkg === undefined ? (
          <span>Press ? for the keys</span>
        ) : (
          <>
            <span>{numberText(pkg.size)} bytes</span>
            <span>
              {pkg.game.name}, version {pkg.licensee === 0 ? pkg.version : `${pkg.version}/${pkg.licensee}`}
            </span>
          </>
        )}
      </span>
      <nav class="phone" aria-label="Pages">
        {PAGES.map(([name, icon, label]) => (
          <button
            type="button"
            key={name}
            aria-current={page.value === name ? 'page' : undefined}
            onClick={() => (page.value = name)}
          >
            <Icon name={icon} />
            {label}
          </button>
        ))}
        <button type="button" onClick={() => (overlay.value = 'palette')}>
          <Icon name="search" />
          Find
        </button>
      </nav>
    </footer>
  )
}

const PAGES: readonly (readonly ['tree' | 'view' | 'facts', IconName, string])[] = [
  ['tree', 'group', 'Tree'],
  ['view', 'texture', 'View'],
  ['facts', 'class', 'Facts'],
]
