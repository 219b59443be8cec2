import { data } from '../data/client.js'
import type { ObjectAt } from '../data/package-calls.js'
import { onClosed } from '../state/packages.js'

/** Bytes of pixels that are kept: what was seen last. */
const MOST_BYTES = 64 * 1024 * 1024
/** Calls at once: those for rows that have scrolled away are taken back. */
const AT_ONCE = 4

/** What makes a small picture; `undefined` for what has none. */
type Make = (given: ObjectAt & { readonly size: number }) => Promise<ImageBitmap | undefined>

/** *Small pictures*, each made once, in the order in which they were asked for last; old ones are closed. */
export class Thumbnails {
  readonly #make: Make
  readonly #most: number
  readonly #kept = new Map<string, ImageBitmap | undefined>()
  readonly #waiting = new Map<string, { readonly at: ObjectAt; readonly size: number; readonly shown: Set<Shown> }>()
  #bytes = 0
  #running = 0

  /** @param most how many bytes of pixels are kept. */
  constructor(make: Make, most = MOST_BYTES) {
    this.#make = make
    this.#most = most
  }

  /** Lets go of the pictures of a package. */
  forget(id: number): void {
    for (const key of this.#waiting.keys()) if (key.startsWith(`${id}/`)) this.#waiting.delete(key)
    for (const key of [...this.#kept.keys()]) if (key.startsWith(`${id}/`)) this.#drop(key)
  }

  /** Calls `shown` when the picture is there, unless it was taken back; nothing happens for what has none. */
  show(at: ObjectAt, size: number, shown: Shown): () => void {
    const key = `${at.id}/${at.index}/${size}`
    if (this.#kept.has(key)) {
      const bitmap = this.#kept.get(key)
      this.#kept.delete(key)
      this.#kept.set(key, bitmap)
      if (bitmap !== undefined) shown(bitmap)
      return NOTHING
    }
    const waiting = this.#waiting.get(key) ?? { at, size, shown: new Set() }
    waiting.shown.add(shown)
    this.#waiting.set(key, waiting)
    this.#next()
    return () => {
      waiting.shown.delete(shown)
      if (waiting.shown.size === 0) this.#waiting.delete(key)
    }
  }

  #next(): void {
    if (this.#running >= AT_ONCE) return
    // What came last is what is seen.
    const last = [...this.#waiting].at(-1)
    if (last === undefined) return
    const [key, { at, size, shown }] = last
    this.#waiting.delete(key)
    this.#running++
    void this.#make({ ...at, size })
      .then(
        (bitmap) => {
          this.#keep(key, bitmap)
          if (bitmap !== undefined) for (const one of shown) one(bitmap)
        },
        // What has no picture keeps its icon.
        () => undefined,
      )
      .then(() => {
        this.#running--
        this.#next()
      })
    this.#next()
  }

  #keep(key: string, bitmap: ImageBitmap | undefined): void {
    this.#kept.set(key, bitmap)
    this.#bytes += sizeOf(bitmap)
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#most || oldest === key) return
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    const bitmap = this.#kept.get(key)
    this.#kept.delete(key)
    this.#bytes -= sizeOf(bitmap)
    bitmap?.close()
  }
}

type Shown = (bitmap: ImageBitmap) => void

const NOTHING = () => undefined

function sizeOf(bitmap: ImageBitmap | undefined): number {
  return bitmap === undefined ? 0 : bitmap.width * bitmap.height * 4
}

/** The small pictures of the page. */
export const thumbnails = new Thumbnails((given) => data.call('thumbnail', given))
onClosed((id) => thumbnails.forget(id))
