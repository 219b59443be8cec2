import type { ByteSource } from '@ukit/files'
import { ignoreError, sectionSource } from '@ukit/files'
import { checkRange, NO_BYTES, readInto } from '@ukit/files/internal'
import { mayHoldPosition, misreadError, moveInPlace, placeChanged, type RelocatedBytes, relocate } from './body.js'
import type { PackageEdit } from './document.js'
import type { EditExport } from './entries.js'

/** A body and its place in the new image. */
export interface BodyPlace {
  readonly entry: EditExport
  readonly offset: number
  readonly size: number
}

/** Bodies that are side by side are read and written in runs of about this many bytes. */
const RUN_LENGTH = 0x10_0000

/** A body longer than this is looked through for positions piece by piece before it is taken into memory. */
const LONG_BODY = 4 * RUN_LENGTH

/** Bytes of changed and renumbered bodies that are kept between measuring and writing them, together. */
const KEPT_LENGTH = 16 * RUN_LENGTH

/** No positions. */
const NOWHERE: readonly never[] = []

/**
 * The sizes of the bodies of a document, and the bytes of those that need not be made again to be written.
 */
export interface MeasuredBodies {
  readonly sizes: ReadonlyMap<EditExport, number>
  /** They are the same at any position. */
  readonly made: ReadonlyMap<EditExport, Uint8Array>
}

/**
 * The size of each body with the present indices.
 *
 * Sizes do not depend on positions (which take 32 bits everywhere), so only changed bodies, and all where
 * compact indices were renumbered, have to be made for it.
 */
export async function measureBodies(edit: PackageEdit): Promise<MeasuredBodies> {
  const renumbered = edit.isRenumbered
  const sizes = new Map<EditExport, number>()
  const made = new Map<EditExport, Uint8Array>()
  let keptLength = 0
  const keep = (entry: EditExport, bytes: Uint8Array) => {
    if (keptLength + bytes.length > KEPT_LENGTH) return
    made.set(entry, bytes)
    keptLength += bytes.length
  }
  for (const entry of edit.exports) {
    const { body } = entry
    if (body.kind === 'changed') {
      const plain = edit.templates?.bytesOf(edit, entry, body)
      const { bytes, positions } =
        plain === undefined
          ? placeChanged(edit.codecOf(entry), body, body.base, renumbered)
          : { bytes: plain, positions: NOWHERE }
      sizes.set(entry, bytes.length)
      // With bytes that are not understood, each place has to be looked at.
      if (positions.length === 0 && body.opaque.length === 0) keep(entry, bytes)
    } else if (!(renumbered || entry.codec !== undefined) || body.size === 0) sizes.set(entry, body.size)
    else {
      const { bytes, isAnywhere } = await relocated(edit, entry, body.base)
      sizes.set(entry, bytes.length)
      // Decoding and encoding them again, to write them, would take as long as this.
      if (isAnywhere) keep(entry, bytes)
    }
  }
  return { sizes, made }
}

/**
 * Makes every body for the place it is going to have, and forgets it: what cannot be moved fails here instead
 * of half-way through saving.
 *
 * @throws {PackageError} `unsupported`, naming the object.
 */
export async function checkBodies(image: ByteSource): Promise<void> {
  for (let at = 0; at < image.byteLength; at += RUN_LENGTH)
    await image.slice(at, Math.min(image.byteLength, at + RUN_LENGTH))
}

/** Sources for bodies that are at their places. */
export interface PlacedBodies {
  /** The bodies from one to another, not included; they are one after the other. */
  between(first: number, end: number): ByteSource[]
}

/** Puts bodies at their places; their bytes are made when they are read. */
export function placeBodies(
  edit: PackageEdit,
  places: readonly BodyPlace[],
  made: MeasuredBodies['made'],
): PlacedBodies {
  const renumbered = edit.isRenumbered
  const { revision } = edit
  const kept: Kept = {
    made,
    memory: NO_BYTES,
    last: Promise.resolve(),
    looked: new Map(),
    check() {
      if (edit.revision !== revision) throw new Error('the document was changed after it was built: build it again')
    },
  }
  return {
    between(first, end) {
      const sources: ByteSource[] = []
      let run: BodyPlace[] = []
      let length = 0
      const flush = () => {
        if (run.length > 0) sources.push(runSource(edit, run, renumbered, kept))
        run = []
        length = 0
      }
      let copied: { source: ByteSource; start: number; end: number } | undefined
      const flushCopied = () => {
        if (copied !== undefined) sources.push(sectionSource(copied.source, copied.start, copied.end))
        copied = undefined
      }
      for (let i = first; i < end; i++) {
        const place = places[i]
        if (place === undefined) break
        const { body } = place.entry
        const asStored = !renumbered && place.entry.codec === undefined
        if (asStored && body.kind === 'stored' && body.base === place.offset) {
          flush()
          if (copied !== undefined && copied.source === body.source && copied.end === body.start)
            copied.end += body.size
          else {
            flushCopied()
            copied = { source: body.source, start: body.start, end: body.start + body.size }
          }
          continue
        }
        flushCopied()
        if (length > 0 && length + place.size > RUN_LENGTH) flush()
        run.push(place)
        length += place.size
        if (length > LONG_BODY) flush()
      }
      flush()
      flushCopied()
      return sources
    },
  }
}

/** What all runs of an image share. */
interface Kept {
  readonly made: MeasuredBodies['made']
  /** The run that was made last, and its bytes: one is in memory at a time, and the next takes its memory. */
  run?: readonly BodyPlace[] | undefined
  memory: Uint8Array
  /** The last request: runs are made one after another, because of that memory. */
  last: Promise<unknown>
  /**
   * Long bodies that were looked through: the bytes that mean the same wherever they are, or `undefined`
   * for a body that may not.
   */
  readonly looked: Map<BodyPlace, ByteSource | undefined>
  check(): void
}

/** A few bodies one after the other, made together when one of them is wanted. */
function runSource(edit: PackageEdit, run: readonly BodyPlace[], renumbered: boolean, kept: Kept): ByteSource {
  const byteLength = run.reduce((sum, { size }) => sum + size, 0)
  const copyTo = async (target: Uint8Array, start: number) => {
    kept.check()
    const plain = await plainBody(edit, run, byteLength, renumbered, kept)
    if (plain !== undefined) return readInto(plain, target, start)
    if (kept.run !== run) {
      kept.run = undefined
      if (kept.memory.length < byteLength) kept.memory = new Uint8Array(Math.max(byteLength, RUN_LENGTH))
      await makeRun(edit, run, renumbered, kept)
      kept.run = run
    }
    target.set(kept.memory.subarray(start, start + target.length))
  }
  const inTurn = (target: Uint8Array, start: number) => {
    checkRange(byteLength, start, start + target.length)
    const turn = kept.last.then(() => copyTo(target, start))
    kept.last = turn.catch(ignoreError)
    return turn
  }
  return {
    byteLength,
    async slice(start, end) {
      const bytes = new Uint8Array(end - start)
      await inTurn(bytes, start)
      return bytes
    },
    readInto: inTurn,
  }
}

/** A run that is one long body, if that means the same wherever it is. */
async function plainBody(
  edit: PackageEdit,
  run: readonly BodyPlace[],
  byteLength: number,
  renumbered: boolean,
  { looked }: Kept,
): Promise<ByteSource | undefined> {
  const [only] = run
  if (only === undefined || run.length > 1 || byteLength <= LONG_BODY) return undefined
  if (renumbered || only.entry.codec !== undefined) return undefined
  if (!looked.has(only)) looked.set(only, await longBody(edit, only.entry))
  return looked.get(only)
}

/** Puts the bodies of a run into memory, each for its place. */
async function makeRun(
  edit: PackageEdit,
  run: readonly BodyPlace[],
  renumbered: boolean,
  { memory, made }: Kept,
): Promise<void> {
  let at = 0
  /** Up to where stored bodies were read already: all that follow one another are read at once. */
  let readTo = 0
  for (const [i, { entry, offset, size }] of run.entries()) {
    const { body } = entry
    const bytes = memory.subarray(at, at + size)
    if (body.kind !== 'stored') {
      const before = made.get(entry)
      put(edit, entry, bytes, before ?? placeChanged(edit.codecOf(entry), body, offset, renumbered).bytes)
    } else if (renumbered || entry.codec !== undefined)
      put(edit, entry, bytes, made.get(entry) ?? (await relocated(edit, entry, offset)).bytes)
    else {
      if (at >= readTo) {
        readTo = at + lengthTogether(run, i)
        await readInto(body.source, memory.subarray(at, readTo), body.start)
      }
      moveInPlace(edit.codecOf(entry), bytes, body.base, offset)
    }
    at += size
  }
}

/** Bytes of as many bodies of a run as are stored one after the other and are only moved. */
function lengthTogether(run: readonly BodyPlace[], from: number): number {
  const first = run[from]?.entry.body
  let length = 0
  for (let i = from; i < run.length; i++) {
    const entry = run[i]?.entry
    if (entry === undefined || entry.codec !== undefined || first?.kind !== 'stored') break
    const { body } = entry
    if (body.kind !== 'stored' || body.source !== first.source || body.start !== first.start + length) break
    length += body.size
  }
  return length
}

function put(edit: PackageEdit, entry: EditExport, target: Uint8Array, bytes: Uint8Array): void {
  // It was measured with the same indices.
  if (bytes.length !== target.length) throw misreadError(edit.codecOf(entry).subject.path)
  target.set(bytes)
}

/**
 * A long body that means the same wherever it is, without taking it into memory; `undefined` when it may
 * not.
 */
async function longBody(edit: PackageEdit, entry: EditExport): Promise<ByteSource | undefined> {
  const { body } = entry
  if (body.kind !== 'stored') return undefined
  const { context } = edit.package
  const stop = body.start + body.size
  const memory = new Uint8Array(RUN_LENGTH + 3)
  for (let at = body.start; at < stop; at += RUN_LENGTH) {
    // Three bytes more, so that no word is cut in two.
    const bytes = memory.subarray(0, Math.min(stop - at, memory.length))
    await readInto(body.source, bytes, at)
    if (mayHoldPosition(context, bytes, body.base, body.base + body.size)) return undefined
  }
  return sectionSource(body.source, body.start, stop)
}

/** The bytes of a stored object with the present indices. */
async function relocated(edit: PackageEdit, entry: EditExport, offset: number): Promise<RelocatedBytes> {
  const { body } = entry
  if (body.kind !== 'stored') throw new Error('only stored bodies are relocated')
  const bytes = await body.source.slice(body.start, body.start + body.size)
  return relocate(edit.codecOf(entry), bytes, body.base, offset, true)
}
