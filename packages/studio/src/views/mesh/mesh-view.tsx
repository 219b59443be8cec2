import { plural } from '@ukit/text/internal'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { data as worker } from '../../data/client.js'
import type { MeshData, MeshUserRow } from '../../data/media-calls.js'
import type { ObjectAt } from '../../data/package-calls.js'
import { numberText } from '../../parts/amount.js'
import { download } from '../../parts/download.js'
import { fittedPictures } from '../../parts/fitted-picture.js'
import { Called, Failed } from '../../parts/state-message.js'
import { useCall } from '../../parts/use-call.js'
import { useDrawing } from '../../parts/use-drawing.js'
import type { ViewProps } from '../views.js'
import { MeshLists } from './mesh-lists.js'
import { MeshScene, type Shown } from './mesh-scene.js'
import { movementsOf } from './movements.js'
import { type Playing, Timeline } from './timeline.js'
// biome-ignore lint/correctness/useImportExtensions: a style sheet keeps its own
import './mesh.css'

/** *A mesh to turn*, with its materials, its bones and how it moves. */
export function MeshView({ pkg, facts }: ViewProps) {
  const at = facts === undefined ? undefined : { id: pkg.id, index: facts.index }
  const state = useCall('mesh', at)
  return (
    <Called state={state}>
      {(data) => (at === undefined ? null : <Stage data={data} at={at} name={facts?.name ?? 'mesh'} />)}
    </Called>
  )
}

const TOGGLES = [
  ['wire', 'Wire'],
  ['bones', 'Bones'],
  ['sockets', 'Sockets'],
  ['collision', 'Collision'],
  ['light', 'Light'],
  ['turning', 'Turn'],
] as const

/** Degrees that the light moves for each pixel of a drag, and for each key. */
const LIGHT_DRAG = 0.6
const LIGHT_KEY = 10

const ARROWS: Readonly<Record<string, readonly [around: number, up: number]>> = {
  ArrowLeft: [-LIGHT_KEY, 0],
  ArrowRight: [LIGHT_KEY, 0],
  ArrowUp: [0, LIGHT_KEY],
  ArrowDown: [0, -LIGHT_KEY],
}

const FIRST: Shown = {
  wire: false,
  bones: false,
  sockets: false,
  collision: false,
  light: false,
  turning: false,
  lod: 0,
}

function Stage({ data, at, name }: { readonly data: MeshData; readonly at: ObjectAt; readonly name: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const overlay = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<Shown>(FIRST)
  // The same for the same mesh: another movement begins at its first moment.
  const movements = useMemo(() => movementsOf(data), [data])
  const [playing, setPlaying] = useState<Playing>({ movement: -1, isPlaying: true, speed: 1 })
  const [seconds, setSeconds] = useState(0)
  const [chosen, setChosen] = useState<string | undefined>()
  const found = useCall('meshUsers', at)
  const users = found.kind === 'done' ? found.value : []
  const [worn, setWorn] = useState(-1)
  const [areListsShown, setListsShown] = useState(false)
  const [fitNote, setFitNote] = useState<string | undefined>()
  const most = useRef(0)
  const {
    drawing: scene,
    error,
    again,
  } = useDrawing(canvas, data, (element, mostSide) => {
    const { pictures, note } = fittedPictures(data.pictures, mostSide)
    most.current = mostSide
    setFitNote(note)
    return new MeshScene(element, overlay.current ?? document.createElement('div'), { ...data, pictures }, setSeconds)
  })
  useWorn(scene, most, at, users[worn])
  const cylinder = (users[worn] ?? users.find((user) => user.cylinder !== undefined))?.cylinder
  useEffect(() => {
    scene.current?.show(shown)
    scene.current?.cylinder(shown.collision ? cylinder : undefined)
    scene.current?.choose(chosen)
  }, [shown, data, cylinder, chosen, error])
  useEffect(() => {
    scene.current?.play(movements[playing.movement], playing.isPlaying, playing.speed)
  }, [playing, data, error])
  if (error !== undefined) return <Failed error={error} again={again} />
  const { mesh } = data
  const lod = mesh.lods[shown.lod] ?? mesh.lods[0]
  const current = movements[playing.movement]
  const can = {
    wire: true,
    bones: mesh.skeleton !== undefined,
    sockets: mesh.sockets.length > 0,
    collision: mesh.collision !== undefined || cylinder !== undefined,
    light: true,
    turning: true,
  }
  const hasLists = users.length > 0 || can.bones || can.sockets
  const seek = (to: number) => {
    setPlaying({ ...playing, isPlaying: false })
    scene.current?.seek(to)
  }
  return (
    <div
      class="stage mesh-stage"
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys
      tabIndex={0}
      aria-label="Mesh; drag to turn it, Space plays, comma and full stop go frame by frame"
      onKeyDown={(event) => {
        const arrow = ARROWS[event.key]
        if (event.target !== event.currentTarget) return
        if (event.key === ' ') setPlaying({ ...playing, isPlaying: !playing.isPlaying })
        else if (event.key === ',' || event.key === '.')
          seek(seconds + (event.key === '.' ? 1 : -1) / (current?.rate ?? 30))
        else if (arrow !== undefined && shown.light) scene.current?.moveLight(...arrow)
        else return
        event.preventDefault()
      }}
    >
      <canvas
        ref={canvas}
        onPointerMove={(event) => {
          if (shown.light && event.buttons === 1)
            scene.current?.moveLight(event.movementX * LIGHT_DRAG, -event.movementY * LIGHT_DRAG)
          else if (event.buttons === 0) scene.current?.hover(event.offsetX, event.offsetY)
        }}
      />
      <div class="mesh-labels" ref={overlay} />
      <p class="stage-words">
        {numberText((lod?.indices.length ?? 0) / 3)} triangles · {numberText((lod?.positions.length ?? 0) / 3)} vertices
        {mesh.skeleton === undefined ? '' : ` · ${plural(mesh.skeleton.bones.length, 'bone')}`}
        {mesh.sockets.length === 0 ? '' : ` · ${plural(mesh.sockets.length, 'socket')}`}
        {shown.light ? ' · drag or arrow keys: the light' : ''}
        {mesh.notes.length === 0 ? '' : ` · ${mesh.notes.join('; ')}`}
        {fitNote === undefined ? '' : ` · ${fitNote}`}
      </p>
      {hasLists && areListsShown ? (
        <MeshLists mesh={mesh} users={users} worn={worn} chosen={chosen} onWear={setWorn} onChoose={setChosen} />
      ) : null}
      <div class="mesh-bars">
        {movements.length === 0 ? null : (
          <Timeline movements={movements} playing={playing} at={seconds} onPlay={setPlaying} onSeek={seek} />
        )}
        <div class="pill" role="toolbar" aria-label="How it is shown">
          {TOGGLES.filter(([toggle]) => can[toggle]).map(([toggle, label]) => (
            <button
              type="button"
              key={toggle}
              aria-pressed={shown[toggle]}
              onClick={() => setShown({ ...shown, [toggle]: !shown[toggle] })}
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
                    {numberText(one.indices.length / 3)} triangles
                  </option>
                ))}
              </select>
            </label>
          )}
          <hr />
          {hasLists ? (
            <button type="button" aria-pressed={areListsShown} onClick={() => setListsShown(!areListsShown)}>
              Parts
            </button>
          ) : null}
          <button type="button" onClick={() => void savePicture(scene.current, name)}>
            Picture
          </button>
        </div>
      </div>
    </div>
  )
}

/** Fetches what a class covers the mesh with, and puts it on. */
function useWorn(
  scene: { readonly current: MeshScene | undefined },
  mostSide: { readonly current: number },
  at: ObjectAt,
  user: MeshUserRow | undefined,
) {
  useEffect(() => {
    if (user === undefined || !user.hasSkins) {
      scene.current?.dress(undefined)
      return
    }
    const controller = new AbortController()
    worker.call('meshWorn', { ...at, user: user.to }, { signal: controller.signal }).then(
      (worn) => {
        const { pictures } = fittedPictures(worn.pictures, mostSide.current)
        scene.current?.dress({ ...worn, pictures })
      },
      // Without its skins the mesh keeps what it wears.
      () => undefined,
    )
    return () => controller.abort()
  }, [at.id, at.index, user?.to.id, user?.to.index])
}

async function savePicture(scene: MeshScene | undefined, name: string): Promise<void> {
  const blob = await scene?.picture()
  if (blob !== undefined) download(`${name}.png`, blob)
}
