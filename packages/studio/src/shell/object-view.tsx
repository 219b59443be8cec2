import { effect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { data } from '../data/client.js'
import type { OpenedPackage } from '../data/package-calls.js'
import { Loaded } from '../parts/loaded.js'
import { Empty, Failed, Waiting } from '../parts/state-message.js'
import { current, currentIndex, facts, factsError, pathOf, shelf } from '../state/packages.js'
import { isViewWide } from '../state/panels.js'
import { remember } from '../state/recent.js'
import { currentPlace, go } from '../state/routes.js'
import { PACKAGE_VIEWS, viewsOf } from '../views/views.js'

/** The middle: what is chosen, as one of its views. */
export function ObjectView() {
  useFacts()
  const pkg = current.value
  if (pkg === undefined)
    return (
      <main class="view">
        <div class="head" />
        <Empty>
          {currentPlace.value.file === undefined || shelf.value.length > 0
            ? 'Choose a file on the left.'
            : `${currentPlace.value.file} is not open. Open or drop it, and what the link means is shown.`}
        </Empty>
      </main>
    )
  return <Shown pkg={pkg} />
}

function Shown({ pkg }: { readonly pkg: OpenedPackage }) {
  const index = currentIndex.value
  const shown = facts.value
  const isReady = index === undefined || (shown?.id === pkg.id && shown.index === index)
  const views = index === undefined ? PACKAGE_VIEWS : isReady && shown !== undefined ? viewsOf(shown) : []
  const wanted = currentPlace.value.view
  const view = views.find(({ id }) => id === wanted) ?? views[0]
  const isWide = view?.isWide === true
  useEffect(() => {
    isViewWide.value = isWide
  }, [isWide])
  return (
    <main class="view">
      <div class="head">
        <Path pkg={pkg} index={index} />
        <span class="class">{index === undefined ? pkg.game.name : (shown?.class ?? '')}</span>
        <div class="views" role="tablist" aria-label="Views">
          {views.map(({ id, label }, i) => (
            <button
              type="button"
              role="tab"
              key={id}
              aria-selected={view?.id === id}
              title={`${label} (${i + 1})`}
              onClick={() => go({ ...currentPlace.value, view: id, at: undefined })}
            >
              {label}
            </button>
          ))}
        </div>
      </div>
      {view === undefined && factsError.value !== undefined ? (
        <Failed error={factsError.value} />
      ) : view === undefined ? (
        <Waiting progress={undefined} />
      ) : (
        <div class="body" role="tabpanel" aria-label={view.label}>
          <Loaded
            load={view.load}
            key={`${view.id}/${pkg.id}/${index}`}
            props={{ pkg, facts: index === undefined ? undefined : shown }}
          />
        </div>
      )}
    </main>
  )
}

function Path({ pkg, index }: { readonly pkg: OpenedPackage; readonly index: number | undefined }) {
  const names = index === undefined ? [] : pathOf(pkg, index).split('.')
  const last = names.pop()
  return (
    <nav class="path" aria-label="Path">
      <button type="button" onClick={() => go({ file: pkg.fileName })}>
        {pkg.name}
      </button>
      {names.map((name, i) => (
        <span key={`${i}/${name}`}>
          {' › '}
          <button type="button" onClick={() => go({ file: pkg.fileName, object: names.slice(0, i + 1).join('.') })}>
            {name}
          </button>
        </span>
      ))}
      {last === undefined ? null : (
        <>
          {' › '}
          <b>{last}</b>
        </>
      )}
    </nav>
  )
}

/** Keeps `facts` at what the place says. */
function useFacts(): void {
  useEffect(() => {
    let last: AbortController | undefined
    return effect(() => {
      const pkg = current.value
      const index = currentIndex.value
      last?.abort()
      factsError.value = undefined
      if (pkg === undefined || index === undefined) {
        facts.value = undefined
        return
      }
      const controller = new AbortController()
      last = controller
      data.call('object', { id: pkg.id, index }, { signal: controller.signal }).then(
        (known) => {
          facts.value = known
          if (known.kind === 'texture') remember(known)
        },
        (error: unknown) => {
          if (controller.signal.aborted) return
          facts.value = undefined
          factsError.value = error instanceof Error ? error : new Error(String(error))
        },
      )
    })
  }, [])
}
