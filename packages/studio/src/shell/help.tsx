import { useEffect, useRef } from 'preact/hooks'
import { overlay } from '../state/panels.js'
import { COMMANDS } from './commands.js'

/** The list of keys. */
export function Help() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  return (
    <dialog class="help" ref={dialog} aria-label="Keys" onClose={() => (overlay.value = undefined)}>
      <h2>Keys</h2>
      <dl>
        {COMMANDS.filter(({ keys }) => keys.length > 0).map(({ label, keys }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key.replace('ArrowLeft', '←').replace('ArrowRight', '→')}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit" class="btn prim">
          Close
        </button>
      </form>
    </dialog>
  )
}
