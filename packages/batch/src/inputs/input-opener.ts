import { basename } from 'node:path'
import { nodeCodecs } from '@ukit/core/node'
import { downloadKind, PackageError } from '@ukit/files'
import type { Container } from '@ukit/files/containers'
import { fileSource } from '@ukit/files/node'
import type { Input, OpenedInput } from './input.js'

/** How an input is opened. */
export interface OpenInputOptions {
  /** Opens a compressed download (`.uz`, `.uz2`, `.uz3`) itself instead of the file in it. */
  readonly asIs?: boolean | undefined
  /** Ends the requests for a file at an address. */
  readonly signal?: AbortSignal | undefined
}

/** What an `InputOpener` can open besides files. */
export interface InputOpenerOptions {
  /** Opens an input that is not a file, such as standard input; `undefined` for all others. */
  readonly special?: ((input: Input) => Promise<OpenedInput> | undefined) | undefined
}

/**
 * *Opens inputs*: files, and files inside archives, installers and compressed downloads.
 *
 * The archive that was opened last stays open, since consecutive inputs are usually in the same one, and its
 * directory is then read only once. `close` closes it.
 *
 * @example
 * const opener = new InputOpener()
 * const { inputs } = await expandInputs(['maps.zip!'], {}, opener)
 * for (const input of inputs) {
 *   const { source, fileName, close } = await opener.open(input)
 *   await close()
 * }
 * await opener.close()
 */
export class InputOpener {
  readonly #special: NonNullable<InputOpenerOptions['special']>
  #last: { key: string; container: Container; close(): Promise<void> } | undefined

  constructor({ special = () => undefined }: InputOpenerOptions = {}) {
    this.#special = special
  }

  /**
   * Opens what an input names: a file, or the file inside a compressed download.
   *
   * @throws {PackageError | SourceError} if it does not exist or cannot be read.
   */
  async open(input: Input, { asIs = false, signal }: OpenInputOptions = {}): Promise<OpenedInput> {
    const opened = await this.#openNamed(input, signal)
    if (asIs) return opened
    try {
      return (await openDownload(opened)) ?? opened
    } catch (error) {
      await opened.close()
      throw error
    }
  }

  async #openNamed(input: Input, signal: AbortSignal | undefined): Promise<OpenedInput> {
    if (input.problem !== undefined) throw new PackageError('io', input.problem)
    const name = input.inner.at(-1)
    if (name === undefined) {
      const special = await this.#special(input)
      if (special !== undefined) return special
      if (input.isRemote === true) return (await import('./open-address.js')).openAddress(input.file, signal)
      const source = await fileSource(input.file)
      return { source, fileName: basename(input.file), close: () => source.close() }
    }
    const container = await this.container(input.file, input.inner.slice(0, -1))
    const source = await container.open(name)
    return { source, fileName: baseName(name), close: async () => undefined }
  }

  /**
   * Opens a container: a real file, or one inside other containers. It stays open until another one is
   * opened.
   *
   * @throws {PackageError | SourceError} if it is not a container, or cannot be read.
   */
  async container(file: string, inner: readonly string[] = []): Promise<Container> {
    const key = [file, ...inner].join('\n')
    if (this.#last?.key === key) return this.#last.container
    const { openContainer, uzKind, zipKind } = await import('@ukit/files/containers')
    const { umodKind } = await import('@ukit/umod')
    // Installers are tried first: one may contain a zip near its end, where zips are recognised.
    const kinds = [umodKind, zipKind, uzKind(nodeCodecs)]
    await this.close()
    const source = await fileSource(file)
    try {
      let container = await openContainer(source, kinds, basename(file))
      for (const name of inner) container = await openContainer(await container.open(name), kinds, baseName(name))
      this.#last = { key, container, close: () => source.close() }
      return container
    } catch (error) {
      await source.close()
      throw error
    }
  }

  /** Closes the container that was kept open; the opener can be used again. */
  async close(): Promise<void> {
    const closing = this.#last
    this.#last = undefined
    await closing?.close()
  }
}

/** The file in a compressed download; `undefined` for any other file. */
async function openDownload({ source, fileName, close }: OpenedInput): Promise<OpenedInput | undefined> {
  if ((await downloadKind(source)) === undefined) return undefined
  const { uzKind } = await import('@ukit/files/containers')
  const container = await uzKind(nodeCodecs).open(source, fileName)
  const name = container.entries[0]?.name ?? ''
  return { source: await container.open(name), fileName: baseName(name), close }
}

/** The part of a name after its last slash or backslash. */
function baseName(name: string): string {
  return name.replace(/^.*[/\\]/, '')
}
