import type { Package } from '@ukit/core'
import { equalBytes } from '@ukit/files/internal'
import type { ExecFiles } from './run-exec.js'

/**
 * *What `#exec` lines were carried out with the last time*: the lines, the files that they read and the
 * packages that they opened. While these are the same, they import the same.
 */
export class ExecMemory {
  #lines: readonly string[] | undefined
  readonly #read = new Map<string, Uint8Array | undefined>()
  readonly #opened = new Map<string, Package | undefined>()

  /** Files that note what is read of them, for lines that are carried out now. */
  noting(lines: readonly string[], files: ExecFiles): ExecFiles {
    this.#lines = lines
    this.#read.clear()
    this.#opened.clear()
    return {
      ...files,
      readFile: async (path) => {
        const bytes = await files.readFile(path)
        this.#read.set(path, bytes)
        return bytes
      },
      openPackage: async (path) => {
        const pkg = await files.openPackage(path)
        this.#opened.set(path, pkg)
        return pkg
      },
    }
  }

  /** What was carried out is not to be taken for done: it had something to say. */
  forget(): void {
    this.#lines = undefined
  }

  /** The packages that were opened the last time. */
  get opened(): readonly (Package | undefined)[] {
    return [...this.#opened.values()]
  }

  /** The packages that were opened the last time, as they are now. */
  async openedNow({ openPackage }: ExecFiles): Promise<readonly (Package | undefined)[]> {
    const packages: (Package | undefined)[] = []
    for (const path of this.#opened.keys()) packages.push(await openPackage(path))
    return packages
  }

  /** Tells whether the lines and the files that they read are those of the last time. */
  async isAsBefore(lines: readonly string[], { readFile }: ExecFiles): Promise<boolean> {
    const before = this.#lines
    if (before?.length !== lines.length || before.some((line, index) => line !== lines[index])) return false
    for (const [path, bytes] of this.#read) {
      const now = await readFile(path)
      const isSame = bytes === undefined || now === undefined ? bytes === now : equalBytes(bytes, now)
      if (!isSame) return false
    }
    return true
  }
}
