import { basename } from 'node:path'
import { nodeCodecs } from '@ukit/core/node'
import { type ByteSource, downloadKind, PackageError } from '@ukit/files'
import type { Container } from '@ukit/files/containers'
import { fileSource } from '@ukit/files/node'
import type { Input } from './input.js'
import { STANDARD, standardInput } from './standard.js'

/** An input that is open. */
export interface Opened {
  readonly source: ByteSource
  /** File name with extension; the package's name comes from it. */
  readonly fileName: string
  close(): Promise<void>
}

// The container that was opened last stays open: consecutive inputs are usually in the same one, and its
// directory is then read only once.
let last: { key: string; container: Container; close(): Promise<void> } | undefined

/** How an input is opened. */
interface OpenInputOptions {
  /** Opens a compressed download (`.uz`, `.uz2`, `.uz3`) itself instead of the file in it. */
  readonly asIs?: boolean
  /** Ends the requests for a file at an address. */
  readonly signal?: AbortSignal
}

/**
 * Opens what an input names: a file, or the file inside a compressed download.
 *
 * @throws {PackageError | SourceError} if it does not exist or cannot be read.
 */
export async function openInput(input: Input, { asIs = false, signal }: OpenInputOptions = {}): Promise<Opened> {
  const opened = await openNamed(input, signal)
  if (asIs) return opened
  try {
    return (await openDownload(opened)) ?? opened
  } catch (error) {
    await opened.close()
    throw error
  }
}

async function openNamed(input: Input, signal: AbortSignal | undefined): Promise<Opened> {
  if (input.problem !== undefined) throw new PackageError('io', input.problem)
  const name = input.inner.at(-1)
  if (name === undefined) {
    if (input.file === STANDARD) {
      return { source: await standardInput(), fileName: 'stdin', close: async () => undefined }
    }
    if (input.isRemote === true) return (await import('./open-address.js')).openAddress(input.file, signal)
    const source = await fileSource(input.file)
    return { source, fileName: basename(input.file), close: () => source.close() }
  }
  const container = await openContainerAt(input.file, input.inner.slice(0, -1))
  const source = await container.open(name)
  return { source, fileName: baseName(name), close: async () => undefined }
}

/** The file in a compressed download; `undefined` for any other file. */
async function openDownload({ source, fileName, close }: Opened): Promise<Opened | undefined> {
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

/**
 * Opens a container: a real file, or one inside other containers. It stays open until another one is opened.
 */
export async function openContainerAt(file: string, inner: readonly string[]): Promise<Container> {
  const key = [file, ...inner].join('\n')
  if (last?.key === key) return last.container
  const { openContainer, uzKind, zipKind } = await import('@ukit/files/containers')
  const { umodKind } = await import('@ukit/umod')
  // Installers are tried first: one may contain a zip near its end, where zips are recognised.
  const kinds = [umodKind, zipKind, uzKind(nodeCodecs)]
  await closeContainers()
  const source = await fileSource(file)
  try {
    let container = await openContainer(source, kinds, basename(file))
    for (const name of inner) container = await openContainer(await container.open(name), kinds, baseName(name))
    last = { key, container, close: () => source.close() }
    return container
  } catch (error) {
    await source.close()
    throw error
  }
}

/** Closes the container that was kept open. */
export async function closeContainers(): Promise<void> {
  const closing = last
  last = undefined
  await closing?.close()
}
