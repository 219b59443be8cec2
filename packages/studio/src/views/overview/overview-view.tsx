import type { OpenedPackage } from '../../data/package-calls.js'
import { bytesText, countText, numberText } from '../../parts/amount.js'
import { Icon, iconOfClass } from '../../parts/icon.js'
import { Called } from '../../parts/state-message.js'
import { Thumbnail } from '../../parts/thumbnail.js'
import { useCall } from '../../parts/use-call.js'
import { showObject } from '../../state/packages.js'
import type { ViewProps } from '../views.js'
import { DependencyGraph } from './dependency-graph.js'
import { flagWords } from './flag-words.js'
import { Problems } from './problems.js'
import { tiles } from './tiles.js'

/** *A package as a whole*: what it is, what it is made of, what it needs. */
export function OverviewView({ pkg }: ViewProps) {
  const state = useCall('overview', { id: pkg.id })
  const graph = useCall('dependencies', { id: pkg.id })
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
          {problems.map((problem) => (
            <p class="problem" key={problem}>
              {problem}
            </p>
          ))}
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
                    title={`${one.class}: ${countText(one.objects, 'object')}, ${countText(one.bytes, 'byte')}`}
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
              What it needs <span class="dim">{countText(needs.length, 'package')}</span>
            </h2>
            {needs.length === 0 ? <p class="dim">No other package.</p> : null}
            {graph.kind === 'done' && needs.length > 0 ? <DependencyGraph graph={graph.value} /> : null}
            <ul class="needs">
              {needs.map(({ name, objects, isFound }) => (
                <li key={name} data-found={isFound}>
                  <b>{name}</b>
                  <span class="dim">
                    {countText(objects, 'object')}
                    {isFound ? ', at hand' : ', not open'}
                  </span>
                </li>
              ))}
            </ul>
          </section>
          <Problems pkg={pkg} />
          <Releases pkg={pkg} />
        </div>
      )}
    </Called>
  )
}

/** What its flags mean, and what it held each time it was released. */
function Releases({ pkg }: { readonly pkg: OpenedPackage }) {
  const { flags, generations } = pkg
  return (
    <section>
      <h2>
        Flags and generations{' '}
        <span class="dim">a server and a client with different generations share the older one's objects</span>
      </h2>
      <dl class="kv">
        {flags.map((name) => (
          <>
            <dt key={name}>{name}</dt>
            <dd>{flagWords(name) ?? ''}</dd>
          </>
        ))}
      </dl>
      <table class="generations">
        <thead>
          <tr>
            <th scope="col">Generation</th>
            <th scope="col">Objects</th>
            <th scope="col">Names</th>
          </tr>
        </thead>
        <tbody>
          {generations.map(({ exports, names }, i) => (
            <tr key={i}>
              <td>{i + 1}</td>
              <td>{numberText(exports)}</td>
              <td>{numberText(names)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
