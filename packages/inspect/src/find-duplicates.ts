import { type OpenOptions, openPackage, savePackage } from '@ukit/core'
import { type ByteSource, PackageError, piecesOf, SourceError } from '@ukit/files'
import { inspect } from './inspect.js'

/** A file of the pile that is searched. */
export interface PileFile {
  /** How it is called in the result. */
  readonly path: string
  /** Opens the file as it is stored. */
  open(): Promise<OpenedPileFile>
  /** Opens the file in a compressed download; `undefined` for any other file. */
  openInside?(): Promise<OpenedPileFile | undefined>
}

/** A file of the pile while it is read. */
export interface OpenedPileFile {
  /** Its bytes. */
  readonly source: ByteSource
  /** Its name, whose extension tells what it is. */
  readonly fileName: string
  /** Lets go of the file. */
  close(): Promise<void>
}

/** What is known of a file after its search. */
export interface PileEntry {
  readonly path: string
  readonly bytes: number
  /** SHA-256 of the file as it is stored, in lower-case hex digits. */
  readonly sha256: string
  /** Name of the compression, of the whole file or of its chunks; `null` for none. */
  readonly compression: string | null
  /** GUID of the package; `null` if there is none. */
  readonly guid: string | null
}

/**
 * Files that have something in common:
 *
 * - `same`: the same bytes;
 * - `content`: the same package, compressed otherwise: as a download (`.uz`, `.uz2`, `.uz3`) or in chunks;
 * - `guid`: the same GUID with other content: a conformed version, a copy that was stripped for servers, or a
 *   build that was not given a new GUID. A game that has one of them does not download the other.
 */
export interface DuplicateGroup {
  readonly kind: 'same' | 'content' | 'guid'
  /** What they share: SHA-256 of the bytes, SHA-256 of the uncompressed package, or the GUID. */
  readonly key: string
  /** Of `same`: all copies. Of the others, one file of each set of copies. */
  readonly files: readonly PileEntry[]
}

/** The duplicates in a pile of files. */
export interface Duplicates {
  readonly files: number
  /** Bytes of the copies beyond the first one of each file. */
  readonly wasted: number
  readonly groups: readonly DuplicateGroup[]
  readonly problems: readonly { readonly path: string; readonly message: string }[]
}

/** How to search. */
export interface FindDuplicatesOptions extends Pick<OpenOptions, 'codecs'> {
  /** SHA-256 of these pieces, in lower-case hex digits. */
  readonly sha256: (pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) => Promise<string>
  readonly signal?: AbortSignal | undefined
  /** Called before each file. */
  readonly onProgress?: ((done: number, total: number, path: string) => void) | undefined
}

/** *Finds duplicates in any pile of files.* A file that cannot be read is a problem in the result. */
export async function findDuplicates(files: readonly PileFile[], options: FindDuplicatesOptions): Promise<Duplicates> {
  const pile = new Pile(options)
  for (const [index, file] of files.entries()) {
    options.signal?.throwIfAborted()
    options.onProgress?.(index, files.length, file.path)
    await pile.add(file)
  }
  const groups = [...pile.same(), ...(await pile.content()), ...pile.guids()]
  const wasted = groups
    .filter(({ kind }) => kind === 'same')
    .reduce((sum, { files: copies }) => sum + (copies[0]?.bytes ?? 0) * (copies.length - 1), 0)
  return { files: files.length, wasted, groups, problems: pile.problems }
}

class Pile {
  readonly problems: { path: string; message: string }[] = []
  readonly #options: FindDuplicatesOptions
  readonly #entries: { readonly entry: PileEntry; readonly file: PileFile; content: string | undefined }[] = []

  constructor(options: FindDuplicatesOptions) {
    this.#options = options
  }

  async add(file: PileFile): Promise<void> {
    await this.#attempt(file, async () => {
      const opened = await file.open()
      try {
        const { source, fileName } = opened
        const facts = await inspect(source, { fileName, ...this.#codecs })
        const sha256 = await this.#options.sha256(piecesOf(source))
        const guid = facts.guid ?? facts.inside?.guid ?? null
        const compression = facts.kind.startsWith('uz') ? facts.kind : facts.compression
        const entry = { path: file.path, bytes: source.byteLength, sha256, compression, guid }
        this.#entries.push({ entry, file, content: compression === null ? sha256 : undefined })
      } finally {
        await opened.close()
      }
    })
  }

  get #codecs(): Pick<FindDuplicatesOptions, 'codecs'> {
    const { codecs } = this.#options
    return codecs === undefined ? {} : { codecs }
  }

  /** Groups of the same bytes. */
  same(): DuplicateGroup[] {
    const bySha = grouped(this.#entries, ({ entry }) => entry.sha256)
    return [...bySha].flatMap(([key, group]) =>
      group.length < 2 ? [] : [{ kind: 'same' as const, key, files: group.map(({ entry }) => entry) }],
    )
  }

  /** Groups of the same content, some compressed: what shares a GUID is unpacked and compared. */
  async content(): Promise<DuplicateGroup[]> {
    const groups: DuplicateGroup[] = []
    for (const [, all] of grouped(this.#distinct(), ({ entry }) => entry.guid ?? '')) {
      if (all.length < 2 || all.every(({ content }) => content !== undefined)) continue
      for (const one of all) {
        this.#options.signal?.throwIfAborted()
        if (one.content === undefined)
          await this.#attempt(one.file, async () => {
            one.content = await this.#unpacked(one.file)
          })
      }
      for (const [key, group] of grouped(all, ({ content, entry }) => content ?? entry.sha256))
        if (group.length > 1) groups.push({ kind: 'content', key, files: group.map(({ entry }) => entry) })
    }
    return groups
  }

  /** Groups of one GUID with different contents. Call after `content`. */
  guids(): DuplicateGroup[] {
    const groups: DuplicateGroup[] = []
    for (const [key, all] of grouped(this.#distinct(), ({ entry }) => entry.guid ?? '')) {
      if (key === '' || /^0+$/.test(key)) continue
      const contents = [...grouped(all, ({ content, entry }) => content ?? entry.sha256).values()]
      const files = contents.flatMap(([first]) => (first === undefined ? [] : [first.entry]))
      if (files.length > 1) groups.push({ kind: 'guid', key, files })
    }
    return groups
  }

  /** One entry of each set of copies. */
  #distinct() {
    return [...grouped(this.#entries, ({ entry }) => entry.sha256).values()].flatMap(([first]) => first ?? [])
  }

  /** SHA-256 of the package as it is without any compression. */
  async #unpacked(file: PileFile): Promise<string> {
    const opened = (await file.openInside?.()) ?? (await file.open())
    try {
      const pkg = await openPackage(opened.source, { fileName: opened.fileName, ...this.#codecs })
      return await this.#options.sha256(savePackage(pkg, this.#codecs))
    } finally {
      await opened.close()
    }
  }

  async #attempt(file: PileFile, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof PackageError) && !(error instanceof SourceError)) throw error
      this.problems.push({ path: file.path, message: error.message })
    }
  }
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}
