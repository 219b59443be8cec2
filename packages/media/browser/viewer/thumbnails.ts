import type { PageItem } from '../../src/page/page-data.js'
import { element, icon } from '../dom.js'
import { Camera } from './camera.js'
import { loadModel } from './loaded-model.js'
import { boundsOf, poseAt } from './pose.js'
import { Renderer } from './renderer.js'

/** Pixels of a thumbnail: twice those of a card, for fine screens. */
const SIZE = 264
/** Larger files take too long for a list. */
const MOST_BYTES = 24e6

/**
 * *Pictures of meshes for the list*, drawn when their cards come into view, one after the other. They are
 * kept as compressed pictures.
 */
export class Thumbnails {
  readonly #made = new Map<PageItem, string>()
  readonly #waiting = new Map<HTMLElement, PageItem>()
  #renderer: Renderer | undefined | 'none'
  #isBusy = false

  /** The frame of a mesh's picture, which is drawn later. */
  frameFor(item: PageItem): HTMLElement {
    const frame = element('span', { class: 'pic plain' })
    const url = this.#made.get(item)
    if (url !== undefined) frame.append(pictureAt(url))
    else {
      frame.append(icon('mesh'))
      const bytes = item.files[0]?.bytes ?? 0
      if (item.mesh !== undefined && bytes <= MOST_BYTES && this.#renderer !== 'none') {
        this.#waiting.set(frame, item)
        void this.#work()
      }
    }
    return frame
  }

  /** Forgets the frames in an element that is no longer shown. */
  cancel(within: HTMLElement): void {
    for (const frame of this.#waiting.keys()) if (within.contains(frame)) this.#waiting.delete(frame)
  }

  async #work(): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    // The list is shown before the first mesh is loaded.
    await new Promise((resolve) => setTimeout(resolve))
    for (;;) {
      const [next] = this.#waiting
      if (next === undefined) break
      const [frame, item] = next
      this.#waiting.delete(frame)
      const url = await this.#draw(item).catch(() => undefined)
      if (url === undefined) continue
      this.#made.set(item, url)
      frame.replaceChildren(pictureAt(url))
    }
    this.#isBusy = false
  }

  async #draw(item: PageItem): Promise<string | undefined> {
    const renderer = this.#rendererOf()
    if (item.mesh === undefined || renderer === undefined) return undefined
    const { model, pictures } = await loadModel(item.mesh)
    const parts = poseAt(model, undefined, 0)
    const camera = new Camera()
    camera.frame(boundsOf(parts))
    renderer.load(model, pictures)
    renderer.pose(parts)
    renderer.draw({ ...camera.view(1), look: 'textured', line: [0.5, 0.5, 0.5], floor: undefined })
    const blob = await new Promise<Blob | null>((resolve) => {
      renderer.canvas.toBlob(resolve)
    })
    renderer.unload()
    return blob === null ? undefined : URL.createObjectURL(blob)
  }

  #rendererOf(): Renderer | undefined {
    if (this.#renderer === undefined) {
      const canvas = element('canvas', { width: SIZE, height: SIZE })
      try {
        this.#renderer = new Renderer(canvas)
      } catch {
        // Without WebGL the cards have drawings.
        this.#renderer = 'none'
      }
    }
    return this.#renderer === 'none' ? undefined : this.#renderer
  }
}

function pictureAt(url: string): HTMLElement {
  return element('img', { src: url, alt: '' })
}
