import { PROCEDURAL_LIKENESS, type ProceduralTexture, paintIndices, simulatorOf } from '@ukit/media'
import { useMemo, useReducer } from 'preact/hooks'
import type { ObjectAt } from '../../data/package-calls.js'
import { Called } from '../../parts/state-message.js'
import { useCall } from '../../parts/use-call.js'
import { PlayButtons, usePlay, wantsStillness } from './play.js'
import { Stage } from './stage.js'

/** A texture that the engine paints while the game runs: it moves. */
export function MovingTexture({ at }: { readonly at: ObjectAt }) {
  const state = useCall('procedural', at)
  return <Called state={state}>{(texture) => <Moving texture={texture} />}</Called>
}

function Moving({ texture }: { readonly texture: ProceduralTexture }) {
  const { frameRate, palette } = texture
  const [start, startAgain] = useReducer((count: number) => count + 1, 0)
  const [turn, next] = useReducer((count: number) => count + 1, 0)
  const simulator = useMemo(() => simulatorOf(texture), [texture, start])
  const raster = useMemo(() => {
    const { width, height } = simulator
    return { rgba: new Uint8ClampedArray(width * height * 4), width, height }
  }, [simulator])
  paintIndices(simulator.pixels, palette, raster.rgba)
  const step = () => {
    simulator.step(1 / frameRate)
    next(undefined)
  }
  const play = usePlay(frameRate, !wantsStillness(), step)
  return (
    <Stage
      raster={raster}
      turn={turn}
      palette={palette}
      indices={simulator.pixels}
      words={`${raster.width} × ${raster.height} · ${texture.kind}, painted by the game · ${frameRate} frames a second`}
      more={PROCEDURAL_LIKENESS[texture.kind]}
    >
      <hr />
      <PlayButtons play={play} onStep={step} />
      <button type="button" onClick={() => startAgain(undefined)}>
        Restart
      </button>
    </Stage>
  )
}
