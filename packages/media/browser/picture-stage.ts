import { printable } from '@ukit/text/internal'
import type { PageItem } from '../src/page/page-data.js'
import { pictureOf } from './cards.js'
import { element } from './dom.js'
import type { Stage } from './stage.js'

/** Screen pixels per pixel of the picture; 0 fits it into the window. */
const SCALES = [0, 1, 2, 4, 8] as const

/** *A picture*, fitting or enlarged, with a button for each of its files that are pictures. */
export function pictureStage(item: PageItem): Stage {
  const frame = element('div', { class: 'picture' })
  const shown = item.files.filter(({ path, bytes }) => bytes !== null && /\.(png|bmp|jpe?g)$/i.test(path))
  let [scale, index]: [number, number] = [0, 0]
  const scales = SCALES.map((value) =>
    element('button', {
      type: 'button',
      text: value === 0 ? 'Fit' : `${value}×`,
      'aria-pressed': String(value === 0),
      on: {
        click: () => {
          scale = value
          draw()
        },
      },
    }),
  )
  const draw = () => {
    const file = shown[index]
    const picture = pictureOf({ files: file === undefined ? [] : [file] })
    picture.classList.toggle('fit', scale === 0)
    const image = picture.querySelector('img')
    image?.setAttribute('alt', printable(item.name))
    image?.removeAttribute('width')
    image?.removeAttribute('height')
    image?.setAttribute('loading', 'eager')
    const size = () => {
      if (image === null) return
      const fit = Math.min(frame.clientWidth / image.naturalWidth, frame.clientHeight / image.naturalHeight)
      const factor = scale === 0 ? (fit > 1 ? Math.max(1, Math.floor(Math.min(8, fit * 0.9))) : fit) : scale
      image.style.width = `${Math.round(image.naturalWidth * factor)}px`
      image.classList.toggle('small', factor > 1)
    }
    image?.addEventListener('load', size)
    frame.replaceChildren(picture)
    for (const [i, button] of scales.entries()) button.setAttribute('aria-pressed', String(SCALES[i] === scale))
  }
  draw()
  const tools: HTMLElement[] = [element('div', { class: 'segments', role: 'group', 'aria-label': 'Size' }, ...scales)]
  if (shown.length > 1) {
    const choice = element(
      'select',
      { 'aria-label': 'File' },
      ...shown.map(({ path }, i) => element('option', { value: i, text: path.slice(path.lastIndexOf('/') + 1) })),
    )
    choice.addEventListener('change', () => {
      index = Number(choice.value)
      draw()
    })
    tools.unshift(choice)
  }
  return { element: frame, tools, close: () => undefined }
}
