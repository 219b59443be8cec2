import { bytesText, numberText } from '../../parts/amount.js'
import { Icon, iconOfClass } from '../../parts/icon.js'
import { Called } from '../../parts/state-message.js'
import { Thumbnail } from '../../parts/thumbnail.js'
import { useCall } from '../../parts/use-call.js'
import { showObject } from '../../state/packages.js'
import type { ViewProps } from '../views.js'
import { tiles } from './tiles.js'

/** *A package as a whole*: what it is, what it is made of, what it needs. */
export function OverviewView({ pkg }: ViewProps) {
  const state = useCall('overview', { id: pkg.id })
  return (
    <Called state={state}>
      {({ level, picture, classes, needs, problems }) => (
        <div class="page overview">
          <header>
            {picture === undefined ? null : (
              <button
                type="button"
                class="overview-picture"
                aria-label="Show its picture"
                onClick={() => showObject(picture.id, picture.index)}
              >
                <Thumbnail at={picture} size={256} otherwise="texture" />
              </button>
            )}
            <div>
              <h1>{level?.title ?? pkg.name}</h1>
              <p class="dim">
                {[level?.author === undefined ? undefined : `by ${level.author}`, pkg.game.name, bytesText(pkg.size)]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              {level?.enterText === undefined ? null : <p>{level.enterText}</p>}
            </div>
          </header>
          {problems.length === 0 ? null : (
            <section>
              <h2>Problems</h2>
              {problems.map((problem) => (
                <p class="problem" key={problem}>
                  {problem}
                </p>
              ))}
            </section>
          )}
          <section>
            <h2>
              What it is made of <span class="dim">bytes by class</span>
            </h2>
            <div class="tiles">
              {tiles(classes.map(({ bytes }) => bytes)).map(({ index, left, top, width, height }) => {
                const one = classes[index]
                return one === undefined ? null : (
                  <div
                    key={one.class}
                    title={`${one.class}: ${numberText(one.objects)} objects, ${numberText(one.bytes)} bytes`}
                    style={{ left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` }}
                  >
                    <span>
                      <Icon name={iconOfClass(one.class)} /> {one.class}
                    </span>
                    <small>
                      {numberText(one.objects)} · {bytesText(one.bytes)}
                    </small>
                  </div>
                )
              })}
            </div>
          </section>
          <section>
            <h2>
              What it needs <span class="dim">{numberText(needs.length)} packages</span>
            </h2>
            {needs.length === 0 ? <p class="dim">No other package.</p> : null}
            <ul class="needs">
              {needs.map(({ name, objects, isFound }) => (
                <li key={name} data-found={isFound}>
                  <b>{name}</b>
                  <span class="dim">
                    {objects === 1 ? '1 object' : `${numberText(objects)} objects`}
                    {isFound ? ', at hand' : ', not open'}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        </div>
      )}
    </Called>
  )
}
