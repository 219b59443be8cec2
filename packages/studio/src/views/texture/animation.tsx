import { useState } from 'preact/hooks'
import type { ChainData } from '../../data/media-calls.js'
import type { ObjectAt } from '../../data/package-calls.js'
import { Called } from '../../parts/state-message.js'
import { useCall } from '../../parts/use-call.js'
import { PlayButtons, usePlay } from './play.js'
import { Stage } from './stage.js'

/** An animated texture: the pictures that follow one another. */
export function Animation({ at, onStop }: { readonly at: ObjectAt; readonly onStop: () => void }) {
  const state = useCall('chain', at)
  return <Called state={state}>{(chain) => <Frames chain={chain} onStop={onStop} />}</Called>
}

function Frames({
  chain: { frames, rate, total },
  onStop,
}: {
  readonly chain: ChainData
  readonly onStop: () => void
}) {
  const [at, setAt] = useState(0)
  const step = (by: 1 | -1) => setAt((now) => (now + by + frames.length) % frames.length)
  const play = usePlay(rate, true, () => step(1))
  const frame = frames[at]
  if (frame === undefined) return null
  const missing = total > frames.length ? `, the first ${frames.length} of ${total}` : ''
  return (
    <Stage
      raster={frame.picture}
      palette={undefined}
      indices={undefined}
      words={`picture ${at + 1} of ${frames.length}${missing}: ${frame.name} · ${rate} a second`}
    >
      <hr />
      <button type="button" onClick={onStop}>
        Stop
      </button>
      <button
        type="button"
        onClick={() => {
          play.setPlaying(false)
          step(-1)
        }}
      >
        Back
      </button>
      <PlayButtons play={play} onStep={step} />
    </Stage>
  )
}
