import type { LevelActor } from '@ukit/media/level'
import { plural } from '@ukit/text/internal'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { LevelPiece, LevelPlanPicture } from '../../data/media-calls.js'
import { numberText } from '../../parts/amount.js'
import { Failed } from '../../parts/state-message.js'
import { useDrawing } from '../../parts/use-drawing.js'
import { picked } from '../../state/packages.js'
import { currentPlace, noteAt } from '../../state/routes.js'
import type { ViewProps } from '../views.js'
import { type CameraPlace, cameraText, parseCamera } from './camera-place.js'
import { LevelBar } from './level-bar.js'
import { LevelPanel } from './level-panel.js'
import { LevelScene } from './level-scene.js'
import { FIRST_LOOK } from './look.js'
import { PlanBox } from './plan-box.js'
import { useLevel } from './use-level.js'

/** Milliseconds that a camera rests before the address says where it is. */
const REST = 300
/** Pixels that a pointer may move in a click. */
const CLICK = 4

/** What is counted of a level so far. */
interface Counts {
  readonly triangles: number
  readonly actors?: number
  readonly pages?: number
  readonly movers?: number
}

/** *A level to walk through*, with its light, and what is placed in it. */
export function LevelView({ pkg, facts }: ViewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pieces = useRef<LevelPiece[]>([])
  const camera = useRef<{ place: CameraPlace; onMove?: ((place: CameraPlace) => void) | undefined }>({
    place: { location: [0, 0, 0], yaw: 0, pitch: 0 },
  }).current
  const [look, setLook] = useState(FIRST_LOOK)
  const [counts, setCounts] = useState<Counts | undefined>()
  const [plan, setPlan] = useState<LevelPlanPicture | undefined>()
  const [isPlanLarge, setPlanLarge] = useState(false)
  const [isFlat, setFlat] = useState(false)
  const [isPanelOpen, setPanelOpen] = useState(false)
  const [chosen, setChosen] = useState<LevelActor | undefined>()
  const [said, setSaid] = useState('')

  const resting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const {
    drawing: scene,
    error,
    again,
  } = useDrawing(canvas, undefined, (element) => {
    let last = ''
    const made = new LevelScene(element, parseCamera(currentPlace.value.at), (place) => {
      camera.place = place
      camera.onMove?.(place)
      const text = cameraText(place)
      if (text === last) return
      last = text
      clearTimeout(resting.current)
      resting.current = setTimeout(() => noteAt(text), REST)
    })
    // After a card was lost, all that came is given again.
    for (const piece of pieces.current) made.add(piece)
    element.parentElement?.focus({ preventScroll: true })
    return made
  })
  useEffect(() => () => clearTimeout(resting.current), [])

  const take = (piece: LevelPiece) => {
    if (piece.step === 'plan') setPlan(piece.plan)
    else {
      pieces.current.push(piece)
      scene.current?.add(piece)
    }
    if (piece.step === 'geometry')
      setCounts({ triangles: piece.parts.reduce((sum, { mesh }) => sum + (mesh.lods[0]?.indices.length ?? 0) / 3, 0) })
    else if (piece.step === 'actors') {
      const movers = piece.actors.filter(({ motion }) => (motion?.keys.length ?? 0) > 1).length
      setCounts((now) => now && { ...now, actors: piece.actors.length, movers })
    } else if (piece.step === 'light') setCounts((now) => now && { ...now, pages: piece.lightPages.length })
  }
  const state = useLevel(facts === undefined ? undefined : { id: pkg.id, index: facts.index }, take)

  // At once, so that a key that follows chooses what a button has just shown; and when there is a scene.
  const showLook = () => scene.current?.look(look)
  useLayoutEffect(showLook, [look])
  useEffect(showLook, [error])
  useEffect(() => scene.current?.flatten(isFlat), [isFlat, error])
  useEffect(() => {
    if (state.end !== undefined) scene.current?.addPaths(state.end.paths)
  }, [state.end, error])
  useEffect(() => {
    scene.current?.choose(chosen)
    // What is in a level that this one loads is in another package.
    picked.value =
      chosen === undefined || chosen.sublevel !== undefined ? undefined : { id: pkg.id, index: chosen.index }
  }, [chosen])
  useEffect(
    () => () => {
      picked.value = undefined
    },
    [],
  )
  // The address changes when somebody goes back, or follows a link to another place of this level.
  const { at } = currentPlace.value
  useEffect(() => {
    const place = parseCamera(at)
    if (place !== undefined && scene.current !== undefined) scene.current.place = place
  }, [at])

  if (error !== undefined) return <Failed error={error} again={again} />
  if (state.error !== undefined) return <Failed error={state.error} />

  const copyLink = async () => {
    noteAt(cameraText(camera.place))
    try {
      await navigator.clipboard.writeText(location.href)
      setSaid('The link is copied.')
    } catch {
      setSaid('The browser does not let it be copied: the link is in the address bar.')
    }
  }
  const pick = (x: number, y: number) => setChosen(scene.current?.actorAt(x, y))
  const keys: Readonly<Record<string, () => void>> = {
    p: () => setPlanLarge((now) => !now),
    o: () => setFlat((now) => !now),
    c: () => void copyLink(),
    m: () => setPanelOpen((now) => !now),
    enter: () => pick(0, 0),
    escape: () => {
      setChosen(undefined)
      setPlanLarge(false)
      setPanelOpen(false)
    },
  }
  let pressed = { x: 0, y: 0 }
  return (
    <div
      class="stage level-stage"
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys
      tabIndex={0}
      aria-label="Level; W A S D walk, Q and E go down and up, Shift is faster, dragging looks around, Enter chooses what is in the middle"
      aria-busy={state.end === undefined}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return
        const isOnButton = event.target instanceof HTMLButtonElement && event.key === 'Enter'
        const run = isOnButton ? undefined : keys[event.key.toLowerCase()]
        if (run === undefined) return
        event.preventDefault()
        run()
      }}
    >
      <canvas
        ref={canvas}
        onPointerDown={({ clientX: x, clientY: y }) => {
          pressed = { x, y }
        }}
        onClick={(event) => {
          const { clientX: x, clientY: y } = event
          if (Math.hypot(x - pressed.x, y - pressed.y) > CLICK) return
          const box = event.currentTarget.getBoundingClientRect()
          pick(((x - box.left) / box.width) * 2 - 1, 1 - ((y - box.top) / box.height) * 2)
        }}
      />
      <div class="hud">
        <b>{state.end?.title || pkg.name}</b>
        <p role="status">
          {counts === undefined ? 'reading' : countsText(counts)}
          {said === '' ? '' : ` · ${said}`}
        </p>
        {state.end !== undefined ? null : (
          <p class="level-progress">
            <progress max={state.progress?.total ?? 1} value={state.progress?.done ?? 0} aria-label="Reading" />
            {state.progress?.label ?? 'geometry'}
          </p>
        )}
        {chosen === undefined ? null : (
          <p class="level-chosen">
            {chosen.name} · {chosen.class}
          </p>
        )}
      </div>
      <div class="level-tools">
        <button type="button" aria-pressed={isPlanLarge} onClick={keys['p']} disabled={plan === undefined}>
          <kbd>P</kbd> Plan
        </button>
        <button type="button" aria-pressed={isFlat} onClick={keys['o']}>
          <kbd>O</kbd> Flat
        </button>
        <button type="button" onClick={keys['c']}>
          <kbd>C</kbd> Copy link
        </button>
        <button type="button" aria-expanded={isPanelOpen} onClick={keys['m']}>
          <kbd>M</kbd> {missingText(state.end?.missing.length ?? 0)}
        </button>
        {isPanelOpen ? (
          <LevelPanel look={look} onLook={setLook} hasMovers={(counts?.movers ?? 0) > 0} end={state.end} />
        ) : null}
      </div>
      {plan === undefined ? null : (
        <PlanBox plan={plan} camera={camera} isLarge={isPlanLarge} onStand={(x, y) => scene.current?.standAt(x, y)} />
      )}
      <LevelBar look={look} onLook={setLook} />
    </div>
  )
}

function countsText({ triangles, actors, pages }: Counts): string {
  return [
    `${numberText(triangles)} triangles`,
    ...(actors === undefined ? [] : [plural(actors, 'actor')]),
    ...(pages === undefined ? [] : [`${plural(pages, 'page')} of light`]),
  ].join(' · ')
}

function missingText(count: number): string {
  return count === 0 ? 'More' : `More · ${count} missing`
}
