import { Icon } from '../parts/icon.js'
import { failures } from '../state/packages.js'

/** What could not be opened, until it is dismissed. */
export function Failures() {
  if (failures.value.length === 0) return null
  return (
    <div class="failures" role="alert">
      {failures.value.map(({ file, message }) => (
        <div key={`${file}: ${message}`}>
          <Icon name="warning" />
          <p>
            <b>{file}</b> {message}
          </p>
        </div>
      ))}
      <button type="button" class="btn" onClick={() => (failures.value = [])}>
        Dismiss
      </button>
    </div>
  )
}
