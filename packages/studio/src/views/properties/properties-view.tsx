import { jsonText, PropertyList } from '../../parts/property-list.js'
import { Called } from '../../parts/state-message.js'
import { useCall } from '../../parts/use-call.js'
import type { ViewProps } from '../views.js'

/** All values of an object: its own, those that it inherits, and what its class stores beside them. */
export function PropertiesView({ pkg, facts }: ViewProps) {
  const state = useCall('properties', facts === undefined ? undefined : { id: pkg.id, index: facts.index })
  return (
    <Called state={state}>
      {({ properties, fields, missing }) => {
        const own = properties.filter(({ isOwn }) => isOwn)
        const inherited = properties.filter(({ isOwn }) => !isOwn)
        return (
          <div class="page columns">
            <section>
              <h2>
                Set by it <span class="dim">{own.length}</span>
              </h2>
              <PropertyList values={own} most={500} />
            </section>
            <section>
              <h2>
                Inherited <span class="dim">{inherited.length}</span>
              </h2>
              {missing === undefined ? null : (
                <p class="dim">Defaults of {missing} are not known: its package is not open.</p>
              )}
              <PropertyList values={inherited} most={500} />
            </section>
            {fields.length === 0 ? null : (
              <section>
                <h2>
                  Stored beside them <span class="dim">{fields.length}</span>
                </h2>
                <dl class="kv">
                  {fields.map(({ name, value }) => (
                    <>
                      <dt key={name}>{name}</dt>
                      <dd class="mono">{shortened(jsonText(value))}</dd>
                    </>
                  ))}
                </dl>
              </section>
            )}
          </div>
        )
      }}
    </Called>
  )
}

/** Characters of a value that are shown; bytes have a view of their own. */
const MOST = 600

function shortened(text: string): string {
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text
}
