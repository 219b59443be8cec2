import { memorySource } from '../source/memory-source.js'
import { sectionSource } from '../source/section-source.js'
import { segmentsSource } from '../source/segments-source.js'
import { type ByteSource, readInto } from '../source/source.js'
import { mayHoldPosition, placeChanged, relocate } from './body.js'
import type { PackageEdit } from './document.js'
import type { EditExport } from './entries.js'

/** A body and its place in the new image. */
export interface BodyPlace {
  readonly entry: EditExport
  readonly offset: number
  readonly size: number
}

/** Bodies that stand together are read and written in runs of about this many bytes. */
const RUN_LENGTH = 0x10_0000

/** A body longer than this is looked through for positions piece by piece before it is taken into memory. */
const LONG_BODY = 4 * RUN_LENGTH

/**
 * The size of each body with the present indices.
 *
 * Sizes do not depend on positions (which take 32 bits everywhere), so only changed bodies, and all where compact indices were renumbered, have to be made for it.
 */
export async function measureBodies(edit: PackageEdit): Promise<Map<EditExport, number>> {
  const renumbered = edit.isRenumbered
  const sizes = new Map<EditExport, number>()
  for (const entry of edit.exports) {
    const { body } = entry
    if (body.kind === 'changed') sizes.set(entry, placeChanged(edit.codecOf(entry), body, body.base, renumbered).length)
    else if (!(renumbered || entry.codec !== undefined) || body.size === 0) sizes.set(entry, body.size)
    else sizes.set(entry, (await relocated(edit, entry, body.base, true)).length)
  }
  return sizes
}

/**
 * Makes every body for the place it is going to have, and forgets it: what cannot be moved fails here instead of half-way through saving.
 *
 * @throws {PackageError} `unsupported`, naming the object.
 */
export async function checkBodies(image: ByteSource): Promise<void> {
  for (let at = 0; at < image.byteLength; at += RUN_LENGTH)
    await image.slice(at, Math.min(image.byteLength, at + RUN_LENGTH))
}

/** Sources for bodies that are at their places. */
export interface PlacedBodies {
  /** The bodies from one to another, not included; they stand one behind the other. */
  between(first: number, end: number): ByteSource[]
}

/** Puts bodies at their places; their bytes are made when they are read. */
export function placeBodies(edit: PackageEdit, places: readonly BodyPlace[]): PlacedBodies {
  const renumbered = edit.isRenumbered
  const { revision } = edit
  const kept: Kept = {
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

/** The run that was made last: all runs of an image share it, so that one is in memory at a time. */
interface Kept {
  run?: readonly BodyPlace[]
  made?: Promise<ByteSource>
  /** Long bodies that were looked through: the bytes that mean the same wherever they stand, or `undefined` for a body that may not. */
  readonly looked: Map<BodyPlace, ByteSource | undefined>
  check(): void
}

/** A few bodies one behind the other, made together when one of them is wanted. */
function runSource(edit: PackageEdit, run: readonly BodyPlace[], renumbered: boolean, kept: Kept): ByteSource {
  const byteLength = run.reduce((sum, { size }) => sum + size, 0)
  const made = () => {
    kept.check()
    if (kept.run !== run || kept.made === undefined) {
      kept.run = run
      kept.made = makeRun(edit, run, renumbered, byteLength, kept)
    }
    return kept.made
  }
  return {
    byteLength,
    slice: async (start, end) => (await made()).slice(start, end),
    readInto: async (target, start) => readInto(await made(), target, start),
  }
}

async function makeRun(
  edit: PackageEdit,
  run: readonly BodyPlace[],
  renumbered: boolean,
  byteLength: number,
  { looked }: Kept,
): Promise<ByteSource> {
  const only = run.length === 1 ? run[0] : undefined
  if (only !== undefined && byteLength > LONG_BODY && !renumbered && only.entry.codec === undefined) {
    if (!looked.has(only)) looked.set(only, await longBody(edit, only.entry))
    const plain = looked.get(only)
    if (plain !== undefined) return plain
  }
  // A body that is long enough for a run of its own needs no second copy.
  if (only?.entry.body.kind === 'stored')
    return memorySource(await relocated(edit, only.entry, only.offset, renumbered))
  const parts: Uint8Array[] = []
  let window: { source: ByteSource; start: number; bytes: Uint8Array } | undefined
  for (const [i, { entry, offset }] of run.entries()) {
    const { body } = entry
    if (body.kind !== 'stored') {
      parts.push(placeChanged(edit.codecOf(entry), body, offset, renumbered))
      continue
    }
    if (
      window?.source !== body.source ||
      body.start < window.start ||
      body.start + body.size > window.start + window.bytes.length
    ) {
      window = { source: body.source, start: body.start, bytes: await readRun(run, i) }
    }
    const from = body.start - window.start
    const bytes = window.bytes.subarray(from, from + body.size)
    parts.push(relocate(edit.codecOf(entry), bytes, body.base, offset, renumbered || entry.codec !== undefined))
  }
  return segmentsSource(parts)
}

/** The stored bytes of as many bodies of a run as stand one behind the other. */
async function readRun(run: readonly BodyPlace[], from: number): Promise<Uint8Array> {
  const first = run[from]?.entry.body
  if (first?.kind !== 'stored') return new Uint8Array(0)
  let end = first.start
  for (let i = from; i < run.length; i++) {
    const body = run[i]?.entry.body
    if (body?.kind !== 'stored' || body.source !== first.source || body.start !== end) break
    end += body.size
  }
  return first.source.slice(first.start, end)
}

/** A long body that means the same wherever it stands, without taking it into memory; `undefined` when it may not. */
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

async function relocated(
  edit: PackageEdit,
  entry: EditExport,
  offset: number,
  renumbered: boolean,
): Promise<Uint8Array> {
  const { body } = entry
  if (body.kind !== 'stored') throw new Error('only stored bodies are relocated')
  const bytes = await body.source.slice(body.start, body.start + body.size)
  return relocate(edit.codecOf(entry), bytes, body.base, offset, renumbered || entry.codec !== undefined)
}
