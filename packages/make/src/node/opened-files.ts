import type { Package } from '@ukit/core'
import { openFile } from '@ukit/core/node'
import { fileState } from '@ukit/files/node'

/** *Packages by their files*: a file that has not changed gives the package that it gave before. */
export class OpenedFiles {
  readonly #opened = new Map<string, { readonly state: string; readonly pkg: Package }>()

  /** @throws {PackageError} as `openFile`; {@link SourceError} when the file cannot be read. */
  async open(path: string): Promise<Package> {
    const state = JSON.stringify(await fileState(path).catch(() => undefined))
    const known = this.#opened.get(path)
    if (known?.state === state) return known.pkg
    await known?.pkg.file.close?.()
    const pkg = await openFile(path)
    this.#opened.set(path, { state, pkg })
    return pkg
  }
}
