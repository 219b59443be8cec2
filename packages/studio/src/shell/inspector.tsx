import type { ObjectAt, ObjectFacts, OpenedPackage } from '../data/package-calls.js'
import { bytesText, numberText, offsetText } from '../parts/amount.js'
import { LinkText } from '../parts/link-text.js'
import { PropertyList } from '../parts/property-list.js'
import { Called } from '../parts/state-message.js'
import { useCall } from '../parts/use-call.js'
import { current, currentIndex, facts, picked, showObject } from '../state/packages.js'
import { SaveButtons } from './save-buttons.js'

/** The right column: what is known of the object or the package, whatever view of it is shown. */
export function Inspector() {
  const pkg = current.value
  const shown = facts.value
  const chosen = picked.value
  if (pkg === undefined) return <aside class="side" aria-label="Facts" />
  return (
    <aside class="side" aria-label="Facts">
      {chosen !== undefined ? (
        <PickedSections key={`${chosen.id}/${chosen.index}`} at={chosen} />
      ) : currentIndex.value === undefined || shown === undefined ? (
        <PackageFacts pkg={pkg} />
      ) : (
        <ObjectSections key={`${shown.id}/${shown.index}`} shown={shown} />
      )}
    </aside>
  )
}

function PackageFacts({ pkg }: { readonly pkg: OpenedPackage }) {
  return (
    <>
      <section class="sect">
        <h3>Package</h3>
        <dl class="kv">
          <dt>Game</dt>
          <dd>{pkg.game.name}</dd>
          <dt>Version</dt>
          <dd>{pkg.licensee === 0 ? pkg.version : `${pkg.version}, licensee ${pkg.licensee}`}</dd>
          <dt>Size</dt>
          <dd>{numberText(pkg.size)} bytes</dd>
          <dt>GUID</dt>
          <dd class="mono">{pkg.guid}</dd>
          {pkg.layers.length === 0 ? null : (
            <>
              <dt>Around it</dt>
              <dd>{pkg.layers.join(', ')}</dd>
            </>
          )}
          <dt>Flags</dt>
          <dd>{pkg.flags.length === 0 ? 'none' : pkg.flags.join(', ')}</dd>
        </dl>
      </section>
      <section class="sect">
        <h3>Tables</h3>
        <dl class="kv">
          <dt>Objects</dt>
          <dd>{numberText(pkg.counts.exports)}</dd>
          <dt>Imports</dt>
          <dd>{numberText(pkg.counts.imports)}</dd>
          <dt>Names</dt>
          <dd>{numberText(pkg.counts.names)}</dd>
          <dt>Generations</dt>
          <dd>{pkg.generations.length}</dd>
        </dl>
      </section>
    </>
  )
}

/** An object that was chosen in a view of another one. */
function PickedSections({ at }: { readonly at: ObjectAt }) {
  const state = useCall('object', at)
  return (
    <Called state={state}>
      {(shown) => (
        <>
          <section class="sect">
            <h3>
              <button type="button" class="link" onClick={() => showObject(at.id, at.index)}>
                {shown.name}
              </button>
            </h3>
          </section>
          <ObjectSections shown={shown} />
        </>
      )}
    </Called>
  )
}

function ObjectSections({ shown }: { readonly shown: ObjectFacts }) {
  const properties = useCall('properties', { id: shown.id, index: shown.index })
  return (
    <>
      <section class="sect">
        <h3>{shown.class}</h3>
        <dl class="kv">
          <dt>Stored</dt>
          <dd>
            {bytesText(shown.size)} at <span class="mono">{offsetText(shown.offset)}</span>
          </dd>
          {shown.super === undefined ? null : (
            <>
              <dt>Extends</dt>
              <dd>
                <LinkText link={shown.super} />
              </dd>
            </>
          )}
          {shown.archetype === undefined ? null : (
            <>
              <dt>Archetype</dt>
              <dd>
                <LinkText link={shown.archetype} />
              </dd>
            </>
          )}
          {shown.outer === undefined ? null : (
            <>
              <dt>In</dt>
              <dd>
                <LinkText link={shown.outer} />
              </dd>
            </>
          )}
          <dt>Flags</dt>
          <dd>{shown.flags.length === 0 ? 'none' : shown.flags.join(', ')}</dd>
        </dl>
        {shown.error === undefined ? null : (
          <p class="problem" role="alert">
            {shown.error}
          </p>
        )}
        {shown.opaqueBytes === 0 ? null : <p class="dim">{numberText(shown.opaqueBytes)} bytes are not understood</p>}
      </section>
      <section class="sect">
        <h3>Properties</h3>
        <Called state={properties}>{(value) => <PropertyList values={value.properties} most={24} />}</Called>
      </section>
      <section class="sect">
        <SaveButtons shown={shown} />
      </section>
    </>
  )
}
