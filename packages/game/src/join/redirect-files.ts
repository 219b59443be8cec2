import { type ByteSource, PackageError, SourceError } from '@ukit/files'
import { uzKind } from '@ukit/files/containers'
import { plural } from '@ukit/text/internal'
import type { FileEntry, GameFiles } from '../game-files.js'
import { joinPath } from '../paths.js'
import { stampOf } from '../stamp.js'
import type { WantedPackage } from './join-types.js'

/** The folder that a web server offers as the redirect. */
export interface RedirectFolder {
  /** Where the redirect's files are read from. */
  readonly files: GameFiles
  /** The folder that the redirect serves. */
  readonly folder: string
}

/** *The files on a redirect*: its listing, and which files are not what a client needs. */
export class RedirectFiles {
  readonly entries: readonly FileEntry[]
  readonly #place: RedirectFolder
  /** What is wrong with a file, by its name. */
  readonly #problems = new Map<string, string>()

  private constructor(place: RedirectFolder, entries: readonly FileEntry[]) {
    this.#place = place
    this.entries = entries.filter(({ kind }) => kind === 'file')
  }

  static async list(place: RedirectFolder): Promise<RedirectFiles> {
    return new RedirectFiles(place, await place.files.list(place.folder))
  }

  /** What {@link check} found wrong with a file. */
  problemOf(name: string): string | undefined {
    return this.#problems.get(name)
  }

  /** Opens a file as a client would, unpacks it and looks at its length and GUID. A file is read once. */
  async check(name: string, wanted: WantedPackage): Promise<string | undefined> {
    const problem = await this.#look(name, wanted)
    if (problem !== undefined) this.#problems.set(name, problem)
    return problem
  }

  async #look(name: string, { fileName, guid, size }: WantedPackage): Promise<string | undefined> {
    let file: ByteSource | undefined
    try {
      file = await this.#place.files.open(joinPath(this.#place.folder, name))
      const plain = name === fileName ? file : await unpacked(file, name)
      const found = await stampOf(plain, { path: fileName, size: plain.byteLength, modified: 0 })
      if (!found.guid.equals(guid)) {
        return `"${name}" on the redirect is another version: its GUID is ${found.guid}, the server's ${guid}`
      }
      if (plain.byteLength === size) return undefined
      return `"${name}" on the redirect has ${plural(plain.byteLength, 'byte')}, the server's file ${size}`
    } catch (error) {
      if (!(error instanceof PackageError) && !(error instanceof SourceError)) throw error
      return `"${name}" on the redirect cannot be used: ${error.message}`
    } finally {
      await file?.close?.()
    }
  }
}

async function unpacked(file: ByteSource, name: string): Promise<ByteSource> {
  const kind = uzKind()
  if (!(await kind.recognises(file))) throw new PackageError('unsupported', 'it is not compressed as its name says')
  const container = await kind.open(file, name)
  return container.open(container.entries[0]?.name ?? '')
}
