import { proceduralKind, type TextureForm } from '@ukit/media'
import { useState } from 'preact/hooks'
import type { PictureData } from '../../data/media-calls.js'
import type { ObjectAt } from '../../data/package-calls.js'
import { Called } from '../../parts/state-message.js'
import { useCall } from '../../parts/use-call.js'
import type { ViewProps } from '../views.js'
import { Animation } from './animation.js'
import { comparisonsOf } from './compare.js'
import { MovingTexture } from './moving-texture.js'
import { Stage } from './stage.js'

/** *A texture*, to the texel: zoomed, level by level, channel by channel, beside itself or another, in motion. */
export function TextureView({ pkg, facts }: ViewProps) {
  const [isAnimated, setAnimated] = useState(false)
  if (facts === undefined) return null
  const at = { id: pkg.id, index: facts.index }
  if (proceduralKind(facts.ancestry) !== undefined) return <MovingTexture at={at} />
  if (isAnimated) return <Animation at={at} onStop={() => setAnimated(false)} />
  return <StillTexture at={at} onPlay={() => setAnimated(true)} />
}

function StillTexture({ at, onPlay }: { readonly at: ObjectAt; readonly onPlay: () => void }) {
  const [mip, setMip] = useState(0)
  const [form, setForm] = useState<TextureForm>()
  const state = useCall('picture', { ...at, mip, ...(form === undefined ? {} : { form }) })
  return (
    <Called state={state}>
      {(picture) => (
        <Still
          at={at}
          picture={picture}
          mip={mip}
          setMip={setMip}
          form={form}
          setForm={(one) => {
            setMip(0)
            setForm(one)
          }}
          onPlay={onPlay}
        />
      )}
    </Called>
  )
}

function Still({
  at,
  picture,
  mip,
  setMip,
  form,
  setForm,
  onPlay,
}: {
  readonly at: ObjectAt
  readonly picture: PictureData
  readonly mip: number
  readonly setMip: (mip: number) => void
  readonly form: TextureForm | undefined
  readonly setForm: (form: TextureForm) => void
  readonly onPlay: () => void
}) {
  const [compared, setCompared] = useState('')
  const comparisons = comparisonsOf(at, picture, form)
  const comparison = comparisons.find(({ key }) => key === compared)
  const other = useCall('picture', comparison?.asked)
  const otherForm = picture.forms.find((one) => one !== (form ?? picture.forms[0]))
  return (
    <Stage
      raster={picture}
      palette={picture.format === 'p8' ? picture.palette : undefined}
      indices={picture.indices}
      words={wordsOf(picture)}
      more={comparison !== undefined && other.kind === 'failed' ? other.error.message : picture.missing}
      against={
        comparison !== undefined && other.kind === 'done' ? { label: comparison.label, raster: other.value } : undefined
      }
      onNextLevel={() => setMip((mip + 1) % picture.mips.length)}
    >
      {picture.mips.length < 2 ? null : (
        <>
          <hr />
          <label>
            Level{' '}
            <select value={mip} onChange={(event) => setMip(Number(event.currentTarget.value))}>
              {picture.mips.map((level, i) => (
                <option key={`${i}`} value={i}>
                  {level.width} × {level.height}
                </option>
              ))}
            </select>
          </label>
        </>
      )}
      {otherForm === undefined ? null : (
        <button type="button" onClick={() => setForm(otherForm)}>
          {otherForm === 'own' ? 'With palette' : 'Compressed'}
        </button>
      )}
      <hr />
      <label>
        Compare{' '}
        <select value={compared} onChange={(event) => setCompared(event.currentTarget.value)}>
          <option value="">with …</option>
          {comparisons.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {picture.isAnimated ? (
        <>
          <hr />
          <button type="button" onClick={onPlay}>
            Play
          </button>
        </>
      ) : null}
    </Stage>
  )
}

function wordsOf({ full, format, mips, note }: PictureData): string {
  const [largest] = mips
  return [
    `${full.width} × ${full.height}`,
    format,
    ...(largest === undefined || full.width === largest.width ? [] : [`largest level here ${largest.width}`]),
    ...(note === undefined ? [] : [note]),
  ].join(' · ')
}
