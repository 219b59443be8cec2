import type { ObjectReader } from '@ukit/core'
import { type MaterialSlot, type Mesh, materialOf, pictureKey, pictureOf } from '@ukit/media'
import {
  type Level,
  type LevelActor,
  type LevelMesh,
  levelFacts,
  levelPlanMap,
  levelSteps,
  missingInLevel,
} from '@ukit/media/level'
import { type LevelEnd, type LevelPiece, type LevelPlanPicture, type SlotLook, slotKey } from '../media-calls.js'
import type { ObjectAt } from '../package-calls.js'
import { readAt } from './objects.js'
import type { OpenedPackages } from './opened.js'
import { pictureData } from './pictures.js'
import type { Work } from './serve.js'

/** Pixels of a side of a texture of a level: of larger ones a smaller level is taken. */
const MOST_SIDE = 1024
/** Milliseconds of work after which a cancelled call would want to know. */
const PATIENCE = 30

/**
 * *A level as it is walked through*: rooms first, then their textures, what is placed in them and its textures,
 * light, and a plan.
 */
export async function levelAt(packages: OpenedPackages, at: ObjectAt, work: Work<LevelPiece>): Promise<LevelEnd> {
  const { signal, progress, piece } = work
  const { reader, read } = await readAt(packages, at)
  const openFile = (name: string) => packages.file(name)
  const looks = new Looks(packages, reader, work)
  const steps = levelSteps(reader, read, {
    signal,
    pictures: { openFile },
    sublevels: 'all',
    onProgress: (step, done, total) => progress({ done, total, label: step }),
  })
  for (;;) {
    const next = await steps.next()
    if (next.done === true) return end(reader, next.value, work)
    const step = next.value
    if (step.step === 'geometry') {
      piece({ ...step, start: await startOf(reader) })
      await looks.send(step.parts.map(({ mesh }) => mesh))
    } else if (step.step === 'actors') {
      piece({ ...step, actors: step.actors.map(forPage), meshes: step.meshes.map(drawn) })
      await looks.send(meshesIn(step.actors, step.meshes), spritesIn(step.actors))
    } else piece(step, ...buffersOf(step.lightPages.map(({ rgba }) => rgba)))
  }
}

/** Where players begin: the first place for them in the package. */
async function startOf(reader: ObjectReader) {
  const start = reader.package.exports.find(({ className }) => /playerstart$/i.test(className))
  if (start === undefined) return undefined
  const view = await reader.view(start)
  return { location: view.vector('Location'), yaw: (view.rotator('Rotation')[1] / 65_536) * 360 }
}

async function end(
  reader: ObjectReader,
  level: Level,
  { progress, piece, signal }: Work<LevelPiece>,
): Promise<LevelEnd> {
  const { notes, paths } = level
  progress({ done: 0, total: 1, label: 'plan' })
  const plan = await planOf(level)
  piece({ step: 'plan', plan }, plan.bitmap)
  signal.throwIfAborted()
  const facts = await levelFacts(reader).catch(() => undefined)
  const missing = await missingInLevel(reader)
  return { title: facts?.title ?? '', notes, paths, missing }
}

async function planOf(level: Level): Promise<LevelPlanPicture> {
  const { picture, ...where } = levelPlanMap(level)
  const { width, height, data } = picture
  const rgba = new Uint8ClampedArray(4 * width * height).fill(255)
  for (let from = 0, to = 0; to < rgba.length; to += 4) {
    rgba[to] = data[from++] ?? 0
    rgba[to + 1] = data[from++] ?? 0
    rgba[to + 2] = data[from++] ?? 0
  }
  return { bitmap: await createImageBitmap(new ImageData(rgba, width, height)), ...where }
}

/** *What slots look like*, each sent once. */
class Looks {
  readonly #packages: OpenedPackages
  readonly #reader: ObjectReader
  readonly #work: Work<LevelPiece>
  readonly #sent = new Set<string>()
  readonly #pictures = new Set<string>()
  #paused = performance.now()

  constructor(packages: OpenedPackages, reader: ObjectReader, work: Work<LevelPiece>) {
    this.#packages = packages
    this.#reader = reader
    this.#work = work
  }

  /** Sends what meshes and single slots look like, as soon as each is known. */
  async send(meshes: readonly Mesh[], more: readonly MaterialSlot[] = []): Promise<void> {
    const { piece, progress } = this.#work
    const slots = new Map<string, MaterialSlot>()
    for (const slot of [...meshes.flatMap(({ materials }) => materials), ...more]) {
      const key = slotKey(slot)
      if (!this.#sent.has(key)) slots.set(key, slot)
    }
    let looks: SlotLook[] = []
    const flush = () => {
      if (looks.length > 0) piece({ step: 'looks', looks }, ...buffersOf(looks.map((one) => one.picture?.data.rgba)))
      looks = []
    }
    let done = 0
    for (const [key, slot] of slots) {
      this.#sent.add(key)
      const look = await this.#look(key, slot)
      if (look !== undefined) looks.push(look)
      done++
      if (performance.now() - this.#paused < PATIENCE) continue
      flush()
      progress({ done, total: slots.size, label: 'textures' })
      await this.#pause()
    }
    flush()
  }

  async #look(key: string, slot: MaterialSlot): Promise<SlotLook | undefined> {
    const material = await materialOf(this.#reader, slot).catch(() => undefined)
    if (material === undefined) return undefined
    const texture = material.base ?? material.emissive
    if (texture?.object === undefined) return { key, material }
    const name = pictureKey(texture)
    if (this.#pictures.has(name)) return { key, material }
    this.#pictures.add(name)
    const found = await this.#reader.objectOf(texture.object)
    if (found === undefined) return { key, material }
    const owner = found.package === this.#reader.package ? this.#reader : await this.#reader.forPackage(found.package)
    const read = await owner.read(found)
    const openFile = (file: string) => this.#packages.file(file)
    const mips = await pictureOf(owner, read, { openFile }).then(
      (picture) => picture.mips,
      () => [],
    )
    const mip = mips.findIndex(({ width, height }) => Math.max(width, height) <= MOST_SIDE)
    const data = await pictureData(owner, read, this.#packages, { mip: Math.max(0, mip) }).catch(() => undefined)
    return data === undefined ? { key, material } : { key, material, picture: { key: name, data } }
  }

  /** Lets the page say that it wants no more. */
  async #pause(): Promise<void> {
    await new Promise<void>((resolve) => setTimeout(resolve))
    this.#work.signal.throwIfAborted()
    this.#paused = performance.now()
  }
}

/** All meshes that actors show. */
function meshesIn(actors: readonly LevelActor[], meshes: readonly LevelMesh[]): Mesh[] {
  const shapes = actors.flatMap(({ shape, components = [] }) => [shape, ...components.map((one) => one.shape)])
  return [...meshes.map(({ mesh }) => mesh), ...shapes.filter((shape) => shape !== undefined)]
}

function spritesIn(actors: readonly LevelActor[]): MaterialSlot[] {
  return actors.flatMap(({ kind, sprite }) => (kind === 'sprite' && sprite !== undefined ? [sprite] : []))
}

/** What the page needs of an actor; its properties it asks for when it is chosen. */
function forPage(actor: LevelActor): LevelActor {
  return { ...actor, properties: null }
}

/** What is drawn of a mesh: one level of detail, at rest. */
function drawn({ object, mesh }: LevelMesh): LevelMesh {
  const { kind, placement, lods, materials, collision } = mesh
  const shape = collision === undefined ? {} : { collision }
  return { object, mesh: { kind, placement, lods: lods.slice(0, 1), materials, sockets: [], notes: [], ...shape } }
}

/** The memory of arrays that have it for themselves, each once: that can be handed over. */
function buffersOf(arrays: readonly (Uint8Array | Uint8ClampedArray | undefined)[]): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>()
  for (const array of arrays)
    if (array !== undefined && array.buffer instanceof ArrayBuffer && array.byteLength === array.buffer.byteLength)
      buffers.add(array.buffer)
  return [...buffers]
}
