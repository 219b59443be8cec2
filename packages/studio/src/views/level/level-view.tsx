import type { LevelActor } from '@ukit/media/level'
import { plural } from '@ukit/text/internal'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { LevelData } from '../../data/media-calls.js'
import { numberText } from '../../parts/amount.js'
import { fittedPictures } from '../../parts/fitted-picture.js'
import { Called, Failed } from '../../parts/state-message.js'
import { useCall } from '../../parts/use-call.js'
import { useDrawing } from '../../parts/use-drawing.js'
import { showObject } from '../../state/packages.js'
import type { ViewProps } from '../views.js'
import { type LevelLook, LevelScene } from './level-scene.js'

/** *A level to walk through*, with its light, and what is placed in it. */
export function LevelView({ pkg, facts }: ViewProps) {
  const state = useCall('level', facts === undefined ? undefined : { id: pkg.id, index: facts.index })
  return <Called state={state}>{(data) => <Stage data={data} id={pkg.id} />}</Called>
}

const TOGGLES = [
  ['isLit', 'Lit'],
  ['isWire', 'Wire'],
  ['hasActors', 'Actors'],
  ['isNearest', 'Nearest texels'],
] as const satisfies readonly (readonly [keyof LevelLook, string])[]

function Stage({ data, id }: { readonly data: LevelData; readonly id: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [chosen, setChosen] = useState<LevelActor | undefined>()
  const [look, setLook] = useState<LevelLook>({
    isLit: true,
    isWire: false,
    isNearest: false,
    hasActors: true,
    bright: 1,
  })
  const [fitNote, setFitNote] = useState<string | undefined>()
  const {
    drawing: scene,
    error,
    again,
  } = useDrawing(canvas, data, (element, mostSide) => {
    const { pictures, note } = fittedPictures(data.pictures, mostSide)
    setFitNote(note)
    element.parentElement?.focus()
    return new LevelScene(element, { ...data, pictures })
  })
  useEffect(() => scene.current?.look(look), [look, data, error])
  if (error !== undefined) return <Failed error={error} again={again} />
  const { level } = data
  const triangles = level.parts.reduce((sum, { mesh }) => sum + (mesh.lods[0]?.indices.length ?? 0) / 3, 0)
  return (
    <div
      class="stage level-stage"
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys
      tabIndex={0}
      aria-label="Level; W A S D walk, Q and E go down and up, Shift is faster, dragging looks around"
    >
      <canvas
        ref={canvas}
        onDblClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect()
          setChosen(
            scene.current?.actorAt(
              ((event.clientX - box.left) / box.width) * 2 - 1,
              1 - ((event.clientY - box.top) / box.height) * 2,
            ),
          )
        }}
      />
      <p class="hud" title={level.notes.join('\n')}>
        {numberText(triangles)} triangles · {plural(level.actors.length, 'actor')} ·{' '}
        {plural(level.lightPages.length, 'page')} of light
        {level.notes.length === 0 ? '' : ` · ${plural(level.notes.length, 'note')}`}
        {fitNote === undefined ? '' : ` · ${fitNote}`}
        {chosen === undefined ? null : (
          <button type="button" class="link" onClick={() => showObject(id, chosen.index)}>
            {chosen.name} ({chosen.class})
          </button>
        )}
      </p>
      <p class="hint">
        <kbd>W A S D</kbd> <kbd>Q E</kbd> <kbd>Shift</kbd> drag to look, double click an actor
      </p>
      <div class="pill" role="toolbar" aria-label="How it is shown">
        {TOGGLES.map(([name, label]) => (
          <button
            type="button"
            key={name}
            aria-pressed={look[name]}
            onClick={() => setLook({ ...look, [name]: !look[name] })}
          >
            {label}
          </button>
        ))}
        <hr />
        <label>
          Brightness
          <input
            type="range"
            min={0.6}
            max={2.4}
            step={0.1}
            value={look.bright}
            onInput={(event) => setLook({ ...look, bright: Number(event.currentTarget.value) })}
          />
        </label>
      </div>
    </div>
  )
}
