import { plural } from '@ukit/text/internal'
import type { LevelEnd } from '../../data/media-calls.js'
import type { LevelLook } from './look.js'

/** Lines of a list; of more, the number is enough. */
const MOST = 40

/** *What is behind a level's own button*: brightness, movers, what is missing, what could not be shown. */
export function LevelPanel({
  look,
  onLook,
  hasMovers,
  end,
}: {
  readonly look: LevelLook
  readonly onLook: (look: LevelLook) => void
  readonly hasMovers: boolean
  readonly end: LevelEnd | undefined
}) {
  const missing = byPackage(end)
  return (
    <div class="level-panel">
      <label>
        Brightness
        <input
          type="range"
          min={0.6}
          max={2.4}
          step={0.1}
          value={look.bright}
          onInput={(event) => onLook({ ...look, bright: Number(event.currentTarget.value) })}
        />
      </label>
      <label>
        Movers
        <input
          type="range"
          min={0}
          max={1}
          step={0.01}
          value={look.moved ?? 0}
          disabled={!hasMovers}
          aria-valuetext={look.moved === undefined ? 'as saved' : `${Math.round(100 * look.moved)} % of their way`}
          onInput={(event) => onLook({ ...look, moved: Number(event.currentTarget.value) })}
        />
      </label>
      {missing.length === 0 ? null : (
        <section>
          <h3>Missing: {plural(missing.length, 'package')}</h3>
          <p>Open them, or their folder, and the level again: boxes and grey walls get their looks.</p>
          <ul>
            {missing.slice(0, MOST).map(([name, paths]) => (
              <li key={name} title={paths.join('\n')}>
                <b>{name}</b> {plural(paths.length, 'object')}
              </li>
            ))}
          </ul>
          {missing.length > MOST ? <p>and {missing.length - MOST} more</p> : null}
        </section>
      )}
      {end === undefined || end.notes.length === 0 ? null : (
        <section>
          <h3>{plural(end.notes.length, 'note')}</h3>
          <ul>
            {end.notes.slice(0, MOST).map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

/** What is missing of each package. */
function byPackage(end: LevelEnd | undefined): [string, string[]][] {
  const found = new Map<string, string[]>()
  for (const { path } of end?.missing ?? []) {
    const [name = ''] = path.split('.')
    found.set(name, [...(found.get(name) ?? []), path])
  }
  return [...found].sort(([, a], [, b]) => b.length - a.length)
}
