import { useState } from 'preact/hooks'
import { Icon } from '../parts/icon.js'
import { chooseFiles, openAddress, openSample } from './receive.js'

/** What is shown while nothing is open. */
export function Start() {
  const [isAsking, setAsking] = useState(false)
  return (
    <main class="start">
      <div>
        <h1>Open something made with Unreal</h1>
        <p class="dim">Packages of Unreal Engine 1, 2 and 3. Nothing leaves this computer.</p>
        <div class="drop">
          <Icon name="drop" class="big" />
          <p class="drop-words">Drop files or a game folder here</p>
          <p class="dim">.u .unr .utx .uax .umx .ut2 .usx .ukx .upk .udk …</p>
          <div class="btns">
            <button type="button" class="btn prim" onClick={() => chooseFiles(false)}>
              Choose files
            </button>
            <button type="button" class="btn" onClick={() => chooseFiles(true)}>
              Choose a folder
            </button>
            <button type="button" class="btn" onClick={() => setAsking(!isAsking)} aria-expanded={isAsking}>
              Open an address
            </button>
          </div>
          {isAsking ? <AskAddress /> : null}
        </div>
        <button type="button" class="sample" onClick={() => void openSample()}>
          <Icon name="mesh" />
          <span>
            <b>Look around in a sample</b>
            <small class="dim">A weapon of ours, with mesh, skin, sound and source: 3 packages, 30 kB</small>
          </span>
        </button>
      </div>
    </main>
  )
}

function AskAddress() {
  const [problem, setProblem] = useState('')
  return (
    <form
      class="address"
      onSubmit={(event) => {
        event.preventDefault()
        const address = new FormData(event.currentTarget).get('address')
        openAddress(String(address)).catch((error: unknown) => setProblem(String(error)))
      }}
    >
      <input name="address" type="url" required placeholder="https://…/Botpack.u" aria-label="Address of a package" />
      <button type="submit" class="btn">
        Open
      </button>
      {problem === '' ? null : <p role="alert">{problem}</p>}
    </form>
  )
}
