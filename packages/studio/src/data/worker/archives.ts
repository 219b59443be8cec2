import { portableCodecs } from '@ukit/codecs'
import type { ByteSource } from '@ukit/core'
import { PackageError } from '@ukit/files'
import { type Container, type ContainerKind, openContainer, uzKind, zipKind } from '@ukit/files/containers'
import { umodKind } from '@ukit/umod'
import type { ArchiveList } from '../files-calls.js'
import type { FileToOpen } from '../package-calls.js'
import { plainSource } from './plain-source.js'
import type { Work } from './serve.js'

/** Ends the reading and hears how far it is. */
type Watch = Partial<Pick<Work, 'signal' | 'progress'>>

/** Installers are tried first: one may contain a zip near its end, where zips are recognised. */
const KINDS: readonly ContainerKind[] = [umodKind, zipKind, uzKind(portableCodecs)]
/** Archives in archives; deeper nesting is probably malicious. */
const MOST_NESTED = 3
/** Bytes of a file that is unpacked into memory. */
const MOST_UNPACKED = 0x4000_0000
/** Archives that stay open: a file of one is usually followed by another of the same. */
const MOST_KEPT = 2

/** The files in an archive. */
export async function listOf(given: FileToOpen, work: Work): Promise<ArchiveList> {
  const { kind, entries, damage } = (await archiveOf(given, work)).container
  return { kind, files: entries.map(({ name, size }) => ({ name, size })), damage }
}

/** A whole file, to be saved. */
export async function unpacked(given: FileToOpen, work: Work): Promise<Uint8Array<ArrayBuffer>> {
  const source = await sourceIn(given, work)
  refuseLarge(given.name, source.byteLength)
  const bytes = Uint8Array.from(await source.slice(0, source.byteLength))
  work.handOver(bytes.buffer)
  return bytes
}

/** The bytes of a file, which may be in archives. */
export async function sourceIn(given: FileToOpen, watch: Watch): Promise<ByteSource> {
  const { within } = given
  if (within === undefined) return plainSource(given)
  const { container, bytes } = await archiveOf(within, watch)
  // What a download calls the file in it is not known before it is opened.
  const only = container.entries.length === 1 ? container.entries[0]?.name : undefined
  const name = given.entry ?? only ?? given.name
  const entry = container.entries.find((one) => one.name === name)
  // An installer's files are read where they lie; all others are unpacked into memory.
  if (entry !== undefined && container.kind !== 'umod') refuseLarge(name, entry.size)
  return bytes.during(watch, () => container.open(name))
}

function refuseLarge(name: string, size: number): void {
  if (size <= MOST_UNPACKED) return
  const message = `expected a file of at most ${MOST_UNPACKED} bytes, which fits in memory, found ${size}`
  throw new PackageError('limit', message, { object: name })
}

/** An archive that is open, and its bytes. */
interface OpenArchive {
  readonly container: Container
  readonly bytes: WatchedSource
}

const kept = new Map<string, OpenArchive>()

async function archiveOf(archive: FileToOpen, watch: Watch): Promise<OpenArchive> {
  const key = keyOf(archive)
  const known = kept.get(key)
  if (known !== undefined) return known
  if (depthOf(archive) >= MOST_NESTED) {
    const message = `expected at most ${MOST_NESTED} archives inside each other`
    throw new PackageError('limit', message, { object: archive.name })
  }
  const bytes = new WatchedSource(await sourceIn(archive, watch), archive.name)
  const container = await bytes.during(watch, () => openContainer(bytes, KINDS, archive.name))
  const opened = { container, bytes }
  kept.set(key, opened)
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break
    kept.delete(oldest)
  }
  return opened
}

function depthOf({ within }: FileToOpen): number {
  return within === undefined ? 0 : depthOf(within) + 1
}

/** What tells files apart: a file that was changed meanwhile is another one. */
function keyOf({ name, path, address, file, within, entry }: FileToOpen): string {
  const when = file instanceof File ? file.lastModified : undefined
  return JSON.stringify([path ?? name, address, file?.size, when, entry, within === undefined ? null : keyOf(within)])
}

/** A source that says how much of it was read, and ends when nobody waits for it any more. */
class WatchedSource implements ByteSource {
  readonly #source: ByteSource
  readonly #label: string
  #watch: Watch = {}

  constructor(source: ByteSource, label: string) {
    this.#source = source
    this.#label = label
  }

  get byteLength(): number {
    return this.#source.byteLength
  }

  slice(start: number, end: number) {
    const { signal, progress } = this.#watch
    signal?.throwIfAborted()
    progress?.({ done: end, total: this.byteLength, label: this.#label })
    return this.#source.slice(start, end)
  }

  /** Does something with it that is watched. */
  async during<T>(watch: Watch, work: () => Promise<T>): Promise<T> {
    this.#watch = watch
    try {
      return await work()
    } finally {
      this.#watch = {}
    }
  }
}
