import { Icon } from '../parts/icon.js'
import { closePackage, current, opened } from '../state/packages.js'
import { overlay, problemCounts } from '../state/panels.js'
import { go } from '../state/routes.js'
import { theme, toggleTheme } from '../state/theme.js'
import { chooseFiles } from './receive.js'

/** The top: what is open, and how to get anywhere. */
export function TopBar() {
  return (
    <header class="top">
      <button type="button" class="brand" onClick={() => go({})} title="Start">
        <Icon name="mark" class="mark" />
        ukit studio
      </button>
      <nav class="tabs" aria-label="Open packages">
        {opened.value.map(({ id, fileName }) => {
          const dot = fileName.lastIndexOf('.')
          const isShown = id === current.value?.id
          return (
            <div class="tab" key={id} data-shown={isShown}>
              <button type="button" aria-current={isShown ? 'page' : undefined} onClick={() => go({ file: fileName })}>
                {fileName.slice(0, dot < 0 ? undefined : dot)}
                <span class="ext">{dot < 0 ? '' : fileName.slice(dot)}</span>
              </button>
              <button type="button" class="tab-close" aria-label={`Close ${fileName}`} onClick={() => closePackage(id)}>
                <Icon name="close" />
              </button>
            </div>
          )
        })}
      </nav>
      <div class="tools">
        <ProblemCount />
        <button type="button" class="omni" onClick={() => (overlay.value = 'palette')}>
          <Icon name="search" />
          <span>Go to anything</span>
          <kbd>Ctrl K</kbd>
        </button>
        <button
          type="button"
          class="round"
          aria-label="Open files"
          title="Open files"
          onClick={() => chooseFiles(false)}
        >
          <Icon name="drop" />
        </button>
        <button
          type="button"
          class="round"
          aria-label={theme.value === 'dark' ? 'Light look' : 'Dark look'}
          title="Light or dark"
          onClick={toggleTheme}
        >
          <Icon name="theme" />
        </button>
        <button type="button" class="round" aria-label="Keys" title="Keys (?)" onClick={() => (overlay.value = 'help')}>
          <Icon name="more" />
        </button>
      </div>
    </header>
  )
}

/** How many problems were found in the package that is shown. */
function ProblemCount() {
  const pkg = current.value
  const count = pkg === undefined ? 0 : (problemCounts.value.get(pkg.id) ?? 0)
  if (pkg === undefined || count === 0) return null
  const words = count === 1 ? '1 problem' : `${count} problems`
  return (
    <button type="button" class="btn" title={words} aria-label={words} onClick={() => go({ file: pkg.fileName })}>
      <Icon name="warning" /> {count}
    </button>
  )
}
