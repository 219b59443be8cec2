import { plural } from '@ukit/text/internal'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { MeshData } from '../../data/media-calls.js'
import { numberText } from '../../parts/amount.js'
import { fittedPictures } from '../../parts/fitted-picture.js'
import { Icon } from '../../parts/icon.js'
import { Called, Failed } from '../../parts/state-message.js'
import { useCall } from '../../parts/use-call.js'
import { useDrawing } from '../../parts/use-drawing.js'
import type { ViewProps } from '../views.js'
import { MeshScene, type Shown } from './mesh-scene.js'
import { movementsOf } from './movements.js'

/** *A mesh to turn*, with its materials, its bones and how it moves. */
export function MeshView({ pkg, facts }: ViewProps) {
  const state = useCall('mesh', facts === undefined ? undefined : { id: pkg.id, index: facts.index })
  return <Called state={state}>{(data) => <Stage data={data} />}</Called>
}

const TOGGLES = [
  ['wire', 'Wire'],
  ['bones', 'Bones'],
  ['collision', 'Collision'],
  ['turning', 'Turn'],
] as const

function Stage({ data }: { readonly data: MeshData }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [shown, setShown] = useState<Shown>({ wire: false, bones: false, collision: false, turning: false, lod: 0 })
  const movements = movementsOf(data)
  const [movement, setMovement] = useState(-1)
  const [isPlaying, setPlaying] = useState(true)
  const [at, setAt] = useState(0)
  const [speed, setSpeed] = useState(1)
  const [fitNote, setFitNote] = useState<string | undefined>()
  const {
    drawing: scene,
    error,
    again,
  } = useDrawing(canvas, data, (element, mostSide) => {
    const { pictures, note } = fittedPictures(data.pictures, mostSide)
    setFitNote(note)
    return new MeshScene(element, { ...data, pictures }, setAt)
  })
  useEffect(() => scene.current?.show(shown), [shown, data, error])
  useEffect(() => {
    scene.current?.play(movements[movement], isPlaying, speed)
  }, [movement, isPlaying, speed, data, error])
  if (error !== undefined) return <Failed error={error} again={again} />
  const { mesh } = data
  const lod = mesh.lods[shown.lod] ?? mesh.lods[0]
  const current = movements[movement]
  return (
    <div
      class="stage mesh-stage"
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys
      tabIndex={0}
      aria-label="Mesh; drag to turn it, Space plays, comma and full stop go frame by frame"
      onKeyDown={(event) => {
        if (event.key === ' ' && !(event.target instanceof HTMLButtonElement)) setPlaying(!isPlaying)
        else if (event.key === ',' || event.key === '.') {
          setPlaying(false)
          scene.current?.seek(at + (event.key === '.' ? 1 : -1) / (current?.rate ?? 30))
        } else return
        event.preventDefault()
      }}
    >
      <canvas ref={canvas} />
      <p class="stage-words">
        {numberText((lod?.indices.length ?? 0) / 3)} triangles · {numberText((lod?.positions.length ?? 0) / 3)} vertices
        {mesh.skeleton === undefined ? '' : ` · ${plural(mesh.skeleton.bones.length, 'bone')}`}
        {mesh.notes.length === 0 ? '' : ` · ${mesh.notes.join('; ')}`}
        {fitNote === undefined ? '' : ` · ${fitNote}`}
      </p>
      <div class="pill" role="toolbar" aria-label="How it is shown">
        {TOGGLES.filter(
          ([name]) =>
            (name !== 'bones' || mesh.skeleton !== undefined) && (name !== 'collision' || mesh.collision !== undefined),
        ).map(([name, label]) => (
          <button
            type="button"
            key={name}
            aria-pressed={shown[name]}
            onClick={() => setShown({ ...shown, [name]: !shown[name] })}
          >
            {label}
          </button>
        ))}
        {mesh.lods.length < 2 ? null : (
          <label>
            Detail{' '}
            <select
              value={shown.lod}
              onChange={(event) => setShown({ ...shown, lod: Number(event.currentTarget.value) })}
            >
              {mesh.lods.map((one, i) => (
                <option key={`${i}`} value={i}>
                  {one.indices.length / 3} triangles
                </option>
              ))}
            </select>
          </label>
        )}
        {movements.length === 0 ? null : (
          <>
            <hr />
            <label>
              <select
                value={movement}
                aria-label="Animation"
                onChange={(event) => setMovement(Number(event.currentTarget.value))}
              >
                <option value={-1}>at rest</option>
                {movements.map(({ name }, i) => (
                  <option key={`${i}`} value={i}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
          </>
        )}
        {current === undefined ? null : (
          <>
            <button type="button" aria-label={isPlaying ? 'Pause' : 'Play'} onClick={() => setPlaying(!isPlaying)}>
              <Icon name={isPlaying ? 'pause' : 'play'} />
            </button>
            <label>
              <input
                type="range"
                min={0}
                max={current.seconds}
                step="any"
                value={at}
                aria-label="Position"
                onInput={(event) => {
                  setPlaying(false)
                  scene.current?.seek(Number(event.currentTarget.value))
                }}
              />
              <span class="mono">{at.toFixed(2)} s</span>
            </label>
            <label>
              <select
                value={speed}
                aria-label="Speed"
                onChange={(event) => setSpeed(Number(event.currentTarget.value))}
              >
                {[0.1, 0.25, 0.5, 1, 2].map((one) => (
                  <option key={one} value={one}>
                    {one} ×
                  </option>
                ))}
              </select>
            </label>
          </>
        )}
      </div>
    </div>
  )
}
